import re

import pytest

from tests.support.named_games import after, loaded, prompt_text, rules, turn

NAME = "three_player_prisoners_dilemma"
C, D, NO_ANSWER = range(3)
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def test_the_first_wording_tells_who_one_is_the_scores_the_rounds_and_what_decides():
    assert rules(f"{NAME}(rounds=4,cooperate=5,one_defect=6,two_defect=2)", "v1", player=1).splitlines() == [
        "You are Player 2 in a prisoner's dilemma with three players: Player 1, Player 2 and Player 3.",
        "Imagine that the three of you were involved in a crime and are questioned separately.",
        "In every round each of you either stands by the other two (Cooperate) or betrays them (Defect).",
        "", "A round scores like this:",
        "- If all three cooperate, each of you gets 5 points.", "- If all three defect, each of you gets 1 point.",
        "- If one defects and two cooperate, the one who defects gets 6 points and the other two get 0 points each.",
        "- If two defect and one cooperates, the two who defect get 2 points each and the one who cooperates gets 0 "
        "points.", "",
        "The game lasts 4 rounds. At the end the points are added up, and the totals determine the winner.", "",
        "A short reply is enough. It has to end with one JSON object on a line of its own, of exactly this form, with "
        "your choice in place of the part in angle brackets:", '{"move": "<move>"}']


@every_version
@pytest.mark.parametrize("scores", [(3, 5, 2), (3, 20, 2), (5, 5, 3), (-4, 0, -2)])
def test_the_scores_of_the_setting_are_told_and_no_others(scores, version):
    names = ("cooperate", "one_defect", "two_defect")
    given = ",".join(f"{name}={score}" for name, score in zip(names, scores, strict=True))
    text = rules(f"{NAME}(rounds=7,defect=9,{given})", version).replace("Player 1", "")
    text = re.sub(r"Player \d|^\| \d", "", text, flags=re.MULTILINE)
    assert set(map(int, re.findall(r"-?\b\d+", text))) == {*scores, 9, 7, 0}


@every_version
def test_past_rounds_are_told_by_player_without_scores_and_a_single_one_is_singular(version):
    state = after(f"{NAME}(rounds=3,cooperate=41,defect=42,one_defect=43,two_defect=44)", [C, D, D], [NO_ANSWER, C, C])
    text = turn(state, 2, version)
    assert not re.search("4[1-4]", text)
    told = re.findall(r"(Player \d)(?: \(you\))?(?: chose|:) (\w+)", text)
    assert told == [
        ("Player 1", "Cooperate"), ("Player 2", "Defect"), ("Player 3", "Defect"),
        ("Player 1", "Defect"), ("Player 2", "Cooperate"), ("Player 3", "Cooperate")]
    assert text.count("Player 3 (you)") == text.count("(you)") == 2
    text = prompt_text(after(f"{NAME}(rounds=1)"), 0, version)
    assert "1 round" in text
    assert "1 rounds" not in text

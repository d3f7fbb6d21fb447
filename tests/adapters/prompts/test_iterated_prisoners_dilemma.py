import pytest

import adapters
from tests.support.named_games import VERSIONS, after, prompt_text

COOPERATE, DEFECT = 0, 1
CONTINUE = 0
RANDOM_END = "iterated_prisoners_dilemma"
FIXED_END = "iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=6)"


@pytest.mark.parametrize(("player", "v1", "v2"), [
    (0, ["In round 1 you chose Cooperate and your opponent chose Defect. "
         "You got 0 points and your opponent got 10 points.",
         "In round 2 you chose Defect and your opponent chose Defect. You got 1 point and your opponent got 1 point.",
         "So far you have 1 point in all, and your opponent has 11 points."],
        ["- Round 1: you Cooperate (0), opponent Defect (10)", "- Round 2: you Defect (1), opponent Defect (1)",
         "You 1, opponent 11"]),
    (1, ["In round 1 you chose Defect and your opponent chose Cooperate. "
         "You got 10 points and your opponent got 0 points.",
         "In round 2 you chose Defect and your opponent chose Defect. You got 1 point and your opponent got 1 point.",
         "So far you have 11 points in all, and your opponent has 1 point."],
        ["- Round 1: you Defect (10), opponent Cooperate (0)", "- Round 2: you Defect (1), opponent Defect (1)",
         "You 11, opponent 1"]),
])
def test_the_history_tells_each_seat_its_own_moves_and_the_other_ones(player, v1, v2):
    state = after(RANDOM_END, [COOPERATE, DEFECT], CONTINUE, [DEFECT, DEFECT], CONTINUE)
    for version, lines in (("v1", v1), ("v2", v2)):
        text = prompt_text(state, player, version).splitlines()
        assert [line for line in lines if line not in text] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_fixed_end_is_told_with_its_round_and_of_a_random_one_nothing_but_that_it_is_unknown(version):
    uncertain, fixed = (prompt_text(after(game_string), 0, version) for game_string in (RANDOM_END, FIXED_END))
    assert "6 rounds" in fixed
    assert "ound 1 of 6" in fixed
    assert "not know how many rounds" in uncertain or "not told how many rounds" in uncertain
    assert not any(told in uncertain for told in ("0.125", "9999", "probability", "ound 1 of"))


def test_the_papers_frame_is_years_in_prison_and_tells_of_past_rounds_and_no_end():
    state = after(RANDOM_END, [COOPERATE, DEFECT], CONTINUE, [DEFECT, DEFECT], CONTINUE)
    text = prompt_text(state, 1, "paper")
    assert "In round 1 you chose Testify and your partner chose Silent.\nIn round 2 you chose Testify and" in text
    assert not any(word in text for word in ("point", "probability", "rounds", "Cooperate", "Defect"))


@pytest.mark.parametrize(("reply", "move"), [
    ("Action: Silent", COOPERATE), ("Action: <Testify>", DEFECT), ("Action:\n<Silent>", COOPERATE),
    ("**Action: Testify**", DEFECT), ("Answer: testify", DEFECT), ('{"move": "Silent"}', COOPERATE),
])
def test_the_papers_names_of_the_moves_are_understood(reply, move):
    assert adapters.for_game(after(RANDOM_END).get_game()).parse(reply, after(RANDOM_END), 0) == [move]


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["each of you gets 7 points", "each of you gets 2 points", "defects gets 12 points",
            "cooperates gets -3 points"]),
    ("v2", ["Cooperate, opponent Cooperate: you 7, opponent 7", "Cooperate, opponent Defect: you -3, opponent 12",
            "Defect, opponent Cooperate: you 12, opponent -3", "Defect, opponent Defect: you 2, opponent 2"]),
])
def test_the_payoffs_are_the_loaded_ones(version, facts):
    text = prompt_text(after("iterated_prisoners_dilemma(temptation=12,reward=7,punishment=2,sucker=-3)"), 1, version)
    assert [fact for fact in facts if fact not in text] == []

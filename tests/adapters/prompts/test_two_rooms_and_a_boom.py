import re

import pytest

from tests.support.deduction_play import play
from tests.support.named_games import loaded, prompt_parts
from tests.support.two_rooms import dealt, silent, swapped, talked

GAME = "two_rooms_and_a_boom"
VERSIONS = loaded(GAME).versions()
every_version = pytest.mark.parametrize("version", VERSIONS)


def turn(state, version):
    return prompt_parts(state, state.current_player(), version)[1]


@every_version
def test_players_are_told_their_own_name_team_card_and_goal(version):
    found = [prompt_parts(dealt(names="246135"), seat, version)[0] for seat in range(6)]
    assert [re.search(r"(?:You are|Name:) (Player \d)", text)[1] for text in found] == [
        f"Player {number}" for number in "246135"]
    assert [re.search(r"(?:You are on the|Team:) (Blue|Red)", text)[1] for text in found] == ["Blue"] * 3 + ["Red"] * 3
    card = re.compile(r"you are (?:the (President|Bomber)|neither)\b|Special card: (?:(President|Bomber)|none)")
    assert [next(filter(None, card.search(text).groups()), None) for text in found] == [
        "President", None, None, "Bomber", None, None]
    apart = re.compile(r"(?:to end up in|are in) different rooms(?:\.|$)", re.MULTILINE)
    assert [bool(apart.search(text)) for text in found] == [True] * 3 + [False] * 3


@every_version
def test_the_rules_have_the_parameters_numbers_and_no_other_players_secret(version):
    state = dealt(("1256", "3478"), "58", "12345678", 1, 5, rounds=7, max_question_bytes=31, max_answer_bytes=57)
    rules = prompt_parts(state, 1, version)[0]
    for told in ("4", "7", "31 bytes", "57"):
        assert told in rules
    assert not re.search(r"Player [13-8]", rules)
    one = prompt_parts(dealt(rounds=1, max_question_bytes=1), 0, version)[0]
    assert not re.search(r"\b1 (?:bytes|rounds)", one)


@every_version
def test_the_turn_shows_rooms_leaders_and_swaps_and_asks_for_each_decision_in_its_form(version):
    text = turn(swapped(dealt(), "12", "41"), version)
    rooms = [re.findall(r"Player \d", line.partition(":")[2]) for line in text.splitlines()
             if re.match(r"(- )?Room \d", line)]
    assert rooms == [["Player 5", "Player 2", "Player 1"], ["Player 3", "Player 6", "Player 4"]]
    leaders = re.findall(r"(Player \d)(?: \(you\))? - leader|led by (Player \d)", text)
    assert ["".join(found) for found in leaders] == ["Player 5", "Player 3"]
    moved = [re.findall(r"Player \d", line) for line in text.splitlines() if re.search("moved to|went from", line)]
    assert moved == [["Player 1", "Player 2"], ["Player 4", "Player 1"]]
    assert "ound 3 of 3" in text
    state = dealt()
    for key, step in (("partner", "Player 4"), ("question", "Are you Red?"), ("answer", "No.")):
        assert f'{{"{key}": "<{key}>"}}' in turn(state, version).splitlines()
        play(state, step)
    assert '{"hostage": "<hostage>"}' in turn(silent(state), version).splitlines()
    assert "Legal moves: Player 1 | Player 4" in turn(state, version)


@every_version
def test_talk_is_quoted_for_those_who_hear_it_with_the_one_who_asks_and_reports_marked(version):
    state = dealt()
    play(state, "Player 4", "Are you Red?")
    text = turn(state, version)
    assert '"Are you Red?"' in text
    assert re.search(r"Player 1 (?:has chosen|to you)", text)
    state = talked(dealt(), (4, "Who?", "Me."), (1, "You?", ""))
    leader = turn(state, version)
    assert '"Who?"' not in leader
    [line] = [line for line in leader.splitlines() if '"You?"' in line]
    assert "report" in line
    assert {"v1": "answered nothing.", "v2": "answer: (none)"}[version] in line
    assert re.search("Player 1 is Blue, Player 4 is Red|- Player 1: Blue\n- Player 4: Red", leader)
    both = prompt_parts(state, 3, version)[1]
    assert '"Who?"' in both
    assert '"You?"' in both
    assert "report" not in both.partition("Your decision")[0]
    assert "Who?" not in turn(talked(state, (4, "")), version)
    assert re.search("asked nothing|no question", prompt_parts(state, 3, version)[1])


@every_version
def test_no_prompt_shows_a_text_that_the_player_has_not_heard_or_tells_a_seat(version):
    # Seats are exchanged with all that belongs to them, and only the names stay: every player sees the same.
    turns = ((4, "Who goes there?", "Me."), (1, "Really?", "Sure."), (4, ""), (3, "Is it cold?", "Very."))
    one, other = (talked(dealt(names=names, president=president, bomber=bomber), *turns)
                  for names, president, bomber in (("123456", 1, 4), ("321564", 3, 6)))
    for number in range(6):
        mine, theirs = (state.node.position.names.seat_of(number) for state in (one, other))
        assert prompt_parts(one, mine, version) == prompt_parts(other, theirs, version)
        text = "\n".join(prompt_parts(one, mine, version))
        heard = {"Who goes there?": "14", "Really?": "145", "Is it cold?": "23"}
        assert all((said in text) == (str(number + 1) in players) for said, players in heard.items())

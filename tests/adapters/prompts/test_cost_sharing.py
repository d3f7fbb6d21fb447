import re

import pyspiel
import pytest

import adapters
from tests.support.named_games import loaded, prompt_text, turn

GAME = "cost_sharing(group=1)"
END, NO_ANSWER = 256, 257
FAIR, MINE = [8, 6, 6], [4, 8, 8]
every_version = pytest.mark.parametrize("version", loaded(GAME).versions())


def after(game_string, *moves):
    """Returns the state after proposals (numbers of steps and a message), votes and unusable answers."""
    state = pyspiel.load_game(game_string).new_initial_state()
    for move in moves:
        for action in ([move] if isinstance(move, int) else [*move[:3], *"".join(move[3:]).encode(), END]):
            state.apply_action(action)
    return state


@every_version
def test_the_rules_tell_the_fee_the_airlines_their_use_and_whom_one_speaks_for(version):
    state = after(GAME)
    for player, letter in enumerate("ABC"):
        text = adapters.for_game(state.get_game()).prompt(state, player, version)[0]["content"]
        assert "$1,000,000" in text
        for entry in state.observation(player)["airlines"]:
            assert entry["usage"] in text
        assert re.search(rf"(represent|speak for) Airline {letter}\.", text)
        assert f"Player {player + 1} (you)" in text


@every_version
@pytest.mark.parametrize(("step", "told"), [(1, "whole numbers"), (5, "multiple of 5|steps of 5"), (50, "of 50")])
def test_the_rules_tell_rounds_steps_and_the_limit_of_messages(version, step, told):
    text = prompt_text(after(f"cost_sharing(group=1,rounds=3,step={step},message_limit=77)"), 0, version)
    assert "3 rounds" in text
    assert "77 bytes" in text
    assert re.search(told, text)


def test_a_turn_of_the_first_wording_tells_all_that_was_said():
    state = after("cost_sharing(group=1,rounds=2)", [*FAIR, "We fly most."], NO_ANSWER, MINE, 0, 2, NO_ANSWER,
                  NO_ANSWER, NO_ANSWER, FAIR, 2)
    assert turn(state, 1, "v1").split("\n\n")[0].splitlines() == [
        "Round 1:", '- Player 1 proposed: Airline A 40%, Airline B 30%, Airline C 30%. Message: "We fly most."',
        "- Player 2 (you) made no valid proposal.", "- Player 3 proposed: Airline A 20%, Airline B 40%, Airline C 40%.",
        "- Player 1 voted for the proposal of Player 1.", "- Player 2 (you) voted for the proposal of Player 3.",
        "- Player 3 cast no valid vote.", "Round 2:", "- Player 1 made no valid proposal.",
        "- Player 2 (you) made no valid proposal.", "- Player 3 proposed: Airline A 40%, Airline B 30%, Airline C 30%.",
        "- Player 1 voted for the proposal of Player 3.",
        "It is round 2 of 2. No agreement has been reached so far. Which proposal do you vote for? "
        "You may vote for your own."]


@every_version
def test_rounds_are_told_one_by_one_and_the_turn_asks_for_its_decision_in_json(version):
    state = after(GAME, NO_ANSWER, NO_ANSWER, NO_ANSWER, NO_ANSWER)
    assert len(re.findall("no valid proposal to vote for|had no votes", turn(state, 1, version))) == 1
    same = (FAIR, MINE, FAIR, 0, 1, 2)
    text = turn(after(GAME, *same, *same), 0, version)
    assert text.index("Round 1") < text.index("Round 2")
    assert re.search("No agreement has been reached so far|There is no deal yet", text)
    assert text.count("Round 1") == text.count("Round 2") or version == "v2"
    assert len(re.findall(r"^Round 2, (?:proposal|vote)", text, re.MULTILINE)) == (6 if version == "v2" else 0)
    proposing, voting = after(GAME), after(GAME, FAIR, NO_ANSWER, MINE)
    assert '\n{"proposal": <proposal>, "message": "<message>"}\n' in turn(proposing, 0, version)
    assert '\n{"vote": "<vote>"}\n' in turn(voting, 0, version)
    assert "Legal moves: Player 1 | Player 3" in turn(voting, 0, version)
    adapter = adapters.for_game(voting.get_game())
    assert adapter.prompt(proposing, 0, version)[0] == adapter.prompt(voting, 0, version)[0]


@pytest.mark.parametrize(("reply", "message"), [
    ('{"proposal": [40, 30, 30], "message": "Fair?"}', "Fair?"), ('{"proposal": [40, 30, 30]}', ""),
    ('{"proposal": {"Airline A": 40, "Airline B": 30, "Airline C": 30}, "message": "ok"}', "ok")])
def test_a_proposal_is_read_as_a_list_or_by_airline(reply, message):
    assert loaded(GAME).parse(reply, after(GAME), 0) == [8, 6, 6, *message.encode(), END]

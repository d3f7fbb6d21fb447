import json
import time

import pyspiel
import pytest

import adapters
from adapters.native.hive import VIEW
from tests.support.named_games import loaded, named_actions, some_decisions
from tests.support.test_hive_rules import BASE, LINE, SHUFFLE, played

SETTINGS = (BASE, "hive", "hive(uses_mosquito=true,uses_ladybug=false,uses_pillbug=false)", "hive(board_size=5)",
            "hive(ansi_color_output=true,uses_mosquito=false)")



@pytest.mark.parametrize("game_string", SETTINGS)
def test_every_legal_move_of_openspiel_is_listed_once_by_its_piece_and_cell(game_string):
    for state, player in some_decisions(game_string, most=5):
        seen = VIEW.observe(state, player)
        names = {option["name"]: (option["piece"], tuple(option["to"])) for option in seen["options"]}
        patterns = list(map(str, VIEW.patterns(state, player)))
        assert patterns == list(names) or patterns == ["pass"]
        assert len(set(names.values())) == len(names)
        named = [VIEW.names(state, player, action)[:1] for action in state.legal_actions()]
        assert sorted(name for first in named for name in first) == sorted(patterns)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_each_of_openspiels_names_is_read_as_the_listed_move_to_its_cell(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=4):
        for action in state.legal_actions()[::7]:
            (found,) = adapter.parse(f"Answer: {state.action_to_string(action)}", state, player)
            assert same_place(state, found, action)


def same_place(state, one, other) -> bool:
    """Returns whether two actions lead to the same places of all pieces, apart from the numbers of twins in reserve."""
    places = [sorted((each["piece"][:2], each["cell"], len(each["above"])) for colour in ("white", "black")
                     for each in VIEW.observe(state.child(action), 0)["pieces"][colour]) for action in (one, other)]
    return places[0] == places[1]


@pytest.mark.parametrize("spelling", [
    "wA1 \\\\wB1", "wA1 north-west of wB1", "WA1 north west of WB1",
])
def test_a_json_reply_states_a_direction_that_ends_or_begins_with_a_backslash(spelling):
    state = played(f"{LINE};wB1 -wQ;bA1 bQ-")
    (found,) = loaded(BASE).parse(f'{{"move": "{spelling}"}}', state, 0)
    assert VIEW.names(state, 0, found)[0] == "wA1 north-west of wB1"


def test_a_pass_is_named_and_read():
    moves = (r"wS2;bS2 /wS2;wA2 wS2-;bG3 bS2\;wG1 \wS2;bG2 -bS2;wQ \wA2;bQ bG3\;wA2 bQ-;bA3 -bG3;wA2 /bQ;"
             r"bA3 wQ/;wA2 \bA3;bG2 wS2\;wA2 /wG1;bS2 -wG1;wA2 wG1/;bA2 bQ\;wA2 /bG3;bA2 -wA2")
    state = played(moves)
    assert VIEW.patterns(state, 0) == ["pass"]
    for reply in ("Answer: pass", "Pass.", '{"move": "Pass"}'):
        assert loaded(BASE).parse(reply, state, 0) == state.legal_actions()
    after_pass = state.child(state.legal_actions()[0])
    assert VIEW.observe(after_pass, 1)["last"] is None
    assert VIEW.observe(after_pass, 1)["moves"][-1] == {"player": 0, "move": "pass"}


def test_the_observation_tells_the_position():
    state = played(rf"{LINE};wB1 \wG1;bA1 bQ-;wB1 wG1;bA2 bA1-")
    seen = VIEW.observe(state, 0)
    assert (seen["you"], seen["opponent"], seen["turn"], seen["turns"]) == ("white", "black", 5, 250)
    assert seen["pieces"]["white"] == [
        {"piece": "wQ", "cell": [-1, 0], "above": []}, {"piece": "wG1", "cell": [0, 0], "above": ["wB1"]},
        {"piece": "wB1", "cell": [0, 0], "above": []}]
    assert [each["piece"] for each in seen["pieces"]["black"]] == ["bQ", "bA1", "bA2", "bG1"]
    assert seen["stacks"] == [{"cell": [0, 0], "pieces": ["wG1", "wB1"]}]
    assert seen["reserves"]["white"] == ["wA1", "wA2", "wA3", "wG2", "wG3", "wS1", "wS2", "wB2"]
    assert seen["reserves"]["black"] == ["bA3", "bG2", "bG3", "bS1", "bS2", "bB1", "bB2"]
    white, black = seen["queens"]
    assert white["piece"] == "wQ"
    assert len(white["free"]) == 5
    assert black["free"] == [
        {"direction": "north-east", "cell": [3, -1]}, {"direction": "south-east", "cell": [2, 1]},
        {"direction": "south-west", "cell": [1, 1]}, {"direction": "north-west", "cell": [2, -1]}]
    assert seen["last"] == {"piece": "bA2", "from": None, "to": [4, 0]}
    assert [made["move"] for made in seen["moves"]] == [
        "wQ west of wG1", "bQ east of bG1", "wB1 north-west of wG1", "bA1 east of bQ", "wB1 on top of wG1",
        "bA2 east of bA1"]
    assert json.loads(json.dumps(seen)) == seen


@pytest.mark.parametrize(("moves", "due", "in_play"), [
    ("wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-", False, False),
    ("wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-;wS1 -wA1;bS1 bA1-", True, False),
    (LINE, False, True),
])
def test_it_is_known_when_the_queen_bee_has_to_be_placed(moves, due, in_play):
    seen = VIEW.observe(played(moves), 0)
    assert (seen["queen_due"], seen["queen_in_play"]) == (due, in_play)


def test_a_coloured_board_changes_nothing():
    plain = pyspiel.load_game(BASE).new_initial_state()
    coloured = pyspiel.load_game(BASE.replace(")", ",ansi_color_output=true)")).new_initial_state()
    for move in f"{LINE};wB1 -wQ".split(";"):
        plain.apply_action(plain.string_to_action(move))
        coloured.apply_action(coloured.string_to_action(move))
    assert str(plain) != str(coloured)
    assert VIEW.observe(plain, 1) == VIEW.observe(coloured, 1)


def test_a_decision_after_hundreds_of_moves_is_read_in_a_fraction_of_a_second():
    state = played(";".join([LINE, *(SHUFFLE * 124)[:-1]]))
    adapter = adapters.for_game(state.get_game())
    begun = time.process_time()
    for action in named_actions(VIEW, state, 1)[:10]:
        assert adapter.parse(f"Answer: {VIEW.names(state, 1, action)[0]}", state, 1) == [action]
    adapter.prompt(state, 1)
    assert time.process_time() - begun < 2

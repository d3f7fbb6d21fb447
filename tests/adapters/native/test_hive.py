import json
import time

import pyspiel
import pytest

import adapters
from adapters.native.hive import (
    PASS,
    PIECES,
    VIEW,
    Position,
    RelativeMove,
    Step,
    decode_action,
    drop_twins,
    find_neighbour,
    find_target,
    lift_piece,
    list_neighbours,
    name_move,
    replay_moves,
)
from adapters.native.hive_without_beetles import VIEW as WITHOUT_BEETLES
from gtarena.checks.playouts import evenly, states
from tests.support import hive_rules
from tests.support.named_games import loaded, named_actions, some_decisions
from tests.support.test_hive_rules import BASE, LINE, SHUFFLE, played

SETTINGS = (BASE, "hive", "hive(uses_mosquito=true,uses_ladybug=false,uses_pillbug=false)", "hive(board_size=5)",
            "hive(ansi_color_output=true,uses_mosquito=false)", "hive_without_beetles")
SIGNS = {"north-east": "{}/", "east": "{}-", "south-east": "{}\\", "south-west": "/{}", "west": "-{}",
         "north-west": "\\{}", "on top": "{}"}
DECODED = ["hive", "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)", "hive(board_size=4)"]
# wG1 stands in the middle, bB1 on top of bQ in the east of it, wA2 in the west.
HIVE = Position({(0, 0): ("wG1",), (1, 0): ("bQ", "bB1"), (-1, 0): ("wA2",)}, None)
LEGAL = [("wA2", (0, 1)), ("wA2", (1, -1)), ("wB1", (-2, 0)), ("wB2", (-2, 0)), ("wQ", (-2, 0)), ("wQ", (-2, 1)),
         ("wS1", (1, 0)), ("wM", (1, 1))]


@pytest.mark.parametrize("game_string", SETTINGS)
def test_every_legal_move_of_openspiel_is_listed_once_by_its_piece_and_cell(game_string):
    view = loaded(game_string).view
    for state, player in some_decisions(game_string, seeds=(0, 1), most=4):
        seen = view.observe(state, player)
        names = {option["name"]: (option["piece"], tuple(option["to"])) for option in seen["options"]}
        patterns = list(map(str, view.patterns(state, player)))
        assert patterns == list(names) or patterns == ["pass"]
        assert len(set(names.values())) == len(names)
        named = [view.names(state, player, action)[:1] for action in state.legal_actions()]
        assert sorted(name for first in named for name in first) == sorted(patterns)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_each_of_openspiels_names_is_read_as_the_listed_move_to_its_cell(game_string):
    for state, player in some_decisions(game_string, seeds=(0, 1), most=4):
        reader = loaded(game_string).reader(state, player)
        for action in evenly(state.legal_actions(), 20):
            (found,) = reader.read(f"Answer: {state.action_to_string(action)}").actions
            assert places_after(state, found) == places_after(state, action)


def places_after(state, action) -> list:
    """Returns the places of all pieces after an action, apart from the numbers of twins."""
    stacks = replay_moves((*state.history(), action)).stacks
    return sorted((piece[:2], cell, height) for cell, stack in stacks.items() for height, piece in enumerate(stack))


@pytest.mark.parametrize("spelling", ["wA1 \\\\wB1", "wA1 north-west of wB1", "WA1 north west of WB1"])
def test_a_json_reply_states_a_direction_that_ends_or_begins_with_a_backslash(spelling):
    state = played(f"{LINE};wB1 -wQ;bA1 bQ-")
    (found,) = loaded(BASE).parse(f'{{"move": "{spelling}"}}', state, 0)
    assert VIEW.names(state, 0, found)[0] == "wA1 north-west of wB1"


def test_a_piece_that_is_chosen_is_shown_and_its_choice_is_no_turn():
    adapter = adapters.for_game(pyspiel.load_game("hive_without_beetles(decisions=2,max_turns=7)"))
    state = adapter.game.new_initial_state()
    seen = []
    for reply in ('{"move": "wA1"}', "wA1", '{"move": "bQ"}', '{"move": "bQ east of wA1"}', "wQ"):
        state.apply_action(adapter.parse(reply, state, state.current_player())[0])
        shown = adapter.view.observe(state, state.current_player())
        seen.append((shown["chosen"], shown["turn"], shown["turns"], len(shown["options"])))
    # Beside wA1 and not beside bQ there are three cells.
    assert seen == [("wA1", 1, 7, 1), ("", 1, 7, 0), ("bQ", 1, 7, 6), ("", 2, 7, 0), ("wQ", 2, 7, 3)]


def test_a_pass_is_named_and_read():
    moves = (r"wS2;bS2 /wS2;wA2 wS2-;bG3 bS2\;wG1 \wS2;bG2 -bS2;wQ \wA2;bQ bG3\;wA2 bQ-;bA3 -bG3;wA2 /bQ;"
             r"bA3 wQ/;wA2 \bA3;bG2 wS2\;wA2 /wG1;bS2 -wG1;wA2 wG1/;bA2 bQ\;wA2 /bG3;bA2 -wA2")
    state = played(moves)
    assert VIEW.patterns(state, 0) == ["pass"]
    for reply in ("Answer: pass", "Pass.", '{"move": "Pass"}'):
        assert loaded(BASE).parse(reply, state, 0) == state.legal_actions()
    after_pass = state.child(state.legal_actions()[0])
    assert VIEW.observe(after_pass, 1)["last"] is None


def test_the_observation_tells_the_position():
    seen = VIEW.observe(played(rf"{LINE};wB1 \wG1;bA1 bQ-;wB1 wG1;bA2 bA1-"), 0)
    assert (seen["you"], seen["opponent"], seen["turn"], seen["turns"]) == ("white", "black", 5, 250)
    assert seen["pieces"]["white"] == [
        {"piece": "wQ", "cell": [-1, 0], "above": []}, {"piece": "wG1", "cell": [0, 0], "above": ["wB1"]},
        {"piece": "wB1", "cell": [0, 0], "above": []}]
    assert [each["piece"] for each in seen["pieces"]["black"]] == ["bQ", "bA1", "bA2", "bG1"]
    assert seen["stacks"] == [{"cell": [0, 0], "pieces": ["wG1", "wB1"]}]
    assert seen["reserves"]["white"] == ["wA1", "wA2", "wA3", "wG2", "wG3", "wS1", "wS2", "wB2"]
    assert seen["reserves"]["black"] == ["bA3", "bG2", "bG3", "bS1", "bS2", "bB1", "bB2"]
    white, black = seen["queens"]
    assert (white["piece"], len(white["free"])) == ("wQ", 5)
    assert black["free"] == [
        {"direction": "north-east", "cell": [3, -1]}, {"direction": "south-east", "cell": [2, 1]},
        {"direction": "south-west", "cell": [1, 1]}, {"direction": "north-west", "cell": [2, -1]}]
    assert seen["last"] == {"piece": "bA2", "from": None, "to": [4, 0]}
    assert json.loads(json.dumps(seen)) == seen


@pytest.mark.parametrize(("moves", "due", "in_play"), [
    ("wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-", False, False), ("wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-;wS1 -wA1;bS1 bA1-", True, False),
    (LINE, False, True)])
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


def as_uhp(move: RelativeMove | None) -> str:
    if move is None:
        return "pass"
    return f"{move.piece} {SIGNS[move.direction].format(move.reference)}" if move.reference else move.piece


@pytest.mark.parametrize("game_string", DECODED)
def test_every_action_is_described_as_openspiel_names_it(game_string):
    for state in states(pyspiel.load_game(game_string), 1):
        for action in state.legal_actions():
            assert as_uhp(decode_action(action)) == state.action_to_string(action)


def test_pieces_and_reserves_are_those_of_the_setting():
    assert PIECES[:14] == ("wQ", "wA1", "wA2", "wA3", "wG1", "wG2", "wG3", "wS1", "wS2", "wB1", "wB2", "wM", "wL", "wP")
    assert [piece[1:] for piece in PIECES[14:]] == [piece[1:] for piece in PIECES[:14]]
    assert {piece[0] for piece in PIECES[14:]} == {"b"}
    assert decode_action(PASS) is None
    kinds = VIEW.kinds({"uses_mosquito": True, "uses_ladybug": False, "uses_pillbug": True})
    assert list(kinds) == list("QAGSBMP")
    assert replay_moves((209,)).reserve(kinds, "white") == [
        "wQ", "wA2", "wA3", "wG1", "wG2", "wG3", "wS1", "wS2", "wB1", "wB2", "wM", "wP"]
    assert len(replay_moves((209,)).reserve("QAGSBMLP", "black")) == 14
    assert replay_moves((209,)).reserve(WITHOUT_BEETLES.kinds({}), "white") == [
        "wQ", "wA2", "wA3", "wG1", "wG2", "wG3", "wS1", "wS2"]


@pytest.mark.parametrize("game_string", DECODED)
def test_the_position_is_that_of_an_independent_reading_of_the_moves(game_string):
    last = list(states(pyspiel.load_game(game_string), 3))[-1]
    names = [last.action_to_string(action) for action in last.history()]
    for number in range(0, len(names) + 1, 7):
        independent = hive_rules.after(names[:number])
        stacks = {((column - row) // 2, row): stack for (column, row), stack in independent.stacks.items()}
        assert replay_moves(tuple(last.history()[:number])).stacks == stacks


def test_a_beetle_leaves_what_it_covered_and_a_pass_no_last_step():
    state = pyspiel.load_game(DECODED[1]).new_initial_state()
    seen = []
    for move in ("wB1", "bG1 wB1-", "wQ -wB1", "bQ bG1-", "wB1 bG1", "bA1 bQ-", "wB1 -bG1"):
        state.apply_action(state.string_to_action(move))
        seen.append(replay_moves(tuple(state.history())))
    assert seen[4].stacks == {(-1, 0): ("wQ",), (1, 0): ("bG1", "wB1"), (2, 0): ("bQ",)}
    assert (seen[4].last, seen[5].last) == (Step("wB1", (0, 0), (1, 0)), Step("bA1", None, (3, 0)))
    assert (seen[6].stacks[1, 0], list(seen[6].cells)) == (("bG1",), ["wQ", "wB1", "bQ", "bA1", "bG1"])
    assert replay_moves((209, PASS)) == Position({(0, 0): ("wA1",)}, None)


def test_neighbours_targets_lifted_pieces_and_twins_are_found():
    assert [cell for _, cell in list_neighbours((2, -1))] == [(3, -2), (3, -1), (2, 0), (1, 0), (1, -1), (2, -2)]
    for there, back in (("east", "west"), ("north-east", "south-west"), ("south-east", "north-west")):
        assert find_neighbour(find_neighbour((4, 4), there), back) == (4, 4)
    position = Position({(2, 1): ("wQ", "bB1")}, None)
    assert find_target(RelativeMove("wA1", "bB1", "north-west"), position.cells) == (2, 0)
    assert find_target(RelativeMove("wB1", "wQ", "on top"), position.cells) == (2, 1)
    assert find_target(RelativeMove("wA1"), position.cells) == (0, 0)
    position = Position({(0, 0): ("wQ", "bB1"), (1, 0): ("bQ",)}, None)
    assert lift_piece(position, "bB1") == {(0, 0): ("wQ",), (1, 0): ("bQ",)}
    assert lift_piece(position, "bQ") == {(0, 0): ("wQ", "bB1")}
    assert lift_piece(position, "wA1") == position.stacks
    assert drop_twins(frozenset(LEGAL), HIVE) == set(LEGAL) - {("wB2", (-2, 0))}


@pytest.mark.parametrize(("move", "name"), [
    (RelativeMove("wQ"), "wQ"), (RelativeMove("bA1", "bQ", "south-east"), "bA1 south-east of bQ"),
    (RelativeMove("wB1", "wG1", "on top"), "wB1 on top of wG1"), (None, "pass")])
def test_a_name_says_where_the_piece_goes(move, name):
    assert name_move(move) == name

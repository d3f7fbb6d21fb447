"""Places of boards: they are named as moves name them, and are where the moves put pieces."""

import random
import re
import sys
from collections.abc import Iterator

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from adapters import boards
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, WHITE, Canvas
from tests.support.svg_pictures import NAMESPACE, board, parsed, places, played

NEAR = 12  # pixels from the middle of a place
GAMES = {  # and how many places a move has
    "tic_tac_toe": 1, "connect_four(columns=11,rows=4)": 1, "breakthrough(rows=11,columns=3)": 2, "amazons": 1,
    "checkers": 2, "chess": 2, "clobber": 2, "go(board_size=9)": 1, "havannah(board_size=4)": 1, "hex(board_size=4)": 1,
    "hex(num_cols=3,num_rows=12)": 1, "lines_of_action": 2, "mnk(m=4,n=3,k=3)": 1, "othello": 1, "pentago": 1,
    "phantom_ttt": 1, "y(board_size=5)": 1}


def positions(game_string: str, count: int) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields positions of a random match, each with a move."""
    state, rng = pyspiel.load_game(game_string).new_initial_state(), random.Random(4)
    for _ in range(count):
        if state.is_terminal():
            return
        action = rng.choice(state.legal_actions())
        if "pass" not in state.action_to_string(action).lower():
            yield state, action
        state.apply_action(action)


def named(names: list[str], known: list[str], most: int = 2) -> list[str]:
    """Returns the places in that one of a move's names that has most of them, of those with no more than ``most``."""
    either = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    found = (re.findall(either, name) for name in names)
    return max((each for each in found if len(each) <= most), key=len)


def pieces(svg: str, at: list[tuple[float, float]]) -> list[str]:
    """Returns the colours of the discs in the middle of one of these points."""
    discs = [(float(each.get("cx", "")), float(each.get("cy", "")), each.get("fill", "#000"))
             for each in parsed(svg).iter(f"{NAMESPACE}circle")]
    return [fill for right, down, fill in discs for x, y in at if abs(right - x) < NEAR and abs(down - y) < NEAR]


@pytest.mark.parametrize("game_string", GAMES)
def test_a_move_names_places_of_the_board_and_a_piece_is_there_afterwards(game_string):
    seen = 0
    for state, action in positions(game_string, 24):
        player, adapter = state.current_player(), adapters.for_game(state.get_game())
        where = places(board(state, player))
        made = named(list(adapter.view.names(state, player, action)), list(where))
        assert len(made) == GAMES[game_string]
        if "From" not in state.action_to_string(action) and game_string != "pentago":  # which turns a quarter
            assert pieces(board(state.child(action), player), where[made[-1]])
            seen += 1
    assert seen or game_string == "pentago"


def test_every_place_of_an_empty_board_is_a_move():
    for game_string in ("tic_tac_toe", "connect_four", "go", "havannah", "hex", "mnk", "pentago", "phantom_ttt", "y"):
        state = pyspiel.load_game(game_string).new_initial_state()
        view = adapters.for_game(state.get_game()).view
        where = places(board(state))
        moves = [named(list(view.names(state, 0, action)), list(where)) for action in state.legal_actions()]
        assert {place for made in moves for place in made} == set(where)


def test_pawns_are_placed_on_places_and_words_are_places():
    state = pyspiel.load_game("santorini").new_initial_state()
    where = places(board(state))
    moves = [adapters.for_game(state.get_game()).view.names(state, 0, action)[0] for action in state.legal_actions()]
    assert moves == [f"Place A on {place}" for place in where]
    canvas = Canvas(30, 30)
    canvas.square((15, 15), 10, WHITE, place='"R&B"')
    assert list(places(canvas.svg("A test"))) == ['"R&B"']


def test_places_of_one_style_are_a_group_and_other_shapes_have_none():
    canvas = Canvas(100, 100)
    for number, name in enumerate(["a1", "b1", ""]):
        canvas.square((20 + 20 * number, 20), 20, WHITE, place=name)
    _, _, group, path = parsed(canvas.svg("A test"))
    assert (dict(group.items()), [dict(each.items()) for each in group]) == ({"fill": "#fff", "stroke": "#000"}, [
        {"data-place": "a1", "d": "M10 10h20v20h-20z"}, {"data-place": "b1", "d": "M30 10h20v20h-20z"}])
    assert dict(path.items()) == {"fill": "#fff", "stroke": "#000", "d": "M50 10h20v20h-20z"}


@pytest.mark.parametrize(("game_string", "colours"), [
    ("chess", [BLACK, WHITE]), ("checkers", [WHITE, BLACK]), ("go", [BLACK, WHITE]), ("othello", [BLACK, WHITE]),
    ("breakthrough", [BLACK, WHITE]), ("hive", [WHITE, LEVELS[-1]]), ("hive_without_beetles", [WHITE, LEVELS[-1]]),
    ("sea_battle(ships=2)", [*SEAT_COLOURS[:1] * 2, *SEAT_COLOURS[1:2] * 2]),
    ("codenames", [*["#f2a09a"] * 2, *["#1f5fa8"] * 2]), ("connect_four", None), ("kuhn_poker", None), ("pit", None)])
def test_pieces_of_colours_of_their_own_tell_the_colours_of_their_seats(game_string, colours):
    game = pyspiel.load_game(game_string)
    found = boards.seat_colours(game.get_type().short_name, game.num_players())
    assert (found and list(found)) == colours


@pytest.mark.parametrize(("game_string", "moves"), [
    ("connect_four", [0, 1]), ("tic_tac_toe", [0, 1]), ("hex(board_size=3)", ["a1", "b2"]), ("y", ["a1", "b2"]),
    ("othello", ["d3"]), ("go", ["B a1"]), ("chess", ["e4"]), ("clobber", ["a5b5"]), ("lines_of_action", ["b1-b3"])])
def test_the_piece_that_moved_last_has_the_colour_of_its_seat(game_string, moves):
    *before, last = moves
    state = played(game_string, before)
    seat, adapter = state.current_player(), adapters.for_game(state.get_game())
    action = last if isinstance(last, int) else state.string_to_action(last)
    where = places(board(state))
    (*_, target) = named(list(adapter.view.names(state, seat, action)), list(where))
    state.apply_action(action)
    own = (boards.seat_colours(state.get_game().get_type().short_name, 2) or SEAT_COLOURS)[seat]
    assert set(pieces(board(state), where[target])) == {own.replace("000000", "000").replace("ffffff", "fff")}


def test_games_that_no_package_draws_have_no_colours_and_added_ones_those_of_their_module(monkeypatch):
    monkeypatch.setitem(boards.added, "pit", lambda obs, game: None)
    monkeypatch.setattr(sys.modules[__name__], "SIDES", (WHITE, BLACK), raising=False)
    assert boards.seat_colours("pit", 4) == (WHITE, WHITE, BLACK, BLACK)
    assert boards.seat_colours("no_such_game", 2) is None

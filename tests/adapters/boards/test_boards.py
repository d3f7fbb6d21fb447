"""Boards of all games that have one: they are well-formed, stay inside their frame, and show a seat only its view."""

import random
from functools import cache

import pyspiel
import pytest

import adapters
from adapters import boards, pictures
from adapters.boards import BoardCache, TrackedObservation, board_games
from adapters.images.drawing import WHITE, Canvas
from custom_games.framework.states import movers
from gtarena.checks.playouts import evenly
from tests.support.playouts import drawn
from tests.support.svg_pictures import NAMESPACE, parsed

SMALL = {"go": "go(board_size=5)", "mnk": "mnk(m=5,n=4,k=3)", "y": "y(board_size=5)", "hex": "hex(board_size=4)",
         "havannah": "havannah(board_size=3)", "amazons": "amazons(board_size=6)", "pig": "pig(players=3,winscore=20)",
         "kuhn_poker": "kuhn_poker(players=3)", "liars_dice": "liars_dice(numdice=3)"}
OWN = sorted(board_games() - pictures.drawn_games())
MOST_MOVES = 60


@cache
def positions(name: str) -> list[pyspiel.State]:
    """Returns a few states of a random playout, the first and the last one among them, which no test may change."""
    rng, found = random.Random(7), []
    state = pyspiel.load_game(SMALL.get(name, name)).new_initial_state()
    for _ in range(MOST_MOVES):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            continue
        found.append(state.clone())
        if state.is_terminal():
            break
        for player in movers(state)[:1]:
            for action in drawn(state, player, rng):
                state.apply_action(action)
    return [found[0], *evenly(found[1:-1], 3), found[-1]]


@pytest.mark.parametrize("name", OWN)
def test_boards_are_named_after_a_game_are_well_formed_with_their_texts_inside_and_change_in_its_course(name):
    assert name in pyspiel.registered_names()
    seen = set()
    for state in positions(name):
        adapter = adapters.for_game(state.get_game())
        drawings = [adapter.board(state, seat) for seat in range(state.num_players())]
        seen.add(drawings[0])
        for svg in drawings:
            root = parsed(svg)
            width, height = float(root.get("width")), float(root.get("height"))
            for element in root.iter(f"{NAMESPACE}text"):
                assert 0 < float(element.get("x")) < width
                assert 0 < float(element.get("y")) < height
        if state.get_game().get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            assert len(set(drawings)) == 1
    assert len(seen) > 1


def test_a_picture_is_a_board_but_no_board_is_a_picture_and_a_game_without_a_module_has_none():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    assert "You play x." in adapters.for_game(state.get_game()).board(state, 0)
    assert "Player 0 plays x." in adapters.for_game(state.get_game()).watched_board(state, 0)
    adapter = adapters.for_game(pyspiel.load_game("nim"))
    state = adapter.game.new_initial_state()
    assert adapter.board(state, 0) is not None
    assert adapter.picture(state, 0) is None
    adapter = adapters.for_game(pyspiel.load_game("oware"))
    assert adapter.board(adapter.game.new_initial_state(), 0) is None


def test_a_function_in_a_module_of_the_game_gives_it_a_board(monkeypatch):
    given = []

    class Module:
        @staticmethod
        def draw(obs, game):
            given.append((obs["seat"], obs["text"], game["num_seeds_per_house"]))
            return Canvas(30, 20, WHITE)

    monkeypatch.setattr(boards, "board_games", lambda: {"oware"})
    monkeypatch.setattr(boards, "_CACHE", boards.BoardCache())
    monkeypatch.setattr(boards.importlib, "import_module", {"adapters.boards.oware": Module}.__getitem__)
    adapter = adapters.for_game(pyspiel.load_game("oware"))
    state = adapter.game.new_initial_state()
    assert parsed(adapter.board(state, 1)).get("width") == "30"
    assert given == [(1, adapter.view.observe(state, 1)["text"], 4)]


calls = []


def drawing(obs, game):
    """Draws the length of a list, and of another one if the first is long."""
    calls.append(obs["first"])
    canvas = Canvas(10, 10)
    canvas.text((5, 5), f"{obs['first']} {obs['second'] if obs['first'] > 1 else ''}")
    return canvas


def test_observations_share_a_board_only_if_they_agree_in_all_that_was_read():
    calls.clear()
    kept = BoardCache()
    boards = [kept.board(drawing, {"first": 1, "second": number, "moves": [number]}, {}, "A") for number in range(3)]
    assert len(set(boards)) == len(calls) == 1
    calls.clear()
    kept = BoardCache()
    observations = [{"first": first, "second": second} for first in (1, 2, 1, 2) for second in (5, 6)]
    boards = [kept.board(drawing, obs, {}, "A") for obs in observations]
    assert boards == [drawing(obs, {}).svg("A") for obs in observations]


def test_games_of_other_parameters_have_boards_of_their_own_and_what_is_not_drawn_is_kept_too():
    kept = BoardCache()

    def sized(obs, game):
        return Canvas(game["size"], 10)

    assert kept.board(sized, {}, {"size": 5}, "A") != kept.board(sized, {}, {"size": 6}, "A")
    calls.clear()
    kept = BoardCache()

    def nothing(obs, game):
        calls.append(obs)

    assert kept.board(nothing, {}, {}, "A") is kept.board(nothing, {}, {}, "A") is None
    assert len(calls) == 1


def test_boards_are_forgotten_when_they_become_too_many(monkeypatch):
    monkeypatch.setattr(boards, "MOST_CHARACTERS", 600)
    kept = BoardCache()
    for first in (1, -1, -2, -3, 1):
        calls.clear()
        kept.board(drawing, {"first": first}, {}, "A")
    assert calls == [1]


def test_every_way_to_read_an_observation_is_noted():
    obs = {"a": 1, "b": 2}
    for look, read in ((lambda seen: seen["a"], {"a"}), (lambda seen: seen.get("b"), {"b"}),
                       (lambda seen: "c" in seen, {"c"}), (dict, {"a", "b"}), (len, {"a", "b"}),
                       (lambda seen: {**seen}, {"a", "b"})):
        noted = TrackedObservation(obs, set())
        look(noted)
        assert noted.read == read

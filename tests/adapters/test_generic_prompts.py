"""The generic prompt in every game that loads without parameters and has no prompts of its own."""

import itertools
from collections.abc import Iterator

import pyspiel
import pytest

import adapters
from adapters.generic_view import LATEST_MOVES
from custom_games import GAMES
from tests.support.named_games import VERSIONS, after, loaded, prompt_text
from tests.support.openspiel_games import PERFECT, PLAYABLE, SEQUENTIAL
from tests.support.playouts import decision_points

DECISIONS = 40
GENERIC = [name for name in PLAYABLE if loaded(name).prompts == adapters.GENERIC]
SEQUENTIAL_PERFECT = [
    name for name in GENERIC if (PLAYABLE[name].information, PLAYABLE[name].dynamics) == (PERFECT, SEQUENTIAL)]

every_game = pytest.mark.parametrize("name", GENERIC)


def some_decisions(name: str) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields decisions of a playout, more of them near its start."""
    decisions = enumerate(itertools.islice(decision_points(name, seed=1), DECISIONS))
    return (decision for number, decision in decisions if number < 4 or number % 6 == 0)


def test_there_are_more_than_a_hundred_such_games():
    assert len(GENERIC) > 100


@every_game
def test_a_prompt_is_plain_text_that_shows_something_and_lists_the_moves_in_one_line(name):
    adapter = loaded(name)
    for state, player in some_decisions(name):
        assert adapter.view.observe(state, player)["text"].strip()
        for version in VERSIONS:
            text = prompt_text(state, player, version)
            assert all(character.isprintable() or character == "\n" for character in text)
            (line,) = [line for line in text.splitlines() if line.startswith("Legal moves: ")]
            assert line.removeprefix("Legal moves: ").split(" | ") == adapter.view.patterns(state, player)


# Those of custom_games list ranges and texts too; its conformance tests read what every entry stands for.
@pytest.mark.parametrize("name", [name for name in GENERIC if name not in GAMES])
def test_every_listed_move_is_a_name_of_its_own_and_is_read_as_that_move(name):
    adapter = loaded(name)
    for state, player in some_decisions(name):
        shown = adapter.view.patterns(state, player)
        assert len(set(shown)) == len(shown)
        for action, move in list(zip(state.legal_actions(player), shown, strict=True))[::1 + len(shown) // 8]:
            assert move == move.strip() != ""
            assert ".." not in move
            assert adapter.parse(f"Some thoughts.\nAnswer: {move}", state, player) == [action]


def moves_made(name: str) -> list[tuple[pyspiel.State, int, int]]:
    """Returns the first decisions of a playout with player and chosen action."""
    decisions = list(itertools.islice(decision_points(name, seed=2), DECISIONS))
    return [
        (state, player, later.history()[len(state.history())])
        for (state, player), (later, _) in itertools.pairwise(decisions)
    ]


@pytest.mark.parametrize("name", SEQUENTIAL_PERFECT)
def test_where_all_moves_are_seen_the_latest_ones_are_told_with_who_made_them(name):
    view, players = loaded(name).view, pyspiel.load_game(name).num_players()
    told: list[dict[str, object]] = []
    for state, player, action in moves_made(name):
        assert view.observe(state, player)["moves"] == (told[-LATEST_MOVES * players:] if players > 1 else [])
        told.append({"player": player, "move": view.names(state, player, action)[0]})


@pytest.mark.parametrize(("version", "line"), [
    ("v1", "The latest moves, the newest last: a1 (your opponent); f6 (you); b2 (your opponent)."),
    ("v2", "- your opponent: a1\n- you: f6\n- your opponent: b2\n"),
])
def test_the_pieces_on_a_board_of_x_and_o_can_be_told_apart_by_the_latest_moves(version, line):
    assert line in prompt_text(after("hex(board_size=6)", 0, 35, 7), 1, version)


@pytest.mark.parametrize("game_string", ["leduc_poker", "matrix_pd", "2048"])
def test_where_moves_are_hidden_or_nobody_else_plays_no_moves_are_told(game_string):
    for state, player in itertools.islice(decision_points(game_string, seed=0), 5):
        assert "latest" not in prompt_text(state, player, "v1") + prompt_text(state, player, "v2").lower()

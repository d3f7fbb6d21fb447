"""The generic prompt in every game that loads without parameters and has no prompts of its own."""

import itertools
from collections.abc import Iterator

import pyspiel
import pytest

import adapters
from adapters.generic.generic_view import LATEST_MOVES
from custom_games import GAMES
from tests.support.named_games import VERSIONS, after, loaded, prompt_text
from tests.support.openspiel_games import PERFECT, PLAYABLE, SEQUENTIAL
from tests.support.playouts import decision_points

DECISIONS = 40
GENERIC = [name for name in PLAYABLE if loaded(name).prompts == adapters.GENERIC]
SEQUENTIAL_PERFECT = [
    name for name in GENERIC if (PLAYABLE[name].information, PLAYABLE[name].dynamics) == (PERFECT, SEQUENTIAL)]


def some_decisions(name: str) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields decisions of a playout, more of them near its start."""
    decisions = enumerate(itertools.islice(decision_points(name, seed=1), DECISIONS))
    return (decision for number, decision in decisions if number < 2 or number % 10 == 0)


def test_there_are_more_than_eighty_such_games():
    assert len(GENERIC) > 80


@pytest.mark.parametrize("name", GENERIC)
def test_a_prompt_is_plain_text_that_shows_something_and_lists_moves_that_are_read(name):
    adapter = loaded(name)
    for state, player in some_decisions(name):
        seen, shown = adapter.view.observe(state, player), adapter.view.patterns(state, player)
        assert seen["text"].strip() or seen["payoffs"] or name == "blotto"
        for version in VERSIONS:
            text = prompt_text(state, player, version)
            assert all(character.isprintable() or character == "\n" for character in text)
            (line,) = [line for line in text.splitlines() if line.startswith("Legal moves: ")]
            assert line.removeprefix("Legal moves: ").split(" | ") == shown
        if name in GAMES:
            continue  # they list ranges and texts too; their conformance tests read what every entry stands for
        reader = adapter.reader(state, player)
        assert len(set(shown)) == len(shown)
        named = [name for pattern in shown for name in pattern.names()]
        actions = {adapter.view.names(state, player, action)[0]: action for action in state.legal_actions(player)}
        assert sorted(named) == sorted(actions)
        for move in named[::1 + len(named) // 8]:
            action = actions[move]
            assert move == move.strip() != ""
            assert ".." not in move
            assert reader.read(f"Some thoughts.\nAnswer: {move}").actions == [action]


def moves_made(name: str) -> list[tuple[pyspiel.State, int, int]]:
    """Returns the first decisions of a playout with player and chosen action."""
    decisions = list(itertools.islice(decision_points(name, seed=2), DECISIONS))
    return [
        (state, player, later.history()[len(state.history())])
        for (state, player), (later, _) in itertools.pairwise(decisions)]


@pytest.mark.parametrize("name", SEQUENTIAL_PERFECT)
def test_where_all_moves_are_seen_the_latest_ones_are_told_with_who_made_them(name):
    view, players = loaded(name).view, pyspiel.load_game(name).num_players()
    told: list[dict[str, object]] = []
    for state, player, action in moves_made(name):
        assert view.observe(state, player)["moves"] == (told[-LATEST_MOVES * players:] if players > 1 else [])
        told.append({"player": player, "move": view.names(state, player, action)[0]})


@pytest.mark.parametrize(("version", "line"), [
    ("v1", "The latest moves, the newest last: x(0,0) (player 0); o(1,1) (you); x(2,1) (player 0)."),
    ("v2", "- player 0: x(0,0)\n- you: o(1,1)\n- player 0: x(2,1)\n")])
def test_the_pieces_on_a_board_of_x_and_o_can_be_told_apart_by_the_latest_moves(version, line):
    assert line in prompt_text(after("python_tic_tac_toe", 0, 4, 7), 1, version)


@pytest.mark.parametrize(("version", "told"), [
    ("v1", "You are playing Antichess (Losing Chess) as player 1 of 2 (players are numbered from 0).\n"
           "Player 0 is Black; player 1 (you) is White.\n"),
    ("v2", "You are player 1 of 2. Players are numbered from 0.\nPlayer 0 is Black; player 1 (you) is White.\n")])
def test_seats_are_named_where_the_game_names_them(version, told):
    assert told in prompt_text(after("antichess"), 1, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_payoffs_are_listed_joint_moves_called_so_and_who_plays_alone_is_not_numbered(version):
    text = prompt_text(after("matrix_pd"), 1, version)
    assert "- player 0: Cooperate, you: Defect -> 0 for player 0, 10 for you\n" in text
    assert "You and player 0 move at the same time.\n" in text
    assert "our turn" not in text
    three = prompt_text(after("matching_pennies_3p"), 1, version)
    assert "You and players 0 and 2 move at the same time.\n" in three
    assert "The players move at the same time.\n" in prompt_text(after("coop_box_pushing"), 1, version)
    assert "What each round pays:\n" in prompt_text(after("python_iterated_prisoners_dilemma"), 1, version)
    text = prompt_text(after("2048", 0, 1), 0, version)
    assert "alone" in text
    assert "layer 0" not in text
    assert "It is your turn to move.\n" in text


@pytest.mark.parametrize(("version", "heading"), [
    ("v1", "What you know so far, as the game records it:\n"),
    ("v2", "## What you know so far, as the game records it\n")])
def test_a_drawing_and_a_record_that_differ_are_both_shown(version, heading):
    state, player = next(decision_points("repeated_leduc_poker", seed=0))
    known = prompt_text(state, player, version).split(heading)[1]
    assert known.startswith(state.information_state_string(player).rstrip())
    assert state.observation_string(player).rstrip() in known

"""Solver against random play and search, in games whose outcome under best play is known."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.registry import KINDS
from gtarena.errors import UsageError
from gtarena.logs.records import MatchRecord
from gtarena.runs.matches.match import MatchProgress, play_match
from tests.support.named_games import after
from tests.support.records import record, seat, steps
from tests.support.suite_matches import profile

OPPONENTS = {"random": KINDS["random"], "mcts": partial(KINDS["mcts"], simulations=30)}


def matches(game: str, solver_seat: int, opponent: str, number: int = 20) -> list[MatchProgress]:
    adapter = adapters.for_game(pyspiel.load_game(game))
    makers = [KINDS["solver"], OPPONENTS[opponent]][::1 if solver_seat == 0 else -1]
    return [asyncio.run(play_match(adapter, makers, seed)) for seed in range(number)]


def first_moves(game: str, seeds: Sequence[int], *actions: int) -> list[int]:
    state = after(game, *actions)
    loaded, player = state.get_game(), state.current_player()
    adapter = adapters.for_game(loaded)

    def chosen(agent: Agent) -> int:
        return asyncio.run(agent.act(Decision(state, player, adapter, 0))).actions[0]

    return [chosen(KINDS["solver"](Seating(loaded, player, seed))) for seed in seeds]


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize(("game", "solver_seat", "least"), [
    ("nim", 1, 1.0),  # 1, 3, 5 and 7 add up to nothing: who moves first loses
    ("nim(pile_sizes=1;3;5;6)", 0, 1.0), ("nim(pile_sizes=2;4;5,is_misere=False)", 0, 1.0),
    ("nim(pile_sizes=3;3,is_misere=False)", 1, 1.0), ("tic_tac_toe", 0, 0.0), ("tic_tac_toe", 1, 0.0)])
def test_the_solver_never_does_worse_than_the_value_of_the_game(game, solver_seat, least, opponent):
    assert min(played.returns[solver_seat] for played in matches(game, solver_seat, opponent)) >= least


def logged(game: str, number: int) -> list[MatchRecord]:
    """Returns matches of the solver against random play, in both seats."""
    both = [seat("solver"), seat("random")]
    return [record(f"{solver_seat}-{index}", both[::1 if solver_seat == 0 else -1], played.returns, game=game,
                   history=steps(*((step.player, step.action) for step in played.history)))
            for solver_seat in (0, 1) for index, played in enumerate(matches(game, solver_seat, "random", number))]


@pytest.mark.parametrize("game", ["tic_tac_toe", "nim"])
def test_the_solver_gives_nothing_away_and_its_opponent_does(game):
    frame = profile(logged(game, 20), lambda seat: True)
    given = frame[frame["metric"] == "value_given_away"].set_index("agent")
    assert given.loc["solver", "value"] == 0.0
    assert given.loc["solver", "count"] > 50
    assert given.loc["random", "value"] > 0.1


def test_equally_good_moves_are_drawn_from_the_seats_seed_and_kuhn_poker_is_played_at_equilibrium():
    assert set(Counter(first_moves("tic_tac_toe", range(90)))) == set(range(9))
    assert first_moves("tic_tac_toe", range(5)) == first_moves("tic_tac_toe", range(5))
    # With a king the first player bets half of the time, and a jack behind a pass bets a third of it. Of 300 draws
    # these are 150 and 100, with standard deviations of 8.7 and 8.2; five of them are allowed.
    assert abs(sum(first_moves("kuhn_poker", range(300), 2, 0)) - 150) < 44
    assert abs(sum(first_moves("kuhn_poker", range(300), 1, 0, 0)) - 100) < 41


@pytest.mark.parametrize("game", ["connect_four", "liars_dice"])
def test_games_without_an_exact_solution_are_refused_in_one_line(game):
    with pytest.raises(UsageError) as refused:
        KINDS["solver"](Seating(pyspiel.load_game(game), 0, 1))
    assert str(refused.value) == (
        f"solver cannot play {game}: the game is too large to solve exactly, or no solver supports it")

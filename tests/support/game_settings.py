"""The settings in which every game is tested, and the states of random playouts in them.

Besides users' games there are the tests' own, in which players talk, form teams and make compound moves at once.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pyspiel
import pytest

from custom_games import GAMES
from custom_games.action_specs import ActionSpec
from custom_games.framework.states import movers
from gtarena.checks.playouts import Sample, evenly, making
from tests.support import chat_game, keepers, simultaneous_talk, team_games

RULES = {**GAMES, **{rules.facts.short_name: rules for rules in (
    chat_game.SmallTalk, keepers.Keepers, simultaneous_talk.LoudNumbers,
    team_games.TeamBidding, team_games.LoneBidding)}}
PLAYOUTS = 4
MOST_ACTIONS = 60
MOST_STATES = 20
SETTINGS = [pytest.param(name, variant, id=f"{name}({', '.join(f'{key}={value}' for key, value in variant.items())})")
    for name, rules in RULES.items() for variant in ({}, *rules.variants)]
# Tests of one setting follow each other, so that they share its playouts.
every_setting = pytest.mark.parametrize(("name", "variant"), SETTINGS, scope="module")
every_game = pytest.mark.parametrize("name", RULES)

# A whole move of one player or an outcome of chance, or the whole moves of all who are to move at once.
Step = Sequence[int] | dict[int, Sequence[int]]


def load(name, variant) -> pyspiel.Game:
    for support in () if name in GAMES else (chat_game, keepers, simultaneous_talk, team_games):
        support.register()
    return pyspiel.load_game(name, dict(variant))


def playouts(name, variant, most: int = MOST_STATES) -> Iterator[pyspiel.State]:
    """Yields the states of random playouts, of long ones an even selection with the first and the last."""
    for playout in sample(name, variant).playouts:
        yield from evenly(playout.states, most)


def sample(name, variant) -> Sample:
    """Returns random playouts, whose states no test may change."""
    return _sample(name, tuple(variant.items()))


@lru_cache(maxsize=3)  # settings of a game
def _sample(name: str, variant: tuple[tuple[str, object], ...]) -> Sample:
    return Sample.draw(load(name, dict(variant)), PLAYOUTS, seed=0)


def decisions(name, variant) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields every decision in playouts, those inside compound moves included, with a player to move."""
    for state in playouts(name, variant):
        for player in movers(state):
            yield state, player


def some_actions(state: pyspiel.State, player: int) -> list[int]:
    """Returns the player's legal actions, or an even selection with the first and the last if there are very many."""
    return evenly(state.legal_actions(player), MOST_ACTIONS)


def steps_after(state: pyspiel.State, rng: random.Random) -> Iterator[Step]:
    """Yields what may follow a state that is not inside a move, as whole moves; there can be more than memory holds.

    At a chance node and where a text is to be said they are two at most, drawn at random.
    """
    if state.is_chance_node():
        possible = [outcome for outcome, probability in state.chance_outcomes() if probability > 0]
        yield from ([outcome] for outcome in sorted(rng.sample(possible, min(2, len(possible)))))
    elif state.is_simultaneous_node():
        moves = [list(some_moves(state, player, rng)) for player in movers(state)]
        yield from (dict(zip(movers(state), joint, strict=True)) for joint in itertools.product(*moves))
    else:
        yield from some_moves(state, state.current_player(), rng)


def some_moves(state: pyspiel.State, player: int, rng: random.Random) -> Iterator[list[int]]:
    """Yields a player's whole moves, of actions that are very many a selection; two at most if they hold a text."""
    drawn = [state.random_move(player, rng) for _ in range(2)]
    if has_text(state.action_spec(player), drawn[0]):
        yield from (list(move) for move in sorted(set(map(tuple, drawn))))
    else:
        yield from _whole_moves(state.action_spec(player), [])


def has_text(spec: ActionSpec, move: Sequence[int]) -> bool:
    """Returns whether a part of a whole move is a text."""
    return any(spec.is_text(move[:length]) for length in range(len(move)))


def _whole_moves(spec: ActionSpec, made: list[int]) -> Iterator[list[int]]:
    if made and spec.is_whole(made):
        yield made
    else:
        for action in evenly(spec.legal_actions(made), MOST_ACTIONS):
            yield from _whole_moves(spec, [*made, action])


def after(state: pyspiel.State, step: Step) -> pyspiel.State:
    following = state.clone()
    if following.is_chance_node():
        following.apply_action(step[0])
    else:
        for _ in making(following, step if isinstance(step, dict) else {state.current_player(): step}):
            pass
    return following

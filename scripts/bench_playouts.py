"""Random playouts of our games: the generic loop over the rules, beside it hand-written ones, and through pyspiel."""

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pyspiel
from _bench import Row, cpu_seconds

from custom_games import GAMES
from custom_games.framework.rounds import RoundBased
from custom_games.framework.rules import Rules

MOST_RATIO = 0.5  # of a playout that is written for one game: a slower one is not worth its lines
SECONDS = 0.05  # of one measurement, about
BEST_OF = 5


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yields a row for every game through pyspiel, and one for every hand-written playout."""
    for name, rules_class in GAMES.items():
        rules, game, written = rules_class(), pyspiel.load_game(name), rules_class.random_returns
        start = rules.initial_state()
        generic = _seconds(partial(Rules.random_returns, rules, start, random.Random(1)))
        if written is not Rules.random_returns:
            by_hand = _seconds(partial(rules.random_returns, start, random.Random(1)))
            shared = written is RoundBased.random_returns
            yield Row(f"{name}: playout by {'rounds' if shared else 'hand'}", by_hand, "generic playout", generic,
                      None if shared else MOST_RATIO)
        yield Row(f"{name}: playout through pyspiel", _seconds(partial(pyspiel_playout, game, random.Random(1))),
                  "generic playout", generic)


def _seconds(work: partial[Any]) -> float:
    return cpu_seconds(work, max(1, round(SECONDS / cpu_seconds(work, 3))), BEST_OF)


def pyspiel_playout(game: pyspiel.Game, rng: random.Random) -> Sequence[float]:
    """Plays a random game as any user of OpenSpiel does, and returns its returns."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]
            state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    returns: Sequence[float] = state.returns()
    return returns

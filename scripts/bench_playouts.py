"""Random playouts of our games: on the rules and through pyspiel, beside a plain loop that is written for one game."""

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pyspiel
from _bench import Row, cpu_seconds

from custom_games import GAMES
from custom_games.rules import Rules
from tests.support.plain_playouts import PLAIN

MOST_RATIO = 1.5
SECONDS = 0.05  # of one measurement, about
BEST_OF = 5


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yields two rows for every game."""
    for name, rules_class in GAMES.items():
        rules, game = rules_class(), pyspiel.load_game(name)
        works = (
            partial(PLAIN[name], random.Random(1)),
            partial(rules_playout, rules, random.Random(1)),
            partial(pyspiel_playout, game, random.Random(1)),
        )
        plain, ours, glue = (
            cpu_seconds(work, max(1, round(SECONDS / cpu_seconds(work, 3))), BEST_OF) for work in works)
        yield Row(f"{name}: playout on the rules", ours, "plain loop", plain, MOST_RATIO)
        yield Row(f"{name}: playout through pyspiel", glue, "plain loop", plain)


def rules_playout(rules: Rules[Any], rng: random.Random) -> Sequence[float]:
    """Plays a random game on the rules, and returns its returns."""
    return rules.random_returns(rules.initial_state(), rng)


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

"""A step of `gtarena.env`, with prompt, reading and record, beside one of TextArena's environments."""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from _bench import Row, cpu_seconds

import gtarena
from gtarena.environments import Environment

# Times TextArena's time, which reads a reply by one regular expression, binds no schema and keeps no record of a match.
MOST = 5.0
GAMES = {"tic_tac_toe": "TicTacToe-v0", "kuhn_poker": "KuhnPoker-v0"}
STEPS, SEED = 3000, 1


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yields a row for each game, steered one at a time and 64 at a time in turn."""
    try:
        import textarena
    except ImportError:
        print("environments are measured beside TextArena: .venv/bin/pip install textarena", file=sys.stderr)
        return
    rng = random.Random(SEED)  # which goes on, so that no match comes twice
    for game, other in GAMES.items():
        for count in (1, 64):
            ours = cpu_seconds(partial(_steer, gtarena.envs(game, n=count), _our_steps, rng), best_of=3)
            theirs = [partial(textarena.make, other)] * count
            reference = cpu_seconds(partial(_steer, theirs, _their_steps, rng), best_of=3)
            measured = f"{game}: a step, {count} at a time"
            yield Row(measured, ours / STEPS, f"TextArena's {other}", reference / STEPS, MOST)


def _steer(
    environments: Sequence[Any], steps_of: Callable[[Any, random.Random], Iterator[None]], rng: random.Random
) -> None:
    """Plays random moves in all environments in turn, match after match, and takes so many steps in all."""
    playing = [steps_of(environment, rng) for environment in environments]
    for number in range(STEPS):
        next(playing[number % len(playing)])


def _our_steps(environment: Environment, rng: random.Random) -> Iterator[None]:
    while True:
        turn = environment.reset(rng.randrange(2**31))
        while isinstance(turn, gtarena.Turn):
            turn = environment.step(json.dumps({"move": rng.choice(turn.legal)}))
            yield


def _their_steps(make: Callable[[], Any], rng: random.Random) -> Iterator[None]:
    while True:
        environment = make()  # one that is reset goes on with the texts of the match before
        environment.reset(num_players=2, seed=rng.randrange(2**31))
        done = False
        while not done:
            environment.get_observation()
            done, _ = environment.step(f"[{rng.choice(_their_moves(environment.state.game_state))}]")
            yield


def _their_moves(state: Mapping[str, Any]) -> Sequence[str]:
    if "board" in state:
        cells = [cell for row in state["board"] for cell in row]
        return [str(number) for number, mark in enumerate(cells) if mark == ""]
    return list(state["current_legal_action_tree"])

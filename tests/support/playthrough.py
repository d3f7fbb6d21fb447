"""Golden playthroughs: one seeded game as text with all its prompts, so that changes of rules or prompts are read."""

import json
import random
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pyspiel

import adapters
from custom_games import GAMES
from custom_games.framework.states import movers
from gtarena.checks.playouts import making
from tests.support import ROOT

FOLDER = ROOT / "tests" / "playthroughs"
SEED = 0
MOST_OUTCOMES = 100  # of chance that are listed
PLAYED = {"pit": 1}  # the variant that is played where the first one's play has no decisions


def path(name: str) -> Path:
    """Returns the file of a game's playthrough."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """Returns a random game in the first of its rules' variants, or in that of ``PLAYED``, as text."""
    return "\n".join(_lines(pyspiel.load_game(name, dict(GAMES[name].variants[PLAYED.get(name, 0)])))) + "\n"


def _lines(game: pyspiel.Game) -> Iterator[str]:
    rng = random.Random(SEED)
    adapter = adapters.for_game(game)
    state = game.new_initial_state()
    yield f"game: {game}"
    while not state.is_terminal():
        yield f"\n=== after {len(state.history())} actions: {state}"
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            outcome = rng.choices(outcomes, weights)[0]
            shown = [f"{state.action_to_string(outcome)} {weight:.6g}" for outcome, weight in
                     zip(outcomes, weights, strict=True)]
            left_out = len(shown) - MOST_OUTCOMES
            shown[MOST_OUTCOMES:] = [f"{left_out} more"] if left_out > 0 else []
            yield f"chance: {', '.join(shown)}"
            yield f"chance draws: {state.action_to_string(outcome)}"
            state.apply_action(outcome)
        else:
            moves = {player: adapter.view.random_move(state, player, rng) for player in movers(state)}
            for player, move in moves.items():
                yield from _decision(adapter, state, player, move)
            deque(making(state, moves), maxlen=0)
    yield f"\n=== end after {len(state.history())} actions: {state}"
    yield f"returns: {state.returns()}"


def _decision(adapter: adapters.Adapter, state: pyspiel.State, player: int, move: list[int]) -> Iterator[str]:
    yield f"\n--- player {player}"
    yield f"observation: {json.dumps(state.observation(player))}"
    for message in adapter.prompt(state, player):
        yield f"[{message['role']}]"
        yield from (f"  | {line}".rstrip() for line in message["content"].splitlines())
    yield f"player {player} chooses: {_chosen(state, player, move)}"


def _chosen(state: pyspiel.State, player: int, move: list[int]) -> str:
    if len(move) == 1:
        stated = json.dumps(state.action_to_struct(player, move[0]).to_dict())
        return f"{state.action_to_string(player, move[0])}, as JSON {stated}"
    if any(state.action_spec(player).is_text(move[:length]) for length in range(len(move))):
        return f"as JSON {json.dumps(state.action_spec(player).values(move))}"
    return "; ".join(state.action_spec(player).action_name(move[:number], action) for number, action in enumerate(move))

"""One seeded game of ``custom_games`` as text with all its prompts, so that a change of rules or wording is read."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pyspiel

import adapters
from custom_games import GAMES
from tests.playouts import movers

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 0


def path(name: str) -> Path:
    """Where the playthrough of a game is kept."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """A random game in the first of its rules' variants."""
    return "\n".join(_lines(pyspiel.load_game(name, dict(GAMES[name].variants[0])))) + "\n"


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
            shown = ", ".join(f"{state.action_to_string(outcome)} {weight:.6g}" for outcome, weight in
                              zip(outcomes, weights, strict=True))
            yield f"chance: {shown}"
            yield f"chance draws: {state.action_to_string(outcome)}"
            state.apply_action(outcome)
        else:
            chosen = {player: rng.choice(state.legal_actions(player)) for player in movers(state)}
            for player, action in chosen.items():
                yield from _decision(adapter, state, player, action)
            if state.is_simultaneous_node():
                state.apply_actions([chosen.get(player, 0) for player in range(game.num_players())])
            else:
                state.apply_action(chosen[state.current_player()])
    yield f"\n=== end after {len(state.history())} actions: {state}"
    yield f"returns: {state.returns()}"


def _decision(adapter: adapters.Adapter, state: pyspiel.State, player: int, action: int) -> Iterator[str]:
    yield f"\n--- player {player}"
    yield f"observation: {json.dumps(state.observation(player))}"
    for message in adapter.prompt(state, player):
        yield f"[{message['role']}]"
        yield from (f"  | {line}".rstrip() for line in message["content"].splitlines())
    stated = json.dumps(state.action_to_struct(player, action).to_dict())
    yield f"player {player} chooses: {state.action_to_string(player, action)}, as JSON {stated}"

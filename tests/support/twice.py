"""Short random matches of all playable games, told as plain JSON so that two processes can be compared.

Usage: ``python -m tests.support.twice GAME ...``
"""

import hashlib
import json
import random
import sys
from typing import Any

import pyspiel

from custom_games.framework.states import apply_together, choices
from gtarena import games

STEPS = 40
SEARCHED = 5
SEED = 5


def told(state: pyspiel.State) -> str:
    """Everything that a state says of itself, and players' private texts, as a hash."""
    kind, texts = state.get_game().get_type(), [str(state)]
    for player in range(state.num_players()):
        if kind.provides_observation_string:
            texts.append(str(state.observation_string(player)))
        if kind.provides_information_state_string:
            texts.append(str(state.information_state_string(player)))
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def search(state: pyspiel.State, rng: random.Random) -> None:
    """Plays some moves at random, as a search does; a random generator that a game shares would lose its place."""
    for _ in range(SEARCHED):
        if not state.is_terminal():
            draw = {-1: rng.choice(state.legal_actions())} if state.is_chance_node() else {
                player: rng.choice(legal) for player, legal in choices(state).items()}
            apply_together(state, draw)


def play(game: pyspiel.Game) -> dict[str, Any]:
    """The steps of a random match that is stopped early, and what its last state says.

    Beside every decision a clone is played on, as a search does.
    """
    rng, state = random.Random(SEED), game.new_initial_state()
    steps: list[tuple[int, int]] = []
    while not state.is_terminal() and len(steps) < STEPS:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            actions = {-1: rng.choices(outcomes, weights)[0]}
        else:
            actions = {player: rng.choice(legal) for player, legal in choices(state).items()}
            search(state.clone(), random.Random(len(steps)))
        steps += actions.items()
        apply_together(state, actions)
    return {"steps": steps, "told": told(state), "returns": list(state.returns()) if state.is_terminal() else None}


def main() -> None:
    """Prints the matches of the named games."""
    print(json.dumps({name: play(games.load(name, {}, SEED)) for name in sys.argv[1:]}))


if __name__ == "__main__":
    main()

"""Other values of games' parameters, and random matches that show whether they change a game's rules."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyspiel

from gtarena import games
from gtarena.errors import UsageError

# Values of parameters that are texts, by game, besides the default; numbers and switches are changed by rule.
TEXTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "backgammon": {"scoring_type": ["enable_gammons", "full_scoring"]},
    "dark_hex": {"gameversion": ["adh"], "obstype": ["reveal-numturns"]},
    "dark_hex_ir": {"gameversion": ["adh"], "obstype": ["reveal-numturns"]},
    "goofspiel": {"points_order": ["descending", "ascending"], "returns_type": ["point_difference", "total_points"]},
    "phantom_ttt": {"gameversion": ["abrupt"], "obstype": ["reveal-numturns"]},
    "phantom_ttt_ir": {"gameversion": ["abrupt"], "obstype": ["reveal-numturns"]},
    "liars_dice_ir": {"bidding_rule": ["reset-quantity"]},
    "bridge_uncontested_bidding": {"subgame": ["2NT"]},
    "capture_the_flag": {"grid": ["....\na..b\n...."]},
    "laser_tag": {"grid": ["S....S\n..*...\nS....S"]},
    "markov_soccer": {"grid": ["......\n..OB..\n.AO...\n......"]},
    "pathfinding": {"grid": ["A..*\n.*..\n...a"]},
    "rbc": {"fen": ["4k3/3p4/8/4P3/8/8/4P3/R3K2R b KQ - 0 1"]},
    "stones_and_gems": {"grid": ["6|3|50|1\n19|19|19|19|19|19\n19|00|05|02|07|19\n19|19|19|19|19|19"]},
    "tiny_hanabi": {"payoff": ["10;0;0;10;0;0;0;0;10;0;0;10;0;0;0;10;0;0;0;10;0;0;0;10;0;0;0;10;0;0;0;10;0;0;0;10"]},
    "lewis_signaling": {"payoffs": ["1,0,0,0,2,0,0,0,3"]},
    "universal_poker": {"betting": ["limit"], "bettingAbstraction": ["fullgame", "fc"], "blind": ["50 100"]},
    "battleship": {"ship_sizes": ["[1;2]"], "ship_values": ["[2;3]"]},
}
# Parameters that choose what is drawn, shown to programs or logged, not what may be done.
BY_CHANCE = {"rng_seed", "seed"}


def other_values(name: str, parameter: str, value: Any) -> list[Any]:
    """Returns other values of a parameter, of its own type."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, float):
        return [value + 0.5, value / 2]
    return list(TEXTS.get(name, {}).get(parameter, []))


def play(game: pyspiel.Game, seed: int) -> Iterator[Any]:
    """Yields the legal actions of each node of a random match, and at last whether it ended, with the returns."""
    rng, state = random.Random(seed), game.new_initial_state()
    for _ in range(300):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            yield outcomes
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]
            yield legal
            state.apply_actions([rng.choice(own) if own else 0 for own in legal])
        else:
            yield state.current_player(), state.legal_actions()
            state.apply_action(rng.choice(state.legal_actions()))
    yield state.is_terminal(), list(state.returns())


def other_rules(name: str, parameter: str, value: Any) -> bool:
    """Returns whether random matches differ when a parameter has another value."""
    other = games.load(name, {parameter: value})
    return any(list(play(games.load(name, {}), seed)) != list(play(other, seed)) for seed in range(2))


def changes(name: str) -> Iterator[tuple[str, Any, pyspiel.Game]]:
    """Yields the parameters of a game with other values, each with the game that has it, as far as it can be loaded."""
    for parameter, default in games.defaults(name).items():
        for value in other_values(name, parameter, default) if parameter not in BY_CHANCE else []:
            try:
                yield parameter, value, games.load(name, {parameter: value})
            except UsageError:
                continue

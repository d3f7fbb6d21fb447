"""Measures the strength of the search agents against random play, and of MCTS on rules against MCTS on states.

    python scripts/mcts_strength.py --matches 50 --simulations 1000 --seeds 0 1 2
    python scripts/mcts_strength.py --paired random mcts --matches 200 --simulations 150

The first form prints one line per agent and game: wins, draws and losses, the normalised relative advantage with its
bootstrap interval, the seconds per match, and whether the expected advantage was reached.

The second form plays pairs of matches with the same seed in games of custom_games. In one match of a pair, a seat is
played by the search on the game's rules, in the other by the same search on pyspiel's states; all other seats are
played by the agent named, in both alike. It prints the mean difference of the seat's returns with its 95 % interval.
"""

import argparse
import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from operator import add

import numpy as np
import pyspiel

import adapters
import custom_games  # noqa: F401  (registers our games)
from adapters import Adapter
from gtarena.agents.base import Agent, Seating
from gtarena.agents.registry import KINDS
from gtarena.agents.search.mcts_agents import MCTSAgent
from gtarena.agents.search.openspiel_bots import MCTSBot
from gtarena.agents.search.searched_states import SpielState
from gtarena.metrics.bootstrap import BootstrapEstimate, estimate_ratio
from gtarena.runs.matches.match import play_match
from gtarena.seeds import derive

AgentMaker = Callable[[Seating], Agent]

# Games of custom_games, as small as a search on pyspiel's states can afford.
PAIRED = (
    "el_farol(players=4,rounds=4)",
    "public_goods(players=3,rounds=3,tokens=4)",
    "pirate_game(players=5,gold=10)",
    "iterated_prisoners_dilemma(max_rounds=6)",
    "battle_royale(players=4,max_shots=8)",
    "guess_two_thirds(players=3,rounds=3,high=10)",
)

# Normalised relative advantage that a search of 1000 simulations is expected to reach; None without an expectation.
TARGETS: dict[tuple[str, str], float | None] = {
    ("mcts", "tic_tac_toe"): 0.80,
    ("mcts", "connect_four"): 0.96,
    ("mcts", "breakthrough(columns=3)"): 0.96,
    ("mcts", "nim"): 0.92,
    ("mcts", "liars_dice"): 0.92,
    ("mcts", "pig(winscore=20)"): 0.76,
    ("mcts", "kuhn_poker"): None,
    ("mcts", "first_sealed_auction"): None,
    ("mcts", "negotiation(num_items=3)"): None,
    ("mcts", "iterated_prisoners_dilemma"): None,
    ("ismcts", "kuhn_poker"): None,
    ("ismcts", "liars_dice"): None,
}


@dataclass(frozen=True)
class Result:
    """Returns of the search agent (``own``) and of its opponent per match, and the total playing time in seconds."""

    own: list[float]
    other: list[float]
    seconds: float

    def __add__(self, other: "Result") -> "Result":
        return Result(self.own + other.own, self.other + other.other, self.seconds + other.seconds)

    def advantage(self, seed: int) -> BootstrapEstimate:
        """Returns the normalised relative advantage (GTBench, Eq. 1) with its bootstrap resamples."""
        own, other = np.array(self.own), np.array(self.other)
        return estimate_ratio(np.column_stack([own - other, abs(own) + abs(other)]), seed, range(len(own)))

    def tally(self) -> tuple[int, int, int]:
        """Returns the numbers of matches won, drawn and lost."""
        pairs = list(zip(self.own, self.other, strict=True))
        return sum(a > b for a, b in pairs), sum(a == b for a, b in pairs), sum(a < b for a, b in pairs)


async def duel(kind: str, game: str, matches: int, simulations: int, seed: int) -> Result:
    """Plays all matches concurrently; the search agent moves to the second seat half way through them."""
    # All matches share one loaded game: negotiation deals a new instance only to later states of the same game.
    adapter = adapters.for_game(pyspiel.load_game(game))
    searcher: AgentMaker = partial(KINDS[kind], simulations=simulations)
    seats = [0 if number < (matches + 1) // 2 else 1 for number in range(matches)]
    started = time.perf_counter()
    played = await asyncio.gather(
        *(one_match(adapter, searcher, seat, derive(seed, kind, game, number)) for number, seat in enumerate(seats))
    )
    both = list(zip(seats, played, strict=True))
    own, other = [returns[seat] for seat, returns in both], [returns[1 - seat] for seat, returns in both]
    return Result(own, other, time.perf_counter() - started)


async def one_match(adapter: Adapter, searcher: AgentMaker, seat: int, seed: int) -> list[float]:
    """Plays one match of the search agent against the random agent, and returns both returns."""
    agents: list[AgentMaker] = [KINDS["random"], KINDS["random"]]
    agents[seat] = searcher
    played = await play_match(adapter, agents, seed)
    assert played.returns is not None
    return played.returns


class StateSearch(MCTSAgent):
    """Search of a game of ours on pyspiel's states, with the settings of ``mcts``."""

    def __init__(self, seating: Seating, simulations: int) -> None:
        super().__init__(
            seating, MCTSBot(seating.game, 2.0, simulations, 1, True, np.random.RandomState(seating.seed)))
        self._player = seating.player

    def root(self, state: pyspiel.State) -> SpielState:
        return SpielState(state, self._player)


async def difference(game: str, opponent: str, simulations: int, number: int, seed: int) -> float:
    """Returns by how much the search on rules does better than the search on states in one pair of matches."""
    adapter = adapters.for_game(pyspiel.load_game(game))
    seat = number % adapter.game.num_players()
    on_rules = partial(KINDS["mcts"], simulations=simulations)
    on_states = partial(StateSearch, simulations=simulations)
    others: AgentMaker = on_rules if opponent == "mcts" else KINDS[opponent]
    earned = []
    for searcher in (on_rules, on_states):
        agents: list[AgentMaker] = [others] * adapter.game.num_players()
        agents[seat] = searcher
        played = await play_match(adapter, agents, derive(seed, "paired", game, number))
        assert played.returns is not None
        earned.append(played.returns[seat])
    return earned[0] - earned[1]


def print_paired(opponents: list[str], games: list[str] | None, matches: int, simulations: int, seed: int) -> None:
    """Prints one line per opponent and game."""
    print(f"{'opponents':10} {'game':46} {'pairs':>6} {'difference':>11} {'95 % interval':>18}")
    for opponent in opponents:
        for game in PAIRED:
            if games and not {game, game.split("(")[0]} & set(games):
                continue
            found = np.array([asyncio.run(difference(game, opponent, simulations, number, seed))
                              for number in range(matches)])
            margin = 1.96 * found.std(ddof=1) / len(found) ** 0.5
            interval = f"{found.mean() - margin:.2f} to {found.mean() + margin:.2f}"
            print(f"{opponent:10} {game:46} {len(found):6} {found.mean():11.3f} {interval:>18}", flush=True)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50, help="matches per game (default: 50)")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations per move (default: 1000)")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0], help="seeds of the matches (default: 0)")
    parser.add_argument("--games", nargs="+", help="games to play, by short name or as in the table (default: all)")
    parser.add_argument("--paired", nargs="+", metavar="AGENT", help="play pairs of matches against these agents")
    options = parser.parse_args()
    if options.paired:
        print_paired(options.paired, options.games, options.matches, options.simulations, options.seeds[0])
        return
    print(f"{'agent':7} {'game':50} {'matches':>7} {'won':>4} {'drawn':>5} {'lost':>4} {'NRA':>6} "
          f"{'95 % interval':>18} {'s/match':>8}  target")
    for (kind, game), target in TARGETS.items():
        if options.games and not {game, game.split("(")[0]} & set(options.games):
            continue
        result = reduce(add, (asyncio.run(duel(kind, game, options.matches, options.simulations, seed))
                              for seed in options.seeds))
        won, drawn, lost = result.tally()
        advantage = result.advantage(options.seeds[0])
        low, high = advantage.interval()
        verdict = "none" if target is None else f"{target:.2f} {'met' if advantage.value >= target else 'NOT MET'}"
        played = len(result.own)
        print(f"{kind:7} {game:50} {played:7} {won:4} {drawn:5} {lost:4} {advantage.value:6.2f} "
              f"{f'{low:.2f} to {high:.2f}':>18} {result.seconds / played:8.3f}  {verdict}", flush=True)


if __name__ == "__main__":
    main()

"""Checks that the search agents are strong: plays them against random movers and prints how they fared.

    python scripts/mcts_strength.py --matches 50 --simulations 1000
"""

import argparse
import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyspiel

import adapters
import custom_games  # noqa: F401  (registers our games)
from adapters import Adapter
from gtarena.agents.base import Agent, Seating
from gtarena.agents.registry import KINDS
from gtarena.match import play
from gtarena.seeds import derive

AgentMaker = Callable[[Seating], Agent]

# Net relative advantages that a search of 1000 simulations is expected to reach; None where none is set.
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
    ("ismcts", "kuhn_poker"): None,
    ("ismcts", "liars_dice"): None,
}


@dataclass(frozen=True)
class Result:
    """The searcher's and its opponent's returns, match by match."""

    own: list[float]
    other: list[float]
    seconds: float

    def advantage(self) -> float:
        """Net relative advantage: the difference of all returns over the sum of their sizes; 0 if all are 0."""
        size = sum(map(abs, self.own)) + sum(map(abs, self.other))
        return (sum(self.own) - sum(self.other)) / size if size else 0.0

    def tally(self) -> tuple[int, int, int]:
        """Matches won, drawn and lost."""
        pairs = list(zip(self.own, self.other, strict=True))
        return sum(a > b for a, b in pairs), sum(a == b for a, b in pairs), sum(a < b for a, b in pairs)


async def duel(kind: str, game: str, matches: int, simulations: int, seed: int) -> Result:
    """Plays all matches at once, the searcher in the second seat in the second half."""
    # One game for all matches: negotiation deals anew only in later states of the same loaded game.
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
    """The returns of a match of the searcher against a random mover."""
    agents: list[AgentMaker] = [KINDS["random"], KINDS["random"]]
    agents[seat] = searcher
    played = await play(adapter, agents, seed)
    assert played.returns is not None
    return played.returns


def main() -> None:
    """Prints one line per searcher and game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50, help="matches per game (default: 50)")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations per move (default: 1000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", nargs="+", help="only these games, by short name or as in the table")
    options = parser.parse_args()
    print(f"{'agent':7} {'game':50} {'matches':>7} {'won':>4} {'drawn':>5} {'lost':>4} {'NRA':>6} "
          f"{'s/match':>8}  target")
    for (kind, game), target in TARGETS.items():
        if options.games and not {game, game.split("(")[0]} & set(options.games):
            continue
        result = asyncio.run(duel(kind, game, options.matches, options.simulations, options.seed))
        won, drawn, lost = result.tally()
        advantage = result.advantage()
        verdict = "none" if target is None else f"{target:.2f} {'met' if advantage >= target else 'NOT MET'}"
        print(f"{kind:7} {game:50} {options.matches:7} {won:4} {drawn:5} {lost:4} {advantage:6.2f} "
              f"{result.seconds / options.matches:8.3f}  {verdict}", flush=True)


if __name__ == "__main__":
    main()

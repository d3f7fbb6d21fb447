"""Plays programs of the RoShamBo competitions against all others, and prints their returns beside the paper's.

    nice .venv/bin/python scripts/roshambo_population.py [--matches 4] [PROGRAM ...]

The paper is Lanctot et al., "Population-based Evaluation in Repeated Rock-Paper-Scissors as a Benchmark for Multiagent
Reinforcement Learning" (TMLR, 2023). It counts a program as its own opponent, too.
"""

import argparse
import asyncio
from statistics import fmean, stdev

import pyspiel

import adapters
from gtarena.agents.base import Decision, Seating
from gtarena.agents.roshambo import roshambo
from gtarena.seeds import derive

PUBLISHED = {"greenberg": 288.15, "iocainebot": 255.00}  # population returns, of 1,000 matches of each pair
GAME = pyspiel.load_game(f"repeated_game(stage_game=matrix_rps(),num_repetitions={pyspiel.ROSHAMBO_NUM_THROWS})")


async def play(program: str, opponent: str, seed: int) -> float:
    """Returns what the program gets from the opponent in a match."""
    adapter, state = adapters.for_game(GAME), GAME.new_initial_state()
    agents = [roshambo(Seating(GAME, place, derive(seed, place)), name)
              for place, name in enumerate((program, opponent))]
    while not state.is_terminal():
        moves = [await agent.act(Decision(state, place, adapter, 0)) for place, agent in enumerate(agents)]
        state.apply_actions([move.actions[0] for move in moves])
    return float(state.player_return(0))


def main() -> None:
    """Prints a line for each program, with the standard error of its mean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", default=list(PUBLISHED), metavar="PROGRAM")
    parser.add_argument("--matches", type=int, default=4)
    given = parser.parse_args()
    names = pyspiel.roshambo_bot_names()
    print("| program | population return | in the paper |\n| --- | ---: | ---: |")
    for program in given.programs:
        rounds = [fmean(asyncio.run(play(program, opponent, derive(number, opponent))) for opponent in names)
                  for number in range(given.matches)]
        error = stdev(rounds) / len(rounds) ** 0.5 if len(rounds) > 1 else float("nan")
        print(f"| {program} | {fmean(rounds):.1f} ± {error:.1f} | {PUBLISHED.get(program, '–')} |", flush=True)


if __name__ == "__main__":
    main()

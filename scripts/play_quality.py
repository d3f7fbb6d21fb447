"""Shows what the quality of moves measures, with agents of known strength.

    python scripts/play_quality.py strength --games tic_tac_toe "connect_four(rows=4,columns=4)" --positions 1000
    python scripts/play_quality.py blunders --positions 1000
    python scripts/play_quality.py noise --positions 300

``strength`` prints the mean regret of MCTS by its number of simulations, and that of the solver, judged by the solver.
``blunders`` prints the blunder rate of a player that plays the worst move one time in ten, and else the best.
``noise`` judges random moves by the solver and by searches. It prints for each number of simulations the mean
difference of the regrets and its mean size, the share of best moves that the search takes for worse ones, and the share
of blunders that it finds.
"""

import argparse
import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pyspiel

import adapters
from gtarena import games
from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.agents.registry import KINDS
from gtarena.agents.solving import minimax
from gtarena.game_theory.quality.match_quality import Quality, judges
from gtarena.game_theory.quality.position_sets import draw_positions
from gtarena.game_theory.quality.regret import Judge
from gtarena.game_theory.quality.tables import quality_tables
from gtarena.runs.asking.positions import Position
from gtarena.seeds import derive

SIMULATIONS = (10, 30, 100, 300, 1000, 3000, 10000)
GAME = "connect_four(rows=4,columns=4)"
MOST_POSITIONS = 200_000  # that the solver visits: enough for GAME, which has 161,029
BLUNDERS = 0.1

Choose = Callable[[pyspiel.State, int, int], Sequence[int]]  # from a state, a player and a seed


def ask(make: Callable[[Seating], Agent], state: pyspiel.State, player: int, seed: int) -> Sequence[int]:
    """Returns the move of an agent that is made for this decision."""
    game = state.get_game()
    agent = make(Seating(game, player, seed))
    response = asyncio.run(agent.act(Decision(state, player, adapters.for_game(game), len(state.history()))))
    assert isinstance(response, Move)
    return response.actions


def blunder_now_and_then(judge: Judge, state: pyspiel.State, player: int, seed: int) -> Sequence[int]:
    """Returns the worst move one time in ten, and else the best one."""
    valuation = judge.reference.value(state, player)
    worst = random.Random(seed).random() < BLUNDERS
    return valuation.moves[int(valuation.values.argmin() if worst else valuation.values.argmax())]


def judge_all(judge: Judge, positions: Sequence[Position], players: dict[str, Choose]) -> Quality:
    """Returns the judged moves of all players at all positions."""
    quality = Quality()
    for name, choose in players.items():
        for number, position in enumerate(positions):
            state = position.state()
            chosen = choose(state, position.player, derive(0, name, number))
            quality.add(judge, name, partial(judge.judge, name, str(number), state, position.player, chosen))
    return quality


def print_strength(text: str, count: int) -> None:
    """Prints the tables of MCTS of several strengths."""
    name, params = games.parse(text)
    players: dict[str, Choose] = {f"mcts, {each:,} simulations": partial(ask, partial(KINDS["mcts"], simulations=each))
                                  for each in SIMULATIONS}
    players = {"random": partial(ask, KINDS["random"]), **players, "solver": partial(ask, KINDS["solver"])}
    quality = judge_all(judges("solver")(name, params, 0), draw_positions(name, params, count), players)
    print(*(table.markdown() for table in quality_tables(quality)), sep="\n")


def print_blunders(text: str, count: int) -> None:
    """Prints the measured rate of blunders at positions where the worst move is one, under several references."""
    name, params = games.parse(text)
    exact = judges("solver")(name, params, 0)
    positions = [position for position in draw_positions(name, params, count)
                 if np.ptp(exact.reference.value(position.state(), position.player).values) >= exact.threshold]
    for judge in (exact, judges("mcts")(name, params, 0)):
        quality = judge_all(judge, positions, {"blunders at 10 %": partial(blunder_now_and_then, exact)})
        print(quality_tables(quality)[0].markdown())


def print_noise(text: str, count: int) -> None:
    """Prints how far searched regrets are from exact ones, over random moves."""
    name, params = games.parse(text)
    exact = judges("solver")(name, params, 0)
    positions = draw_positions(name, params, count)
    for simulations in (50, 500, 5000):
        searched, pairs = judges("mcts", simulations)(name, params, 0), []
        for number, position in enumerate(positions):
            state, player = position.state(), position.player
            move = random.Random(number).choice(exact.reference.value(state, player).moves)
            pairs.append([judge.judge("", "", state, player, move) for judge in (exact, searched)])
        off = np.array([found.regret.value - true.regret.value for true, found in pairs])
        print(f"| {simulations:,} | {off.mean():+.3f} | {np.abs(off).mean():.3f} "
              f"| {np.mean([not found.best for true, found in pairs if true.best]):.1%} "
              f"| {np.mean([found.blunder for true, found in pairs if true.blunder]):.1%} |", flush=True)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("show", choices=("strength", "blunders", "noise"))
    parser.add_argument("--games", nargs="+", default=[GAME])
    parser.add_argument("--positions", type=int, default=100)
    options = parser.parse_args()
    minimax.MAX_POSITIONS = MOST_POSITIONS
    show = {"strength": print_strength, "blunders": print_blunders, "noise": print_noise}[options.show]
    for game in options.games:
        show(game, options.positions)


if __name__ == "__main__":
    main()

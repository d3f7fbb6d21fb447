"""Self-play in Kuhn poker: a table of policies, whose keys are prompts, learns to play both seats.

    python examples/self_play.py self_play.svg

The learner knows no rules. It steers both seats of `gtarena.env`, and for each text that a seat is told it has a policy
over the legal moves. Each match adds to the regrets of not having moved otherwise, and policies follow the regrets:
outcome-sampling counterfactual regret minimization (Lanctot, Waugh, Zinkevich and Bowling, Monte Carlo Sampling for
Regret Minimization in Extensive Games, 2009), in which the average of all policies approaches an equilibrium. OpenSpiel
tells how good that average is. The value of Kuhn poker is -1/18 for the first seat, and so 1/18 for the second.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import TabularPolicy

import gtarena
from gtarena.environments import Environment
from gtarena.logs.records import MatchRecord
from gtarena.reports.figures import style

GAME = pyspiel.load_game("kuhn_poker")
EXPLORATION = 0.5  # the share of the learning seat's moves that are drawn from all alike


class Table:
    """Regrets of the moves and sums of the policies played, by text, and OpenSpiel's names of the texts."""

    def __init__(self) -> None:
        self.regrets: dict[str, np.ndarray] = {}
        self.played: dict[str, np.ndarray] = {}
        self.information_states: dict[str, str] = {}  # which the learner does not look at

    def policy(self, text: str, moves: int) -> np.ndarray:
        """Returns probabilities in proportion to the regrets above zero; without any, all moves are as likely."""
        regrets = self.regrets.setdefault(text, np.zeros(moves)).clip(min=0)
        return regrets / regrets.sum() if regrets.any() else np.full(moves, 1 / moves)


def play_match(env: Environment, seed: int, learner: int, table: Table, rng: random.Random) -> None:
    """Plays a match in which the learner's seat explores and adds to the regrets, and the other to the average."""
    texts, decisions, reach = [], [], 1.0  # the probability that the learner chose all that it has chosen
    turn = env.reset(seed)
    while isinstance(turn, gtarena.Turn):
        text, moves = turn.messages[-1]["content"], turn.legal
        policy = table.policy(text, len(moves))
        mixed = (1 - EXPLORATION) * policy + EXPLORATION / len(moves)
        choice = rng.choices(range(len(moves)), mixed if turn.seat == learner else policy)[0]
        if turn.seat == learner:
            reach *= mixed[choice]
            decisions.append((text, policy, choice))
        else:  # weighted as if the learner had let every turn come alike
            table.played[text] = table.played.get(text, 0) + policy / reach
        texts.append(text)
        turn = env.step(json.dumps({"move": moves[choice]}))
    worth = turn.returns[learner] / reach  # of the chosen move; with 0 for the others the estimates have no bias
    for text, policy, choice in reversed(decisions):
        table.regrets[text][choice] += worth
        worth *= policy[choice]  # of the policy, and so of the move that led here
        table.regrets[text] -= worth
    table.information_states |= zip(texts, information_states(turn.record), strict=True)


def information_states(record: MatchRecord) -> Iterator[str]:
    """Yields OpenSpiel's name of what the seat knew at each decision of a match."""
    state = GAME.new_initial_state()
    for step in record.history:
        if not state.is_chance_node():
            yield state.information_state_string()
        state.apply_action(step.action)


class Evaluation(NamedTuple):
    """Expected returns of the average policy in both seats, against itself and against best responses."""

    matches: int
    against_itself: Sequence[float]
    against_best: Sequence[float]
    nash_conv: float  # the sum of what best responses would gain


def evaluate(table: Table, matches: int) -> Evaluation:
    """Returns what OpenSpiel says of the average policy, which is uniform where nothing was played yet."""
    average = TabularPolicy(GAME)
    for text, played in table.played.items():
        average.policy_for_key(table.information_states[text])[:] = played / played.sum()
    values = policy_value(GAME.new_initial_state(), [average, average])
    gains = nash_conv(GAME, average, return_only_nash_conv=False)
    best = values + gains.player_improvements
    return Evaluation(matches, values, -best[::-1], gains.nash_conv)  # a seat loses what the best response wins


def train(table: Table, matches: int, seed: int) -> Iterator[Evaluation]:
    """Yields evaluations, ever further apart, while both seats learn by turns."""
    env, rng = gtarena.env("kuhn_poker"), random.Random(seed)
    evaluated = set(np.geomspace(min(10, matches), matches).round())
    for match in range(1, matches + 1):
        play_match(env, rng.getrandbits(32), match % 2, table, rng)
        if match in evaluated:
            yield evaluate(table, match)


def draw(evaluations: Sequence[Evaluation], path: str) -> None:
    """Draws returns and NashConv over the number of matches."""
    drawing = style.canvas(7.2, 3.2)
    returns, distance = drawing.subplots(1, 2, width_ratios=(1.2, 1))
    matches, itself, best, gains = map(np.array, zip(*evaluations, strict=True))
    style.line_panel(returns, "expected return, chips")
    for seat, colour, sign in ((0, style.BLUE, -1), (1, style.RED, 1)):
        returns.axhline(sign / 18, color=colour, linewidth=5, alpha=0.25, label=f"value of seat {seat}: {sign}/18")
        returns.plot(matches, itself[:, seat], color=colour, label=f"seat {seat} against itself")
        returns.plot(matches, best[:, seat], color=colour, label=f"seat {seat} against a best response", linestyle=":")
    style.line_panel(distance, "NashConv, chips")
    distance.plot(matches, gains, color=style.GREEN)
    distance.set_yscale("log")
    for axes in (returns, distance):
        axes.set_xscale("log")
        axes.set_xlabel("matches of self-play", fontsize=style.SMALL)
    style.legend(drawing, style.legend_handles(drawing))
    drawing.savefig(path, dpi=150)


def main(words: Sequence[str] | None = None) -> None:
    """Trains, prints how good the policy becomes, and draws it."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("picture", help="the file to write: .svg, .png or .pdf")
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(words)
    evaluations = []
    print("matches  seats 0 and 1 against itself  against best responses  NashConv")
    for one in train(Table(), asked.matches, asked.seed):
        itself, best = ("{:+.3f} {:+.3f}".format(*returns) for returns in (one.against_itself, one.against_best))
        print(f"{one.matches:7}  {itself:>29}  {best:>22}  {one.nash_conv:8.3f}", flush=True)
        evaluations.append(one)
    draw(evaluations, asked.picture)


if __name__ == "__main__":
    main()

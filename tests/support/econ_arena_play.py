"""Random play of Economics Arena's games with rule breaks, and their results computed without the games' rules."""

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pyspiel

from gtarena import games

CONTEST, SEALED, ENGLISH = "beauty_contest", "second_price_auction", "english_auction"
RULE_BREAKS = 0.2  # the share of answers that cannot be used
BREAK = "break"

Answer = float | str  # a number, "stay" or "drop"; BREAK if the answer could not be used


@dataclass(eq=False)
class Run:
    """The answers of a run: of every seat, or of the seats that were asked at each price of an English auction."""

    answers: list[dict[int, Answer]] = field(default_factory=list)


@dataclass(frozen=True)
class Result:
    """The winner (``None`` if there is none) and the price of an auction, and every seat's payoff."""

    winner: int | None
    price: int
    payoffs: list[float]


@dataclass
class Play:
    """All that happened in a session so far. ``drawn`` holds the outcomes of chance."""

    game: str
    params: dict[str, Any]
    drawn: list[int] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)

    @property
    def players(self) -> int:
        return int(self.params["players"])

    @property
    def upper(self) -> int:
        """The upper bound of a beauty contest."""
        lowest = {"fixed": self.params["upper"], "L": 10, "M": 100, "H": 1000}[self.params["group"]]
        return int(lowest) + sum(self.drawn)

    @property
    def values(self) -> list[int]:
        """The private values of an auction."""
        return [outcome * int(self.step) for outcome in self.drawn]

    @property
    def step(self) -> Fraction:
        return Fraction(str(self.params["increment" if self.game == ENGLISH else "grid"]))

    def finished(self) -> list[Run]:
        return [run for run in self.runs if self._is_over(run)]

    def _is_over(self, run: Run) -> bool:
        return len(self.still_in(run)) < 2 if self.game == ENGLISH else bool(run.answers)

    def still_in(self, run: Run) -> list[int]:
        """The seats that have said at every price that they stay."""
        return [seat for seat in range(self.players) if all(asked.get(seat, "drop") == "stay" for asked in run.answers)]

    def exits(self, run: Run) -> list[int | None]:
        """The price at which each seat dropped; ``None`` if it has not."""
        step = int(self.step)
        return [next((step * number for number, asked in enumerate(run.answers, 1) if asked.get(seat) != "stay"), None)
                for seat in range(self.players)]

    def contest(self, run: Run) -> list[float]:
        """The payoffs of a beauty contest."""
        (answers,) = run.answers
        stated = {seat: Fraction(str(number)) for seat, number in answers.items() if number != BREAK}
        target = Fraction(self.params["ratio"]).limit_denominator(1000) * sum(stated.values()) / max(1, len(stated))
        nearest = min((abs(number - target) for number in stated.values()), default=None)
        winners = [seat for seat, number in stated.items() if abs(number - target) == nearest]
        return [-self.params["entrance_fee"] if seat not in stated
                else self.params["prize"] / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def sale(self, run: Run) -> Result:
        """The result of an auction."""
        winner, price = self._sealed(run) if self.game == SEALED else self._english(run)
        broke = {seat for asked in run.answers for seat, answer in asked.items() if answer == BREAK}
        return Result(winner, price, [
            (self.values[seat] - price if seat == winner else 0) - (self.params["entrance_fee"] if seat in broke else 0)
            for seat in range(self.players)])

    def _sealed(self, run: Run) -> tuple[int | None, int]:
        ranked = sorted([(-float(bid), seat) for seat, bid in run.answers[0].items() if bid != BREAK])
        return (ranked[0][1] if ranked else None), int(-ranked[1][0]) if len(ranked) > 1 else 0

    def _english(self, run: Run) -> tuple[int | None, int]:
        last = run.answers[-1]
        able = self.still_in(run) or sorted(seat for seat, answer in last.items() if answer == "drop")
        return (able[0] if able else None), (len(run.answers) - 1) * int(self.step)


def played(game_string: str, seed: int) -> Iterator[tuple[pyspiel.State, Play]]:
    """Yields every decision of a random session with rule breaks, and what was played up to it; the end too."""
    rng = random.Random(seed)
    name, given = games.parse(game_string)
    play = Play(name, games.complete(name, given))
    state = pyspiel.load_game(game_string).new_initial_state()
    while True:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            play.drawn.append(rng.choices(outcomes, weights)[0])
            state.apply_action(play.drawn[-1])
            continue
        if len(play.finished()) == len(play.runs) and not state.is_terminal():
            play.runs.append(Run())
        yield state.clone(), copy.deepcopy(play)
        if state.is_terminal():
            return
        state.apply_actions(_answered(state, play, rng))


def _answered(state: pyspiel.State, play: Play, rng: random.Random) -> list[int]:
    """Records a random answer of everybody who is asked, and returns the actions."""
    actions, answers = [0] * play.players, {}
    for seat in range(play.players):
        legal = state.legal_actions(seat)
        if not legal:
            continue
        broken = rng.random() < RULE_BREAKS
        actions[seat] = state.penalty_action(seat) if broken else rng.choice(_apt(legal, play, seat, rng))
        answers[seat] = BREAK if broken else _stated(play, actions[seat])
    play.runs[-1].answers.append(answers)
    return actions


def _apt(legal: Sequence[int], play: Play, seat: int, rng: random.Random) -> Sequence[int]:
    """Returns the actions to choose from: bidders stay more often than not, so that prices rise."""
    return [*legal, legal[-1], legal[-1]] if play.game == ENGLISH else legal


def _stated(play: Play, action: int) -> Answer:
    if play.game == ENGLISH:
        return ("drop", "stay")[action]
    number = action * play.step
    return int(number) if number.denominator == 1 else float(number)

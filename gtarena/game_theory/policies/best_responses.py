"""Lower bounds of exploitability in games that are too large to ask an agent in every information state.

A response to the agent's policy is learned in simulated matches, in which the agent is asked where they come, and then
plays fresh matches against it. Whatever was learned, its mean return there estimates without bias something that the
best response exceeds (Timbers et al., "Approximate exploitability: learning a best response", IJCAI 2022). The learner
is UCT (Kocsis and Szepesvári 2006) over the information states of the one who responds.

Questions come in waves: a generator yields the requests that it needs answered now, and is sent the answers.
"""

import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyspiel
from pyspiel import GameType

from custom_games.framework.rules import CHANCE
from custom_games.framework.states import apply_together, choices
from gtarena import games
from gtarena.errors import UsageError
from gtarena.game_theory.policies.information_states import InformationState
from gtarena.game_theory.policies.intervals import NORMAL

EXPLORATION = 0.5  # of UCT, times the difference of the highest and the lowest return so far

Choices = Sequence[int]  # the actions of a move, several if it is compound; none if no legal move was made


@dataclass(frozen=True)
class Budget:
    """Limits of a lower bound: ``questions`` for learning, and ``matches`` in which each player then responds.

    The response is learned in ``episodes`` by player. No more moves are asked for at an information state once
    ``samples`` are known, and where none is known in the end, the learner takes the agent's moves for random. A wave
    has at most ``wave`` requests.
    """

    questions: int = 1000
    samples: int = 5
    episodes: int = 50_000
    matches: int = 200
    wave: int = 64

    def __post_init__(self) -> None:
        least = {"questions": 0, "samples": 1, "episodes": 0, "matches": 2, "wave": 1}
        for name, low in least.items():
            if getattr(self, name) < low:
                raise UsageError(f"{name}={getattr(self, name)} is not a whole number of at least {low}")


@dataclass(frozen=True)
class Request:
    """Question for an independent move at an information state; ``sample`` counts its requests there from 0."""

    state: InformationState
    sample: int


@dataclass(frozen=True)
class Mean:
    """Mean over fresh matches, with the ends of its interval of 95 % by Student's t."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class LowerBound:
    """Lower bounds of what can be won against a policy.

    ``responses`` has by player the mean return of the learned response, ``values`` those of the policy against itself;
    they are ``None`` if the returns of all players have a constant sum, which makes them needless. ``nash_conv`` is the
    sum of the differences; with 97.5 % confidence the policy's is at least its ``low``. ``asked`` counts the questions,
    ``states`` the information states where they were asked, ``illegal`` the answers without a legal move, in place of
    which a random one was made.
    """

    nash_conv: Mean
    responses: tuple[Mean, ...]
    values: tuple[Mean, ...] | None
    asked: int
    states: int
    illegal: int

    @property
    def known(self) -> bool:
        """True if there is a legal move in any answer: without one, nothing is known of the policy."""
        return self.illegal < self.asked


Play = Generator[Request, Choices, list[float]]
Waves = Generator[list[Request], Sequence[Choices], LowerBound]
Plays = Generator[list[Request], Sequence[Choices], list[list[float]]]


def answer_waves(waves: Waves, answer: Callable[[list[Request]], Sequence[Choices]]) -> LowerBound:
    """Returns the lower bound, with the answers that a function gives to the requests of each wave."""
    try:
        requests = next(waves)
        while True:
            requests = waves.send(answer(requests))
    except StopIteration as stopped:
        bound: LowerBound = stopped.value
        return bound


def lower_bound(game: pyspiel.Game, budget: Budget, seed: int = 0) -> Waves:
    """Yields waves of requests, and returns the lower bound for the policy by which they are answered.

    Raises:
        UsageError: the players say free texts, it is not stated what they know, or chance is not listed.
    """
    kind = game.get_type()
    if games.has_texts(game) or not kind.provides_information_state_string or (
            kind.chance_mode == GameType.ChanceMode.SAMPLED_STOCHASTIC):
        raise UsageError(f"responses in {game} cannot be learned: that needs listed moves, listed chance and "
                         "information states")
    table, players = _Table(game, budget, random.Random(seed)), range(game.num_players())
    learners = []
    for player in players:
        learners.append(_Learner(player, table.rng))
        yield from table.learn(learners[-1], budget.questions * (player + 1) // len(players))
    samples: list[npt.NDArray[np.float64]] = []
    for learner in learners:
        returns = yield from _in_waves([table.test(learner) for _ in range(budget.matches)], budget.wave)
        samples.append(np.array(returns)[:, learner.player])
    values, loss, spread = None, game.utility_sum(), game.max_utility() - game.min_utility()
    parts = samples
    if kind.utility not in (GameType.Utility.ZERO_SUM, GameType.Utility.CONSTANT_SUM):
        values = np.array((yield from _in_waves([table.test(None) for _ in range(budget.matches)], budget.wave)))
        parts, loss = [*samples, -values.sum(axis=1)], 0.0
    total = _mean_of(parts, spread)
    return LowerBound(
        Mean(total.value - loss, max(0.0, total.low - loss), total.high - loss),
        tuple(_mean_of([each], spread) for each in samples),
        None if values is None else tuple(_mean_of([column], spread) for column in values.T),
        table.asked.total(), len(table.asked), table.illegal)


def _mean_of(samples: Sequence[npt.NDArray[np.float64]], spread: float) -> Mean:
    """Returns the sum of the means of independent samples; ``spread`` is between the highest and the lowest return."""
    from scipy.special import stdtrit

    value = float(sum(sample.mean() for sample in samples))
    error = math.sqrt(sum(_standard_error(sample, spread)**2 for sample in samples))
    margin = error * float(stdtrit(min(map(len, samples)) - 1, 0.975))
    return Mean(value, value - margin, value + margin)


def _standard_error(sample: npt.NDArray[np.float64], spread: float) -> float:
    """Returns the standard error of a mean.

    If all returns are the same, others may be as likely as the share that stays unseen in as many with a probability of
    2.5 % (Clopper and Pearson 1934), and the ends of the interval are as far as these others may move the mean.
    """
    if np.ptp(sample) > 0:
        return float(sample.std(ddof=1)) / math.sqrt(len(sample))
    unseen: float = 1 - 0.025 ** (1 / len(sample))
    return spread * unseen / NORMAL


class _Learner:
    """UCT of one player, whose statistics are by information state: of each action the visits and the returns."""

    def __init__(self, player: int, rng: random.Random) -> None:
        self.player, self._rng = player, rng
        self._visits: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._totals: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self._low, self._high = math.inf, -math.inf

    def explore(self, key: str, legal: Sequence[int]) -> int:
        """Returns the action to learn from: one never tried, or the one with the highest upper confidence bound."""
        visits = self._visits[key]
        if untried := [action for action in legal if action not in visits]:
            return self._rng.choice(untried)
        width = EXPLORATION * (self._high - self._low)
        log = math.log(sum(visits.values()))
        totals = self._totals[key]
        return max(legal, key=lambda action: totals[action] / visits[action] + width * math.sqrt(log / visits[action]))

    def exploit(self, key: str, legal: Sequence[int]) -> int:
        """Returns the action that was tried most often; a random one where the learner never came."""
        visits = self._visits.get(key)
        return max(legal, key=lambda action: visits.get(action, 0)) if visits else self._rng.choice(legal)

    def learn(self, path: Sequence[tuple[str, int]], reward: float) -> None:
        """Stores the return of a match in which the player took these actions."""
        self._low, self._high = min(self._low, reward), max(self._high, reward)
        for key, action in path:
            self._visits[key][action] += 1
            self._totals[key][action] += reward


class _Table:
    """Place where matches are played against the policy, with all moves of it that are known."""

    def __init__(self, game: pyspiel.Game, budget: Budget, rng: random.Random) -> None:
        self._game, self._budget, self.rng = game, budget, rng
        self._known: dict[tuple[int, str], list[Choices]] = defaultdict(list)
        self.asked: Counter[tuple[int, str]] = Counter()
        self.illegal = 0

    def learn(self, learner: _Learner, questions: int) -> Plays:
        """Lets a player learn its response, until so many questions were asked in all, and then from what is known."""
        done, wave = 0, self._budget.wave
        while done < self._budget.episodes:
            size = min(wave, self._budget.episodes - done)
            yield from _in_waves([self._episode(learner, questions) for _ in range(size)], wave)
            done += size
        return []

    def _episode(self, learner: _Learner, questions: int) -> Play:
        path: list[tuple[str, int]] = []

        def response(key: str, legal: Sequence[int]) -> int:
            path.append((key, learner.explore(key, legal)))
            return path[-1][1]

        def move(state: InformationState) -> Generator[Request, Choices, Choices]:
            known = self._known[state.player, state.key]
            if len(known) < self._budget.samples and self.asked.total() < questions:
                known.append((yield from self._ask(state)))
                return known[-1]
            return self.rng.choice(known) if known else ()

        returns = yield from self._play(learner.player, response, move)
        learner.learn(path, returns[learner.player])
        return returns

    def test(self, learner: _Learner | None) -> Play:
        """Plays a match in which the policy is asked at every decision, against what was learned or itself."""
        if learner is None:
            return self._play(None, lambda key, legal: legal[0], self._ask)
        return self._play(learner.player, learner.exploit, self._ask)

    def _ask(self, state: InformationState) -> Generator[Request, Choices, Choices]:
        place = state.player, state.key
        self.asked[place] += 1
        answer = yield Request(state, self.asked[place] - 1)
        self.illegal += not answer
        return answer

    def _play(
        self, responder: int | None, response: Callable[[str, Sequence[int]], int],
        move: Callable[[InformationState], Generator[Request, Choices, Choices]],
    ) -> Play:
        """Plays a match; what remains of compound moves of the policy waits until it is due."""
        state = self._game.new_initial_state()
        history: list[tuple[int, int]] = []
        rest: dict[int, list[int]] = defaultdict(list)
        while not state.is_terminal():
            made: dict[int, int] = {}
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                made[int(CHANCE)] = self.rng.choices(outcomes, weights)[0]
            for player, legal in choices(state).items():
                if len(legal) > 1 and player == responder:
                    made[player] = response(state.information_state_string(player), legal)
                elif len(legal) > 1 and not rest[player]:
                    key = state.information_state_string(player)
                    answer = yield from move(InformationState(player, key, tuple(legal), tuple(history)))
                    rest[player] = list(answer)
                if player not in made:
                    made[player] = rest[player].pop(0) if rest[player] else self.rng.choice(legal)
            history += made.items()
            apply_together(state, made)
        return list(state.returns())


def _in_waves(plays: Iterable[Play], wave: int) -> Plays:
    """Plays matches side by side, up to ``wave`` at a time, and returns their returns in order."""
    returns: dict[int, list[float]] = {}
    waiting: list[tuple[int, Play, Request]] = []

    def go_on(number: int, play: Play, answer: Choices | None) -> None:
        try:
            waiting.append((number, play, next(play) if answer is None else play.send(answer)))
        except StopIteration as stopped:
            returns[number] = stopped.value

    begun = enumerate(plays)
    while True:
        for number, play in itertools.islice(begun, wave - len(waiting)):
            go_on(number, play, None)
        if not waiting:
            return [returns[number] for number in sorted(returns)]
        answers = yield [request for _, _, request in waiting]
        answered, waiting = waiting, []
        for (number, play, _), answer in zip(answered, answers, strict=True):
            go_on(number, play, answer)

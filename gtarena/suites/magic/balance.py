"""The balance of topics: the win rates of the two roles of a word game by topic or pair of words (appendix A.1).

The paper picked its 20 topics and 20 pairs from 200 matches among equal agents, so that both roles had about equal win
rates, and states no rule. Here the 95 % interval of a topic's balance decides: a topic is dropped if the interval does
not contain an even outcome, it is even if the interval lies between 30 and 70 %, and otherwise more matches are needed.

The credits of the culprit, who hides, and of each other player always sum to the largest win of the game: 2 in
Chameleon, 3 in Undercover. So their win rates sum to 1, an even outcome is half of the credits for each role, and one
interval holds for both. This also goes for Undercover, where a tie is worth 2 to the undercover and 1 to a civilian, so
that players who always tie are not even.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from statistics import NormalDist, mean
from typing import Literal, NamedTuple

from gtarena.logs.records import MatchRecord
from gtarena.metrics.bootstrap import LEVEL
from gtarena.reports.tables import Cell, Table
from gtarena.suites.magic.ability_units import deduction_of
from gtarena.suites.magic.play import MagicPlay
from gtarena.suites.magic.scores import CHAMELEON, CIVILIAN, NON_CHAMELEON, UNDERCOVER

EVEN = 0.5
REACH = 0.2  # of an even topic's interval, to both sides
TOPICS_PRINTED = 5  # the evenest ones, in a terminal

Verdict = Literal["drop", "even", "undecided"]
Draws = Sequence[Sequence[float]]
"""The win rates of the culprit's role in the matches of each draw."""


@dataclass(frozen=True)
class WordGame:
    """The culprit's role, the other role, and the parameter that names the set of topics."""

    culprit: str
    other: str
    parameter: str


WORD_GAMES: Mapping[str, WordGame] = {
    "chameleon": WordGame(CHAMELEON, NON_CHAMELEON, "topics"),
    "undercover": WordGame(UNDERCOVER, CIVILIAN, "pairs"),
}


class TopicSet(NamedTuple):
    """The name of a set of topics or pairs, with the game that is played with it."""

    game: str
    name: str


class Topic(NamedTuple):
    """A topic or pair by its number in the set, counted from 1."""

    number: int
    name: str


class Balance(NamedTuple):
    """The mean win rate of the culprit's role, from 0 to 1, with its 95 % interval, and the matches behind it."""

    share: float
    low: float
    high: float
    matches: int

    @property
    def verdict(self) -> Verdict:
        """Drop if the interval excludes an even outcome, even if it holds little else, and otherwise undecided."""
        if not self.low <= EVEN <= self.high:
            return "drop"
        return "even" if max(self.high - EVEN, EVEN - self.low) <= REACH else "undecided"


def balance(draws: Iterable[Sequence[float]]) -> Balance:
    """Returns the mean of win rates from 0 to 1, with Wilson's interval for it.

    The interval is that of a share of successes. No other numbers from 0 to 1 with the same mean vary more, so that it
    is on the safe side for them, also for very few: no topic is dropped after up to three draws, nor even before the
    twenty-first.

    Args:
        draws: the win rates of each draw's matches. Matches that were dealt the same chance are one draw, and their
            mean is one observation.
    """
    found = list(draws)
    number, share = len(found), mean(map(mean, found))
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    shrink = 1 + z * z / number
    centre = (share + z * z / (2 * number)) / shrink
    reach = z * sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2) / shrink
    return Balance(share, centre - reach, centre + reach, sum(map(len, found)))


class TopicDraw(NamedTuple):
    """Topic of a match, win rate of the culprit's role, and the ``unit`` of matches that were dealt the same."""

    topics: TopicSet
    topic: Topic
    unit: str
    share: float


def draw_of(record: MatchRecord, play: MagicPlay) -> TopicDraw:
    """Returns the topic of a match of a word game, and how it ended."""
    rules, position = deduction_of(play.node), play.node.position
    return TopicDraw(
        TopicSet(record.game, str(record.params[WORD_GAMES[record.game].parameter])),
        Topic(rules.number(position), rules.entry(position).name), record.unit, play.win_rate(rules.culprit(position)))


def balance_tables(played: Sequence[TopicDraw]) -> list[Table]:
    """Returns a summary and a table for each set of topics, with the evenest topic first; none without word games."""
    found = _by_topic(played)
    if not found:
        return []
    return [_summary(found), *(_topics(topics, draws) for topics, draws in found.items())]


def _by_topic(played: Sequence[TopicDraw]) -> dict[TopicSet, dict[Topic, Draws]]:
    """Returns the win rates of the culprit's role, by set, topic and draw."""
    found: dict[TopicSet, dict[Topic, dict[str, list[float]]]] = {}
    for topics, topic, unit, share in played:
        found.setdefault(topics, {}).setdefault(topic, {}).setdefault(unit, []).append(share)
    return {topics: {topic: list(draws.values()) for topic, draws in of_set.items()}
            for topics, of_set in found.items()}


def _summary(found: Mapping[TopicSet, Mapping[Topic, Draws]]) -> Table:
    """Returns the number of topics of each set, and of those that would be dropped."""
    rows = []
    for topics, draws in found.items():
        balances = list(map(balance, draws.values()))
        overall = balance(chain.from_iterable(draws.values()))
        verdicts = [each.verdict for each in balances]
        numbers = len(balances), verdicts.count("drop"), verdicts.count("even")
        label = f"{topics.game}, {topics.name}: drop {numbers[1]} of {len(balances)}"
        rows.append((label, (*map(_count, numbers), *_cells(overall))))
    kinds = "topics or pairs", "to drop", "even"
    return Table("balance", "Topics and pairs that are not even, and the win rates of both roles",
                 (*kinds, *_columns("role that hides", "other role")), tuple(rows), "topics")


def _topics(topics: TopicSet, draws: Mapping[Topic, Draws]) -> Table:
    kind = WORD_GAMES[topics.game]
    unit = kind.parameter.removesuffix("s")
    return Table(
        f"balance {topics.game} {topics.name}", f"Balance of the roles in {topics.game}, by {unit} of {topics.name}",
        _columns(kind.culprit, kind.other), tuple(_rows(draws)), unit, TOPICS_PRINTED)


def _rows(draws: Mapping[Topic, Draws]) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    balances = {topic: balance(of_topic) for topic, of_topic in draws.items()}

    def unevenness(topic: Topic) -> tuple[float, int]:
        return abs(balances[topic].share - EVEN), topic.number

    for topic in sorted(balances, key=unevenness):
        found = balances[topic]
        yield f"{topic.number} {topic.name}: {found.verdict}", _cells(found)


def _columns(culprit: str, other: str) -> tuple[str, ...]:
    return "matches", f"{culprit} (%)", f"{other} (%)", "difference (points)"


def _cells(found: Balance) -> tuple[Cell, ...]:
    share, low, high, matches = found
    return (
        _count(matches),
        Cell(100 * share, low=100 * low, high=100 * high),
        Cell(100 * (1 - share), low=100 * (1 - high), high=100 * (1 - low)),
        Cell(100 * (2 * share - 1), low=100 * (2 * low - 1), high=100 * (2 * high - 1)))


def _count(number: int) -> Cell:
    return Cell(number, digits=0)

"""The balance of topics: the win rates of the two roles of a word game by topic or pair of words (appendix A.1).

The paper picked its 20 topics and 20 pairs from 200 matches among equal agents, so that both roles had about equal win
rates, and states no rule. Here only matches count in which one agent has all seats, a table for each agent. A topic is
dropped if the difference of the two roles is beyond noise (:mod:`gtarena.metrics.paired_differences`), with a
correction for the topics in the table; it is even if it is within noise and the 95 % interval of the win rate lies
between 30 and 70 %, and otherwise more matches are needed.

The credits of the culprit, who hides, and of each other player always sum to the largest win of the game: 2 in
Chameleon, 3 in Undercover. So their win rates sum to 1, an even outcome is half of the credits for each role, and one
interval holds for both. This also goes for Undercover, where a tie is worth 2 to the undercover and 1 to a civilian, so
that players who always tie are not even.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import NamedTuple

from gtarena.logs.records import MatchRecord
from gtarena.metrics.bootstrap import refuse_verdict
from gtarena.metrics.paired_differences import Difference, Gains, adjust_p_values, compare
from gtarena.metrics.win_shares import WinShare, win_share
from gtarena.reports.tables import Cell, Table
from gtarena.suites.magic.ability_units import deduction_of
from gtarena.suites.magic.play import MagicPlay
from gtarena.suites.magic.scores import CHAMELEON, CIVILIAN, NON_CHAMELEON, UNDERCOVER

EVEN = 0.5
REACH = 0.2  # of an even topic's interval, to both sides
TOPICS_PRINTED = 5  # the evenest ones, in a terminal
NOTE = ("Drop: the roles differ beyond noise, by a test in which they change places in each deal at random (p below "
        "0.05, corrected by Holm's method for the topics of the table). Even: they do not, and the 95 % interval lies "
        "between 30 and 70 %.")

Shares = Sequence[tuple[str, float]]
"""Units of matches, which are the same for those that were dealt the same, and the win rates of the culprit's role."""


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
    """The name of a set of topics or pairs, with the game that is played with it and the agent in all seats."""

    game: str
    name: str
    agent: str


class Topic(NamedTuple):
    """A topic or pair by its number in the set, counted from 1."""

    number: int
    name: str


@dataclass(frozen=True)
class Balance:
    """Share of the credits that the culprit's role wins, and its ``difference`` from that of the other role."""

    wins: WinShare
    difference: Difference

    @property
    def verdict(self) -> str:
        """Drop if the roles differ beyond noise, even or undecided if not, or that there are too few deals to tell."""
        if self.difference.beyond_noise is None:
            return refuse_verdict(self.difference.units)
        if self.difference.beyond_noise:
            return "drop"
        return "even" if max(self.wins.high - EVEN, EVEN - self.wins.low) <= REACH else "undecided"


def find_balances(played: Mapping[Topic, Shares]) -> dict[Topic, Balance]:
    """Returns the balance of each topic, with a correction for their number.

    The interval is Wilson's (:func:`gtarena.metrics.win_shares.win_share`). The roles are compared deal by deal, as
    agents are in :func:`gtarena.metrics.paired_differences.compare`.
    """
    found = [each for topic, shares in played.items()
             for each in compare((f"culprit {topic.number}", f"other {topic.number} {topic.name}"), {
                 topic.name: _sum_by_deal(shares)})]
    return {topic: Balance(_count_wins(shares), each)
            for (topic, shares), each in zip(played.items(), adjust_p_values(found), strict=True)}


def _count_wins(shares: Shares) -> WinShare:
    return win_share([share for _, share in shares], [unit for unit, _ in shares])


def _sum_by_deal(shares: Shares) -> Gains:
    """Returns the gains of the culprit's role over the other one, by unit, whose matches count once."""
    by_unit: dict[str, list[float]] = {}
    for unit, share in shares:
        by_unit.setdefault(unit, []).append(2 * share - 1)
    return {unit: [mean(gains), 1, 1] for unit, gains in by_unit.items()}


class TopicDraw(NamedTuple):
    """Topic of a match, win rate of the culprit's role, and the ``unit`` of matches that were dealt the same.

    ``parameter`` is the name of the set of topics, and ``number`` that of the agent in all seats.
    """

    game: str
    parameter: str
    number: int
    topic: Topic
    unit: str
    share: float


def draw_of(record: MatchRecord, play: MagicPlay, numbers: Sequence[int]) -> TopicDraw | None:
    """Returns the topic of a match of a word game, and how it ended; ``None`` if different agents played it.

    Args:
        record: the match.
        play: the same.
        numbers: the number of each seat among the different ones.
    """
    if len(set(numbers)) > 1:
        return None
    rules, position = deduction_of(play.node), play.node.position
    return TopicDraw(
        record.game, str(record.params[WORD_GAMES[record.game].parameter]), numbers[0],
        Topic(rules.number(position), rules.entry(position).name), record.unit, play.win_rate(rules.culprit(position)))


def balance_tables(played: Sequence[TopicDraw], names: Mapping[int, str]) -> list[Table]:
    """Returns a summary and a table for each set of topics, with the evenest topic first; none without word games.

    Args:
        played: the topics of matches that one agent played alone.
        names: the agents by their number.
    """
    found = _by_topic(played, names)
    if not found:
        return []
    balances = {topics: find_balances(of_set) for topics, of_set in found.items()}
    return [_summary(found, balances), *(_topics(topics, of_set) for topics, of_set in balances.items())]


def _by_topic(played: Sequence[TopicDraw], names: Mapping[int, str]) -> dict[TopicSet, dict[Topic, Shares]]:
    """Returns the units and win rates of the culprit's role, by set and topic."""
    found: dict[TopicSet, dict[Topic, list[tuple[str, float]]]] = {}
    for each in played:
        topics = TopicSet(each.game, each.parameter, names[each.number])
        found.setdefault(topics, {}).setdefault(each.topic, []).append((each.unit, each.share))
    return {topics: dict(of_set) for topics, of_set in found.items()}


def _summary(
    found: Mapping[TopicSet, Mapping[Topic, Shares]], balances: Mapping[TopicSet, Mapping[Topic, Balance]]
) -> Table:
    """Returns the number of topics of each set, and of those that would be dropped."""
    rows = []
    for topics, of_set in found.items():
        verdicts = [each.verdict for each in balances[topics].values()]
        numbers = len(verdicts), verdicts.count("drop"), verdicts.count("even")
        label = f"{topics.game}, {topics.name}, {topics.agent}: drop {numbers[1]} of {numbers[0]}"
        overall = _count_wins([(f"{topic.number} {unit}", share) for topic, shares in of_set.items()
                               for unit, share in shares])
        rows.append((label, (*map(_count, numbers), *_cells(overall))))
    kinds = "topics or pairs", "to drop", "even"
    return Table("balance", "Topics and pairs that are not even, and the win rates of both roles",
                 (*kinds, *_columns("role that hides", "other role")), tuple(rows), "topics")


def _topics(topics: TopicSet, balances: Mapping[Topic, Balance]) -> Table:
    kind = WORD_GAMES[topics.game]
    unit = kind.parameter.removesuffix("s")
    return Table(
        f"balance {topics.game} {topics.name} {topics.agent}",
        f"Balance of the roles in {topics.game}, by {unit} of {topics.name}, {topics.agent} in all seats",
        _columns(kind.culprit, kind.other), tuple(_rows(balances)), unit, TOPICS_PRINTED, (NOTE,))


def _rows(balances: Mapping[Topic, Balance]) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    def unevenness(topic: Topic) -> tuple[float, int]:
        return abs(balances[topic].wins.share - EVEN), topic.number

    for topic in sorted(balances, key=unevenness):
        found = balances[topic]
        yield f"{topic.number} {topic.name}: {found.verdict}", _cells(found.wins)


def _columns(culprit: str, other: str) -> tuple[str, ...]:
    return "matches", f"{culprit} (%)", f"{other} (%)", "difference (points)"


def _cells(found: WinShare) -> tuple[Cell, ...]:
    share, low, high = found.share, found.low, found.high
    return (
        _count(found.matches),
        Cell(100 * share, low=100 * low, high=100 * high),
        Cell(100 * (1 - share), low=100 * (1 - high), high=100 * (1 - low)),
        Cell(100 * (2 * share - 1), low=100 * (2 * low - 1), high=100 * (2 * high - 1)))


def _count(number: int) -> Cell:
    return Cell(number, digits=0)

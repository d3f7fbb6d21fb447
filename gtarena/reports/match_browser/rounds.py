"""Tables of rounds: what every seat played in each round of a match, what was announced, and what was paid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pyspiel

from custom_games.framework.node import Node
from custom_games.framework.position_texts import OF_ITS_OWN, OWN, ROUNDS, write_value
from custom_games.framework.rounds import RoundBased
from custom_games.framework.spiel import State
from gtarena.formatting import format_number, one_line

_PERSONAL = (OWN, OF_ITS_OWN, "opponent")
PAYOFFS = "payoffs"
CELL_LIMIT = 200  # characters

Told = Sequence[Mapping[str, Any]]  # reports of one round, seat by seat; empty if a seat is told nothing


@dataclass(frozen=True)
class RoundRow:
    """A round: the index of the ``until`` turn, after which it is complete, and a text for each column."""

    until: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Rounds:
    """The rounds of a match, with the names of their columns."""

    columns: tuple[str, ...]
    rows: tuple[RoundRow, ...]


@dataclass
class RoundsSeen:
    """The rounds of a match as its states come, one after another.

    ``until`` has the index of the step after which each was complete.
    """

    told: tuple[Told, ...] = ()
    until: tuple[int, ...] = ()

    def see(self, state: pyspiel.State, step: int) -> None:
        """Notes the rounds that are told in a state; a round is complete where its report has changed last."""
        if not isinstance(state, State) or (self.tell_all(state) and len(state.node.position.rounds) == len(self.told)):
            return
        told = tuple(_told(state.node, state.num_players()))
        changed = (place >= len(self.told) or told[place] != self.told[place] for place in range(len(told)))
        self.until = tuple(step if new else self.until[place] for place, new in enumerate(changed))
        self.told = told

    @staticmethod
    def tell_all(state: pyspiel.State) -> bool:
        """Returns whether a position consists of nothing but rounds, the one that is being played among them."""
        return isinstance(state, State) and isinstance(state.node.rules, RoundBased)

    def table(self, turn_of: Sequence[int], names: Sequence[str]) -> Rounds | None:
        """Returns the rounds as a table, given the turn of each step and the seats' names; ``None`` without any."""
        if not self.told:
            return None
        # Where no seat is told of a move of its own, seats have no columns.
        seats = names if any(OWN in report for reports in self.told for report in reports) else ()
        announced = _announced(self.told)
        rows = (RoundRow(turn_of[until], (*(_own(report) for report in told if seats),
                                     *(_words(_value(told, key)) for key in announced)))
                for told, until in zip(self.told, self.until, strict=True))
        return Rounds((*seats, *(key.replace("_", " ") for key in announced)), tuple(rows))


def _told(node: Node, seats: int) -> Iterator[Told]:
    """Yields what the seats are told of each round so far, in games that tell their rounds as mappings."""
    rules = node.rules
    if isinstance(rules, RoundBased):
        for stage in node.position.rounds:
            paid = list(rules.payoffs(stage))
            yield [{**rules.report(stage, seat), PAYOFFS: paid} for seat in range(seats)]
    elif _listed(node, 0):
        for reports in zip_longest(*(_listed(node, seat) for seat in range(seats)), fillvalue={}):
            yield list(reports)


def _listed(node: Node, seat: int) -> Sequence[Mapping[str, Any]]:
    """Returns the rounds in a seat's observation; nothing if it lists none."""
    rounds = node.observation(seat).get(ROUNDS)
    return rounds if isinstance(rounds, list) and all(isinstance(each, Mapping) for each in rounds) else []


def _announced(told: Sequence[Told]) -> list[str]:
    """Returns the keys under which all seats that are told something are told the same, in every round.

    A list of what every seat played, or was paid, is not told twice.
    """
    keys = dict.fromkeys(key for reports in told for report in reports for key in report)
    common = [key for key in keys if not key.startswith(_PERSONAL) and all(_agree(reports, key) for reports in told)]
    return [key for key in common if not any(_repeats(told, key, other) for other in (OWN, PAYOFFS) if other != key)]


def _agree(reports: Told, key: str) -> bool:
    """Returns whether all seats that are told of a key are told the same."""
    values = [report[key] for report in reports if key in report]
    return all(value == values[0] for value in values)


def _repeats(told: Sequence[Told], key: str, other: str) -> bool:
    """Returns whether a key tells in every round what another one tells."""
    return all(_value(reports, key) == (
        [report.get(OWN) for report in reports] if other == OWN else _value(reports, other)) for reports in told)


def _value(reports: Told, key: str) -> Any:
    return next((report[key] for report in reports if key in report), None)


def _own(report: Mapping[str, Any]) -> str:
    """Returns a seat's move, with what it alone was told in parentheses."""
    told = [f"{key.removeprefix(OF_ITS_OWN).replace('_', ' ')} {_words(value)}"
            for key, value in report.items() if key.startswith(OF_ITS_OWN)]
    return _words(report.get(OWN)) + (f" ({', '.join(told)})" if told else "")


def _words(value: object) -> str:
    """Returns a value of a report in one line of text."""
    return "" if value is None else one_line(write_value(value, number=format_number), CELL_LIMIT)

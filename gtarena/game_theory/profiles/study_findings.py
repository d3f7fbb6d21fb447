"""Findings of studies, from the answers in results folders, under the names that agents have in logged matches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path

from gtarena.errors import first_line
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.profiles.counted_answers import count_answers
from gtarena.game_theory.profiles.findings import Finding, Named, name_agent
from gtarena.game_theory.profiles.measures import MEASURES
from gtarena.game_theory.saved_studies import FILE, Restudied, restudy
from gtarena.logs.reader import ANSWERS, find
from gtarena.logs.records import Seat
from gtarena.metrics.agent_settings import DifferentSeats

_POLICY = "illegal"  # the setting of what follows a reply without a legal move


@dataclass
class Studies:
    """Studies of results folders, and a line for everything in them that could not be counted.

    ``numbers`` are those of their agents' seats among the different ones of all logs, by folder.
    """

    found: dict[Path, Restudied] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    numbers: dict[Path, list[int]] = field(default_factory=dict)

    @property
    def answers(self) -> int:
        """The number of answers that count."""
        return sum(len(own) for each in self.found.values() for own in each.answers.values())

    def add_seats(self, different: DifferentSeats, played: Sequence[Seat]) -> None:
        """Numbers the agents' seats among those of the matches ``played``, with which they share names from then on."""
        for folder, each in self.found.items():
            self.numbers[folder] = [different.number(each.subject.label, _as_played(seat, played))
                                    for seat in each.subject.seats]


def read_studies(paths: Iterable[Path]) -> Studies:
    """Conducts all studies below folders again with their logged answers; what cannot be is named in ``skipped``.

    There is a progress bar in a terminal, as some search for the values of moves.

    Raises:
        UsageError: a path does not exist.
    """
    from rich.console import Console
    from rich.progress import track

    studies, console = Studies(), Console(stderr=True)
    places = [path for path in paths if not path.is_file()]
    folders = sorted({file.parent for pattern in (ANSWERS, FILE) for file in find(pattern, *places)})
    for folder in track(folders, "Studies", console=console, transient=True, disable=not console.is_terminal):
        if not (folder / FILE).exists():
            studies.skipped.append(f"{folder}: there is no {FILE} beside the answers, which tells what was asked; the "
                                   "command that asked writes it again")
            continue
        try:
            studies.found[folder] = each = restudy(folder)
        except ValueError as error:  # also a UsageError, as of a game whose plug-in is missing
            studies.skipped.append(f"{folder}: {first_line(error)}")
        else:
            studies.skipped += [f"{folder}: {line}" for line in each.missing]
    return studies


def find_in_studies(studies: Studies, different: DifferentSeats) -> list[Finding]:
    """Returns what the studies measured; of two numbers for the same, that with more answers behind it.

    Measures that are not known are added to those that were skipped.
    """
    labels, kept = different.labels(), dict[tuple[str, ...], Finding]()
    for folder, each in studies.found.items():
        seats = [different.seat(number) for number in studies.numbers[folder]]
        named = [name_agent(seat.agent, seat.model or "", labels[number])
                 for seat, number in zip(seats, studies.numbers[folder], strict=True)]
        names = dict(zip(names_of(each.subject.seats), named, strict=True))
        for finding in _measured(each, names):
            if finding.measure not in MEASURES:
                studies.skipped.append(f"{folder}: the measure {finding.measure} is not known here")
                continue
            key = finding.agent, finding.game, finding.measure, finding.condition
            if key in kept:
                less, more = sorted((kept[key], finding), key=lambda other: other.count)
                finding = replace(more, note=f"another study of the same has {less.count:,} {less.counted}")
            kept[key] = finding
    return list(kept.values())


def _measured(each: Restudied, names: Mapping[str, Named]) -> Iterator[Finding]:
    for found in each.results.measured:
        agent, condition = names.get(found.agent, Named(found.agent))
        value = found.low if found.high == inf else found.value  # of what is bounded from below alone, the bound
        count = count_answers(found.measure, each.answers.get(found.agent, ()))
        yield Finding(agent, found.game, found.measure, value, found.low, found.high, count, "answers", condition,
                      source=each.study)


def _as_played(seat: Seat, played: Sequence[Seat]) -> Seat:
    """Returns the seat of an answer as a match would have it: with a policy for replies without a legal move.

    Answers have none, because nothing follows such a reply. It is that of the seat in matches that is most like it.
    """
    same = [other for other in played if (other.agent, other.model) == (seat.agent, seat.model)
            and isinstance(other.params.get(_POLICY), dict)]
    own = seat.params.get(_POLICY)
    if not same or not isinstance(own, dict):
        return seat
    nearest = max(same, key=lambda other: sum(other.params.get(name) == value for name, value in seat.params.items()))
    policy = nearest.params[_POLICY]
    assert isinstance(policy, dict), "others were left out"
    return seat.model_copy(update={"params": {**seat.params, _POLICY: {**own, "policy": policy.get("policy")}}})

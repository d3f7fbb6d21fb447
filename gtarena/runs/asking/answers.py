"""Answers to questions outside of matches, read from logs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gtarena.errors import UsageError
from gtarena.logs.reader import ANSWERS, Records
from gtarena.logs.records import MatchRecord, Seat
from gtarena.runs.asking.positions import Position


@dataclass(frozen=True)
class Answer:
    """Answer of an agent, in its ``seat``, to one sample of a question about a position.

    ``choices`` are those of its move, several if the move is compound; empty if it gave none, or was asked an
    ``inquiry``. ``probabilities`` are those of the inquiry's options; ``None`` if it gave none. ``match_id`` is that of
    its record.
    """

    match_id: str
    seat: Seat
    position: Position
    sample: int
    inquiry: str | None = None
    options: tuple[str, ...] = ()
    choices: tuple[int | str, ...] = ()
    probabilities: tuple[float, ...] | None = None

    @classmethod
    def of(cls, record: MatchRecord) -> "Answer":
        """Returns the answer in a record of a decision that was asked for.

        Raises:
            ValueError: it is the record of a match.
        """
        asked = record.asked
        if asked is None:
            raise ValueError(f"match {record.match_id} is no answer to a question")
        steps = [(step.player, step.choice) for step in record.history]
        position = Position(record.game, record.params, tuple(steps[:asked.moves]), asked.player, record.seed)
        return cls(
            record.match_id, record.seats[asked.player], position, asked.sample, asked.inquiry, tuple(asked.options),
            tuple(choice for _, choice in steps[asked.moves:]),
            None if asked.probabilities is None else tuple(asked.probabilities))


def read_answers(*paths: str | Path) -> Iterator[Answer]:
    """Yields the answers in files and below folders, each once.

    Raises:
        UsageError: a path does not exist.
    """
    return map(Answer.of, Records(*paths, pattern=ANSWERS))


def pick_answers(ids: Iterable[str], answers: Mapping[str, Answer]) -> list[Answer]:
    """Returns the answers of these ids, each once and in the order of the ids.

    Raises:
        UsageError: one is missing, as its record is of a later schema.
    """
    wanted = dict.fromkeys(ids)
    if unread := [match_id for match_id in wanted if match_id not in answers]:
        raise UsageError(f"{len(unread):,} answers in the log cannot be read here, such as {unread[0]}: a later "
                         "version of gtarena wrote them; update it, or ask again under another name=NAME")
    return [answers[match_id] for match_id in wanted]

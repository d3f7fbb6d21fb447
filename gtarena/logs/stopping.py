"""State of a run that stops by a rule, in a file beside its plan: what is known of each pair, and what is spared."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from gtarena.formatting import format_signed, one_line
from gtarena.system.files import write_text

STOPPING = "stopping.json"
MOST_SHOWN = 20  # pairs

End = Literal["decided", "narrow", "open"]


@dataclass(frozen=True)
class PairState:
    """Pair of agents in a game: its advantage with the 95 % interval on so many deals, and how it ended.

    ``advantage`` and the ends of the interval are ``None`` while they are not known.
    """

    game: str
    first: str
    second: str
    deals: int = 0
    advantage: float | None = None
    low: float | None = None
    high: float | None = None
    end: End = "open"

    @property
    def width(self) -> float:
        """The width of the interval; as long as there is none, that of all possible advantages."""
        return 2.0 if self.low is None or self.high is None else self.high - self.low

    def __str__(self) -> str:
        on = f"on {self.deals} {'deal' if self.deals == 1 else 'deals'}"
        who = one_line(f"{self.game}: {self.first} against {self.second}")
        if self.advantage is None:
            return f"{who}: nothing known {on}"
        interval = "" if self.low is None or self.high is None else (
            f" [{format_signed(self.low)}, {format_signed(self.high)}]")
        return f"{who}: {format_signed(self.advantage)}{interval} {on}"


@dataclass(frozen=True)
class StoppingState:
    """State of a run with a ``rule``: its pairs, and the planned matches that are not needed, by id."""

    rule: str
    pairs: tuple[PairState, ...] = ()
    not_needed: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yields the numbers of pairs and of matches that are not needed, and a line for each of the first pairs."""
        counts = {end: sum(pair.end == end for pair in self.pairs) for end in ("decided", "narrow", "open")}
        yield (f"stop={self.rule}: {', '.join(f'{number} {end}' for end, number in counts.items() if number)} of "
               f"{len(self.pairs)} {'pair' if len(self.pairs) == 1 else 'pairs'}; {len(self.not_needed)} matches not "
               "needed")
        ordered = sorted(self.pairs, key=lambda pair: list(counts).index(pair.end))
        yield from (f"{pair.end}: {pair}" for pair in ordered[:MOST_SHOWN])
        if len(ordered) > MOST_SHOWN:
            yield f"… and {len(ordered) - MOST_SHOWN} more pairs in {STOPPING}"


_STATE = TypeAdapter(StoppingState)


def write_stopping(folder: Path, state: StoppingState) -> None:
    """Writes the state of a folder's latest command."""
    write_text(folder / STOPPING, _STATE.dump_json(state).decode())


def need_all(folder: Path) -> None:
    """Notes that all matches are needed again, if an earlier command stopped by a rule."""
    if state := read_stopping(folder):
        write_stopping(folder, replace(state, not_needed=()))


def remove_stopping(folder: Path) -> None:
    """Removes the state of an earlier command, if there is one."""
    (folder / STOPPING).unlink(missing_ok=True)


def stops_by_rule(folder: Path) -> bool:
    """Returns whether a rule has stopped the matches of a folder, also if its state cannot be read."""
    return (folder / STOPPING).exists()


def read_stopping(folder: Path) -> StoppingState | None:
    """Returns the state of a folder's latest command; ``None`` if it does not stop by a rule, or cannot be read."""
    try:
        return _STATE.validate_json((folder / STOPPING).read_bytes())
    except (OSError, ValidationError):
        return None

"""What of a match's positions is shown to people at each step."""

from dataclasses import dataclass, field

from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import REFUSED, Replay, whole_turns


@dataclass
class Pictures:
    """Pictures as SVG, each once."""

    numbers: dict[str, int] = field(default_factory=dict)

    def put(self, svg: str) -> int:
        """Returns the number of a picture."""
        return self.numbers.setdefault(svg, len(self.numbers))


@dataclass(frozen=True)
class Shown:
    """Position as people see it."""

    views: tuple[tuple[int | None, int], ...]
    text: str | None


@dataclass(frozen=True)
class ShownMatch:
    """Positions of a match."""

    start: Shown | None = None
    shown: tuple[Shown | None, ...] = ()
    rounds: None = None
    problem: str | None = None


def shown_match(record: MatchRecord, pictures: Pictures) -> ShownMatch:
    """Returns what is shown of a match."""
    shown: list[Shown | None] = []
    try:
        match = Replay.of_record(record)
        start = Shown((), match.text) if match.text else None
        for turn in whole_turns(record):
            changed = [match.apply(step.player, step.choice) for step in turn.steps]
            shown.append(Shown((), match.text) if any(changed) and match.text else None)
    except REFUSED as error:
        return ShownMatch(problem=str(error))
    return ShownMatch(start, tuple(shown))

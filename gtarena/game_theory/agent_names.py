"""Names of the agents that a study asks: those that leaderboards of the same agents have."""

from collections.abc import Callable, Sequence

from gtarena.formatting import agent_name
from gtarena.logs.records import Seat
from gtarena.metrics.agent_settings import DifferentSeats


def names_of(seats: Sequence[Seat]) -> list[str]:
    """Returns the name of each seat's agent in one game: agent, model and the settings that vary among the seats."""
    different = DifferentSeats()
    numbers = [different.number("", seat) for seat in seats]
    labels = different.labels()
    return [agent_name(seat.agent, seat.model or "", labels[number], None)
            for seat, number in zip(seats, numbers, strict=True)]


def namer_of(seats: Sequence[Seat]) -> Callable[[Seat], str]:
    """Returns a function that gives the name of the agent in any of these different seats, as :func:`names_of` does."""
    names = dict(zip(map(Seat.model_dump_json, seats), names_of(seats), strict=True))
    return lambda seat: names[seat.model_dump_json()]

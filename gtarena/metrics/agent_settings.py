"""Settings that tell agents apart: those that vary among the seats of the same agent and model."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from gtarena import games
from gtarena.formatting import short_value
from gtarena.logs.records import MatchRecord, Seat

WORDING = "wording"
DECIDES_WORDING = ("prompt", "scheme", "reasoning", "persona")

FlatSettings = Mapping[str, str]
SeatKey = tuple[str, int]  # match id, seat
Who = tuple[str, str]  # agent word, model
Scope = tuple[str, ...]


def settings_labels(records: Iterable[MatchRecord]) -> dict[SeatKey, str]:
    """For every seat of every record, those settings of its agent that vary, such as ``prompt=v1 temperature=0``.

    A setting varies if in some game the seats with the same agent word and model have it with different values: a
    suite that lets an agent search less in one game has not made two agents of it. The digest of the wordings
    counts only within one game, prompt version and way of reasoning: then somebody has edited a prompt between
    two runs.
    """
    # One run has many seats and few that differ.
    different: dict[tuple[str, str], int] = {}
    flat: list[tuple[str, Seat, FlatSettings]] = []
    numbers: dict[SeatKey, int] = {}
    for record in records:
        game = games.label(record.game, record.params)
        for player, seat in enumerate(record.seats):
            number = different.setdefault((game, seat.model_dump_json()), len(flat))
            if number == len(flat):
                flat.append((game, seat, dict(_flatten(seat.params))))
            numbers[record.match_id, player] = number
    labels = _varying(flat)
    return {key: labels[number] for key, number in numbers.items()}


def _varying(flat: Sequence[tuple[str, Seat, FlatSettings]]) -> list[str]:
    """The settings that vary among seats in games, for each of the seats."""
    names: dict[Who, set[str]] = defaultdict(set)
    for _, seat, settings in flat:
        names[_who(seat)].update(settings)
    values: dict[Scope, set[str | None]] = defaultdict(set)
    for game, seat, settings in flat:
        for name in names[_who(seat)]:
            values[(*_scope(seat, settings, name, game), game)].add(settings.get(name))
    varying = {key[:-1] for key, found in values.items() if len(found) > 1}
    return [
        " ".join(
            f"{name}={value}"
            for name, value in sorted(settings.items())
            if _scope(seat, settings, name, game) in varying
        )
        for game, seat, settings in flat
    ]


def _who(seat: Seat) -> Who:
    return seat.agent, seat.model or ""


def _scope(seat: Seat, settings: FlatSettings, name: str, game: str) -> Scope:
    """For which seats a setting is to be named if it varies in a game."""
    if name != WORDING:
        return *_who(seat), name
    return *_who(seat), name, game, *(settings.get(setting, "") for setting in DECIDES_WORDING)


def _flatten(params: Mapping[str, JsonValue], prefix: str = "") -> Iterator[tuple[str, str]]:
    """``{"illegal": {"retries": 2}}`` as ``("illegal.retries", "2")``."""
    for key, value in params.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, short_value(value)

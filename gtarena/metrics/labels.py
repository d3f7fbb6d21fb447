"""Names for what was played and for who played it: short, and different wherever the things differ."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from pydantic import JsonValue

from gtarena import games
from gtarena.errors import UsageError
from gtarena.logs.records import MatchRecord, Seat

WORDING = "wording"
DECIDES_WORDING = ("prompt", "scheme", "reasoning", "persona")

_PLAIN_WORD = re.compile(r"(?!(?:true|false|null|NaN|Infinity)$)[A-Za-z_][\w./:-]*")

Settings = Mapping[str, str]
SeatKey = tuple[str, int]  # match id, seat
Who = tuple[str, str]  # agent word, model
Scope = tuple[str, ...]


def game_label(name: str, params: Mapping[str, JsonValue]) -> str:
    """The game with those parameters that are not the default, such as ``pig(winscore=20)``."""
    return _game_label(name, json.dumps(params, sort_keys=True))


@cache  # one run has many matches and few games
def _game_label(name: str, params: str) -> str:
    given = json.loads(params)
    try:
        return games.label(name, given)
    except (UsageError, KeyError):  # logged by another version, which had this game or parameter
        return f"{name}({','.join(f'{key}={_value(value)}' for key, value in given.items())})"


def settings_labels(records: Iterable[MatchRecord]) -> dict[SeatKey, str]:
    """For every seat of every record, those settings of its agent that vary, such as ``prompt=v1 temperature=0``.

    A setting varies if in some game the seats with the same agent word and model have it with different values: a
    suite that lets an agent search less in one game has not made two agents of it. The digest of the wordings
    counts only within one game, prompt version and way of reasoning: then somebody has edited a prompt between
    two runs.
    """
    # One run has many seats and few that differ.
    different: dict[tuple[str, str], int] = {}
    flat: list[tuple[str, Seat, Settings]] = []
    numbers: dict[SeatKey, int] = {}
    for record in records:
        game = game_label(record.game, record.params)
        for player, seat in enumerate(record.seats):
            number = different.setdefault((game, seat.model_dump_json()), len(flat))
            if number == len(flat):
                flat.append((game, seat, dict(_flatten(seat.params))))
            numbers[record.match_id, player] = number
    labels = _varying(flat)
    return {key: labels[number] for key, number in numbers.items()}


def _varying(flat: Sequence[tuple[str, Seat, Settings]]) -> list[str]:
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


def _scope(seat: Seat, settings: Settings, name: str, game: str) -> Scope:
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
            yield prefix + key, _value(value)


def _value(value: JsonValue) -> str:
    """A value in as few characters as tell it from every other: text goes without quotes if nothing is lost."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, str) and _PLAIN_WORD.fullmatch(value):
        return value
    return json.dumps(value, sort_keys=True)

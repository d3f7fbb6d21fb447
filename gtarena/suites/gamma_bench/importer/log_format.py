"""Format of gamma-Bench's published raw results: a JSON file for each match, whose name tells who played."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError

PREFIX = "gamabench_"  # of what is imported
UNNAMED_MODEL = "gpt-3.5-turbo-0125"  # the model of files whose names begin with the game

_GAMES = ("guessing_game", "bar_game", "divide_dollar", "public_goods", "diner_dilemma", "sealed_bid_auction",
          "battle_royale", "pirate_game")
_NAME = re.compile(
    rf"(?:(?P<model>.+?)[-_])?(?:{'|'.join(_GAMES)})(?:_(?:explicit|implicit))?(?:_(?P<version>v\d+))?(?:_(?P<tag>.+))?")
_FIXED = "specified="
_TEMPERATURE = re.compile(r"t([0-5])")
_REASONING = re.compile(r"cot\d+")
_PERSONA = re.compile(r"role\d+")
_SEAT = re.compile(r"(?:player_)?(\d+)")


class _Player(BaseModel):
    model: str
    records: list[Any]
    utility: list[Any] = []
    prompt: list[Any] = []


class _Contents(BaseModel):
    meta: dict[str, Any]
    round_records: list[dict[str, Any]] = Field(min_length=1)
    player_data: list[_Player] = Field(min_length=2)


@dataclass(frozen=True)
class LogName:
    """Settings in the name of a log, such as ``gpt-4o_pirate_game_v1_t2``.

    ``tag`` is the part after the version. ``is_plain`` is true if no part of the tag can stand for other rules.
    """

    model: str | None = None
    version: str | None = None
    tag: str = ""

    @property
    def _parts(self) -> list[str]:
        return self.tag.split("_") if self.tag else []

    @property
    def run(self) -> int:
        """Number of the repetition; 1 if the name has none."""
        return next((int(part) for part in self._parts if part.isdecimal()), 1)

    @property
    def temperature(self) -> float:
        """Sampling temperature: ``t0`` to ``t5`` are 0 to 1 in steps of 0.2; 1 if the name has none."""
        found = filter(None, map(_TEMPERATURE.fullmatch, self._parts))
        return next((round(0.2 * int(match[1]), 1) for match in found), 1.0)

    @property
    def reasoning(self) -> str:
        """Name under which the published instruction is imported."""
        return self._imported(_REASONING) or "none"

    @property
    def persona(self) -> str | None:
        """Name under which the published role is imported."""
        return self._imported(_PERSONA)

    @property
    def is_plain(self) -> bool:
        return all(
            part.isdecimal() or any(kind.fullmatch(part) for kind in (_TEMPERATURE, _REASONING, _PERSONA))
            for part in self._parts)

    def _imported(self, kind: re.Pattern[str]) -> str | None:
        return next(map(imported_name, filter(kind.fullmatch, self._parts)), None)


@dataclass(frozen=True)
class PublishedLog:
    """Published log of a match.

    ``source`` is the file's path below the folder of all logs. ``models`` has an entry per seat, and so have
    ``records`` and ``utilities``, the players' choices and payoffs over rounds. ``system`` is the first player's
    system message.
    """

    source: str
    sha256: str
    name: LogName
    meta: dict[str, Any]
    rounds: list[dict[str, Any]]
    models: list[str]
    records: list[list[Any]]
    utilities: list[list[Any]]
    system: str

    @property
    def version(self) -> str:
        return self.name.version or str(self.meta.get("version", "v1"))

    @property
    def players(self) -> int:
        return len(self.models)

    def model(self, seat: int) -> str:
        return self.name.model or self.models[seat]

    def fixed_moves(self, seat: int) -> str | None:
        """Returns the moves that a seat without a model repeats, separated by ``/``; ``None`` for a model's seat."""
        stated = self.models[seat]
        return stated.removeprefix(_FIXED) if stated.startswith(_FIXED) else None

    def choices(self, number: int) -> list[Any]:
        """Returns the players' stated choices in a round, counted from 0, in seat order."""
        return [stated[number] for stated in self.records]

    def earned(self, number: int) -> list[Any]:
        """Returns the players' payoffs in a round, counted from 0, in seat order."""
        return [earned[number] for earned in self.utilities]


def imported_name(published: str) -> str:
    """Returns the name of an imported wording, instruction or role, with which published matches are labelled, too."""
    return f"{PREFIX}{published}"


def seat_of(name: Any) -> int:
    """Returns the number of the seat called ``player_3`` or ``3``; -1 if that is not the name of a seat."""
    found = _SEAT.fullmatch(str(name).strip())
    return int(found[1]) if found else -1


def read_log(path: Path, source: str) -> PublishedLog | None:
    """Returns the log in a file, or ``None`` if the file is another kind of JSON.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file is not JSON, or a part of the log is missing.
    """
    data = path.read_bytes()
    try:
        found = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(found, dict) or not _Contents.model_fields.keys() <= found.keys():
        return None
    contents = _validated(found)
    players = contents.player_data
    return PublishedLog(
        source=source,
        sha256=hashlib.sha256(data).hexdigest(),
        name=_name(path.stem) or _name(str(contents.meta.get("name_exp"))) or LogName(),
        meta=contents.meta,
        rounds=contents.round_records,
        models=[player.model for player in players],
        records=[player.records for player in players],
        utilities=[player.utility for player in players],
        system=_system(players[0].prompt),
    )


def _validated(found: dict[str, Any]) -> _Contents:
    try:
        return _Contents.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _name(stem: str) -> LogName | None:
    match = _NAME.fullmatch(stem)
    return match and LogName(match["model"] or UNNAMED_MODEL, match["version"], match["tag"] or "")


def _system(prompt: list[Any]) -> str:
    messages = (message for message in prompt if isinstance(message, dict) and message.get("role") == "system")
    return str(next(messages, {}).get("content", "")).strip()

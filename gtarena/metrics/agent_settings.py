"""Settings that tell agents apart: those that vary among the seats of the same agent and model."""

import json
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence

from adapters.disguises.disguise import NO_DISGUISE
from gtarena import games
from gtarena.formatting import short_value
from gtarena.logs.records import MatchRecord, Seat
from gtarena.metrics.setting_columns import flat_settings

WORDING = "wording"
NULL = "null:"  # begins the name of a duplicate, which names the settings that its original names
DECIDES_WORDING = ("prompt", "scheme", "reasoning", "persona", "rules", "look_ups", "guide", "disguise")
UNSTATED = {"disguise": NO_DISGUISE}  # settings of agents with a model that logs leave out where they have this value

FlatSettings = Mapping[str, str]
SeatKey = tuple[str, int]  # match id, seat
AgentModel = tuple[str, str]
Scope = tuple[str, ...]


def settings_labels(records: Iterable[MatchRecord]) -> dict[SeatKey, str]:
    """Returns for every seat the settings of its agent that vary, such as ``prompt=v1 temperature=0``.

    A setting varies if seats with the same agent and model have different values of it in the same game; a suite that
    gives an agent fewer simulations in one game has not made two agents of it. A setting that only some seats state, as
    those of published matches state few, is named only where they could not be told apart otherwise. The digest of the
    wordings is compared only within one game, prompt version, instruction, persona, guide, reasoning scheme and way to
    read the rules: there it differs if a prompt was edited between two runs.
    """
    seats = DifferentSeats()
    numbers = {(record.match_id, player): number
               for record in records for player, number in enumerate(seats.add(record))}
    labels = seats.labels()
    return {key: labels[number] for key, number in numbers.items()}


class DifferentSeats:
    """Seats that differ in game, agent or settings, of which a run has few, numbered in the order of their coming."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._flat: list[tuple[str, Seat, FlatSettings]] = []

    def add(self, record: MatchRecord) -> list[int]:
        """Returns the number of each seat of a match."""
        game = games.label(record.game, record.params)
        return [self.number(game, seat) for seat in record.seats]

    def number(self, game: str, seat: Seat) -> int:
        """Returns the number of a seat in the game that has this label."""
        number = self._numbers.setdefault((game, seat.model_dump_json()), len(self._flat))
        if number == len(self._flat):
            self._flat.append((game, seat, _shown(seat)))
        return number

    def seat(self, number: int) -> Seat:
        """Returns the seat that has a number."""
        return self._flat[number][1]

    def game(self, number: int) -> str:
        """Returns the label of the game of the seat that has a number."""
        return self._flat[number][0]

    def labels(self) -> list[str]:
        """Returns by number the settings that vary among the seats added so far (see :func:`settings_labels`)."""
        return _varying(self._flat)

    def labels_among(self, numbers: Iterable[int], without: Collection[str] = ()) -> dict[int, str]:
        """Returns by number the settings that vary among these seats, those ``without`` which they are told apart."""
        chosen = sorted(set(numbers))
        flat = [(game, seat, {name: value for name, value in settings.items() if name.split(".")[0] not in without})
                for game, seat, settings in map(self._flat.__getitem__, chosen)]
        return dict(zip(chosen, _varying(flat), strict=True))


def stated_settings(label: str) -> dict[str, str]:
    """Returns the settings that a label of :func:`settings_labels` names, each value as it stands there."""
    found: dict[str, str] = {}
    while label:
        name, _, rest = label.partition("=")
        # A value is a word or JSON, which may have spaces inside.
        try:
            _, end = json.JSONDecoder().raw_decode(rest)
        except ValueError:
            end = 0
        end = end if end and rest[end:end + 1] in ("", " ") else len(rest.partition(" ")[0])
        found[name], label = rest[:end], rest[end + 1:]
    return found


def _varying(flat: Sequence[tuple[str, Seat, FlatSettings]]) -> list[str]:
    """Returns for each seat in its game the settings that vary."""
    names: dict[AgentModel, set[str]] = defaultdict(set)
    for _, seat, settings in flat:
        names[_agent_model(seat)].update(settings)
    values: dict[Scope, set[str | None]] = defaultdict(set)
    for game, seat, settings in flat:
        for name in names[_agent_model(seat)]:
            values[(*_scope(seat, settings, name, game), game)].add(settings.get(name))
    varying = {key[:-1] for key, found in values.items() if len(found - {None}) > 1}
    labels = [_label(game, seat, settings, varying) for game, seat, settings in flat]
    # A setting that some seats do not state tells them from the others only if nothing else does.
    stated: dict[Scope, set[str | None]] = defaultdict(set)
    for (game, seat, settings), label in zip(flat, labels, strict=True):
        for name in names[_agent_model(seat)]:
            stated[(*_scope(seat, settings, name, game), game, label)].add(settings.get(name))
    partly = {key[:-2] for key, found in stated.items() if len(found) > 1}
    return [_label(game, seat, settings, varying | partly) for game, seat, settings in flat]


def _label(game: str, seat: Seat, settings: FlatSettings, varying: Container[Scope]) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(settings.items())
                    if _scope(seat, settings, name, game) in varying)


def _agent_model(seat: Seat) -> AgentModel:
    return seat.agent.removeprefix(NULL), seat.model or ""


def _scope(seat: Seat, settings: FlatSettings, name: str, game: str) -> Scope:
    """Returns the seats that name a setting if it varies in the game, as a key."""
    if name != WORDING:
        return *_agent_model(seat), name
    return *_agent_model(seat), name, game, *(settings.get(setting, "") for setting in DECIDES_WORDING)


def _shown(seat: Seat) -> FlatSettings:
    """Returns settings as they are shown: ``{"illegal.retries": "2"}`` for ``{"illegal": {"retries": 2}}``."""
    unstated = {} if seat.model is None else UNSTATED
    return {**unstated, **{name: short_value(value) for name, value in flat_settings(seat.params)}}

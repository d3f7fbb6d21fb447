"""Games by name: parameters, loading, labels, and trials of parameters."""

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import pyspiel

from custom_games import GAMES
from custom_games.framework import spiel  # custom_games registers our games
from custom_games.framework.states import choices
from gtarena.errors import TYPE_WORDS, UnplayableError, UsageError, first_line, unknown
from gtarena.formatting import short_value
from gtarena.games.trials import TRIALS, remedy
from gtarena.seeds import derive

Parameters = Mapping[str, Any]

INSTANCE = "rng_seed"  # parameter of OpenSpiel's games that draw an instance when they are loaded
DRAWN = -2
_LEAST_INT, _MOST_INT = -(2**31), 2**31 - 1  # the whole numbers that pyspiel takes
_BY_THE_CLOCK = {"tarok": -1}  # values with which the time of day would draw it


def _types() -> dict[str, pyspiel.GameType]:
    return {kind.short_name: kind for kind in pyspiel.registered_games()}


def all_types() -> dict[str, pyspiel.GameType]:
    """Returns the type of every game by short name, including OpenSpiel's games in Python."""
    importlib.import_module("open_spiel.python.games")
    return _types()


def all_names() -> tuple[str, ...]:
    """Returns the short name of every game, including OpenSpiel's games in Python."""
    importlib.import_module("open_spiel.python.games")
    return tuple(pyspiel.registered_names())


@cache  # listing all types takes longer than loading a game
def type_of(name: str) -> pyspiel.GameType:
    """Returns the type of a game.

    Raises:
        UsageError: the game does not exist.
    """
    # Importing OpenSpiel's Python games takes a seventh of a second, and few runs need them.
    found = _types().get(name) or all_types().get(name)
    if found is None:
        raise unknown("game", name, _types(), "(`gtarena games` lists all)")
    return found


def defaults(name: str) -> dict[str, Any]:
    """Returns a game's parameters with their default values."""
    return dict(type_of(name).parameter_specification)


def parse(game: str) -> tuple[str, dict[str, Any]]:
    """Returns the name and the given parameters of a game string such as ``pig(winscore=20)``.

    Raises:
        UsageError: the string is not of that form.
    """
    try:
        with _quiet():
            given = dict(pyspiel.game_parameters_from_string(game))
    except pyspiel.SpielError as error:
        raise UsageError(f"{game!r} is not a game: write NAME or NAME(parameter=value,...), with whole numbers "
                         f"from {_LEAST_INT} to {_MOST_INT}") from error
    return str(given.pop("name", "")), {key: _string(value) for key, value in given.items()}


def _string(value: Any) -> Any:
    """Returns the string of a game within a game, which pyspiel reads as a dictionary; other values stay."""
    if not isinstance(value, dict):
        return value
    inside = ",".join(f"{key}={_string(given)}" for key, given in value.items() if key != "name")
    return f"{value.get('name', '')}({inside})"


def complete(name: str, given: Parameters) -> dict[str, Any]:
    """Returns all parameters of a game, the given ones converted to the types that pyspiel requires.

    Raises:
        UsageError: a parameter does not exist or its value has the wrong type.
    """
    specification = defaults(name)
    for parameter in given:
        if parameter not in specification:
            known = ", ".join(sorted(specification)) or "none"
            raise unknown(f"parameter of {name}", parameter, specification, f"(it has: {known})")
    return {
        parameter: _convert_value(name, parameter, given.get(parameter, default), default)
        for parameter, default in sorted(specification.items())
    }


def _convert_value(name: str, parameter: str, value: Any, default: Any) -> Any:
    """Returns the value of a game's parameter as OpenSpiel takes it, which has the type of the default value.

    Raises:
        UsageError: it has another type, or is none that OpenSpiel can hold.
    """
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(default, str) and type(value) is int:  # such as nim's pile_sizes=2, a list of one number
        return str(value)
    inner = isinstance(default, dict)  # a game within a game, stated as a string
    if inner and value in (None, {}):
        return ""
    if type(value) is not (str if inner else type(default)):
        allowed = "a game, as in nim or 'nim(pile_sizes=2)'" if inner else TYPE_WORDS[type(default)]
        raise UsageError(f"{name}: {parameter}={value} is not {allowed}")
    if isinstance(value, str) and value.encode(errors="replace").decode() != value:
        raise UsageError(f"{name}: {parameter}={value!a} is not text in UTF-8")
    if type(value) is int and not _LEAST_INT <= value <= _MOST_INT:
        raise UsageError(f"{name}: {parameter}={value} is not a whole number from {_LEAST_INT} to {_MOST_INT}")
    return value


def load(name: str, given: Parameters, seed: int = 0) -> pyspiel.Game:
    """Loads a game.

    Some games draw an instance when they are loaded. With ``rng_seed=-2`` the match's seed draws it; with OpenSpiel's
    default -1 it is always the same (in tarok the match's seed draws it, too), and any other number is the seed that
    draws it.

    Raises:
        UnplayableError: OpenSpiel itself crashes with these parameters, or no match comes to an end.
        UsageError: the game or a parameter does not exist, or a value is not allowed.
    """
    kind = type_of(name)
    parameters = complete(name, given)
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise UsageError(f"{name} is a mean-field game, which has no separate players to seat")
    needed = [key for key, value in parameters.items() if value == ""] if not kind.default_loadable else []
    if needed:
        raise UsageError(f"{name} needs a value for {', '.join(f'game.{key}' for key in needed)}")
    # A default outside the range, such as hanabi's 0, lets the game choose.
    changed, low, high = _changed_parameters(name, parameters), kind.min_num_players, kind.max_num_players
    players = changed.get("players")
    if players is not None and not low <= players <= high:
        raise UsageError(f"{name}: players={players} is not a whole number from {low} to {high}")
    _require_trial(name, parameters)
    try:
        with _quiet():
            # A dictionary, because pyspiel's game strings keep only 15 digits of a number.
            return pyspiel.load_game(name, _loading_parameters(name, parameters, seed))
    except (pyspiel.SpielError, ValueError) as error:
        told = first_line(error).removeprefix(f"{name}: ")
        if name in GAMES or any(key in told and str(value) in told for key, value in changed.items()):
            raise UsageError(f"{name}: {told}") from error
        raise UnplayableError(label(name, parameters), told, remedy(_to_change(name, changed))) from error


def _require_trial(name: str, parameters: Parameters) -> None:
    """Checks what can be wrong with one of OpenSpiel's games; our own check their parameters themselves.

    Raises:
        UnplayableError: a trial found that it cannot be played with these parameters.
        UsageError: it cannot be played at all.
    """
    if name in GAMES:
        return
    if changed := _changed_parameters(name, parameters):
        TRIALS.require_playable(
            label(name, parameters), name, _loading_parameters(name, parameters, 0), _to_change(name, changed))
    elif type_of(name).default_loadable:  # OpenSpiel's defaults do not crash
        _require_moves(name)


@cache  # of a game of its own, because some draw another instance for every first position
def _require_moves(name: str) -> None:
    """Checks that the first position of a game lists its legal moves, which some state as structs alone.

    Raises:
        UsageError: it does not.
    """
    with _quiet():
        state = pyspiel.load_game(name).new_initial_state()
        try:
            choices(state)
        except pyspiel.SpielError as error:
            raise UsageError(f"{name} cannot be played: its positions do not list their legal moves") from error


def _to_change(name: str, parameters: Iterable[str]) -> list[str]:
    """Returns the names of parameters, each with its default value if it has one."""
    standard = defaults(name)
    return [f"{parameter} (its default is {standard[parameter]})" if standard[parameter] not in ("", {}) else parameter
            for parameter in parameters]


@cache  # asked for every match
def draws_for_itself(name: str) -> bool:
    """Returns whether a game may draw from a generator of its own, so that one object's matches are not alike.

    Games within games count among them, because the outer one's type cannot know.
    """
    return bool(type_of(name).chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)


def teams(game: pyspiel.Game) -> tuple[int, ...]:
    """Returns the number of each seat's team, counted from 0; in OpenSpiel's own games every seat is one."""
    return tuple(game.rules.teams() if isinstance(game, spiel.Game) else range(game.num_players()))


def has_texts(game: pyspiel.Game) -> bool:
    """Returns whether the game's players say free texts."""
    return isinstance(game, spiel.Game) and game.rules.facts.text


def _instance(name: str, parameters: Parameters, seed: int) -> dict[str, int]:
    """Returns the parameter that draws the instance from the match's seed, unless it is drawn without the match."""
    asked = parameters.get(INSTANCE)
    return {INSTANCE: derive(seed, "instance")} if asked in (DRAWN, _BY_THE_CLOCK.get(name, DRAWN)) else {}


def _loading_parameters(name: str, parameters: Parameters, seed: int) -> dict[str, Any]:
    """Returns the parameters that differ from the default, with a game within a game as pyspiel's dictionary."""
    changed = _changed_parameters(name, parameters)
    inner = {key for key, default in defaults(name).items() if isinstance(default, dict)}
    stated = {key: _inner_parameters(value, seed) if key in inner else value for key, value in changed.items()}
    return stated | _instance(name, parameters, seed)


def _inner_parameters(game: str, seed: int) -> dict[str, Any]:
    name, given = parse(game)
    return {"name": name, **_loading_parameters(name, complete(name, given), seed)}


def _changed_parameters(name: str, parameters: Parameters) -> dict[str, Any]:
    standard = defaults(name)
    return {key: value for key, value in parameters.items() if value != standard[key] and value != ""}


def literal(name: str, parameters: Parameters) -> dict[str, Any]:
    """Returns the parameters that ``pyspiel.load_game`` may be given as they stand.

    Left out are defaults that leave the choice to the game, such as a ``max_game_length`` of 0: given, they would be
    taken at their word.
    """
    left_open = _left_open(name)
    return {key: value for key, value in parameters.items() if value or key not in left_open}


@cache
def _left_open(name: str) -> frozenset[str]:
    """Returns the parameters that OpenSpiel lists as 0 or empty, without the loaded game stating the same."""
    empty = {key: value for key, value in defaults(name).items() if not value}
    if not empty or not type_of(name).default_loadable:
        return frozenset(empty)
    with _quiet():
        own = pyspiel.load_game(name).get_parameters()
    return frozenset(key for key, value in empty.items() if own.get(key) != value)


def label(name: str, parameters: Parameters) -> str:
    """Returns the game with the parameters that are not the default: ``kuhn_poker``, ``pig(winscore=20)``.

    A game or parameter that only another version had, as in an old log, is named with all parameters given.
    """
    return _label(name, json.dumps(dict(parameters), sort_keys=True))


@cache  # a run has many matches and few games
def _label(name: str, parameters: str) -> str:
    given: dict[str, Any] = json.loads(parameters)
    try:
        shown = [f"{key}={value}" for key, value in _changed_parameters(name, given).items()]
    except (UsageError, KeyError):
        shown = [f"{key}={short_value(value)}" for key, value in given.items()]
    return f"{name}({','.join(shown)})" if shown else name


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silences standard error, to which OpenSpiel writes the errors that it raises."""
    sys.stderr.flush()
    saved, sink = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(sink)

"""Registry of the agents that play without a model, by kind."""

from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from functools import cache
from inspect import Parameter, signature
from typing import Any

import pyspiel
import yaml

from gtarena import plugins
from gtarena.agents import game_bots, mixture, roshambo, strategies
from gtarena.agents.agent_objects import OneAtATime, as_agent
from gtarena.agents.base import Agent, Seating
from gtarena.agents.deduction import deducer
from gtarena.agents.search import mcts_agents
from gtarena.agents.setting_types import require_type
from gtarena.agents.solving import best_response, cfr, solver
from gtarena.errors import UsageError, first_line, unknown

# Each function returns an agent for a seat; its keyword parameters are the agent's settings.
KINDS: dict[str, Callable[..., Agent]] = {
    "always": strategies.always,
    "best_response": best_response.best_response,
    "cfr": cfr.cfr,
    "deducer": deducer.deducer,
    "fixed": strategies.fixed,
    "game_bot": game_bots.game_bot,
    "grim": strategies.grim,
    "ismcts": mcts_agents.ismcts,
    "mcts": mcts_agents.mcts,
    "mixture": mixture.mixture,
    "random": strategies.uniform_random,
    "rational": strategies.rational,
    "roshambo": roshambo.roshambo,
    "solver": solver.solver,
    "tit_for_tat": strategies.tit_for_tat,
}


def kinds() -> Mapping[str, Callable[..., Agent | pyspiel.Bot]]:
    """Returns the functions that make agents of each kind, those of plug-ins among them.

    Raises:
        UsageError: two of them have the same name.
    """
    return {**KINDS, **plugins.added("agents", {*KINDS, "llm", "human"})}


def plays_alone(kind: str) -> bool:
    """Returns whether all matches of that kind of agent have the same object, so that none may be played beside it."""
    return isinstance(kinds().get(kind), OneAtATime)


# Settings that agents got later are logged only if they are changed, so that the ids of older matches stay.
_LOGGED_IF_CHANGED = {"mcts": ("texts",)}
# Settings that name a file are logged with what tells its content.
_LOGGED_AS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"best_response": best_response.log_digest}


def settings_to_log(kind: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of an agent of that kind as its seat logs them.

    Raises:
        UsageError: a file that they name cannot be read.
    """
    settings = _LOGGED_AS[kind](settings) if kind in _LOGGED_AS else settings
    rarer = {name: signature(KINDS[kind]).parameters[name].default for name in _LOGGED_IF_CHANGED.get(kind, ())}
    return {name: value for name, value in settings.items() if name not in rarer or value != rarer[name]}


def make_agent(kind: str, seating: Seating, settings: Mapping[str, Any]) -> Agent:
    """Returns a new agent of that kind for its seat.

    Raises:
        UsageError: it has no such setting, a value is of the wrong type or not allowed, it cannot play the game, or a
            plug-in fails to make it.
    """
    require_settings(kind, settings)
    require_complete(kind, settings)
    try:
        return as_agent(kinds()[kind](seating, **settings), kind)
    except Exception as error:
        if kind in KINDS or isinstance(error, UsageError):
            raise
        raise UsageError(f"{kind} cannot be made: {type(error).__name__}: {first_line(error)}") from error


def require_settings(kind: str, settings: Mapping[str, Any]) -> None:
    """Checks settings of agents of that kind, whatever the game.

    Raises:
        UsageError: the kind has no such setting, or a value is of the wrong type or out of its range.
    """
    hints = _hints(kinds()[kind])
    for name, value in settings.items():
        if name not in hints:
            raise unknown("setting", name, hints, f"({kind} has: {', '.join(hints) or 'none'})")
        require_type(name, value, hints[name])


def read_argument(kind: str, name: str, argument: str) -> Any:
    """Returns a setting that a word gives: a text where it may be one, otherwise the value that YAML reads in it."""
    try:
        require_settings(kind, {name: argument})
    except UsageError:
        with suppress(yaml.YAMLError):
            return yaml.safe_load(argument)
    return argument


def require_complete(kind: str, stated: Container[str]) -> None:
    """Checks that the settings without a default value are stated.

    Raises:
        UsageError: one is not.
    """
    for name in needed_settings(kind):
        if name not in stated:
            raise UsageError(f"{kind} needs its {name}: add it, as +agent.NAME.{name}=VALUE")


def needed_settings(kind: str) -> list[str]:
    """Returns the names of the settings of agents of that kind that have no default value."""
    make = kinds()[kind]
    return [name for name in _hints(make) if signature(make).parameters[name].default is Parameter.empty]


@cache  # every match makes its agents anew
def _hints(make: Callable[..., Agent]) -> dict[str, Any]:
    _, *settings = signature(make, eval_str=True).parameters.values()  # the first is the seating
    return {spec.name: Any if spec.annotation is Parameter.empty else spec.annotation for spec in settings}

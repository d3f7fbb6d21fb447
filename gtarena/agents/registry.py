"""Registry of the agents that play without a model, by kind."""

from collections.abc import Callable, Container, Mapping
from functools import cache
from inspect import Parameter, signature
from typing import Any, get_type_hints

from gtarena.agents import strategies
from gtarena.agents.base import Agent, Seating
from gtarena.agents.deduction import deducer
from gtarena.agents.search import mcts_agents
from gtarena.agents.setting_types import require_type
from gtarena.agents.solving import solver
from gtarena.errors import UsageError, unknown

# Each function returns an agent for a seat; its keyword parameters are the agent's settings.
KINDS: dict[str, Callable[..., Agent]] = {
    "always": strategies.always,
    "deducer": deducer.deducer,
    "fixed": strategies.fixed,
    "grim": strategies.grim,
    "ismcts": mcts_agents.ismcts,
    "mcts": mcts_agents.mcts,
    "random": strategies.uniform_random,
    "rational": strategies.rational,
    "solver": solver.solver,
    "tit_for_tat": strategies.tit_for_tat,
}

# Settings that agents got later are logged only if they are changed, so that the ids of older matches stay.
_LOGGED_IF_CHANGED = {"mcts": ("texts",)}


def settings_to_log(kind: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of an agent of that kind as its seat logs them."""
    rarer = {name: signature(KINDS[kind]).parameters[name].default for name in _LOGGED_IF_CHANGED.get(kind, ())}
    return {name: value for name, value in settings.items() if name not in rarer or value != rarer[name]}


def make_agent(kind: str, seating: Seating, settings: Mapping[str, Any]) -> Agent:
    """Returns a new agent of that kind for its seat.

    Raises:
        UsageError: it has no such setting, a value is of the wrong type or not allowed, or it cannot play the game.
    """
    require_settings(kind, settings)
    require_complete(kind, settings)
    return KINDS[kind](seating, **settings)


def require_settings(kind: str, settings: Mapping[str, Any]) -> None:
    """Checks settings of agents of that kind, whatever the game.

    Raises:
        UsageError: the kind has no such setting, or a value is of the wrong type or out of its range.
    """
    hints = _hints(KINDS[kind])
    for name, value in settings.items():
        if name not in hints:
            raise unknown("setting", name, hints, f"({kind} has: {', '.join(hints) or 'none'})")
        require_type(name, value, hints[name])


def require_complete(kind: str, stated: Container[str]) -> None:
    """Checks that the settings without a default value are stated.

    Raises:
        UsageError: one is not.
    """
    for name in _hints(KINDS[kind]):
        if name not in stated and signature(KINDS[kind]).parameters[name].default is Parameter.empty:
            raise UsageError(f"{kind} needs its {name}: add it, as +agent.NAME.{name}=VALUE")


@cache  # every match makes its agents anew
def _hints(make: Callable[..., Agent]) -> dict[str, Any]:
    hints = get_type_hints(make, include_extras=True)
    return {name: hint for name, hint in hints.items() if name not in ("seating", "return")}

"""Registry of the agents that play without a model, by kind."""

from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from gtarena.agents import search, solver, strategies
from gtarena.agents.base import Agent, Seating
from gtarena.errors import TYPE_WORDS, UsageError, unknown

# Each function returns an agent for a seat; its keyword parameters are the agent's settings.
KINDS: dict[str, Callable[..., Agent]] = {
    "always": strategies.always,
    "fixed": strategies.fixed,
    "grim": strategies.grim,
    "ismcts": search.ismcts,
    "mcts": search.mcts,
    "random": strategies.uniform_random,
    "rational": strategies.rational,
    "solver": solver.solver,
    "tit_for_tat": strategies.tit_for_tat,
}

# Settings that agents got later are logged only if they are changed, so that the ids of older matches stay.
_LOGGED_IF_CHANGED = {"mcts": ("texts",)}


def rarer_settings(kind: str) -> Mapping[str, Any]:
    """Returns the defaults of the settings that a seat of that kind holds only if they are changed."""
    return {name: signature(KINDS[kind]).parameters[name].default for name in _LOGGED_IF_CHANGED.get(kind, ())}


def make_agent(kind: str, seating: Seating, settings: Mapping[str, Any]) -> Agent:
    """Returns a new agent of that kind for its seat.

    Raises:
        UsageError: it has no such setting, a value is of the wrong type or not allowed, or it cannot play the game.
    """
    hints = _hints(KINDS[kind])
    known = [name for name in hints if name not in ("seating", "return")]
    for name, value in settings.items():
        if name not in known:
            raise unknown("setting", name, known, f"({kind} has: {', '.join(known) or 'none'})")
        _check_type(name, value, hints[name])
    return KINDS[kind](seating, **settings)


@cache  # every match makes its agents anew
def _hints(make: Callable[..., Agent]) -> dict[str, Any]:
    return get_type_hints(make)


@cache
def _validator(hint: Any) -> TypeAdapter[Any]:
    return TypeAdapter(hint)


def _check_type(name: str, value: Any, hint: Any) -> None:
    try:
        _validator(hint).validate_python(value, strict=True)
    except ValidationError as error:
        allowed = " or ".join(TYPE_WORDS[kind] for kind in (get_args(hint) or (hint,)) if kind in TYPE_WORDS)
        raise UsageError(f"{name}={value} is not {allowed}") from error

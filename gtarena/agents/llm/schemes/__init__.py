"""Reasoning schemes: the model calls that lead to one move. Any scheme can be used with any instruction."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pyspiel

from gtarena import plugins
from gtarena.agents.llm.schemes.base import Scheme, Single
from gtarena.agents.llm.schemes.pgm import Pgm
from gtarena.agents.llm.schemes.rap.scheme import Rap
from gtarena.agents.llm.schemes.self_consistency import SelfConsistency
from gtarena.agents.llm.schemes.think_then_answer import BabbleAndPrune, ThinkThenAnswer
from gtarena.agents.llm.schemes.tree_of_thoughts import TreeOfThoughts
from gtarena.errors import UsageError

SCHEMES: dict[str, type[Scheme]] = {scheme.name: scheme for scheme in (
    Single, SelfConsistency, TreeOfThoughts, Pgm, ThinkThenAnswer, BabbleAndPrune, Rap)}


def all_schemes() -> dict[str, type[Scheme]]:
    """Returns the class of each scheme, those of plug-ins among them.

    Raises:
        UsageError: two have the same name.
    """
    return {**SCHEMES, **plugins.added("schemes", SCHEMES)}


def setting_names() -> list[str]:
    """Returns the names of the settings that any scheme has of its own."""
    return list(dict.fromkeys(spec.name for scheme in all_schemes().values() for spec in fields(scheme)))


def make_scheme(name: object, settings: Mapping[str, Any]) -> Scheme:
    """Returns the scheme of that name with settings of its own; those that are ``None`` keep their defaults.

    Raises:
        UsageError: there is no such scheme, it has no such setting, or a value is of the wrong type or out of its
            range.
    """
    schemes = all_schemes()
    if not isinstance(name, str) or name not in schemes:
        raise UsageError(f"scheme={name} is not {' or '.join(schemes)}")
    given = {key: value for key, value in settings.items() if value is not None}
    own = {spec.name for spec in fields(schemes[name])}
    for key, value in given.items():
        if key not in own:
            raise UsageError(f"{key}={value} does not apply to scheme={name}: set it to null")
    return schemes[name](**given)


def reason_not_usable(name: str, game: pyspiel.Game) -> str | None:
    """Returns the reason why the scheme of that name cannot be used in the game; ``None`` if it can."""
    scheme = all_schemes().get(name)
    return None if scheme is None else scheme.reason_not_usable(game)

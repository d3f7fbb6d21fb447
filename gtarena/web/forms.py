"""Forms of the page: what a decision asks for, as plain JSON values from which the page builds its fields."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from custom_games.action_specs import (
    ActionSpec,
    Branches,
    Choice,
    Division,
    Fields,
    NamedActions,
    Number,
    RoundedNumber,
    Selection,
    Text,
)
from gtarena.agents.people.turns import Turn

Form = Mapping[str, Any]


def turn_form(turn: Turn) -> Form:
    """Returns the form of a turn; moves that are listed whole are options without a key."""
    if turn.spec is not None and (isinstance(turn.spec, Choice | NamedActions) or not turn.moves):
        return spec_form(turn.spec)
    return {"kind": "choice", "key": "", "options": list(turn.moves)}


def move_of(turn: Turn, answer: str) -> Mapping[str, Any]:
    """Returns the move that an answer states, by its keys; a move without keys stands under an empty one.

    Raises:
        ReplyError: the answer states no legal move.
    """
    actions = turn.read(answer)
    return {"": answer} if turn.spec is None else turn.spec.values(actions)


@singledispatch
def spec_form(spec: ActionSpec) -> Form:
    """Returns the form of a decision by its spec."""
    raise TypeError(f"the page has no form for {type(spec).__name__}")


@spec_form.register
def _(spec: Choice | NamedActions) -> Form:
    return {"kind": "choice", "key": spec.key, "options": list(map(str, spec.patterns()))}


@spec_form.register
def _(spec: Number) -> Form:
    return {"kind": "number", "key": spec.key, "low": spec.low, "high": spec.high, "step": spec.step, "decimals": 0}


@spec_form.register
def _(spec: RoundedNumber) -> Form:
    return {"kind": "number", "key": spec.key, "low": spec.low, "high": spec.high, "step": float(spec.step),
            "decimals": spec.decimals}


@spec_form.register
def _(spec: Text) -> Form:
    alphabet = spec.alphabet
    return {"kind": "text", "key": spec.key, "least": spec.least, "limit": spec.limit, "cut": spec.overlong == "cut",
            "alphabet": alphabet.description, "ascii": "".join(sorted(alphabet.ascii)),
            "excluded": "".join(sorted(alphabet.excluded)), "beyond": not alphabet.only_ascii}


@spec_form.register
def _(spec: Division) -> Form:
    labels = list(spec.recipients)
    return {"kind": "division", "key": spec.key, "labels": labels, "total": spec.total, "step": spec.step}


@spec_form.register
def _(spec: Selection) -> Form:
    held = [{"name": name, "held": count} for name, count in zip(spec.items, spec.held, strict=True) if count]
    allowed = spec.allowed and [[spec.items[item] for item in selected] for selected in spec.allowed]
    return {"kind": "selection", "key": spec.key, "items": held, "allowed": allowed}


@spec_form.register
def _(spec: Fields) -> Form:
    return {"kind": "fields", "fields": list(map(spec_form, spec.fields))}


@spec_form.register
def _(spec: Branches) -> Form:
    return {"kind": "branches", "key": spec.key, "options": [
        {"name": branch.name, "form": None if branch.then is None else spec_form(branch.then)}
        for branch in spec.branches]}

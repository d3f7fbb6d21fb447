"""Types of settings: a value is checked against the type with which its setting is declared."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import TypeAdapter, ValidationError

from gtarena.errors import TYPE_WORDS, UsageError


def require_type(name: str, value: object, hint: Any) -> None:
    """Checks a value against a type, such as ``int | None`` or ``Annotated[int, Field(ge=1)]``, without converting it.

    Raises:
        UsageError: it has another type, or is out of the type's range.
    """
    try:
        _validator(hint).validate_python(value, strict=True)
    except ValidationError as error:
        raise UsageError(f"{name}={value} is not {' or '.join(_words(hint))}") from error


def require_types(settings: Any, *others: str) -> None:
    """Checks the fields of a dataclass against their types, except ``others``.

    Raises:
        UsageError: one has another type, or is out of its type's range.
    """
    for spec in fields(settings):
        if spec.name not in others:
            require_type(spec.name, getattr(settings, spec.name), spec.type)


@cache
def _validator(hint: Any) -> TypeAdapter[Any]:
    return TypeAdapter(hint)


def _words(hint: Any) -> Iterable[str]:
    """Yields the words for what a type allows; that of nothing at all goes without saying."""
    if get_origin(hint) is Annotated:
        kind, *constraints = get_args(hint)
        yield f"{TYPE_WORDS[kind]}{_range(constraints)}"
    elif get_origin(hint) is Literal:
        yield from map(str, get_args(hint))
    elif get_origin(hint) is Sequence:
        yield "a list"
    elif hint in TYPE_WORDS:
        yield TYPE_WORDS[hint]
    else:
        yield from (word for part in get_args(hint) if part is not NoneType for word in _words(part))


def _range(constraints: Iterable[Any]) -> str:
    bounds = [bound for field in constraints for bound in field.metadata]
    least = next((bound.ge for bound in bounds if isinstance(bound, Ge)), None)
    most = next((bound.le for bound in bounds if isinstance(bound, Le)), None)
    if most is not None:
        return f" from {least} to {most}"
    return "" if least is None else f" of at least {least}"

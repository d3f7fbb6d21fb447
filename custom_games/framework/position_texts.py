"""Texts of positions for people who watch a match: what all seats are told, put together."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

OWN = "you"  # the key under which a seat is told its own move
OF_ITS_OWN = "your_"  # how the keys begin under which a seat is told what else concerns it alone
ROUNDS = "rounds"  # the key under which seats are told of the rounds so far
SPEAKER = "player"  # the key under which seats are told who did what stands beside it

Views = Mapping[str, Mapping[str, Any]]  # what each seat is told, by the seats' names


def join_views(views: Views, said: Collection[str] = ()) -> str:
    """Returns what the seats are told as lines for an observer.

    What several seats are told alike stands once, the rest after the name of its seat. What tells nothing, such as
    ``None``, is left out, and so is what tells nothing but the names of the seats. Of the rounds so far the last one
    is told, since the texts of earlier positions have the others. Texts that were ``said`` stand in quotes.
    """
    told = {seat: {key: value for key, value in view.items()
                   if (key, value) != (OWN, seat) and value != [other for other in views if other != seat]}
            for seat, view in views.items()}
    return "\n".join(_join_lines(_drop_nothing(told), said))


def list_texts(position: Any) -> Iterator[str]:
    """Yields the strings in a position: texts that were said, since rules keep their own names as numbers."""
    if isinstance(position, str):
        yield position
    elif isinstance(position, Iterable):
        for each in position.values() if isinstance(position, Mapping) else position:
            yield from list_texts(each)


def write_number(value: float) -> str:
    """Returns a number with at most three decimals."""
    return f"{round(value, 3):.15g}"


def write_value(value: Any, said: Collection[str] = (), number: Callable[[float], str] = write_number) -> str:
    """Returns a value of an observation in words; ``None`` is "none"."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, Mapping):
        facts = ((_name_key(key), write_value(each, said, number)) for key, each in value.items())
        return "; ".join(f"{name} {words}".strip() for name, words in facts)
    if isinstance(value, list | tuple):
        parts = (write_value(each, said, number) for each in value)
        return ", ".join(f"({part})" if isinstance(each, Mapping) else part
                         for each, part in zip(value, parts, strict=True))
    return repr(value) if value in said else str(value)


def _join_lines(views: Views, said: Collection[str]) -> Iterator[str]:
    """Yields what is told alike, then what single seats are told, and lists of reports last, as they grow."""
    told = {seat: dict(view) for seat, view in views.items()}
    keys = dict.fromkeys(key for view in told.values() for key in view)
    listed = [key for key in keys if all(_lists_reports(view[key]) for view in told.values() if key in view)]
    reports = {key: {seat: view.pop(key) for seat, view in told.items() if key in view} for key in listed}
    alike, own = _split(told)
    for key, value in alike.items():
        yield f"{_head(key)} {write_value(value, said)}"
    yield from _write_own(own, said)
    for key, lists in reports.items():
        entries = [dict(zip(lists, each, strict=True)) for each in zip_longest(*lists.values(), fillvalue={})]
        head, shown = (f"Round {len(entries)}:", entries[-1:]) if key == ROUNDS else (_head(key), entries)
        lines = [f"  {line}" for entry in shown if (line := _join_report(_drop_nothing(entry), said))]
        yield from [head, *lines] if lines else []


def _join_report(views: Views, said: Collection[str]) -> str:
    """Returns an entry of a list in one line."""
    alike, own = _split(views)
    return " | ".join([*([write_value(alike, said)] if alike else []), *_write_own(own, said)])


def _drop_nothing(views: Views) -> Views:
    """Returns the views without values that tell nothing."""
    return {seat: {key: value for key, value in view.items() if value not in (None, "", [], {})}
            for seat, view in views.items()}


def _split(views: Views) -> tuple[dict[str, Any], Views]:
    """Returns what several seats are told alike, and for each seat the rest."""
    alike: dict[str, Any] = {}
    for key in dict.fromkeys(key for view in views.values() for key in view):
        values = [view[key] for view in views.values() if key in view]
        concerns_one = key == OWN or key.startswith(OF_ITS_OWN)
        if len(values) > 1 and not concerns_one and values.count(values[0]) == len(values):
            alike[key] = values[0]
    return alike, {seat: {key: value for key, value in view.items() if key not in alike}
                   for seat, view in views.items()}


def _write_own(views: Views, said: Collection[str]) -> Iterator[str]:
    """Yields what single seats are told, once for all who are told the same."""
    written: dict[str, list[str]] = {}
    for seat, view in views.items():
        if view:
            written.setdefault(write_value(view, said), []).append(seat)
    return (f"{', '.join(seats)}: {words}" for words, seats in written.items())


def _lists_reports(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, Mapping) for each in value)


def _head(key: str) -> str:
    """Returns the words before a fact that has a line of its own."""
    name = key.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]}:"


def _name_key(key: str) -> str:
    """Returns the words before a value; somebody's move and name stand alone."""
    return "" if key in (OWN, SPEAKER) else key.removeprefix(OF_ITS_OWN).replace("_", " ")

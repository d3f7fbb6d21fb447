"""Numbered candidates: the form of a reply that chooses one, and the choice that a reply states."""

from collections.abc import Mapping

from adapters import readers
from adapters.errors import ReplyError
from adapters.move_names import NO_MOVE_STATED, MoveNames
from adapters.reply_forms import ReplyForm
from custom_games.patterns import Pattern


def form_of_options(count: int) -> ReplyForm:
    """Returns the form of a reply that chooses among numbered candidates: an answer line with a number from 1 on."""
    return ReplyForm((tuple(Pattern(str(number)) for number in range(1, count + 1)),))


def stated_option(reply: str, count: int) -> int:
    """Returns the index of the candidate that the reply states last; replies number candidates from 1.

    It is stated on an answer line, or in JSON under the key ``answer``.

    Raises:
        ReplyError: the reply states no candidate.
    """
    text = readers.visible_text(reply)
    names = {f"{word}{index + 1}": {index} for word in ("", "candidate") for index in range(count)}
    candidates = MoveNames({}, names, lambda: [str(number) for number in range(1, count + 1)])
    for answer in readers.stated_answers(text):
        (index,) = candidates.resolve(str(answer.get("answer", "")) if isinstance(answer, Mapping) else answer)
        return index
    bare = candidates.find(readers.lone_last_line(text))
    if bare is None:
        raise ReplyError("unparsable", NO_MOVE_STATED)
    return bare[0]

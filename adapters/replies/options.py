"""Numbered candidates: the form of a reply that chooses one, and the choice that a reply states."""

from collections.abc import Mapping

from adapters.replies.answers import DIFFERENT, LABEL, NO_MOVE_STATED
from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import with_keys
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.stated_answers import stated, without_fences
from adapters.replies.turns import own_parts
from custom_games.action_specs.name_keys import name_key
from custom_games.action_specs.patterns import Pattern


def form_of_options(count: int) -> ReplyForm:
    """Returns the form of a reply that chooses among numbered candidates: an answer line with a number from 1 on."""
    return ReplyForm(tuple(Pattern(str(number)) for number in range(1, count + 1)))


def stated_option(reply: str, count: int) -> int:
    """Returns the index of the candidate that a reply states, as replies state moves; it numbers them from 1.

    In JSON it stands under the key ``answer``.

    Raises:
        ReplyError: the reply states no candidate, or several.
    """
    parts = own_parts(reply)
    answers = [each.value for part in parts for each in stated(part, (LABEL,), (LABEL,))]
    values = [(with_keys(value, (LABEL,)) or {}).get(LABEL) if isinstance(value, Mapping) else value
              for value in answers or [without_fences(parts[-1])]]
    numbers = {name_key(str(value)).removeprefix("candidate") for value in values}
    if len(numbers) > 1:
        raise ReplyError("ambiguous", DIFFERENT)
    (number,) = numbers
    if not number.isdecimal() or not 1 <= int(number[:9]) <= count:
        raise ReplyError("illegal" if answers else "unparsable", NO_MOVE_STATED)
    return int(number) - 1

"""Rule look-ups: topics that a game's prompts withhold, explanations of offered moves, and replies that ask for one.

A topic is a template ``<game>/topics/<topic>.jinja`` in the package's or the user's folder of prompts. Its heading is
the name of its file, with spaces in place of underscores. All moves are explained by one template,
``<game>/moves/explanation.jinja``, which has the variables ``move``, the name of the move, and ``values``, the JSON
object that states it, besides those of a prompt.
"""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pyspiel

from adapters.rendering import templates
from adapters.replies import ReplyReader
from adapters.replies.answers import LABEL
from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import with_keys
from adapters.replies.stated_answers import stated
from adapters.replies.turns import own_parts
from adapters.views import MOVE, View
from custom_games.action_specs import item_lists
from custom_games.action_specs.name_keys import typed
from custom_games.action_specs.patterns import Pattern, Some

WORDINGS = "look_up"  # the folder of the texts around look-ups, which all games share
EXPLANATION = "explanation"

LOOK_UP = "look_up"  # the key of a request
_LABELS = ("look up", "look-up", "look_up", "lookup")


def folder(game: str) -> str:
    """Returns the folder of a game's topics among the prompts."""
    return f"{game}/topics"


def topics(game: str) -> dict[str, str]:
    """Returns the headings of a game's topics, sorted, with their files; none if its prompts withhold nothing."""
    return {file.replace("_", " "): file for file in templates.versions(folder(game))}


def moves_folder(game: str) -> str:
    """Returns the folder of the explanation of a game's moves among the prompts."""
    return f"{game}/moves"


def explains_moves(game: str) -> bool:
    """Returns whether a game has an explanation of its moves."""
    return EXPLANATION in templates.versions(moves_folder(game))


@dataclass(frozen=True)
class Offered:
    """Offered move: its name as prompts list it, and the JSON object that states it."""

    name: str
    values: Mapping[str, Any]


def offered(name: str, view: View, state: pyspiel.State, player: int) -> Offered | None:
    """Returns the offered move that is meant by a name; ``None`` if there is none.

    A move of several actions is offered if prompts list it as a whole, or all but its items ("TRASH any of ...").
    """
    reader, spec = ReplyReader(view, state, player), view.action_spec(state, player)
    actions = reader.named(name)
    if actions is None:
        return None
    values = {} if spec is None else spec.values(actions)
    listed = (_filled(entry, values) for entry in view.patterns(state, player))
    shown = view.names(state, player, actions[0]) or [each for each in listed if reader.named(each) == actions]
    if not shown:
        return None
    return Offered(shown[0], values or {MOVE: shown[0]})


def _filled(entry: Pattern, values: Mapping[str, Any]) -> str:
    """Returns an entry of a list of moves with the items of a move's object where the entry leaves open which."""
    items = next((value for value in values.values() if isinstance(value, list)), [])
    return "".join(item_lists.told(items) if isinstance(piece, Some) else str(piece) for piece in entry.pieces)


def find(game: str, name: str) -> str | None:
    """Returns the heading of the topic that is meant by a name; ``None`` if there is no such topic.

    Only letters and digits are compared, in any letter case.
    """
    return {_letters(heading): heading for heading in topics(game)}.get(_letters(name))


def requested(reply: str, keys: Sequence[str] = ()) -> str | None:
    """Returns the topic or the move that a reply asks for; ``None`` if the last thing that it states is something else.

    It asks by a line ``Look up: <topic>`` or a JSON object ``{"look_up": "<topic>"}``, in which nothing stands under
    the decision's ``keys``.
    """
    with suppress(ReplyError):  # nothing is stated, which the reader of answers explains
        return _asked(own_parts(reply)[-1], keys)
    return None


def _asked(part: str, keys: Sequence[str]) -> str | None:
    *_, last = [None, *stated(part, _LABELS, (LOOK_UP,))]
    if last is None or stated(part[last.end:], (LABEL,), keys):
        return None
    if not isinstance(last.value, Mapping):
        return last.value or None
    struct = with_keys(last.value, (LOOK_UP, *keys)) or {}
    asked = struct.get(LOOK_UP) if all(struct.get(key) is None for key in keys) else None
    return asked.strip() or None if isinstance(asked, str) else None


def wording(name: str, **context: Any) -> str:
    """Returns one of the texts around look-ups: ``offer``, ``full``, ``text``, ``unknown`` or ``spent``."""
    return templates.renderer(WORDINGS, name)(**context)


def digest(folders: Sequence[str], wordings: Sequence[str]) -> str:
    """Returns a short hash of all files in these folders and of these texts around them; empty if there is no file."""
    files = [(place, file) for place in folders for file in templates.versions(place)]
    if not files:
        return ""
    digests = (f"{file}:{templates.prompt_digest(place, file)}"
               for place, file in [*files, *((WORDINGS, name) for name in wordings)])
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:8]


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, typed(name).casefold()))

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
from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import match_keys
from adapters.replies.reply_forms import LOOK_UP
from adapters.replies.reply_reader import LABEL, find_answers
from adapters.replies.turns import split_own_parts
from adapters.views import MOVE, View
from custom_games.action_specs import item_lists
from custom_games.action_specs.name_keys import normalise_typography
from custom_games.action_specs.patterns import Pattern, Some

WORDINGS = "look_up"  # the folder of the texts around look-ups, which all games share
EXPLANATION = "explanation"

_LABELS = ("look up", "look-up", "look_up", "lookup")


def topics_folder(game: str) -> str:
    """Returns the folder of a game's topics among the prompts."""
    return f"{game}/topics"


def list_topics(game: str) -> dict[str, str]:
    """Returns the headings of a game's topics, sorted, with their files; none if its prompts withhold nothing."""
    return {file.replace("_", " "): file for file in templates.list_versions(topics_folder(game))}


def moves_folder(game: str) -> str:
    """Returns the folder of the explanation of a game's moves among the prompts."""
    return f"{game}/moves"


def explains_moves(game: str) -> bool:
    """Returns whether a game has an explanation of its moves."""
    return EXPLANATION in templates.list_versions(moves_folder(game))


@dataclass(frozen=True)
class OfferedMove:
    """Offered move: its name as prompts list it, and the JSON object that states it."""

    name: str
    values: Mapping[str, Any]


def find_offered_move(name: str, view: View, state: pyspiel.State, player: int) -> OfferedMove | None:
    """Returns the offered move that is meant by a name; ``None`` if there is none.

    A move of several actions is offered if prompts list it as a whole, or all but its items ("TRASH any of ...").
    """
    reader, spec = ReplyReader(view, state, player), view.action_spec(state, player)
    actions = reader.read_name(name)
    if actions is None:
        return None
    values = {} if spec is None else spec.values(actions)
    listed = (_fill_entry(entry, values) for entry in view.patterns(state, player))
    shown = view.names(state, player, actions[0]) or [each for each in listed if reader.read_name(each) == actions]
    if not shown:
        return None
    return OfferedMove(shown[0], values or {MOVE: shown[0]})


def _fill_entry(entry: Pattern, values: Mapping[str, Any]) -> str:
    """Returns an entry of a list of moves with the items of a move's object where the entry leaves open which."""
    items = next((value for value in values.values() if isinstance(value, list)), [])
    return "".join(item_lists.write_items(items) if isinstance(piece, Some) else str(piece) for piece in entry.pieces)


def find_topic(game: str, name: str) -> str | None:
    """Returns the heading of the topic that is meant by a name; ``None`` if there is no such topic.

    Only letters and digits are compared, in any letter case.
    """
    return {_fold_name(heading): heading for heading in list_topics(game)}.get(_fold_name(name))


def read_request(reply: str, keys: Sequence[str] = ()) -> str | None:
    """Returns the topic or the move that a reply asks for; ``None`` if the last thing that it states is something else.

    It asks by a line ``Look up: <topic>`` or a JSON object ``{"look_up": "<topic>"}``, in which nothing stands under
    the decision's ``keys``.
    """
    with suppress(ReplyError):  # nothing is stated, which the reader of answers explains
        return _read_last_request(split_own_parts(reply)[-1], keys)
    return None


def _read_last_request(part: str, keys: Sequence[str]) -> str | None:
    *_, last = [None, *find_answers(part, _LABELS, (LOOK_UP,))]
    if last is None or find_answers(part[last.end:], (LABEL,), keys):
        return None
    if not isinstance(last.value, Mapping):
        return last.value or None
    struct = match_keys(last.value, (LOOK_UP, *keys)) or {}
    asked = struct.get(LOOK_UP) if all(struct.get(key) is None for key in keys) else None
    return asked.strip() or None if isinstance(asked, str) else None


def render_wording(name: str, **context: Any) -> str:
    """Returns one of the texts around look-ups: ``offer``, ``full``, ``text``, ``unknown`` or ``spent``."""
    return templates.render_version(WORDINGS, name, **context)


def look_up_digest(folders: Sequence[str], wordings: Sequence[str]) -> str:
    """Returns a short hash of all files in these folders and of these texts around them; empty if there is no file."""
    files = [(place, file) for place in folders for file in templates.list_versions(place)]
    if not files:
        return ""
    digests = (f"{file}:{templates.prompt_digest(place, file)}"
               for place, file in [*files, *((WORDINGS, name) for name in wordings)])
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:8]


def _fold_name(name: str) -> str:
    return "".join(filter(str.isalnum, normalise_typography(name).casefold()))

"""Rule look-ups: topics that a game's prompts withhold, explanations of offered moves, and replies that ask for one.

A topic is a template ``<game>/topics/<topic>.jinja`` in the package's or the user's folder of prompts. Its heading is
the name of its file, with spaces in place of underscores. All moves are explained by one template,
``<game>/moves/explanation.jinja``, which has the variables ``move``, the name of the move, and ``values``, the JSON
object that states it, besides those of a prompt.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from adapters import readers, templates
from adapters.errors import ReplyError
from adapters.parsing import DecisionReader
from adapters.reply_forms import MOVE
from adapters.views import View
from custom_games import item_lists
from custom_games.patterns import Pattern, Some

WORDINGS = "look_up"  # the folder of the texts around look-ups, which all games share
EXPLANATION = "explanation"

_KEY = "lookup"
# Braces would mean that the line is part of an object, whose texts may look like requests.
_LAST_LINE = re.compile(
    r"^[ \t>#*_`\-]*+look[ \t_-]?up[*_`]*+[ \t]*+[:=][*_`]*+([^{}\n]*+)\Z", re.IGNORECASE | re.MULTILINE)


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
    reader, spec = DecisionReader(view, state, player), view.action_spec(state, player)
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

    Only letters and digits are compared, in any letter case, and a remark after the name is ignored.
    """
    headings = {_letters(heading): heading for heading in topics(game)}
    return headings.get(_letters(name)) or headings.get(_letters(readers.without_remark(name)))


def requested(reply: str) -> str | None:
    """Returns the topic or the move that a reply asks for; ``None`` if the last thing that it states is something else.

    It asks by a last line ``Look up: <topic>`` or a JSON object ``{"look_up": "<topic>"}``.
    """
    try:
        text = readers.visible_text(reply)
    except ReplyError:
        return None  # nothing is stated, which the reader of answers explains
    line = _LAST_LINE.search(text.rstrip())
    if line:
        return line[1].strip()
    stated = next(readers.stated_answers(text), None)
    values = [value for key, value in stated.items() if _letters(key) == _KEY] if isinstance(stated, Mapping) else []
    return next((value for value in values if isinstance(value, str) and value.strip()), None)


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
    return "".join(filter(str.isalnum, readers.typed(name).casefold()))

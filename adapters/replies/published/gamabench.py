"""The reader of gamma-Bench's program: the JSON that a reply is, or has in it, from which one key is taken.

In games/*.py of CUHK-ARISE/GAMABench, five games take the reply as a whole for JSON; two cut it from its first to its
last brace, and the pirates from the last brace before the key's last place. Numbers are truncated as Python's ``int``
does. A shot that stands in no JSON is looked for by its key. What cannot be read is asked for again, without end.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.replies.errors import ReplyError
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.reply_reader import NO_MOVE_STATED, Reading, ReplyReader
from adapters.views import View

_IN_BRACES = ("public_goods", "sealed_bid_auction")
_TARGET = re.compile(r'"target":\s*(\d+|"[^"]+"|null)')
_VOTES = ("accept", "reject")  # of two in one decision the first of these counts


def read(reply: str, view: View, state: pyspiel.State, player: int) -> Reading:
    """Returns the move that the program plays after a reply.

    Raises:
        ReplyError: it would ask again, or the move is not legal.
    """
    game = str(state.get_game().get_type().short_name)
    ours = ReplyReader(view, state, player)
    try:
        struct = _find_struct(reply.strip(), game, ours.keys)
        (key,) = ours.keys
        value = _plain(struct[key], key, view.patterns(state, player))
    except (ValueError, TypeError, KeyError, AttributeError, StopIteration, RecursionError) as error:
        raise ReplyError("unparsable", NO_MOVE_STATED) from error
    return ours.read(json.dumps({key: value}))._replace(span=None)  # of what the reply does not have


def reply_form(shown: ReplyForm, view: View, state: pyspiel.State, player: int) -> ReplyForm:
    """Returns the form of a reply that plays a move, which is the JSON that the wording shows."""
    return shown


def _find_struct(reply: str, game: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """Returns the object that a reply states.

    Raises:
        ValueError: it states none.
    """
    if game in _IN_BRACES:
        reply = reply[reply.find("{"):reply.rfind("}") + 1]
    elif game == "pirate_game":
        reply = reply.replace("\\", "")
        start = reply.rfind("{", 0, max(reply.rfind(f'"{key}"') for key in keys))
        reply = reply[start:reply.rfind("}") + 1]
    elif game == "battle_royale" and (target := _TARGET.search(reply)):
        reply = f'{{"target": {target[1]}}}'
    struct = json.loads(reply)
    if not isinstance(struct, dict):
        raise TypeError("no object")
    return struct


def _plain(value: Any, key: str, listed: Sequence[str]) -> Any:
    """Returns a value as the program takes it: a vote by its word, a listed word in any case, a number truncated.

    Raises:
        TypeError, ValueError, AttributeError: the program cannot take it.
    """
    match key:
        case "decision" if set(listed) == set(_VOTES):
            return next(vote for vote in _VOTES if vote in value or vote.capitalize() in value)
        case "decision" | "chosen_dish":
            return listed[listed.index(value.lower())]
        case "proposal":
            return [int(gold) for gold in value.values()]  # whatever ranks are written beside them
        case "target":
            return value
    return int(value)

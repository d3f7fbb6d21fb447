"""The reader of GameBench's program: a Python dictionary whose ``action`` is the key of an offered action.

In agents/gpt.py of Joshuaclymer/GameBench, ``OpenAITextAgent.take_action`` takes the whole reply for a literal of
Python, so that JSON with ``true`` or ``null`` in it, a fence, or any word around it is none. Keys are compared to the
character. ``Explain(H2)`` asks for a topic of the rules and ``Explain(<action>)`` for what an action does; each takes a
try. The response to an open-ended action is what the game makes of it.

The lines of a wording's block are the offered actions: a key, a tab, and our name of the move; or a key alone, of an
action whose response is the move. A published action that is no move of ours has the name of none.
"""

import ast
import re
import warnings
from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.replies.errors import Failure, ReplyError
from adapters.replies.reply_reader import NO_MOVE_STATED, Reading, ReplyReader
from adapters.views import View

MOST_CHARACTERS = 100_000  # of a reply that is read as Python

_HEADING = re.compile(r"Explain\((H\d+)\)")
_EXPLAINED = re.compile(r"Explain\((.+)\)")


def read(reply: str, view: View, state: pyspiel.State, player: int, *lines: str) -> Reading:
    """Returns the move that the program plays after a reply.

    Raises:
        ReplyError: it asks again, and ``found`` says after what: ``open`` (an open-ended action without a response),
            ``heading`` or ``explain`` (what is to be explained), ``bad`` (an action that is no text) or ``action`` (one
            that is not offered). Nothing is found where it asks again without a word, and where our rules alone
            refuse the move.
    """
    offered = dict(line.partition("\t")[::2] for line in lines if "\t" in line)
    opened = [line for line in lines if "\t" not in line]
    struct = _read_struct(reply)
    action = struct["action"]
    if action in opened and "openended_response" not in struct:
        raise _refuse("unparsable", open=action)
    if not isinstance(action, str):
        raise _refuse("unparsable", bad=str(action))
    for case, pattern in (("heading", _HEADING), ("explain", _EXPLAINED)):
        if asked := pattern.search(action):
            raise _refuse("unparsable", **{case: asked[1]})
    if action in opened:
        return Reading(_read_response(struct["openended_response"], view, state, player), "json")
    if action not in offered:
        raise _refuse("illegal", action=action)
    actions = ReplyReader(view, state, player).read_name(offered[action])
    if actions is None:
        raise _refuse("illegal")
    return Reading(actions, "json")


def _read_struct(reply: str) -> Mapping[str, Any]:
    """Returns the dictionary that a reply is.

    Raises:
        ReplyError: it is none, or has no action that could be a key.
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # of escapes that Python does not know
            struct = ast.literal_eval(reply[:MOST_CHARACTERS].strip())
        hash(struct["action"])
    except (ValueError, TypeError, SyntaxError, KeyError, IndexError, MemoryError, RecursionError) as error:
        raise _refuse("unparsable") from error
    return dict(struct)


def _read_response(response: object, view: View, state: pyspiel.State, player: int) -> list[int]:
    """Returns the move that the response to an open-ended action is.

    Raises:
        ReplyError: our rules do not allow it.
    """
    spec = view.action_spec(state, player)
    assert spec is not None, "only moves of several words are open-ended"
    try:
        return spec.read(dict(zip(spec.keys, _split(str(response), len(spec.keys)), strict=True)))
    except ValueError as error:
        raise _refuse("illegal") from error


def _split(response: str, parts: int) -> list[Any]:
    """Returns the parts of a response; of Codenames' word and number the program takes others if it cannot read them.

    Its ``update_spymaster`` reads a word, a comma and a whole number.
    """
    if parts == 1:
        return [response]
    try:
        word, number = response.split(",")
        return [word, int(number)]
    except ValueError:
        return ["None", 1]


def _refuse(reason: Failure, **found: str) -> ReplyError:
    return ReplyError(reason, NO_MOVE_STATED, found=found)

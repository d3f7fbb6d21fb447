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
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pyspiel

from adapters.replies.errors import Failure, ReplyError
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.reply_reader import NO_MOVE_STATED, Reading, ReplyReader
from adapters.views import View
from custom_games.action_specs import ActionSpec, NamedActions
from custom_games.action_specs.patterns import Pattern, Piece
from custom_games.arctic_scavengers.cards import NAMES

MOST_CHARACTERS = 100_000  # of a reply that is read as Python
NO_MOVE = "?"  # our name of an action that is no move of ours, and which could be a text

_HEADING = re.compile(r"Explain\((H\d+)\)")
_EXPLAINED = re.compile(r"Explain\((.+)\)")
_TOPIC = re.compile(r"rule\((\w+)\)")


def read(reply: str, view: View, state: pyspiel.State, player: int, *lines: str) -> Reading:
    """Returns the move that the program plays after a reply.

    Raises:
        ReplyError: it asks again, and ``found`` says after what: ``open`` (an open-ended action without a response),
            ``heading`` or ``explain`` (what is to be explained), ``bad`` (an action that is no text) or ``action`` (one
            that is not offered). Nothing is found where it asks again without a word, and where our rules alone
            refuse the move.
    """
    offered, opened = _split_lines(lines)
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
        return Reading(_read_response(action, struct["openended_response"], view, state, player), "json")
    if action not in offered:
        raise _refuse("illegal", action=action)
    name = offered[action]
    actions = None if name == NO_MOVE else ReplyReader(view, state, player).read_name(name)
    if actions is None:
        raise _refuse("illegal")
    return Reading(actions, "json")


def reply_form(shown: ReplyForm, view: View, state: pyspiel.State, player: int, *lines: str) -> ReplyForm:
    """Returns the form of a reply that plays a move: a dictionary for each action that our rules permit.

    The response to an open-ended action is the text that is asked for, and empty where it would be a list of cards.
    """
    offered, opened = _split_lines(lines)
    plain = [repr({"action": key}) for key in offered]
    if not _asks_text(view, state, player):
        plain += [repr({"action": key, "openended_response": ""}) for key in opened]
        opened = []
    said = [Pattern(f'{{"action": {key!r}, "openended_response": "', *response, '"}')
            for key in opened for response in _list_responses(view, state, player)]
    played = [Pattern(reply) for reply in plain if _is_played(reply, view, state, player, *lines)]
    return ReplyForm((*played, *said), label="")


def _asks_text(view: View, state: pyspiel.State, player: int) -> bool:
    """Returns whether a decision is to say a text."""
    spec = view.action_spec(state, player)
    return spec is not None and bool(spec.texts)


def _is_played(reply: str, view: View, state: pyspiel.State, player: int, *lines: str) -> bool:
    try:
        read(reply, view, state, player, *lines)
    except ReplyError:
        return False
    return True


def _split_lines(lines: Sequence[str]) -> tuple[Mapping[str, str], Sequence[str]]:
    """Returns our names of the offered actions by their keys, and the keys of the open-ended ones."""
    offered = dict(line.partition("\t")[::2] for line in lines if "\t" in line)
    return offered, [line for line in lines if "\t" not in line]


def _list_responses(view: View, state: pyspiel.State, player: int) -> Iterator[Sequence[Piece]]:
    """Yields the responses that an open-ended action may have, with the parts of a move between commas."""
    for first, *others in product(*_action_spec(view, state, player).patterns_of_keys().values()):
        yield (*first.pieces, *(piece for other in others for piece in (",", *other.pieces)))


def _action_spec(view: View, state: pyspiel.State, player: int) -> ActionSpec:
    spec = view.action_spec(state, player)
    assert spec is not None, "only moves of several words are open-ended"
    return spec


def _read_struct(reply: str) -> Mapping[str, Any]:
    """Returns the dictionary that a reply is.

    Raises:
        ReplyError: it is none, or has no action that could be a key.
    """
    try:
        struct = _evaluate(reply[:MOST_CHARACTERS].strip())
        hash(struct["action"])
    except (ValueError, TypeError, SyntaxError, KeyError, IndexError, MemoryError, RecursionError) as error:
        raise _refuse("unparsable") from error
    return dict(struct)


def _evaluate(literal: str) -> Any:
    with warnings.catch_warnings(action="ignore"):  # of escapes that Python does not know
        return ast.literal_eval(literal)


def _read_response(key: str, response: object, view: View, state: pyspiel.State, player: int) -> list[int]:
    """Returns the move that an open-ended action is with its response.

    Raises:
        ReplyError: our rules do not allow it.
    """
    spec = _action_spec(view, state, player)
    try:
        if "action" in spec.keys:
            return spec.read(_read_use(key, response))
        if isinstance(spec, NamedActions):
            return [_find_shot(key, response, spec)]
        return spec.read(dict(zip(spec.keys, _split(str(response), len(spec.keys)), strict=True)))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        raise _refuse("illegal") from error


def _read_use(key: str, response: object) -> Mapping[str, Any]:
    """Returns an action of Arctic Scavengers with its cards, from a list as ``update_resource_gather`` takes it.

    After any word it has a list of cards, named to the character, and then for HIRE the mercenary.

    Raises:
        ValueError: the response is no such list; the program stops at it, or plays at random.
    """
    if key == "STOP":
        return {"action": key}
    match key, _evaluate(str(response)):
        case "HIRE", [_, list(cards), mercenary] if {mercenary, *cards} <= {*NAMES}:
            return {"action": key, "mercenary": mercenary, "cards": cards}
        case ("DIG" | "DRAW" | "HUNT" | "TRASH"), [_, list(cards)] if {*cards} <= {*NAMES}:
            return {"action": key, "cards": cards}
    raise ValueError("the list has not a list of cards in second place")


def _find_shot(key: str, response: object, spec: NamedActions) -> int:
    """Returns the use of a Sniper Team or a Saboteur on a card, or of none.

    The program skips one that is not allowed if an action was announced (``update_resource_gather``). In a skirmish it
    comes to nothing, and is asked for again (``update_skirmish``).

    Raises:
        ValueError: it is not allowed in a skirmish.
    """
    shots = {spec.action_name((), action): action for action in spec.legal_actions()}
    named = {"SNIPER": f"snipe {response}", "SABOTEUR": f"disarm {response}"}.get(key, "stop")
    if named not in shots and "decline" not in shots:
        raise ValueError(f"{named} is not allowed")
    return shots.get(named, shots.get("decline", -1))


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


def read_topic(reply: str) -> str | None:
    """Returns the topic of the rules with which a reply of the search begins (``lookup_monad`` in rap/monads.py)."""
    asked = _TOPIC.match(reply)
    return asked[1] if asked else None


def read_prediction(reply: str, name: str) -> str:
    """Returns the text from the first ``<name>`` to the last ``</name>``, as it stands (rap/func.py).

    An empty text counts as none, since a turn without a text cannot be sent.

    Raises:
        ReplyError: there is none, and the program puts a neutral text in its place, or gives up.
    """
    found = re.search(f"<{name}>(.+)</{name}>", reply, re.DOTALL)
    if found is None:
        raise _refuse("unparsable")
    return found[1]


def read_predicted_actions(reply: str) -> Sequence[str]:
    """Returns the lines between the tags, with all that stands in them (``get_actions`` in rap/func.py).

    Raises:
        ReplyError: there are none.
    """
    return read_prediction(reply, "actions").strip().split("\n")


def _refuse(reason: Failure, **found: str) -> ReplyError:
    return ReplyError(reason, NO_MOVE_STATED, found=found)

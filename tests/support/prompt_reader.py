"""A reader of prompts: finds the form of the reply and the legal moves in the messages, as a model has to."""

import re
from collections.abc import Sequence
from string import ascii_lowercase

from adapters import Message
from adapters.replies.reply_forms import LINE, FormKey, ReplyForm, is_json
from custom_games.action_specs.patterns import Parts, Pattern, Piece, Range, Some, Words

LEGAL_MOVES = "Legal moves: "

_ANSWER_FORM = re.compile(r"(Answer|Action): <")

_RANGE = re.compile(r"(?<![\d.])(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?![\d.])")
_LISTS = re.compile(r"\[(0\.\.\d+(?:, 0\.\.\d+)*)\](?: in steps of (\d+))? summing to (\d+)")
_TEXT = re.compile(r"any \w+.* of at most (\d+) bytes?|an allowed word .*, (\d+) at most")
_FIELDS = re.compile(r"(<[^<>]+>(?: <[^<>]+>)+), where (.+)")
_PLACEHOLDER = re.compile(r'"([^"]*)": ("?)<([^<>]*)>')


def read_form(messages: Sequence[Message]) -> ReplyForm | None:
    """Returns the form that the last message with a list of legal moves asks for; ``None`` if there is no list.

    The form is shown in that message, in the first or in the last one.
    """
    asked = [message["content"] for message in messages if message["role"] != "assistant"]
    turns = [[line.strip() for line in text.splitlines()] for text in asked]
    turn, listed = next(
        ((turn, line) for turn in reversed(turns) for line in reversed(turn) if line.startswith(LEGAL_MOVES)),
        ([], LEGAL_MOVES))
    moves = tuple(_pattern(text.strip()) for text in listed.removeprefix(LEGAL_MOVES).split(" | ") if text.strip())
    if not moves:
        return None
    fields = _fields(moves[0])
    # A turn that asks for something other than a move states its own form.
    plain = next((form for line in turn if (form := _ANSWER_FORM.match(line))), None)
    lines = [] if plain else [line for text in [*turns[:1], turn, *turns[-1:]] for line in text]
    found = (form for line in lines if (form := _json_form(line, moves, fields)))
    return next(found, ReplyForm(moves, label=plain[1] if plain else LINE))


def _fields(move: str) -> dict[str, tuple[Pattern, ...]]:
    """Returns what may stand for each field of a move, by its key; nothing for a move that has no fields."""
    several = _FIELDS.fullmatch(move)
    stated = (field.partition("> is ") for field in several[2].removeprefix("<").split(" and <")) if several else ()
    return {key: tuple(map(_pattern, values.split(" or "))) for key, _, values in stated}


def _json_form(line: str, moves: tuple[Pattern, ...], fields: dict[str, tuple[Pattern, ...]]) -> ReplyForm | None:
    found = _PLACEHOLDER.findall(line)
    if not line.startswith("{") or not found or not is_json(_PLACEHOLDER.sub(r'"\1": 0', line.replace('>"', ">"))):
        return None
    if fields:
        return ReplyForm(moves, tuple(FormKey(key, bool(mark), fields.get(key, ())) for key, mark, _ in found))
    target = next((number for number, (_, _, name) in enumerate(found) if name == "move"), len(found) - 1)
    return ReplyForm(moves, tuple(
        FormKey(key, bool(mark), moves if number == target else ()) for number, (key, mark, _) in enumerate(found)))


def _pattern(text: str) -> Pattern:
    free = _TEXT.fullmatch(text)
    if free:
        most = min(8, int(free[1] or free[2]))
        return Pattern(Words(text, ascii_lowercase, most if free[2] else 0, most))  # short words are often disallowed
    summing = _LISTS.fullmatch(text)
    if summing:
        return Pattern(Parts(int(summing[3]), summing[1].count(".."), int(summing[2] or 1)))
    before, some, held = text.partition("any of ")
    if some:
        return Pattern(before, Some(held))
    pieces: list[Piece] = []
    end = 0
    for found in _RANGE.finditer(text):
        pieces += [text[end:found.start()], Range(found[1], found[2])]
        end = found.end()
    return Pattern(*pieces, text[end:])

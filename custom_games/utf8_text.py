"""Free text as moves: one action per byte of its UTF-8 encoding, then ``END``.

A text is a run of ordinary actions of one player, so a history of integers holds a whole conversation. The legal
actions spell nothing but valid UTF-8 of at most ``limit`` bytes (Unicode standard, table 3-7).
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from custom_games.json_values import value_of

END = 256
NUM_ACTIONS = 257  # 256 bytes and END

_CONTINUATION = range(0x80, 0xC0)
# The first bytes of a character by its length in bytes.
_FIRST = {1: range(0x80), 2: range(0xC2, 0xE0), 3: range(0xE0, 0xF0), 4: range(0xF0, 0xF5)}
# First bytes after which overlong forms, surrogates or code points beyond Unicode have to be excluded.
_SECOND = {0xE0: range(0xA0, 0xC0), 0xED: range(0x80, 0xA0), 0xF0: range(0x90, 0xC0), 0xF4: range(0x80, 0x90)}
_LENGTH = {first: length for length, firsts in _FIRST.items() for first in firsts}
# Actions between two characters by the bytes left, up to 4: no character starts that the limit would cut off.
_NEXT_CHARACTER = [(*(first for first, length in _LENGTH.items() if length <= room), END) for room in range(5)]


def encode(text: str, limit: int) -> list[int]:
    """Returns the actions that spell a text.

    Raises:
        ValueError: the text has more than ``limit`` bytes, or is not valid Unicode.
    """
    try:
        said = text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("the text holds half of a surrogate pair, which is no character") from error
    if len(said) > limit:
        raise ValueError(f"the text has {len(said)} bytes in UTF-8, and at most {limit} are allowed")
    return [*said, END]


def encode_value(struct: Mapping[str, Any], key: str, limit: int) -> list[int]:
    """Returns the actions that spell the text under a key of a player's JSON object.

    Raises:
        ValueError: the key is missing, or its value is not a text that :func:`encode` accepts.
    """
    text = value_of(struct, key)
    if not isinstance(text, str):
        raise ValueError(f'"{key}" must be a text in quotation marks')
    return encode(text, limit)


def decode(actions: Iterable[int]) -> str:
    """Returns the text that actions spell, up to the first ``END`` if there is one.

    Raises:
        ValueError: the text ends within a character, or an action was not legal.
    """
    said = bytearray()
    for action in actions:
        if action == END:
            break
        said.append(action)
    return said.decode()


def legal_actions(said: bytes, limit: int) -> Sequence[int]:
    """Returns the actions that may follow the bytes said so far, in ascending order."""
    character = _unfinished_character(said)
    if len(character) == 1:
        return _SECOND.get(character[0], _CONTINUATION)
    if character:
        return _CONTINUATION
    return _NEXT_CHARACTER[min(limit - len(said), 4)]


def _unfinished_character(said: bytes) -> bytes:
    """Returns the bytes of the last character if it is incomplete; empty between two characters."""
    for back in range(1, min(3, len(said)) + 1):
        byte = said[-back]
        if byte not in _CONTINUATION:
            return said[-back:] if _LENGTH.get(byte, 1) > back else b""
    return b""


def action_name(action: int) -> str:
    """Returns an action's name: a visible ASCII character itself, any other byte in hexadecimal digits."""
    if action == END:
        return "END"
    return chr(action) if 0x21 <= action <= 0x7E else f"0x{action:02X}"


def pattern(limit: int) -> str:
    """Returns the entry for a text in a prompt's list of moves; copied as it is, it is a legal text too."""
    return f"any text of at most {limit} bytes"[:limit]


def random_text(limit: int, rng: random.Random) -> list[int]:
    """Returns the actions of a random text: up to eight lower-case letters, or as many as the limit allows."""
    letters = range(ord("a"), ord("z") + 1)
    return [*rng.choices(letters, k=rng.randint(0, min(limit, 8))), END]

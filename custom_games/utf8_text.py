"""Free text as moves: one action per byte of its UTF-8 form, and one that ends it.

A text is then a run of ordinary actions of one player, so a history of integers holds a whole conversation. Which
action may follow is such that nothing but valid UTF-8 of at most ``limit`` bytes can come about (Unicode, table 3-7).
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from custom_games.json_values import value_of

END = 256
NUM_ACTIONS = 257  # the ids of the bytes, and END

_ANY_NEXT = range(0x80, 0xC0)
# By the number of bytes of a character, its first byte.
_FIRST = {1: range(0x80), 2: range(0xC2, 0xE0), 3: range(0xE0, 0xF0), 4: range(0xF0, 0xF5)}
# Where not every byte may be the second: longer forms than needed, surrogates, and what is beyond Unicode.
_SECOND = {0xE0: range(0xA0, 0xC0), 0xED: range(0x80, 0xA0), 0xF0: range(0x90, 0xC0), 0xF4: range(0x80, 0x90)}
_LENGTH = {first: length for length, firsts in _FIRST.items() for first in firsts}
# What may follow a whole character, by the bytes that there is room for: nothing that the limit would cut off.
_BETWEEN = [(*(first for first, length in _LENGTH.items() if length <= room), END) for room in range(5)]


def encode(text: str, limit: int) -> list[int]:
    """The actions that say a text.

    Raises:
        ValueError: it has more than ``limit`` bytes, or is no valid Unicode.
    """
    try:
        said = text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("the text holds half of a surrogate pair, which is no character") from error
    if len(said) > limit:
        raise ValueError(f"the text has {len(said)} bytes in UTF-8, and at most {limit} are allowed")
    return [*said, END]


def encode_value(struct: Mapping[str, Any], key: str, limit: int) -> list[int]:
    """The actions that say the text under a key of a player's JSON object.

    Raises:
        ValueError: the key is missing, or its value is not a text that can be said.
    """
    text = value_of(struct, key)
    if not isinstance(text, str):
        raise ValueError(f'"{key}" must be a text in quotation marks')
    return encode(text, limit)


def decode(actions: Iterable[int]) -> str:
    """The text that actions say, up to the first ``END`` if there is one.

    Raises:
        ValueError: it breaks off within a character, or an action could not have been legal.
    """
    said = bytearray()
    for action in actions:
        if action == END:
            break
        said.append(action)
    return said.decode()


def legal_actions(said: bytes, limit: int) -> Sequence[int]:
    """What may follow the bytes said so far, which were legal themselves, in ascending order."""
    character = _unfinished(said)
    if len(character) == 1:
        return _SECOND.get(character[0], _ANY_NEXT)
    if character:
        return _ANY_NEXT
    return _BETWEEN[min(limit - len(said), 4)]


def _unfinished(said: bytes) -> bytes:
    """The character at the end that further bytes belong to; empty between two characters."""
    for back in range(1, min(3, len(said)) + 1):
        byte = said[-back]
        if byte not in _ANY_NEXT:
            return said[-back:] if _LENGTH.get(byte, 1) > back else b""
    return b""


def action_name(action: int) -> str:
    """An action's name: the character itself where one byte is a visible one, else the byte in hexadecimal digits."""
    if action == END:
        return "END"
    return chr(action) if 0x21 <= action <= 0x7E else f"0x{action:02X}"


def pattern(limit: int) -> str:
    """How a prompt lists the moves where a text is to be said: as one that may be said, for who copies it."""
    return f"any text of at most {limit} bytes"[:limit]


def random_text(limit: int, rng: random.Random) -> list[int]:
    """A random text: up to as many small letters as the limit allows, or eight."""
    letters = range(ord("a"), ord("z") + 1)
    return [*rng.choices(letters, k=rng.randint(0, min(limit, 8))), END]

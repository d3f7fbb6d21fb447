"""Free text as moves: one action per byte of its UTF-8 encoding, then ``END``.

A text is a run of ordinary actions of one player, so a history of integers holds a whole conversation. The legal
actions spell nothing but valid UTF-8 of at most ``limit`` bytes (Unicode standard, table 3-7).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from custom_games.action_specs.alphabets import ANY, Alphabet

END = 256
NUM_ACTIONS = 257  # 256 bytes and END
MOST_BYTES = 4  # of a character

_CONTINUATION = range(0x80, 0xC0)
# The first bytes of a character by its length in bytes.
_FIRST = {1: range(0x80), 2: range(0xC2, 0xE0), 3: range(0xE0, 0xF0), 4: range(0xF0, 0xF5)}
# First bytes after which overlong forms, surrogates or code points beyond Unicode have to be excluded.
_SECOND = {0xE0: range(0xA0, 0xC0), 0xED: range(0x80, 0xA0), 0xF0: range(0x90, 0xC0), 0xF4: range(0x80, 0x90)}
_LENGTH = {first: length for length, firsts in _FIRST.items() for first in firsts}
# Actions between two characters by the bytes left, up to 4: no character starts that the limit would cut off.
_NEXT_CHARACTER = [(*(first for first, length in _LENGTH.items() if length <= room), END) for room in range(5)]


def spell(text: str) -> list[int]:
    """Returns the actions that spell a text.

    Raises:
        ValueError: the text is not valid Unicode.
    """
    try:
        return [*text.encode(), END]
    except UnicodeEncodeError as error:
        raise ValueError("the text holds half of a surrogate pair, which is no character") from error


def encode(text: str, limit: int) -> list[int]:
    """Returns the actions that spell a text of at most ``limit`` bytes.

    Raises:
        ValueError: the text has more than ``limit`` bytes, or is not valid Unicode.
    """
    actions = spell(text)
    if len(actions) - 1 > limit:
        raise ValueError(f"the text has {len(actions) - 1} bytes in UTF-8, and at most {limit} are allowed")
    return actions


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


def legal_actions(said: Sequence[int], limit: int, alphabet: Alphabet = ANY) -> Sequence[int]:
    """Returns the actions that may follow the bytes said so far, in ascending order."""
    character = unfinished_character(said)
    if not character:
        return _starts(min(limit - len(said), MOST_BYTES), alphabet)
    following = _following(character)
    if alphabet is ANY or _LENGTH[character[0]] > len(character) + 1:
        return following
    return [last for last in following if alphabet.permits(bytes((*character, last)).decode())]


# Asked for at every byte of a text, and there are few alphabets.
@lru_cache(maxsize=200)
def _starts(room: int, alphabet: Alphabet) -> tuple[int, ...]:
    """Returns the actions between two characters if there is room for that many bytes."""
    return tuple([first for first in _NEXT_CHARACTER[room] if _may_start(first, alphabet)])


def _may_start(first: int, alphabet: Alphabet) -> bool:
    return first == END or (alphabet.permits(chr(first)) if first < 0x80 else not alphabet.only_ascii)


def _following(character: Sequence[int]) -> range:
    """Returns the bytes that may follow those of an incomplete character."""
    return _SECOND.get(character[0], _CONTINUATION) if len(character) == 1 else _CONTINUATION


def missing_bytes(begun: Sequence[int]) -> int:
    """Returns the number of bytes that a character lacks of which these are the first."""
    return _LENGTH[begun[0]] - len(begun)


def completions(begun: tuple[int, ...]) -> Iterator[str]:
    """Yields the characters that begin with these bytes, in the order of their code points."""
    if missing_bytes(begun):
        for byte in _following(begun):
            yield from completions((*begun, byte))
    else:
        yield bytes(begun).decode()


def unfinished_character(said: Sequence[int]) -> Sequence[int]:
    """Returns the bytes of the last character if it is incomplete; empty between two characters."""
    for back in range(1, min(3, len(said)) + 1):
        byte = said[-back]
        if byte not in _CONTINUATION:
            return said[-back:] if _LENGTH.get(byte, 1) > back else ()
    return ()


def action_name(action: int) -> str:
    """Returns an action's name: a visible ASCII character itself, any other byte in hexadecimal digits."""
    if action == END:
        return "END"
    return chr(action) if 0x21 <= action <= 0x7E else f"0x{action:02X}"

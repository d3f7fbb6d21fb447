"""Sets of words to describe: topics for Chameleon and pairs of words for Undercover.

A set of topics is a list of ``{"topic": "Fruits", "words": [16 or more], "clues": [16 or more]}``, and may also fix the
secret word with ``code``, the chameleon with ``chameleon_name`` ("Player 3"), and record the seats' ``first clue``:
``{"Player 1": "It is juicy."}``. A set of pairs is a list of ``{"words": [two], "clues": [8 or more]}``, which may fix
``undercover_code``, one of the two words, and ``undercover_name``, and record each seat's clues by round. The clues fit
several of the words and contain none of them; random players say them.

The published format has no words and clues to choose from: ``topic``, ``code``, ``chameleon_name`` and ``first clue``,
or ``undercover_code``, ``non_undercover_code``, ``undercover_name`` and ``first clue`` (Table 3 of the paper). The
authors' files have all but the clues below ``game_setting``, and the clues beside it, as ``clue`` or ``clues``. The
shipped topic of the same name, or the shipped pair of the same words, lends its words and clues then, or else there are
general ones.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from custom_games.action_specs.whole_words import find_word, plain_words
from custom_games.word_sets import word_lists
from custom_games.word_sets.json_sets import (
    FIRST_CLUE,
    SEATS,
    FileEntry,
    check_keys,
    clues_by_seat,
    one_of,
    read_set,
    text,
    texts,
)

LEAST_WORDS, LEAST_CLUES, LEAST_CLUES_OF_A_PAIR = 16, 16, 8
SHOWN_PLACES = 8  # of one fault
LONGEST_WORD = 60  # bytes of a word that can be guessed
BANK = ("words", "clues")
SETTING, SAID = "game_setting", ("clue", "clues")  # keys of the authors' files
TOPICS, PAIRS = "chameleon", "undercover"  # the shipped sets, which lend words and clues
GENERAL_CLUES = (
    "I have come across it more than once.", "Most people know it.", "It is hard to describe in a few words.",
    "You could draw a picture of it.", "Children learn about it.", "People like to talk about it.",
    "You can read about it in books.", "Not everybody thinks the same of it.", "It has been known for a long time.",
    "I thought of it only last week.", "There are different kinds of it.", "It is known in many countries.",
    "You would recognise it at once.", "There are songs about it.", "It can cost money.", "It has its good sides.")


class WordEntry(NamedTuple):
    """A topic or a pair: what players know or have to find out, and what random players say.

    ``word`` is the number of the secret word, or of the undercover's, and ``seat`` that of the chameleon or the
    undercover, both counted from 0; ``None`` is for chance to draw. ``first_clues`` are the recorded clues of each seat
    by round.
    """

    name: str
    words: tuple[str, ...]
    clues: tuple[str, ...]
    word: int | None = None
    seat: int | None = None
    first_clues: tuple[tuple[str, ...], ...] = ((), (), ())

    def recorded_clue(self, place: int) -> str | None:
        """Returns the recorded clue that is the one number ``place`` of the game, counted from 0, if there is one."""
        turn, seat = divmod(place, len(SEATS))
        return self.first_clues[seat][turn] if turn < len(self.first_clues[seat]) else None


def topics(name: str) -> tuple[WordEntry, ...]:
    """Returns the topics of a set in the order of its file, which is read once.

    Raises:
        ValueError: there is no such set, or entries of it are damaged; the message says which and what is wrong.
    """
    return _read_entries(name, word_lists.own_folders(), "set of topics", _read_topic)


def pairs(name: str) -> tuple[WordEntry, ...]:
    """Returns the pairs of words of a set in the order of its file, which is read once.

    Raises:
        ValueError: as for :func:`topics`.
    """
    return _read_entries(name, word_lists.own_folders(), "set of pairs", _read_pair)


@cache
def _read_entries(
    name: str, own: tuple[Path, ...], kind: str, read: Callable[[Mapping[str, Any]], WordEntry]
) -> tuple[WordEntry, ...]:
    content = read_set(name, own, kind)
    if not isinstance(content, list) or not content:
        raise ValueError(f"{kind} {name} must be a list of one or more entries")
    entries: list[WordEntry] = []
    damaged: dict[str, list[str]] = {}
    for number, each in enumerate(content, start=1):
        place, entry = each if isinstance(each, FileEntry) else (f"entry {number} of {name}.json", each)
        try:
            entries.append(read(entry))
        except ValueError as error:
            damaged.setdefault(str(error), []).append(place)
    if damaged:
        raise ValueError("; ".join(f"{_list_places(places)}: {fault}" for fault, places in damaged.items()))
    return tuple(entries)


def _list_places(places: Sequence[str]) -> str:
    more = [f"{len(places) - SHOWN_PLACES} more"] if len(places) > SHOWN_PLACES else []
    return ", ".join([*places[:SHOWN_PLACES], *more])


def _read_topic(entry: Any) -> WordEntry:
    fixed = ("code", "chameleon_name", FIRST_CLUE)
    if _is_published(entry):
        entry = _flatten(entry)
        check_keys(entry, ("topic", *fixed))
        words, clues = _lend_topic(text(entry, "topic"), text(entry, "code"))
    else:
        check_keys(entry, ("topic", *BANK, *fixed))
        words = texts(entry, "words", LEAST_WORDS)
        clues = _check_clues(texts(entry, "clues", LEAST_CLUES), words)
    for word in words:
        if len(word.encode()) > LONGEST_WORD:
            raise ValueError(f"the word {word!r} has more than {LONGEST_WORD} bytes in UTF-8")
    return WordEntry(
        text(entry, "topic"), words, clues, one_of(entry, "code", words), one_of(entry, "chameleon_name", SEATS),
        clues_by_seat(entry, rounds=1))


def _read_pair(entry: Any) -> WordEntry:
    codes, fixed = ("undercover_code", "non_undercover_code"), ("undercover_name", FIRST_CLUE)
    if _is_published(entry):
        entry = _flatten(entry)
        check_keys(entry, (*codes, *fixed))
        words = texts({"words": [text(entry, code) for code in codes]}, "words", 2)
        clues = _lend_clues(words)
    else:
        check_keys(entry, (*BANK, codes[0], *fixed))
        words = texts(entry, "words", 2)
        if len(words) > 2:
            raise ValueError(f'"words" must be a list of 2 words, not {len(words)}')
        clues = _check_clues(texts(entry, "clues", LEAST_CLUES_OF_A_PAIR), words)
    return WordEntry(
        " and ".join(words), words, clues, one_of(entry, "undercover_code", words),
        one_of(entry, "undercover_name", SEATS), clues_by_seat(entry))


def _is_published(entry: Any) -> bool:
    return isinstance(entry, Mapping) and (SETTING in entry or not set(BANK) & entry.keys())


def _flatten(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns a published entry with all of its keys side by side, the clues under ours.

    Raises:
        ValueError: the setting in it is no object.
    """
    setting = entry.get(SETTING, {})
    if not isinstance(setting, Mapping):
        raise ValueError(f'"{SETTING}" must be an object, not {setting!r}')
    together = {**entry, **setting}
    return {FIRST_CLUE if key in SAID else key: value for key, value in together.items() if key != SETTING}


def _check_clues(clues: tuple[str, ...], words: Sequence[str]) -> tuple[str, ...]:
    """Returns the clues, which random players must be able to say whatever the secret word is.

    Raises:
        ValueError: a clue contains one of the words.
    """
    for clue in clues:
        if word := find_word(clue, words):
            raise ValueError(f"the clue {clue!r} must not contain {word!r}, which is one of the words")
    return clues


def _lend_topic(topic: str, code: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns words, the secret one among them, and clues for a published topic."""
    lent = next((entry for entry in topics(TOPICS) if plain_words(entry.name) == plain_words(topic)), None)
    others = lent.words if lent else word_lists.words("common_nouns")[:LEAST_WORDS]
    words = tuple(code if plain_words(word) == plain_words(code) else word for word in others)
    if code not in words:
        # In alphabetical order, because a place of its own would tell the code.
        words = tuple(sorted((*words, code), key=str.casefold))
    return words, _sayable_clues(words, lent.clues if lent else GENERAL_CLUES)


def _lend_clues(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns clues for a published pair."""
    same = (entry.clues for entry in pairs(PAIRS) if set(map(plain_words, entry.words)) == set(map(plain_words, words)))
    return _sayable_clues(words, next(same, GENERAL_CLUES))


def _sayable_clues(words: Sequence[str], clues: Sequence[str]) -> tuple[str, ...]:
    return tuple(clue for clue in clues if find_word(clue, words) is None)

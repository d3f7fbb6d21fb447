"""Labels before an answer, such as "Answer:", "My clue is:" and "Here is my vote:"."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

GENERAL = ("move", "action", "choice", "decision")  # words for the answer to any decision

Label = re.Match[str]

_EMPHASIS = re.compile(r"[*_`]++$")
_EMPTY_LINE = re.compile(r"\n[ \t]*+\n")


@lru_cache(maxsize=1000)
def pattern(*words: str, before: str = ">`") -> re.Pattern[str]:
    """Returns a pattern for labels at the start of a line, "My final answer is: ..." if a word is "answer".

    The groups are what is ``opening`` before it, the ``word``, marks ``inside`` it before the colon, marks ``closing``
    after the colon, and the ``value`` in the rest of the line, which is ``None`` in a heading without a colon. An
    underscore in a word may be a space; ``before`` are characters that may precede besides those of lists and headings.
    """
    spelled = "|".join(re.escape(word).replace("_", "[_ ]") for word in words)
    return re.compile(
        rf"^(?P<opening>[ \t#*_\-{before}]*+)(?:(?:here is|here['’]s|this is)[ \t]+(?=my\b))?(?:(?:my|the)[ \t]+)?"
        rf"(?:(?:final|chosen)[ \t]+)?(?P<word>{spelled})(?P<inside>[*_`]*+)[ \t]*+(?:for this (?:round|turn)[ \t]*+)?+"
        r"(?:is[ \t]*+)?+(?:[:=](?P<closing>[*_`]*+)(?P<value>.*)|)$",
        re.IGNORECASE | re.MULTILINE,
    )


def start_of_value(label: Label) -> int:
    """Returns the position after a label and its marks of emphasis."""
    if label["value"] is None:
        return label.end()
    own_marks = label["inside"] or _EMPHASIS.search(label["opening"])
    return label.start("value" if own_marks else "closing")


def value(label: Label, text: str, end: int) -> str:
    """Returns the value of a label in a text that ends there: without white space around, and without emphasis.

    Marks of emphasis belong to the label if they open before it: ``**Answer:** hi`` and ``**Answer: hi**``.
    """
    stated = text[start_of_value(label):end].strip()
    emphasis = _EMPHASIS.search(label["opening"])
    if emphasis and not label["inside"] and not label["closing"]:
        return stated.removesuffix(emphasis[0]).rstrip()
    return stated


def stated(text: str, keys: Sequence[str], start: int = 0) -> dict[str, str]:
    """Returns the values by key that :func:`under_keys` finds on the last lines of a text."""
    return {key: value(label, text, end) for key, (label, end) in under_keys(text, keys, start=start).items()}


def under_keys(
    text: str, keys: Sequence[str], running: Collection[str] = (), start: int = 0
) -> dict[str, tuple[Label, int]]:
    """Returns by key the labels on the last lines of a text, such as "Clue: ocean" above "Number: 2", and their ends.

    A value is the rest of its line, or the next one; of the ``running`` keys it is everything up to the next label or
    the end, without an empty line. What other players are quoted with, after ">" or a quotation mark, is none, and
    neither is what stands before ``start``.
    """
    by_word = {key.replace("_", " ").casefold(): key for key in keys}
    found: dict[str, tuple[Label, int]] = {}
    end = len(text)
    for label in reversed(list(pattern(*keys, before="").finditer(text, start))):
        key = by_word[label["word"].replace("_", " ").casefold()]
        stated = text[start_of_value(label):end].strip()
        several = _EMPTY_LINE.search(stated) if key in running else "\n" in stated
        if key in found or label["value"] is None or several or not stated:
            break
        found[key] = (label, end)
        end = label.start()
    return found

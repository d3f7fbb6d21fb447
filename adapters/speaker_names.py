"""Replies that a player opens with its own name, as lines of a play do: "Player 2: I vote for Player 3."."""

import re
from collections.abc import Iterator

_MARKS = r"[ \t*_`#\[\]()]*+"
LONGEST = 100  # characters of a name


def own_words(reply: str, name: object, as_text: bool) -> Iterator[str]:
    """Yields what a reply says behind the player's name: as it stands, and then as the text that is asked for.

    It is nothing if the reply opens with no name or with another one.
    """
    if isinstance(name, str) and 0 < len(name) <= LONGEST:
        opening = re.match(rf"\s*{_MARKS}{re.escape(name)}{_MARKS}(?::|=>|->){_MARKS}\s*(?=\S)", reply, re.IGNORECASE)
        if opening is not None:
            said = reply[opening.end():]
            yield said
            if as_text:
                yield f"Answer: {said}"

"""Talk as part of a position: who said what to whom, and who heard it.

A conversation is a chain in which every message points to the earlier part, so positions that follow one another share
all that was said before. Saying something and hashing take the same time however long the conversation is; comparing
equal conversations that share a part takes time in proportion to what they do not share, and listing, printing or
pickling one in proportion to its length.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Message(NamedTuple):
    """One message: ``addressee`` is the seat spoken to, if it is one; ``audience`` the seats that heard it, or all."""

    speaker: int
    text: str
    addressee: int | None = None
    audience: tuple[int, ...] | None = None

    def heard_by(self, seat: int) -> bool:
        """Returns whether a seat said or heard the message."""
        return self.audience is None or seat in self.audience


@dataclass(frozen=True, eq=False, repr=False)
class Talk:
    """An immutable conversation; ``Talk()`` is an empty one."""

    latest: Message | None = None
    earlier: "Talk | None" = None
    _length: int = field(init=False)
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        assert (self.latest is None) == (self.earlier is None), "a message follows a conversation, if an empty one"
        # Kept, because both would otherwise be found by walking down the whole chain, beyond Python's recursion limit.
        object.__setattr__(self, "_length", 0 if self.earlier is None else len(self.earlier) + 1)
        object.__setattr__(self, "_hash", hash((self.earlier, self.latest)))

    def say(
        self, speaker: int, text: str, addressee: int | None = None, audience: Iterable[int] | None = None
    ) -> "Talk":
        """Returns the conversation with one more message; takes the same time at any length.

        All hear it unless ``audience`` lists the seats that do; the speaker and the addressee always do.
        """
        if audience is not None:
            present = {speaker, *audience} | ({addressee} if addressee is not None else set())
            audience = tuple(sorted(present))
        return Talk(Message(speaker, text, addressee, audience), self)

    def heard(self, seat: int, name: Callable[[int], str]) -> list[dict[str, Any]]:
        """Returns the messages that a seat said or heard, in order, as JSON values with the players' names.

        Each has the keys ``speaker``, ``to`` (``None`` unless one player was spoken to) and ``text``. ``name`` gives a
        seat's name, as does :meth:`custom_games.labels.Labels.name`.
        """
        return [
            {"speaker": name(message.speaker),
             "to": None if message.addressee is None else name(message.addressee),
             "text": message.text}
            for message in self if message.heard_by(seat)
        ]

    def __iter__(self) -> Iterator[Message]:
        return reversed([said.latest for said in self._parts() if said.latest is not None])

    def _parts(self) -> "Iterator[Talk]":
        """Yields this conversation and all that it grew from, the latest first."""
        part: Talk | None = self
        while part is not None:
            yield part
            part = part.earlier

    def __len__(self) -> int:
        return self._length

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Talk):
            return NotImplemented
        if len(self) != len(other) or hash(self) != hash(other):
            return False
        for mine, theirs in zip(self._parts(), other._parts(), strict=True):
            if mine is theirs:
                return True
            if mine.latest != theirs.latest:
                return False
        return True

    def __repr__(self) -> str:
        return f"Talk({', '.join(map(repr, self))})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickling or copying the chain itself would exceed the recursion limit.
        return talk_of, (tuple(self),)


def talk_of(messages: Iterable[Message]) -> Talk:
    """Returns the conversation of these messages."""
    talk = Talk()
    for message in messages:
        talk = Talk(message, talk)
    return talk

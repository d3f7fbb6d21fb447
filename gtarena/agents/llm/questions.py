"""Questions to a model about one decision, and its answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adapters import Message, ReplyError
from adapters.replies.reply_forms import ReplyForm
from gtarena.logs.records import Form, Purpose


@dataclass(frozen=True)
class Question:
    """Question to a model: the chat ``before``, the ``turn`` that asks, and ``after`` it failed tries and nudges.

    ``form`` is the form of the reply; ``schema`` is its JSON schema, if it has to be a JSON object and nothing else.
    ``look_ups`` counts the topics that were looked up in this chat, and ``nudges`` the nudges in it. ``remembered`` is
    the turn that a chat of several decisions keeps in place of ``turn``, if another one.
    """

    purpose: Purpose
    before: tuple[Message, ...]
    turn: Message
    after: tuple[Message, ...] = ()
    schema: Mapping[str, Any] | None = None
    form: ReplyForm | None = None
    look_ups: int = 0
    nudges: int = 0
    remembered: Message | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.before, self.turn, *self.after)

    def told(self, reply: str, text: str) -> "Question":
        """Returns the same question after a reply that asked for a topic, and the text shown in return."""
        shown = (assistant_message(reply), {"role": "user", "content": text})
        return replace(self, after=(*self.after, *shown), look_ups=self.look_ups + 1)


@dataclass(frozen=True)
class Parsed:
    """Reply that states what was asked for.

    ``stated`` holds the actions of a move or the index of an option; it is empty for a thought. ``form`` is the form in
    which a move is stated.
    """

    question: Question
    reply: str
    stated: tuple[int, ...]
    form: Form | None = None


@dataclass(frozen=True)
class Rejected:
    """Reply that does not state what was asked for, with the reason."""

    question: Question
    reply: str
    error: ReplyError


@dataclass(frozen=True)
class LookedUp:
    """Reply that asks for a topic of the rules, and the question that follows with its text."""

    question: Question
    reply: str
    again: Question


Answer = Parsed | Rejected


def assistant_message(text: str) -> Message:
    """Returns a model's reply as a chat message."""
    # Some providers refuse an empty assistant turn.
    return {"role": "assistant", "content": text or "(no answer)"}

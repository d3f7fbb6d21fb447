"""Reasoning schemes: their settings, and the questions about one decision from which they are built."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

import pyspiel
from pydantic import Field

from adapters import Adapter, Message, ReplyError
from adapters.adapter import READER, REPLY_FORMAT
from adapters.rendering import templates
from adapters.replies import Reading
from adapters.replies.reply_forms import ReplyForm
from gtarena.agents.beliefs import Matrix, Role
from gtarena.agents.llm.model_calls import Answer, ModelCalls, Parsed, Question, Rejected, assistant_message
from gtarena.agents.llm.nudges import WORDING, nudge
from gtarena.agents.setting_types import require_types

CallCount = Annotated[int, Field(ge=1, le=100)]  # of one step


@dataclass
class SchemeMemory:
    """Latest analysis and beliefs of a player, which a scheme keeps from one decision of a match to the next.

    ``analysis`` is the latest one, and ``seen`` tells what the player had seen when it was made; both are empty before
    the first. ``beliefs`` are those of the player, if it keeps any as a matrix, and ``role`` is the one that it took
    itself to have when it last said so. ``diagnosis`` is what it said of that, where it is asked apart.
    """

    seen: str = ""
    diagnosis: str = ""
    analysis: str = ""
    beliefs: Matrix | None = None
    role: Role = "unknown"


@dataclass(frozen=True)
class Steps:
    """Questions about one decision, from which schemes are built.

    ``before`` is the chat so far, rules first, and ``turn`` the decision at hand. A question for a move is asked with
    ``final``, which is the same turn unless the wording has a place for the instruction, and ends with ``ending``;
    ``form`` is the form of its answer. ``again`` is the question of the failed try, with its chat, the reply and a
    nudge, and ``None`` at the first try. ``memory`` is the same object for a whole match. ``version`` is the prompt
    version.
    """

    calls: ModelCalls
    before: tuple[Message, ...]
    turn: Message
    final: Message
    ending: str
    schema: Mapping[str, Any] | None
    form: ReplyForm
    version: str = "v1"
    again: Question | None = None
    memory: SchemeMemory = field(default_factory=SchemeMemory)

    async def ask_moves(self, times: int, *notes: str, chat: Sequence[Message] = ()) -> list[Answer]:
        """Asks for a move several times, each time with the same notes, or in a ``chat`` of the wording's own."""
        return await self.calls.ask(self._question(*notes, chat=chat), times, self.read)

    def read(self, reply: str) -> Reading:
        """Returns the move that a reply states.

        Raises:
            ReplyError: it states no legal move.
        """
        return self.calls.decision.read(reply, self.version)

    def option_form(self, count: int) -> ReplyForm:
        """Returns the form of a vote for one of ``count`` candidates."""
        return self.calls.decision.option_form(count, self.version)

    def read_option(self, reply: str, count: int) -> int:
        """Returns the index of the candidate, of ``count``, that a vote chooses.

        Raises:
            ReplyError: it chooses none.
        """
        return self.calls.decision.read_option(reply, count, self.version)

    def answer_unasked(self, reply: str) -> Parsed:
        """Returns the move that a reply states which no model has been asked for.

        Raises:
            ReplyError: the reply states no legal move.
        """
        return Parsed(self._question(), reply, tuple(self.read(reply).actions))

    def reject_unasked(self, reply: str, error: ReplyError) -> Rejected:
        """Returns a reply that states no legal move and that no model has been asked for."""
        return Rejected(self._question(), reply, error)

    def retry_after(self, failed: Rejected) -> "Steps":
        """Returns the same questions with the chat of a failed try and a nudge.

        A wording's own nudge, ``ask_again``, sees the ``reason`` and what was ``found`` (see :class:`ReplyError`), and
        may be silence.
        """
        asked, calls, error = failed.question, self.calls, failed.error
        own = self.own_turns(WORDING, reason=error.reason, found=error.found)
        if own is None:
            own = [nudge(calls.decision, self.form, error, calls.generator("example"), self.version)]
        after = (*asked.after, assistant_message(failed.reply), *own)
        return replace(self, again=replace(asked, after=after, nudges=asked.nudges + 1))

    def chat_without_form(self, turn: Message) -> list[Message]:
        """Returns the chat up to a turn, without the form of an answer to the decision."""
        form = self.block(REPLY_FORMAT)
        return [_remove_last(form, message) for message in (*self.before, turn)]

    def own_turns(self, name: str, **words: object) -> list[Message] | None:
        """Returns the wording's own turns in place of a shared text, of its block ``ask_think`` in place of ``think``.

        It is ``None`` if the wording has no such block, and the shared text is used.
        """
        return self.calls.decision.own_turns(self.version, f"ask_{name}", **words)

    def has(self, name: str) -> bool:
        """Returns whether the wording declares a property by a block of that name."""
        return self.calls.decision.adapter.place(self.version, name)

    def block(self, name: str, **words: object) -> str:
        """Returns a block of the wording as its prompts show it."""
        decision = self.calls.decision
        return decision.block(decision.adapter.prompts, self.version, name, **words)

    def _question(self, *notes: str, chat: Sequence[Message] = ()) -> Question:
        *before, turn = chat or [*self.before, add_paragraphs(self.final, *notes, self.ending)]
        again, published = self.again, self.has(READER)
        question = Question(
            "move", tuple(before), turn, schema=self.schema, form=self.form, cut_off_counts=published)
        return question if again is None else replace(
            question, after=again.after, look_ups=again.look_ups, nudges=again.nudges)


@dataclass(frozen=True)
class Scheme(ABC):
    """Reasoning scheme: the sequence of model calls that leads to one move.

    A scheme is a subclass that is a frozen dataclass: its fields are the settings that it has besides those of all
    agents with a model, with their ranges in their types. ``name`` is its own in settings and logs; ``texts`` are the
    prompts that only this scheme uses, in a ``folder`` of ``adapters/prompts``. One that makes chats of its own out of
    the rules and the situation ``needs`` a block with them in a wording that is a whole chat.

    Raises:
        UsageError: a setting is of the wrong type, or out of its range.
    """

    name: ClassVar[str]
    folder: ClassVar[str] = ""
    texts: ClassVar[Sequence[str]] = ()
    needs: ClassVar[str] = ""

    def __post_init__(self) -> None:
        require_types(self)

    @abstractmethod
    async def decide(self, steps: Steps) -> Answer:
        """Asks the questions of one try, and returns the answer that states the move, or one that states none.

        Raises:
            ModelError: a call got no reply.
            NoMoreCalls: no further call is allowed.
            UsageError: a wording has an error.
        """

    @classmethod
    def wordings(cls, adapter: Adapter) -> Sequence[tuple[str, str]]:
        """Returns folder and name of each text that only this scheme uses in a game."""
        return [(cls.folder, text) for text in cls.texts]

    @classmethod
    def reason_not_usable(cls, game: pyspiel.Game) -> str | None:
        """Returns the reason why the scheme cannot be used in the game; ``None`` if it can."""
        return None

    def render(self, text: str, **context: Any) -> str:
        """Returns one of the scheme's texts."""
        return templates.render_version(self.folder, text, **context)

    def digest(self, adapter: Adapter) -> str:
        """Returns a short hash of the texts that only this scheme uses in a game; empty if it has none of its own."""
        digests = "".join(templates.prompt_digest(*wording) for wording in self.wordings(adapter))
        return hashlib.sha256(digests.encode()).hexdigest()[:8] if digests else ""


@dataclass(frozen=True)
class Single(Scheme):
    """One call, whose reply states the move."""

    name = "single"

    async def decide(self, steps: Steps) -> Answer:
        (answer,) = await steps.ask_moves(1)
        return answer


def add_paragraphs(turn: Message, *parts: str) -> Message:
    """Returns a turn with further paragraphs at its end; empty ones are left out."""
    return turn | {"content": "\n\n".join(filter(None, [turn["content"], *parts]))}


def _remove_last(text: str, message: Message) -> Message:
    """Returns a message without the last place where it has a text; the paragraphs around it are kept."""
    before, found, after = message["content"].rpartition(text)
    paragraphs = (before.strip(), after.strip())
    return message | {"content": "\n\n".join(filter(None, paragraphs))} if text and found else message

"""Questions about one decision, from which reasoning schemes are built, and what a scheme keeps over a match."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from adapters import Message, replies
from adapters.adapter import REPLY_FORMAT
from adapters.rendering import templates
from adapters.replies import Reading, options
from adapters.replies.reply_forms import ReplyForm
from gtarena.agents.beliefs import Matrix
from gtarena.agents.llm.model_calls import ModelCalls
from gtarena.agents.llm.nudge import nudge
from gtarena.agents.llm.questions import Answer, Parsed, Question, Rejected, assistant_message

TREE = "tree"  # the folder of prompts for thoughts and votes
THINK = "think"  # the folder of prompts for thoughts that stay in the chat
LEGAL_MOVES = "legal_moves"  # the block of a wording that lists them

Kind = Literal["thought", "move"]  # of candidates


@dataclass
class SchemeMemory:
    """Latest analysis and beliefs of a player, which a scheme keeps from one decision of a match to the next.

    ``analysis`` is the latest one, and ``seen`` tells what the player had seen when it was made; both are empty before
    the first. ``beliefs`` are those of the player, if it keeps any as a matrix.
    """

    seen: str = ""
    analysis: str = ""
    beliefs: Matrix | None = None


@dataclass(frozen=True)
class Steps:
    """Questions about one decision, from which schemes are built.

    ``before`` is the chat so far, rules first, and ``turn`` the decision at hand. A question for a move is asked with
    ``final``, which is the same turn unless the wording has a place for the instruction, and ends with ``ending``;
    ``form`` is the form of its answer. ``failures`` are the replies of earlier tries, each with a nudge, and the
    ``look_ups`` among them; ``nudges`` counts the nudges. ``again`` is the question of the failed try with all that,
    and ``None`` at the first try. ``memory`` is the same object for a whole match. ``version`` is the prompt version.
    """

    calls: ModelCalls
    before: tuple[Message, ...]
    turn: Message
    final: Message
    ending: str
    schema: Mapping[str, Any] | None
    form: ReplyForm
    version: str = "v1"
    failures: tuple[Message, ...] = ()
    look_ups: int = 0
    nudges: int = 0
    again: Question | None = None
    memory: SchemeMemory = field(default_factory=SchemeMemory)

    async def moves(self, times: int, *notes: str) -> list[Answer]:
        """Asks for a move several times, each time with the same notes."""
        return await self.calls.ask(self._question(*notes), times, self._read)

    async def thoughts(self, times: int) -> list[str]:
        """Asks for thoughts about the decision; a thought that was cut off is used as it is."""
        question = Question("thought", self.before, ending_with(self.turn, tree_wording("thought")), form=self.form)
        return [answer.reply for answer in await self.calls.ask(question, times, read_thought)]

    async def best(self, kind: Kind, candidates: Sequence[str], votes: int) -> int:
        """Returns the index of the candidate with the most votes: the first if several tie, 0 without a usable vote."""
        turn = ending_with(self.turn, tree_wording("vote", kind=kind, candidates=candidates))
        question = Question("vote", self.before, turn, form=options.form_of_options(len(candidates)))
        answers = await self.calls.ask(question, votes, partial(_read_option, len(candidates)))
        counts = Counter(vote.stated for vote in answers if isinstance(vote, Parsed))
        return max(range(len(candidates)), key=lambda index: counts[index,])

    async def after_thought(self, name: str) -> Answer:
        """Asks for a thought, and then, as the next turn of the same chat, for the move.

        ``name`` is the text that asks for the thought, without the form of an answer to the decision. The second turn
        lists the legal moves again and shows the form. A thought that was cut off is used as it is, and further tries
        keep it; later decisions see neither the thought nor the turns around it.
        """
        question = self.again or await self._after_thought(name)
        (answer,) = await self.calls.ask(question, 1, self._read)
        return answer

    async def _after_thought(self, name: str) -> Question:
        form = self._shown(REPLY_FORMAT)
        rules, *past, turn = self.without_form(self.final)
        ask = Question("thought", (rules, *past), ending_with(turn, think_wording(name)), form=self.form)
        (thought,) = await self.calls.ask(ask, 1, read_thought)
        asked = thought.question
        answer = think_wording("answer", moves=self._shown(LEGAL_MOVES), form=form)
        return Question(
            "move", (*asked.messages, assistant_message(thought.reply)),
            ending_with({"role": "user", "content": answer}, self.ending), schema=self.schema, form=self.form,
            look_ups=asked.look_ups, remembered=turn)

    def without_form(self, turn: Message) -> list[Message]:
        """Returns the chat up to a turn, without the form of an answer to the decision."""
        form = self._shown(REPLY_FORMAT)
        return [_without(form, message) for message in (*self.before, turn)]

    def _shown(self, block: str) -> str:
        """Returns a block of the wording as its prompts show it."""
        decision = self.calls.decision
        return decision.block(decision.adapter.prompts, self.version, block)

    def settled(self, reply: str) -> Parsed:
        """Returns the move that a reply states which no model has been asked for.

        Raises:
            ReplyError: the reply states no legal move.
        """
        return Parsed(self._question(), reply, tuple(self._read(reply).actions))

    def _read(self, reply: str) -> Reading:
        return self.calls.decision.read(reply, self.version)

    def after(self, failed: Rejected) -> "Steps":
        """Returns the same questions with the chat of a failed try and a nudge."""
        asked, calls = failed.question, self.calls
        again = nudge(calls.decision, self.form, failed.error, calls.generator("example"))
        failures, nudges = (*asked.after, assistant_message(failed.reply), again), self.nudges + 1
        return replace(
            self, failures=failures, look_ups=asked.look_ups, nudges=nudges,
            again=replace(asked, after=failures, nudges=nudges))

    def _question(self, *notes: str) -> Question:
        turn = ending_with(self.final, *notes, self.ending)
        return Question("move", self.before, turn, self.failures, self.schema, self.form, self.look_ups, self.nudges)


def ending_with(turn: Message, *parts: str) -> Message:
    """Returns a turn with further paragraphs at its end; empty ones are left out."""
    return turn | {"content": "\n\n".join(filter(None, [turn["content"], *parts]))}


def tree_wording(name: str, **context: Any) -> str:
    """Returns a text of the tree of thoughts."""
    return templates.renderer(TREE, name)(**context)


def think_wording(name: str, **context: Any) -> str:
    """Returns a text around a thought that stays in the chat."""
    return templates.renderer(THINK, name)(**context)


def _without(text: str, message: Message) -> Message:
    """Returns a message without the last place where it has a text; the paragraphs around it are kept."""
    before, found, after = message["content"].rpartition(text)
    paragraphs = (before.strip(), after.strip())
    return message | {"content": "\n\n".join(filter(None, paragraphs))} if text and found else message


def read_thought(reply: str) -> Reading:
    """Reads nothing in a reply that is to be kept as it is.

    Raises:
        ReplyError: nothing was said, so that the reply is logged as a failure.
    """
    replies.visible(reply)
    return Reading(())


def _read_option(count: int, reply: str) -> Reading:
    return Reading((options.stated_option(reply, count),))

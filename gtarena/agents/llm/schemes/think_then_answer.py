"""A thought, and then, as the next turn of the same chat, the move (GameBench, appendix D and its code)."""

from dataclasses import dataclass

from adapters import Message
from adapters.adapter import REPLY_FORMAT
from adapters.rendering.messages import make_message
from gtarena.agents.llm.model_calls import Answer, Question, assistant_message, read_thought
from gtarena.agents.llm.schemes.base import Scheme, Steps, add_paragraphs

LEGAL_MOVES = "legal_moves"  # the block of a wording that lists them


@dataclass(frozen=True)
class ThinkThenAnswer(Scheme):
    """Two turns: the model reasons aloud, and is asked for the move in the next.

    The question for the thought shows no form of an answer to the decision; the second turn shows it, and lists the
    legal moves again. A wording may have these turns itself (see :meth:`Steps.own_turns`). A thought that was
    cut off is used as it is, and further tries keep it; later decisions see neither the thought nor the turns around
    it.
    """

    name, folder, texts = "think_then_answer", "think", ("think", "answer")

    async def decide(self, steps: Steps) -> Answer:
        question = steps.again or await self._think(steps)
        (answer,) = await steps.calls.ask(question, 1, steps.read)
        return answer

    async def _think(self, steps: Steps) -> Question:
        """Asks for the thought, and returns the question for the move."""
        first = self._ask_aloud(steps)
        (thought,) = await steps.calls.ask(first, 1, read_thought)
        asked = thought.question
        return Question(
            "move", (*asked.messages, assistant_message(thought.reply)),
            add_paragraphs(self._ask_for_move(steps), steps.ending), schema=steps.schema, form=steps.form,
            look_ups=asked.look_ups, remembered=first.remembered)

    def _ask_aloud(self, steps: Steps) -> Question:
        """Returns the question for the thought; a wording's own one is a whole chat."""
        thinking, _ = self.texts
        if own := steps.own_turns(thinking):
            *before, turn = own
            return Question("thought", tuple(before), turn, form=steps.form)
        *before, turn = steps.chat_without_form(steps.final)
        asked = add_paragraphs(turn, self.render(thinking))
        return Question("thought", tuple(before), asked, form=steps.form, remembered=turn)

    def _ask_for_move(self, steps: Steps) -> Message:
        _, answering = self.texts
        if own := steps.own_turns(answering):
            (turn,) = own
            return turn
        answer = self.render(answering, moves=steps.block(LEGAL_MOVES), form=steps.block(REPLY_FORMAT))
        return make_message("user", answer)


@dataclass(frozen=True)
class BabbleAndPrune(ThinkThenAnswer):
    """Two turns: the model names the three best moves, and is asked for its choice in the next."""

    name, texts = "babble_and_prune", ("babble", "answer")

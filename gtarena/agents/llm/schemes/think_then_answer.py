"""A thought, and then, as the next turn of the same chat, the move (GameBench, appendix D and its code)."""

from dataclasses import dataclass

from adapters.adapter import REPLY_FORMAT
from gtarena.agents.llm.model_calls import Answer, Question, assistant_message, read_thought
from gtarena.agents.llm.schemes.base import Scheme, Steps, add_paragraphs

LEGAL_MOVES = "legal_moves"  # the block of a wording that lists them


@dataclass(frozen=True)
class ThinkThenAnswer(Scheme):
    """Two turns: the model reasons aloud, and is asked for the move in the next.

    The question for the thought shows no form of an answer to the decision; the second turn shows it, and lists the
    legal moves again. A thought that was cut off is used as it is, and further tries keep it; later decisions see
    neither the thought nor the turns around it.
    """

    name, folder, texts = "think_then_answer", "think", ("think", "answer")

    async def decide(self, steps: Steps) -> Answer:
        question = steps.again or await self._think(steps)
        (answer,) = await steps.calls.ask(question, 1, steps.read)
        return answer

    async def _think(self, steps: Steps) -> Question:
        """Asks for the thought, and returns the question for the move."""
        rules, *past, turn = steps.chat_without_form(steps.final)
        thinking, answering = self.texts
        first = Question("thought", (rules, *past), add_paragraphs(turn, self.render(thinking)), form=steps.form)
        (thought,) = await steps.calls.ask(first, 1, read_thought)
        asked = thought.question
        answer = self.render(answering, moves=steps.block(LEGAL_MOVES), form=steps.block(REPLY_FORMAT))
        return Question(
            "move", (*asked.messages, assistant_message(thought.reply)),
            add_paragraphs({"role": "user", "content": answer}, steps.ending), schema=steps.schema, form=steps.form,
            look_ups=asked.look_ups, remembered=turn)


@dataclass(frozen=True)
class BabbleAndPrune(ThinkThenAnswer):
    """Two turns: the model names the three best moves, and is asked for its choice in the next."""

    name, texts = "babble_and_prune", ("babble", "answer")

"""Descriptions of positions: another model puts a picture into words for a model that is not shown it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from adapters.rendering import messages
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import ModelCalls, Question, read_thought, visible_text
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Call
from gtarena.models import offline
from gtarena.models.base import Model, ModelError
from gtarena.models.settings import is_name
from gtarena.models.vision import sees_everything

_REMEDY = "name a model that takes pictures, as in agent.llm.describer=openai/gpt-4o"


@dataclass(frozen=True)
class Describer:
    """Model that describes pictures to another; ``sees`` returns whether it takes any."""

    name: str
    model: Model
    sees: Callable[[], Awaitable[bool]] = sees_everything

    async def describe(
        self, decision: Decision, texts: Texts, seed: int, tries: int, made: list[Call]
    ) -> Decision:
        """Returns the decision with a description in the place of its picture; the same if it has no picture.

        ``made`` gets the calls. The model is asked again, ``tries`` times in all, if its reply says nothing.

        Raises:
            UsageError: the model takes no pictures.
            ModelError: a call got no reply, or no reply said anything.
            NoMoreCalls: no further call is allowed.
        """
        png = decision.adapter.picture(decision.state, decision.player)
        if png is None:
            return decision
        if not await self.sees():
            raise UsageError(
                f"describer={self.name} is not known to take pictures: {_REMEDY}, or set model.vision=\"'on'\"")
        long_name = decision.adapter.game.get_type().long_name
        calls = ModelCalls(self.model, texts, seed, decision, calls=made, named=self.name)
        question = Question("description", (), messages.ask_for_description(long_name, png))
        for _ in range(tries):
            (answer,) = await calls.ask(question, 1, read_thought)
            if text := visible_text(answer.reply):
                return replace(decision, adapter=decision.adapter.with_description(text))
        raise ModelError(f"{self.name}: no description of the picture in {tries} replies", model=self.name)


def require_describer(name: str | None) -> None:
    """Checks that a model is named that may take pictures.

    Raises:
        UsageError: none is named, or an offline model, which takes none.
    """
    if not is_name(name):
        raise UsageError(f"observation=described needs a describer, not {name}: {_REMEDY}")
    if offline.is_offline(str(name)):
        raise UsageError(f"describer={name} takes no pictures: {_REMEDY}")

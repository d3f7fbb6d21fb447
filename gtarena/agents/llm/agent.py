"""Language model agent: prompt, reasoning scheme, chat memory, and retries after unusable replies."""

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from adapters import Message
from adapters.adapter import READER
from adapters.disguises.disguise import find_disguise
from adapters.rendering.messages import make_message, merge_turns
from adapters.replies.reply_forms import ReplyForm, add_thoughts
from gtarena.agents.base import Agent, Decision, Move, NoMove, Penalty, Response, Seating, Unanswered
from gtarena.agents.eligibility import require_penalty
from gtarena.agents.llm.inquiries import Estimate, Inquiry, ask_inquiry
from gtarena.agents.llm.instructions import BINDING, Instruction, render_guide, render_persona
from gtarena.agents.llm.look_up import full_rules
from gtarena.agents.llm.model_calls import Answer, ModelCalls, Parsed, Rejected, assistant_message
from gtarena.agents.llm.next_token import LogprobsMemory
from gtarena.agents.llm.picture_descriptions import Describer
from gtarena.agents.llm.schemes.base import SchemeMemory, Steps
from gtarena.agents.llm.settings import LlmSettings
from gtarena.errors import NoMoreCalls, UsageError
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Call
from gtarena.models.base import Model, ModelError
from gtarena.models.vision import sees_everything
from gtarena.seeds import derive

SEPARATE_TURNS = "separate_turns"  # the block of a wording whose turns are sent one by one


@dataclass(frozen=True)
class _Asked:
    """Question of an agent with these ``settings`` about a decision, in the parts that :class:`Steps` have."""

    settings: LlmSettings  # kept, so that no others have the same id
    before: tuple[Message, ...]
    turn: Message
    final: Message
    ending: str
    schema: Mapping[str, Any] | None
    form: ReplyForm


class LlmAgent(Agent):
    """Language model that is asked for each decision; every call is logged.

    ``sees`` returns whether the model takes pictures. A ``describer`` puts every position into words.
    ``others`` are further models by name, which the scheme asks.

    Raises:
        UsageError: the policy is ``charged``, and the game's rules define no penalty.
    """

    def __init__(
        self, seating: Seating, model: Model, settings: LlmSettings, texts: Texts,
        sees: Callable[[], Awaitable[bool]] = sees_everything, describer: Describer | None = None,
        others: Mapping[str, Model] | None = None,
    ) -> None:
        if settings.policy == "charged":
            require_penalty(seating.game)
        self._model, self._settings, self._texts, self._sees = model, settings, texts, sees
        self._describer, self._others = describer, others or {}
        self._seed = seating.seed
        self._turns: list[Message] = []
        self._memory, self._logprobs = SchemeMemory(), LogprobsMemory()

    async def act(self, decision: Decision) -> Response:
        if self._settings.forced_moves == "played" and (forced := decision.forced_action) is not None:
            return Move((forced,))
        if self._settings.openings == "recorded" and (recorded := decision.recorded_move()):
            return Move(recorded)
        made: list[Call] = []
        try:
            answer = await self._ask_with_retries(await self._calls_for(decision, made))
        except (ModelError, NoMoreCalls, UsageError) as error:
            return Unanswered(error, tuple(made))
        if isinstance(answer, Rejected):
            return self._give_up(decision, answer, made)
        self._remember(answer)
        return Move(answer.stated, tuple(made))

    async def inquire(self, decision: Decision, inquiry: Inquiry) -> Estimate | NoMove | Unanswered:
        """Returns how probable the model holds the options of an inquiry about a decision."""
        made: list[Call] = []
        try:
            steps = self._make_steps(await self._calls_for(decision, made))
            stated = await ask_inquiry(steps, inquiry, self._settings.retries, self._settings.reasoning)
        except (ModelError, NoMoreCalls, UsageError) as error:
            return Unanswered(error, tuple(made))
        if isinstance(stated, Rejected):
            reason = f"no probabilities in the last reply, which was {stated.error.reason}"
            return NoMove("invalid", reason, tuple(made))
        return Estimate(stated, tuple(made))

    async def _calls_for(self, decision: Decision, made: list[Call]) -> ModelCalls:
        """Returns the calls for a decision, with what the model is to see of it; ``made`` gets each that is made."""
        disguise = find_disguise(self._settings.disguise, decision.adapter)
        shown = await self._show_position(replace(decision, adapter=disguise.show(decision.adapter)), made)
        return ModelCalls(
            self._model, self._texts, self._seed, shown, self._most_look_ups(shown), self._settings.max_tokens, made,
            logprobs=self._logprobs, others=self._others, disguise=disguise)

    def _most_look_ups(self, decision: Decision) -> int:
        """Returns the number of look-ups in a chat; what a published program offers is a matter of its wording."""
        own = decision.adapter.place(self._settings.prompt, READER)
        return self._settings.look_ups if self._settings.rules == "look_up" and not own else 0

    async def _show_position(self, decision: Decision, made: list[Call]) -> Decision:
        """Returns the decision with what the model is to see of its position; ``made`` gets the calls for that."""
        if self._describer is not None:
            return await self._describer.describe(decision, self._texts, self._seed, self._settings.retries + 1, made)
        seen = self._settings.observation == "image" and await self._sees()
        return replace(decision, adapter=decision.adapter.with_pictures()) if seen else decision

    async def _ask_with_retries(self, calls: ModelCalls) -> Answer:
        """Returns the first answer that states a move, or else the answer of the last try."""
        steps, scheme = self._make_steps(calls), self._settings.scheme
        answer = await scheme.decide(steps)
        for _ in range(self._settings.retries):
            if isinstance(answer, Parsed):
                break
            steps = steps.retry_after(answer)
            answer = await scheme.decide(steps)
        return answer

    def _make_steps(self, calls: ModelCalls) -> Steps:
        """Returns the questions about the decision; those of a chat without earlier turns depend on nothing else."""
        decision, find = calls.decision, partial(self._find_asked, calls)
        about = "asked", id(self._settings), calls.most_look_ups, decision.stated
        asked = find() if self._turns else decision.adapter.kept(about, decision.state, decision.player, find)
        return Steps(calls, asked.before, asked.turn, asked.final, asked.ending, asked.schema, asked.form,
                     self._settings.prompt, memory=self._memory)

    def _find_asked(self, calls: ModelCalls) -> _Asked:
        decision, settings = calls.decision, self._settings
        instruction = Instruction.of(settings.reasoning, decision.adapter, settings.prompt)
        *before, turn = self._make_chat(calls)
        final = self._make_chat(calls, phrase=instruction.phrase)[-1] if instruction.phrase else turn
        form = decision.reply_form(settings.prompt, phrase=instruction.phrase)
        schema = self._reply_schema(calls, instruction, form)
        return _Asked(settings, tuple(before), turn, final, instruction.ending, schema, form)

    def _reply_schema(self, calls: ModelCalls, instruction: Instruction, form: ReplyForm) -> Mapping[str, Any] | None:
        """Returns the JSON schema of a reply, with places for thoughts and look-ups where there are any."""
        # Published questions are sent as they were published.
        schema = calls.decision.reply_schema(form) if instruction.ending else None
        if schema is None:
            return None
        schema = calls.look_ups.in_schema(schema)
        return schema if self._settings.reasoning == BINDING else add_thoughts(schema)

    def _make_chat(self, calls: ModelCalls, phrase: str = "") -> list[Message]:
        """Returns the chat up to the question, with persona, topics, guide and the model's own earlier turns."""
        decision, settings = calls.decision, self._settings
        adapter, version = decision.adapter, settings.prompt
        persona = render_persona(settings.persona)
        prompt = decision.chat if settings.memory == "reports" else decision.prompt
        *before, turn = prompt(
            version, persona=persona, phrase=phrase, openings=settings.openings, history=settings.history,
            position=settings.position)
        rules, *past = before or [make_message("system", "")]
        topics = full_rules(decision) if settings.rules == "full" else calls.look_ups.offer()
        in_front = "" if adapter.place(version, "persona") else persona
        guide = render_guide(settings.guide, decision)
        text = "\n\n".join(filter(None, [in_front, rules["content"], topics, guide]))
        chat = [*([{**rules, "content": text}] if text else []), *past, *self._turns, turn]
        separate = settings.turns == "wording" and adapter.place(version, SEPARATE_TURNS)
        return chat if separate else merge_turns(chat)

    def _remember(self, answer: Parsed) -> None:
        if self._settings.memory == "chat":
            # Without the failed tries, which would teach the model to fail.
            self._turns += [answer.question.remembered or answer.question.turn, assistant_message(answer.reply)]

    def _give_up(self, decision: Decision, answer: Rejected, calls: Sequence[Call]) -> Move | NoMove | Penalty:
        policy = self._settings.policy
        if policy == "random":
            rng = random.Random(derive(self._seed, decision.move_number, "substitute"))
            return Move(decision.random_move(rng), tuple(calls))
        if policy == "charged":
            return Penalty(tuple(calls))
        # A search may choose a move that no reply has stated.
        failures = [call.failure for call in calls if call.purpose == "move"] or [answer.error.reason]
        reason = f"{len(failures)} replies in a row without a legal move, the last one {failures[-1]}"
        return NoMove(policy, reason, tuple(calls))

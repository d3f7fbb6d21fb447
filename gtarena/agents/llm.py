"""A language model as a player: prompt, reasoning instruction, memory, and what follows from an illegal move."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from adapters import Adapter, Message, ReplyError, templates
from gtarena.agents.base import Agent, Answer, Decision, Move, NoMove, Seating, Unanswered
from gtarena.errors import UsageError, unknown
from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.models.budget import BudgetSpent
from gtarena.records import Call
from gtarena.seeds import derive
from gtarena.texts import Texts, refer

Memory = Literal["none", "chat", "reports"]

REASONING = "reasoning"  # the folder of wordings that tell a model how to think
PERSONA = "persona"  # the folder of wordings that tell a model who it is


@dataclass(frozen=True)
class Settings:
    """How a model is asked.

    ``memory`` is ``none`` (every decision is a new chat), ``chat`` (the model sees its own earlier turns) or
    ``reports`` (it sees a report of every past round and, as a turn of its own, the bare answer that it gave:
    gamma-Bench's form). ``persona`` is put in front of the rules: the name of one of ours, or a text. A reply without
    a legal move is answered with the reason, ``retries`` times; after that ``policy`` decides: the match is
    forfeited, it is invalid, or a legal action is drawn at random.

    Raises:
        UsageError: there is no such memory, no such way of reasoning, or no such persona.
    """

    prompt: str = "v1"
    reasoning: str = "direct"
    memory: Memory = "none"
    persona: str | None = None
    retries: int = 2
    policy: Literal["forfeit", "invalid", "random"] = "forfeit"

    def __post_init__(self) -> None:
        for name, allowed in (("memory", get_args(Memory)), ("reasoning", templates.versions(REASONING))):
            if getattr(self, name) not in allowed:
                raise UsageError(f"{name}={getattr(self, name)} is not {' or '.join(allowed)}")
        persona_text(self.persona)


class LlmAgent(Agent):
    """Asks a model for every decision, and logs every request."""

    def __init__(self, seating: Seating, model: Model, settings: Settings, texts: Texts) -> None:
        self._model, self._settings, self._texts = model, settings, texts
        self._seed = seating.seed
        self._turns: list[Message] = []

    async def act(self, decision: Decision) -> Answer:
        messages = self._messages(decision)
        schema = self._schema(decision, messages)
        calls: list[Call] = []
        for attempt in range(self._settings.retries + 1):
            seed = derive(self._seed, decision.move_number, attempt)
            try:
                reply = await self._model.complete(
                    Request(messages=tuple(messages), sample=attempt, seed=seed, schema=schema))
            except (ModelError, BudgetSpent) as error:
                return Unanswered(error, tuple(calls))
            try:
                actions = _actions(reply, decision)
            except ReplyError as error:
                calls.append(self._call(decision, attempt, messages, reply, error=error))
                messages = [*messages, _assistant(reply.text), correction(error)]
            else:
                calls.append(self._call(decision, attempt, messages, reply, actions=actions))
                self._remember(messages, reply)
                return Move(tuple(actions), tuple(calls))
        return self._give_up(decision, calls)

    def _messages(self, decision: Decision) -> list[Message]:
        ask = decision.adapter.chat if self._settings.memory == "reports" else decision.adapter.prompt
        rules, *past, turn = ask(decision.state, decision.player, self._settings.prompt)
        persona, instruction = persona_text(self._settings.persona), reasoning_instruction(self._settings.reasoning)
        return [
            {"role": "system", "content": f"{persona}\n\n{rules['content']}" if persona else rules["content"]},
            *past,
            *self._turns,
            {"role": "user", "content": f"{turn['content']}\n\n{instruction}"},
        ]

    def _schema(self, decision: Decision, messages: Sequence[Message]) -> Mapping[str, Any] | None:
        # A model that is to reason aloud first cannot reply with the JSON object alone.
        if self._settings.reasoning != "direct":
            return None
        return decision.adapter.reply_schema(messages, decision.state, decision.player)

    def _remember(self, messages: Sequence[Message], reply: Reply) -> None:
        if self._settings.memory == "chat":
            # Only the question and the answer that counted: failed attempts would teach the model to fail.
            question = messages[1 + len(self._turns)]
            self._turns += [question, _assistant(reply.text)]

    def _call(
        self,
        decision: Decision,
        sample: int,
        messages: Sequence[Message],
        reply: Reply,
        *,
        actions: Sequence[int] = (),
        error: ReplyError | None = None,
    ) -> Call:
        return Call(
            player=decision.player,
            move_number=decision.move_number,
            sample=sample,
            messages=refer(self._texts, messages),
            reply=reply.text,
            reasoning=reply.reasoning,
            actions=list(actions),
            failure=error.reason if error else None,
            retries=reply.retries,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            tokens_reasoning=reply.tokens_reasoning,
            cost=reply.cost,
            seconds=reply.seconds,
            cached=reply.cached,
        )

    def _give_up(self, decision: Decision, calls: Sequence[Call]) -> Move | NoMove:
        if self._settings.policy == "random":
            chooser = random.Random(derive(self._seed, decision.move_number, "substitute"))
            return Move(decision.random_move(chooser), tuple(calls))
        reason = f"{len(calls)} replies in a row without a legal move, the last one {calls[-1].failure}"
        return NoMove(self._settings.policy, reason, tuple(calls))


def reasoning_instruction(name: str) -> str:
    """The wording of a reasoning scheme.

    Raises:
        ValueError: there is none of that name.
    """
    return templates.renderer(REASONING, name)()


def persona_text(name: str | None) -> str:
    """Who a model is told that it is: the wording of that name, or the text itself where it has several words.

    Raises:
        UsageError: there is no such wording.
    """
    if not name:
        return ""
    known = templates.versions(PERSONA)
    if name in known:
        return templates.renderer(PERSONA, name)()
    if " " not in name.strip():
        raise unknown("persona", name, known, f"(there are: {', '.join(known)}; or write what to tell the model)")
    return name.strip()


def wording_digest(adapter: Adapter, settings: Settings) -> str:
    """A short hash of all wordings that a model is given.

    Raises:
        UsageError: the wording is not of the form that the memory needs.
    """
    if settings.memory == "reports" and not adapter.tells_rounds(settings.prompt):
        name = adapter.game.get_type().short_name
        raise UsageError(f"memory=reports needs a wording in rounds, which prompt {settings.prompt} of {name} is not")
    wordings = f"{adapter.digest(settings.prompt)}{templates.digest(REASONING, settings.reasoning)}"
    persona = hashlib.sha256(persona_text(settings.persona).encode()).hexdigest() if settings.persona else ""
    return f"{wordings[::2]}{persona[:8]}"


def correction(error: ReplyError) -> Message:
    """What a model is told after a reply without a legal move."""
    return {"role": "user", "content": f"{error} Please answer again, in the form asked for."}


def _assistant(text: str) -> Message:
    # Some providers refuse an empty assistant turn.
    return {"role": "assistant", "content": text or "(no answer)"}


def _actions(reply: Reply, decision: Decision) -> list[int]:
    if reply.truncated:
        raise ReplyError("truncated", "Your reply was cut off because it was too long. Be brief.")
    return decision.adapter.parse(reply.text, decision.state, decision.player)

"""A language model as a player: prompt, reasoning instruction, memory, and what follows from an illegal move."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from adapters import Adapter, Message, templates
from gtarena.agents import reasoning_schemes
from gtarena.agents.base import Agent, Answer, Decision, Move, NoMove, Seating, Unanswered
from gtarena.agents.eligibility import demand_charge
from gtarena.agents.model_calls import Asking, Heard, Unusable, Usable
from gtarena.agents.reasoning_schemes import Steps, assistant
from gtarena.errors import UsageError, unknown
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Call
from gtarena.models.base import Model, ModelError
from gtarena.models.budget import BudgetSpent
from gtarena.seeds import derive

Memory = Literal["none", "chat", "reports"]
Policy = Literal["forfeit", "invalid", "random", "charged"]
ForcedMoves = Literal["asked", "played"]

REASONING = "reasoning"  # the folder of wordings that tell a model how to think
PERSONA = "persona"  # the folder of wordings that tell a model who it is


@dataclass(frozen=True)
class Settings:
    """How a model is asked.

    ``scheme`` says how many calls make a move, and how (see ``schemes.py``); ``samples`` and ``votes`` change how many
    its steps take. ``reasoning`` is the wording that closes every question for a move. ``memory`` is ``none`` (every
    decision is a new chat), ``chat`` (the model sees its own earlier turns) or ``reports`` (it sees a report of every
    past round and, as a turn of its own, the bare answer that it gave: gamma-Bench's form). ``persona`` is put in front
    of the rules: the name of one of ours, or a text. With ``forced_moves`` as ``played`` no call is made where only one
    move is legal.

    A try without a legal move is answered with the reason, ``retries`` times; after that ``policy`` decides: the match
    is forfeited, it is invalid, a legal action is drawn at random, or the player is ``charged`` what the game's own
    rules say of it.

    Raises:
        UsageError: there is no such scheme, memory, way of reasoning or persona, or a number of calls is not allowed.
    """

    prompt: str = "v1"
    scheme: str = "single"
    samples: int | None = None
    votes: int | None = None
    reasoning: str = "direct"
    memory: Memory = "none"
    persona: str | None = None
    forced_moves: ForcedMoves = "asked"
    retries: int = 2
    policy: Policy = "forfeit"

    def __post_init__(self) -> None:
        choices = {
            "memory": get_args(Memory), "forced_moves": get_args(ForcedMoves),
            "reasoning": templates.versions(REASONING)}
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise UsageError(f"{name}={getattr(self, name)} is not {' or '.join(allowed)}")
        persona_text(self.persona)
        self.chosen_scheme()

    def chosen_scheme(self) -> reasoning_schemes.Scheme:
        """The scheme with its numbers of calls."""
        return reasoning_schemes.scheme(self.scheme, samples=self.samples, votes=self.votes)


class LlmAgent(Agent):
    """Asks a model for its decisions, and logs every request.

    Raises:
        UsageError: the policy is ``charged``, and the game's rules charge nothing.
    """

    def __init__(self, seating: Seating, model: Model, settings: Settings, texts: Texts) -> None:
        if settings.policy == "charged":
            demand_charge(seating.game)
        self._model, self._settings, self._texts = model, settings, texts
        self._scheme = settings.chosen_scheme()
        self._seed = seating.seed
        self._turns: list[Message] = []

    async def act(self, decision: Decision) -> Answer:
        if self._settings.forced_moves == "played" and (forced := decision.forced_action) is not None:
            return Move((forced,))
        asking = Asking(self._model, self._texts, self._seed, decision)
        try:
            heard = await self._ask(asking)
        except (ModelError, BudgetSpent, UsageError) as error:
            return Unanswered(error, tuple(asking.calls))
        if isinstance(heard, Unusable):
            return self._give_up(decision, asking.calls)
        self._remember(heard)
        return Move(heard.stated, tuple(asking.calls))

    async def _ask(self, asking: Asking) -> Heard:
        """The reply that counts: the first try's that states a move, or the last one's."""
        steps = self._steps(asking)
        heard = await self._scheme(steps)
        for _ in range(self._settings.retries):
            if isinstance(heard, Usable):
                break
            steps = steps.after(heard)
            heard = await self._scheme(steps)
        return heard

    def _steps(self, asking: Asking) -> Steps:
        decision, settings = asking.decision, self._settings
        prompt = decision.adapter.chat if settings.memory == "reports" else decision.adapter.prompt
        messages = prompt(decision.state, decision.player, settings.prompt)
        rules, *past, turn = messages
        persona = persona_text(settings.persona)
        system = {"role": "system", "content": f"{persona}\n\n{rules['content']}" if persona else rules["content"]}
        # A model that is to reason aloud first cannot reply with the JSON object alone.
        schema = (decision.adapter.reply_schema(messages, decision.state, decision.player)
                  if settings.reasoning == "direct" else None)
        before = (system, *past, *self._turns)
        return Steps(asking, before, turn["content"], reasoning_instruction(settings.reasoning), schema)

    def _remember(self, heard: Usable) -> None:
        if self._settings.memory == "chat":
            # Only the question and the answer that counted: failed attempts would teach the model to fail.
            self._turns += [heard.question.turn, assistant(heard.reply)]

    def _give_up(self, decision: Decision, calls: Sequence[Call]) -> Move | NoMove:
        policy = self._settings.policy
        if policy == "random":
            chooser = random.Random(derive(self._seed, decision.move_number, "substitute"))
            return Move(decision.random_move(chooser), tuple(calls))
        if policy == "charged":
            return Move((decision.state.rule_break(decision.player),), tuple(calls))
        failures = [call.failure for call in calls if call.purpose == "move"]
        reason = f"{len(failures)} replies in a row without a legal move, the last one {failures[-1]}"
        return NoMove(policy, reason, tuple(calls))


def reasoning_instruction(name: str) -> str:
    """What a model is told about thinking.

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
    wordings = f"{adapter.digest(settings.prompt)}{templates.prompt_digest(REASONING, settings.reasoning)}"
    persona = hashlib.sha256(persona_text(settings.persona).encode()).hexdigest() if settings.persona else ""
    return f"{wordings[::2]}{persona[:8]}{reasoning_schemes.digest(settings.scheme)}"

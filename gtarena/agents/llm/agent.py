"""Language model agent: prompt, reasoning scheme, chat memory, and retries after unusable replies."""

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from adapters import Message
from adapters.rendering import templates
from adapters.rendering.messages import alternating
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.reply_schemas import with_thoughts
from gtarena.agents.base import Agent, Decision, Move, NoMove, Penalty, Response, Seating, Unanswered
from gtarena.agents.eligibility import require_penalty
from gtarena.agents.llm.illegal_policy import Policy
from gtarena.agents.llm.instructions import NO_INSTRUCTION, REASONING, Instruction, guide_text, persona_text
from gtarena.agents.llm.look_up import LookUps, RulesShown, full_rules
from gtarena.agents.llm.model_calls import ModelCalls
from gtarena.agents.llm.next_token import LogprobsMemory
from gtarena.agents.llm.picture_descriptions import Describer, require_describer
from gtarena.agents.llm.questions import Answer, Parsed, Rejected, assistant_message
from gtarena.agents.llm.reasoning_schemes import SCHEME_SETTINGS, ReasoningScheme, reasoning_scheme
from gtarena.agents.llm.scheme_steps import SchemeMemory, Steps
from gtarena.agents.setting_types import require_type
from gtarena.errors import NoMoreCalls, UsageError, unknown
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Call
from gtarena.models.base import Model, ModelError
from gtarena.models.vision import sees_everything
from gtarena.seeds import derive

# So that matches from before they existed keep their ids.
_LOGGED_IF_CHANGED = (
    "rules", "look_ups", "observation", "describer", "turns", "beliefs", "vote", "reader", "openings",
    "guide", "depth", "iterations", "width", "exploration", "top", "estimates")

ChatMemory = Literal["none", "chat", "reports"]
ForcedMoves = Literal["asked", "played"]
Observation = Literal["text", "image", "described"]
Turns = Literal["wording", "merged"]
Openings = Literal["live", "recorded"]

BINDING = "direct"  # the instruction under which a reply is nothing but its form, without room for thoughts
SEPARATE_TURNS = "separate_turns"  # the block of a wording whose turns are sent one by one
MAX_LOOK_UPS = 100
_OF_THE_RUN = ("prompt", "policy", "retries")  # settings that a seat takes from the run


@dataclass(frozen=True)
class LlmSettings:
    """Settings of a language model agent.

    ``scheme`` names a reasoning scheme (see ``reasoning_schemes.py``); ``samples`` and ``votes`` set the number of
    calls in its steps, ``beliefs``, ``vote`` and ``reader`` are explained in ``pgm.py``, and ``depth``, ``iterations``,
    ``width``, ``exploration``, ``top`` and ``estimates`` in ``rap.py``. ``reasoning`` names the instruction in every
    question for a move; ``none``, or no name, adds nothing to what the wording says, and binds the reply to no schema.
    ``memory`` is ``none`` (every decision is a new chat), ``chat`` (the model sees its own earlier turns) or
    ``reports`` (a chat of reports on the past rounds, with the model's bare answers as its own turns, as in
    gamma-Bench). ``persona`` is put in front of the rules: the name of one, or a text; ``guide`` is a strategy guide
    after them: the name of one of the game's, or a text. With ``forced_moves="played"`` the only legal move is played
    without a call. ``retries`` and ``policy`` are explained in ``illegal_policy.py``.

    ``rules`` matters in games that withhold topics of their rules: with ``look_up`` a model may ask for ``look_ups`` of
    them in a chat (0: it is not told of them), with ``full`` all of them follow the rules. With ``observation="image"``
    prompts carry a picture of the position, if the model sees pictures; with ``described`` the model ``describer``
    puts it into words. The turns of user and model alternate in every chat, unless ``turns`` is ``wording`` and a
    wording keeps them apart. With ``openings="recorded"`` a move that the game's data records for a decision is played
    without a call. ``max_tokens`` is the most tokens of a reply; ``None`` leaves it to the model's settings.

    Raises:
        UsageError: there is no such scheme, memory, reasoning or persona, a number of calls is not allowed, or there is
            no describer.
    """

    prompt: str = "v1"
    scheme: str = "single"
    samples: int | None = None
    votes: int | None = None
    reasoning: str = "direct"
    memory: ChatMemory = "none"
    persona: str | None = None
    guide: str | None = None
    forced_moves: ForcedMoves = "asked"
    retries: int = 2
    policy: Policy = "forfeit"
    rules: RulesShown = "look_up"
    look_ups: Annotated[int, Field(ge=0, le=MAX_LOOK_UPS)] = 5
    observation: Observation = "text"
    describer: str | None = None
    turns: Turns = "wording"
    beliefs: str | None = None
    vote: str | None = None
    reader: str | None = None
    depth: int | None = None
    iterations: int | None = None
    width: int | None = None
    exploration: float | None = None
    top: int | None = None
    estimates: str | None = None
    openings: Openings = "live"
    max_tokens: Annotated[int, Field(ge=1)] | None = None

    def __post_init__(self) -> None:
        for spec in fields(self):
            if spec.name not in SCHEME_SETTINGS:  # their range depends on the scheme
                require_type(spec.name, getattr(self, spec.name), spec.type)
        if self.reasoning not in (known := templates.versions(REASONING)):
            raise UsageError(f"reasoning={self.reasoning} is not {' or '.join(known)}")
        if self.observation == "described":
            require_describer(self.describer)
        persona_text(self.persona)
        self.reasoning_scheme()

    @classmethod
    def from_seat(cls, params: Mapping[str, Any]) -> "LlmSettings":
        """Returns the settings in the parameters of a seat, which also hold those of the model."""
        known = {spec.name for spec in fields(cls)}
        given = {**params, **params["illegal"]}
        return cls(**{name: value for name, value in given.items() if name in known})

    def reasoning_scheme(self) -> ReasoningScheme:
        """Returns the scheme with its settings."""
        return reasoning_scheme(self.scheme, **{name: getattr(self, name) for name in SCHEME_SETTINGS})


def require_settings(settings: Mapping[str, Any]) -> None:
    """Checks settings of a preset, whatever the game.

    Raises:
        UsageError: there is no such setting, or a value is of the wrong type or not allowed.
    """
    known = [spec.name for spec in fields(LlmSettings) if spec.name not in _OF_THE_RUN]
    for name in settings:
        if name not in known:
            raise unknown("setting", name, known, f"(agents with a model have: {', '.join(known)})")
    LlmSettings(**{**settings, **in_full(settings)})


def rarer_settings() -> dict[str, Any]:
    """Returns the settings that a seat logs only if they are changed, with their defaults."""
    return {spec.name: spec.default for spec in fields(LlmSettings) if spec.name in _LOGGED_IF_CHANGED}


def in_full(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a preset's settings with the instruction that says nothing where none is named, and no idle models."""
    named = {"reasoning": settings["reasoning"] or NO_INSTRUCTION} if "reasoning" in settings else {}
    idle = {"describer"} if settings.get("observation") != "described" else set()
    idle |= {"reader"} if settings.get("beliefs") == "matrix" else set()
    return {name: value for name, value in {**settings, **named}.items() if name not in idle}


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
        self._describer, self._others = describer, others
        self._scheme = settings.reasoning_scheme()
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
            decision = await self._shown(decision, made)
            look_ups = LookUps(decision, self._settings.look_ups if self._settings.rules == "look_up" else 0)
            answer = await self._ask(ModelCalls(
                self._model, self._texts, self._seed, decision, look_ups, self._settings.max_tokens, made,
                logprobs=self._logprobs, others=self._others))
        except (ModelError, NoMoreCalls, UsageError) as error:
            return Unanswered(error, tuple(made))
        if isinstance(answer, Rejected):
            return self._give_up(decision, made)
        self._remember(answer)
        return Move(answer.stated, tuple(made))

    async def _shown(self, decision: Decision, made: list[Call]) -> Decision:
        """Returns the decision with what the model is to see of its position; ``made`` gets the calls for that."""
        if self._describer is not None:
            return await self._describer.described(decision, self._texts, self._seed, self._settings.retries + 1, made)
        seen = self._settings.observation == "image" and await self._sees()
        return replace(decision, adapter=decision.adapter.with_pictures()) if seen else decision

    async def _ask(self, calls: ModelCalls) -> Answer:
        """Returns the first answer that states a move, or else the answer of the last try."""
        steps = self._steps(calls)
        answer = await self._scheme(steps)
        for _ in range(self._settings.retries):
            if isinstance(answer, Parsed):
                break
            steps = steps.after(answer)
            answer = await self._scheme(steps)
        return answer

    def _steps(self, calls: ModelCalls) -> Steps:
        decision, settings = calls.decision, self._settings
        instruction = Instruction.of(settings.reasoning, decision.adapter, settings.prompt)
        *before, turn = self._chat(calls)
        final = self._chat(calls, phrase=instruction.phrase)[-1] if instruction.phrase else turn
        form = decision.reply_form(settings.prompt, phrase=instruction.phrase)
        schema = self._schema(calls, instruction, form)
        return Steps(
            calls, tuple(before), turn, final, instruction.ending, schema, form, settings.prompt, memory=self._memory)

    def _schema(self, calls: ModelCalls, instruction: Instruction, form: ReplyForm) -> Mapping[str, Any] | None:
        """Returns the JSON schema of a reply, with places for thoughts and look-ups where there are any."""
        # Published questions are sent as they were published.
        schema = calls.decision.reply_schema(form) if instruction.ending else None
        if schema is None:
            return None
        schema = calls.look_ups.in_schema(schema)
        return schema if self._settings.reasoning == BINDING else with_thoughts(schema)

    def _chat(self, calls: ModelCalls, phrase: str = "") -> list[Message]:
        """Returns the chat up to the question, with persona, topics, guide and the model's own earlier turns."""
        decision, settings = calls.decision, self._settings
        adapter, version = decision.adapter, settings.prompt
        persona = persona_text(settings.persona)
        prompt = decision.chat if settings.memory == "reports" else decision.prompt
        rules, *past, turn = prompt(version, persona=persona, phrase=phrase)
        topics = full_rules(decision) if settings.rules == "full" else calls.look_ups.offer()
        in_front = "" if adapter.place(version, "persona") else persona
        guide = guide_text(settings.guide, decision)
        text = "\n\n".join(filter(None, [in_front, rules["content"], topics, guide]))
        chat = [{**rules, "content": text}, *past, *self._turns, turn]
        separate = settings.turns == "wording" and adapter.place(version, SEPARATE_TURNS)
        return chat if separate else alternating(chat)

    def _remember(self, answer: Parsed) -> None:
        if self._settings.memory == "chat":
            # Without the failed tries, which would teach the model to fail.
            self._turns += [answer.question.remembered or answer.question.turn, assistant_message(answer.reply)]

    def _give_up(self, decision: Decision, calls: Sequence[Call]) -> Move | NoMove | Penalty:
        policy = self._settings.policy
        if policy == "random":
            rng = random.Random(derive(self._seed, decision.move_number, "substitute"))
            return Move(decision.random_move(rng), tuple(calls))
        if policy == "charged":
            return Penalty(tuple(calls))
        failures = [call.failure for call in calls if call.purpose == "move"]
        reason = f"{len(failures)} replies in a row without a legal move, the last one {failures[-1]}"
        return NoMove(policy, reason, tuple(calls))

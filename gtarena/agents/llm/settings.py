"""Settings of language model agents: of a seat, of illegal moves, a suite's limits of replies, and their digest."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from adapters import Adapter
from adapters.disguises.disguise import NO_DISGUISE, find_disguise, parts_of
from adapters.disguises.effects import require_effect
from adapters.rendering import messages, past, templates
from gtarena.agents.llm import schemes
from gtarena.agents.llm.instructions import NO_INSTRUCTION, REASONING, guide_digest, render_persona
from gtarena.agents.llm.look_up import RulesShown, rules_digest
from gtarena.agents.llm.nudges import nudge_digest
from gtarena.agents.llm.picture_descriptions import require_describer
from gtarena.agents.llm.schemes import all_schemes
from gtarena.agents.llm.schemes.base import Scheme, Single
from gtarena.agents.setting_types import require_types
from gtarena.errors import UsageError, unknown

# Seats log these as presets state them. Newer settings, and those of schemes, are logged only if they are changed, so
# that matches from before they existed keep their ids.
_ALWAYS_LOGGED = ("scheme", "samples", "votes", "reasoning", "memory", "persona", "forced_moves", "max_tokens")
_OF_THE_RUN = ("prompt", "policy", "retries", "disguise")  # settings that a seat takes from the run

MAX_LOOK_UPS = 100

Policy = Literal["forfeit", "invalid", "random", "charged"]


@dataclass(frozen=True)
class IllegalMoves:
    """Policy for replies without a legal move.

    The model is told the reason and asked again, up to ``retries`` times. After that the ``policy`` is applied: the
    player forfeits the match, the match is ``invalid``, a legal move is drawn at random, or the player is ``charged``
    the penalty that the game's rules define. Invalid matches are played again from the same seats; the matches of a
    pairing share ``replays`` further ones for each of them.

    Raises:
        UsageError: there is no such policy, or a number is negative.
    """

    policy: Policy = "forfeit"
    retries: int = 2
    replays: int = 0

    def __post_init__(self) -> None:
        if self.policy not in get_args(Policy):
            raise UsageError(f"illegal.policy={self.policy} is not {' or '.join(get_args(Policy))}")
        for name in ("retries", "replays"):
            if getattr(self, name) < 0:
                raise UsageError(f"illegal.{name}={getattr(self, name)} is not a whole number of at least 0")


@dataclass(frozen=True)
class LlmSettings:
    """Settings of a language model agent: those that all reasoning schemes share, and the ``scheme`` with its own.

    ``reasoning`` names the instruction in every question for a move; ``none``, or no name, adds nothing to what the
    wording says, and binds the reply to no schema. ``memory`` is ``none`` (every decision is a new chat), ``chat`` (the
    model sees its own earlier turns) or ``reports`` (a chat of reports on the past rounds, with the model's bare
    answers as its own turns, as in gamma-Bench). ``persona`` is put in front of the rules: the name of one, or a text;
    ``guide`` is a strategy guide after them: the name of one of the game's, or a text. With ``forced_moves="played"``
    the only legal move is played without a call. ``retries`` and ``policy`` are those of :class:`IllegalMoves`.

    ``rules`` matters in games that withhold topics of their rules: with ``look_up`` a model may ask for ``look_ups`` of
    them in a chat (0: it is not told of them), with ``full`` all of them follow the rules. With ``observation="image"``
    prompts carry a picture of the position, if the model sees pictures; with ``described`` the model ``describer``
    puts it into words. The turns of user and model alternate in every chat, unless ``turns`` is ``wording`` and a
    wording keeps them apart. With ``openings="recorded"`` a move that the game's data records for a decision is played
    without a call. ``history`` is how much of the past prompts tell: ``all``, ``last:N`` (the latest N moves or rounds)
    or ``none``; ``position`` the form in which they write positions, for wordings that have several. ``max_tokens`` is
    the most tokens of a reply; ``None`` leaves it to the model's settings. ``disguise`` is the form in which the model
    sees the game (see :mod:`adapters.disguises`).

    Raises:
        UsageError: there is no such memory, history, reasoning, persona or disguise, a number is out of its range, or
            there is no describer.
    """

    prompt: str = "v1"
    scheme: Scheme = field(default_factory=Single)
    reasoning: str = "direct"
    memory: Literal["none", "chat", "reports"] = "none"
    persona: str | None = None
    guide: str | None = None
    forced_moves: Literal["asked", "played"] = "asked"
    retries: int = 2
    policy: Policy = "forfeit"
    rules: RulesShown = "look_up"
    look_ups: Annotated[int, Field(ge=0, le=MAX_LOOK_UPS)] = 5
    observation: Literal["text", "image", "described"] = "text"
    describer: str | None = None
    turns: Literal["wording", "merged"] = "wording"
    openings: Literal["live", "recorded"] = "live"
    history: str = past.ALL
    position: str = ""
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    disguise: str = NO_DISGUISE

    def __post_init__(self) -> None:
        require_types(self, "scheme")
        try:
            past.count_told(self.history)
            parts_of(self.disguise)
        except ValueError as error:
            raise UsageError(str(error)) from None
        if self.reasoning not in (known := templates.list_versions(REASONING)):
            raise UsageError(f"reasoning={self.reasoning} is not {' or '.join(known)}")
        if self.observation == "described":
            require_describer(self.describer)
        render_persona(self.persona)

    @classmethod
    def read(cls, flat: Mapping[str, Any]) -> "LlmSettings":
        """Returns settings that stand side by side with those of the scheme and of the model, as in presets and seats.

        Raises:
            UsageError: a value is not allowed, or there is no such scheme, or a setting of another scheme is stated.
        """
        flat = {**flat, **flat.get("illegal", {})}
        shared = {spec.name: flat[spec.name] for spec in fields(cls) if spec.name in flat}
        own = {name: flat[name] for name in schemes.setting_names() if name in flat}
        return cls(**{**shared, "scheme": schemes.make_scheme(flat.get("scheme", Single.name), own)})


def _defaults() -> dict[str, Any]:
    """Returns the settings that a preset may state, with their defaults; ``None`` for those of schemes."""
    shared = {spec.name: spec.default for spec in fields(LlmSettings) if spec.name not in _OF_THE_RUN}
    return {**shared, **dict.fromkeys(schemes.setting_names())}


def require_settings(settings: Mapping[str, Any]) -> None:
    """Checks settings of a preset, whatever the game.

    Raises:
        UsageError: there is no such setting, or a value is of the wrong type or not allowed.
    """
    known = _defaults()
    for name in settings:
        if name not in known:
            raise unknown("setting", name, known, f"(agents with a model have: {', '.join(known)})")
    LlmSettings.read({**settings, **settings_to_log(settings)})


def rarer_settings() -> dict[str, Any]:
    """Returns the settings that a seat logs only if they are changed, with their defaults."""
    return {name: default for name, default in _defaults().items() if name not in _ALWAYS_LOGGED}


def settings_to_log(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a preset's settings as a seat logs them.

    Where no instruction is named it is the one that says nothing. Rarer settings are left out unless they are changed,
    and so are models that are not called.
    """
    named = {"reasoning": settings["reasoning"] or NO_INSTRUCTION} if "reasoning" in settings else {}
    idle = {"describer"} if settings.get("observation") != "described" else set()
    idle |= {"reader"} if settings.get("beliefs") == "matrix" else set()
    rarer = rarer_settings()
    return {
        name: value for name, value in {**settings, **named}.items()
        if name not in idle and (name not in rarer or value != rarer[name])}


@dataclass(frozen=True)
class TokenLimits:
    """Most tokens of a reply in one game of a suite, where the run leaves ``model.max_tokens`` null.

    ``schemes`` has other limits for agents with some reasoning schemes. A limit of ``None`` is the provider's.

    Raises:
        UsageError: a limit is not a whole number of at least 1, or there is no such scheme.
    """

    max_tokens: int | None = None
    schemes: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.schemes, Mapping):
            raise UsageError(f"schemes={self.schemes!r} is not a limit for each scheme: write schemes: {{single: 256}}")
        for scheme, limit in {"": self.max_tokens, **self.schemes}.items():
            if scheme and scheme not in all_schemes():
                raise UsageError(f"schemes.{scheme} is not {' or '.join(all_schemes())}")
            if (limit is not None or scheme) and (type(limit) is not int or limit < 1):
                name = f"schemes.{scheme}" if scheme else "max_tokens"
                raise UsageError(f"{name}={limit!r} is not a whole number of at least 1")

    def of(self, scheme: str) -> int | None:
        """Returns the limit for agents with this reasoning scheme."""
        return self.schemes.get(scheme, self.max_tokens)


NO_LIMITS = TokenLimits()


def wording_digest(adapter: Adapter, settings: LlmSettings) -> str:
    """Returns a short hash of all prompt texts that a model is shown.

    Raises:
        UsageError: the scheme cannot be used in the game or with the prompt version, or the game has no guide of that
            name; ``memory`` is ``reports``, but the prompt version does not report the rounds one by one;
            ``observation`` is not ``text``, but the game has no pictures; the prompt version does not know the
            ``history`` or the ``position``; or the ``disguise`` does not apply to the game, or not to its pictures.
    """
    name = adapter.game.get_type().short_name
    if reason := settings.scheme.reason_not_usable(adapter.game):
        raise UsageError(f"scheme={settings.scheme.name} cannot be used in {name}: {reason}")
    needs = settings.scheme.needs
    if needs and adapter.place(settings.prompt, templates.TURNS) and not adapter.place(settings.prompt, needs):
        raise UsageError(
            f"scheme={settings.scheme.name} makes its own chats, and prompt={settings.prompt} of {name} is a whole "
            f"one without a block {needs}: leave the agent out, or choose another prompt")
    if settings.observation != "text" and not adapter.draws():
        raise UsageError(
            f"observation={settings.observation} needs a game with pictures, and {name} has none: set observation=text")
    if settings.memory == "reports" and not adapter.tells_rounds(settings.prompt):
        raise UsageError(
            f"memory=reports needs a prompt version that reports the rounds one by one: {settings.prompt} of {name} "
            "does not")
    _require_forms(adapter, settings)
    instructions = f"{templates.prompt_digest(REASONING, settings.reasoning)}{render_persona(settings.persona)}"
    shown = settings.rules == "full" or settings.look_ups
    topics = rules_digest(name, settings.rules) if shown else ""
    wordings = f"{adapter.digest(settings.prompt)}{instructions}{nudge_digest()}"
    described = messages.descriptions_digest() if settings.observation == "described" else ""
    own = hashlib.sha256(wordings.encode()).hexdigest()[:12]
    guide = guide_digest(settings.guide, adapter)
    return f"{own}{settings.scheme.digest(adapter)}{topics}{described}{guide}{_disguise_digest(adapter, settings)}"


def _disguise_digest(adapter: Adapter, settings: LlmSettings) -> str:
    """Returns a short hash of all that the disguise changes; empty without one.

    Raises:
        UsageError: it does not apply to the game, changes nothing of the prompt version, or changes words while
            pictures show the game as it is.
    """
    try:
        disguise = find_disguise(settings.disguise, adapter)
        require_effect(settings.disguise, adapter, settings.prompt)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if disguise.exchanges and settings.observation != "text":
        raise UsageError(f"disguise={settings.disguise} changes words, and pictures show the game as it is: "
                         f"set observation=text, not {settings.observation}")
    return disguise.digest()


def _require_forms(adapter: Adapter, settings: LlmSettings) -> None:
    """Checks that the prompt version can tell past and position as the settings say.

    Raises:
        UsageError: it cannot.
    """
    prompt, name = settings.prompt, adapter.game.get_type().short_name
    if settings.history != past.ALL and not adapter.tells_past(prompt):
        raise UsageError(f"history={settings.history} needs a prompt version that can leave out the past: {prompt} of "
                         f"{name} does not list it apart from the position, so set history=all")
    known = adapter.positions(prompt)
    if settings.position not in ("", *known):
        told = f"writes them as {' or '.join(known)}" if known else "has one form alone: leave it empty"
        raise UsageError(f"position={settings.position} is no form of positions: {prompt} of {name} {told}")

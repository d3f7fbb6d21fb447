"""Line-ups: agent words such as ``cot@ollama/llama3.1*2`` become seats, and seats become agents."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from adapters import Adapter
from adapters.disguises.disguise import NO_DISGUISE
from adapters.replies.published import PROGRAMS, VERSION
from gtarena.agents import registry
from gtarena.agents.base import Agent, Seating
from gtarena.agents.llm import settings as llm_settings
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.picture_descriptions import Describer
from gtarena.agents.llm.settings import NO_LIMITS, IllegalMoves, LlmSettings, TokenLimits, wording_digest
from gtarena.agents.people import human
from gtarena.agents.presets import MISSING, AgentPreset
from gtarena.errors import UsageError, unknown
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Seat
from gtarena.models import vision
from gtarena.models.base import Model
from gtarena.models.settings import ModelSettings
from gtarena.system.redaction import public_address

_WORD = re.compile(r"(?P<name>[\w-]+)(?::(?P<argument>[^@*]*))?(?:@(?P<model>[^*]+))?(?:\*(?P<times>[1-9]\d*))?")
MOST_SEATS = 1000  # of one agent word
NULL = "null"  # before an agent word, makes a duplicate of that agent, which measures how far equal agents differ

_OTHER_MODELS = ("describer", "reader")  # settings that name a model to call besides the seat's own
_LOGGED_IF_CHANGED = ("api_base", "reasoning_effort", "structured", "vision", "logprobs")  # settings of a model

AgentFactory = Callable[[Seating], Agent]


def seats_of(words: Iterable[str]) -> int:
    """Returns the number of seats that the words stand for; a word that is none counts as one seat."""
    matches = (_WORD.fullmatch(word.strip()) for word in words)
    return sum(int(match["times"] or 1) if match else 1 for match in matches)


@dataclass(frozen=True)
class Lineup:
    """Presets, model, prompt version and illegal-move policy by which agent words become seats.

    ``limits`` hold where the model's settings name no limit of a reply. Models see the game in the ``disguise``.
    """

    presets: Mapping[str, AgentPreset]
    model: ModelSettings
    prompt: str
    illegal: IllegalMoves
    limits: TokenLimits = NO_LIMITS
    disguise: str = NO_DISGUISE

    def seats(self, words: Sequence[str], adapter: Adapter) -> list[Seat]:
        """Returns the seats that the words stand for in the adapter's game; ``llm*3`` is three seats.

        Raises:
            UsageError: a word names no agent, lacks its argument or has one that the agent does not take, or the game
                does not have the prompt version.
        """
        return [seat for word in words for seat in self._expand(word, adapter)]

    def with_settings(
        self, changes: Mapping[str, Mapping[str, Any]], limits: TokenLimits = NO_LIMITS
    ) -> "Lineup":
        """Returns the same line-up with some settings of some agents changed, and with these limits.

        Raises:
            UsageError: there is no such agent, or it has no such setting.
        """
        presets = dict(self.presets)
        for name, settings in changes.items():
            for setting, value in settings.items():
                if name not in presets or setting not in presets[name].settings:
                    raise UsageError(f"the suite sets agent.{name}.{setting}, which does not exist")
                presets[name] = replace(presets[name], settings={**presets[name].settings, setting: value})
        return replace(self, presets=presets, limits=limits)

    def _expand(self, word: str, adapter: Adapter) -> list[Seat]:
        match = _WORD.fullmatch(word.strip()) if isinstance(word, str) else None
        if match is None:
            raise UsageError(f"agent {word!r} is not of the form NAME[:ARGUMENT][@MODEL][*SEATS]")
        name, argument, model, times = match.group("name", "argument", "model", "times")
        if name == NULL:
            return self._duplicates(word.strip(), adapter)
        if name not in self.presets:
            raise unknown("agent", name, self.presets, f"(choose from: {', '.join(sorted(self.presets))})")
        preset = self.presets[name]
        settings = _with_argument(preset, argument)
        label = name if argument is None else f"{name}:{argument}"
        if preset.kind == "llm":
            seat = self._model_seat(label, settings, model, adapter)
        elif model is not None:
            raise UsageError(f"agent {word!r}: {name} plays without a model")
        elif preset.kind == "human":
            seat = Seat(agent=label, params={**settings, "prompt": self.version(adapter)})
        else:
            seat = Seat(agent=label, params=registry.settings_to_log(preset.kind, settings))
        if len(times or "") > len(str(MOST_SEATS)) or int(times or 1) > MOST_SEATS:
            raise UsageError(f"agent {word!r} takes more than {MOST_SEATS:,} seats")
        return [seat] * int(times or 1)

    def _duplicates(self, word: str, adapter: Adapter) -> list[Seat]:
        """Returns the seats of ``null:WORD``: those of the word under another name, which alone changes their draws."""
        original = word.removeprefix(f"{NULL}:").strip()
        if original in ("", word):
            raise UsageError(f"agent {word!r} duplicates no agent: write {NULL}:AGENT, such as {NULL}:llm")
        if original.split(":")[0] == NULL:
            raise UsageError(f"agent {word!r} duplicates a duplicate: write {original}")
        seats = self._expand(original, adapter)
        if any(seat.kind == "human" for seat in seats):
            raise UsageError(f"agent {word!r}: a person has no duplicate")
        return [seat.model_copy(update={"agent": f"{NULL}:{seat.agent}"}) for seat in seats]

    def _model_seat(self, label: str, settings: Mapping[str, Any], name: str | None, adapter: Adapter) -> Seat:
        # api_base is the address of the run's own model; another model is called at its provider's.
        try:
            model = self.model if name is None else replace(self.model, name=name, api_base=None)
        except UsageError as error:
            raise UsageError(f"agent {label}@{name}: {error}") from error
        illegal = {"policy": self.illegal.policy, "retries": self.illegal.retries}
        asked = {**llm_settings.settings_to_log(settings), "prompt": self.version(adapter), "illegal": illegal}
        if self.disguise != NO_DISGUISE:
            asked["disguise"] = self.disguise
        try:
            chosen = LlmSettings.read(asked)
            wording = wording_digest(adapter, chosen)
        except UsageError as error:
            raise UsageError(f"agent {label}: {error}") from error
        if model.max_tokens is None:
            model = replace(model, max_tokens=self.limits.of(chosen.scheme.name))
        params = {**asked, "wording": wording, **_sampling(model)}
        return Seat(agent=label, model=model.name, params=params)

    def version(self, adapter: Adapter) -> str:
        """Returns the prompt version.

        Raises:
            UsageError: the adapter's game does not have it.
        """
        versions = adapter.versions()
        if self.prompt not in versions:
            game = adapter.game.get_type().short_name
            places = ", ".join(f"{program} of {place}" for program, place in PROGRAMS.items())
            remedy = (f"; `gtarena import prompts PROGRAM DIR` makes it from a checkout of a game's program: {places}"
                      if self.prompt == VERSION else "")
            raise unknown("prompt version", self.prompt, versions, f"({game} has: {', '.join(versions)}{remedy})")
        return self.prompt


def require_presets(presets: Iterable[AgentPreset]) -> None:
    """Checks the settings of agents, also of those that do not play; what a word's argument sets is left to the word.

    Raises:
        UsageError: an agent is of no known kind, has no such setting, or a value is not allowed.
    """
    for preset in presets:
        kind, settings = preset.kind, {key: value for key, value in preset.settings.items() if value != MISSING}
        del settings["kind"]
        known = registry.kinds()
        if kind not in (*known, *_CHECKS):
            raise unknown("kind of agent", kind, [*known, *_CHECKS], f"in agent.{preset.name}.kind")
        try:
            if kind in known:
                registry.require_settings(kind, settings)
                registry.require_complete(kind, preset.settings)
            else:
                _CHECKS[kind](settings)
        except UsageError as error:
            raise UsageError(f"agent {preset.name}: {error}") from error


def _require_person(settings: Mapping[str, Any]) -> None:
    for name in settings.keys() - {"prompt"}:
        raise unknown("setting", name, ["prompt"], "(human has: prompt)")


_CHECKS: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
    "llm": llm_settings.require_settings,
    "human": _require_person,
}


def _with_argument(preset: AgentPreset, argument: str | None) -> dict[str, Any]:
    name, settings = preset.name, dict(preset.settings)
    wanted = [key for key, value in settings.items() if value == MISSING]
    if len(wanted) > 1:
        raise UsageError(f"agent {name} needs its {' and '.join(wanted)}: "
                         f"write {' '.join(f'agent.{name}.{key}=VALUE' for key in wanted)}")
    if wanted and argument is None:
        raise UsageError(f"agent {name} needs its {wanted[0]}: write {name}:{wanted[0].upper()}")
    if argument is not None and not wanted:
        raise UsageError(f"agent '{name}:{argument}': {name} takes no argument")
    if argument is not None:
        settings[wanted[0]] = registry.read_argument(preset.kind, wanted[0], argument)
    return settings


def _sampling(model: ModelSettings) -> dict[str, Any]:
    """Returns those settings of a model that can change its answers, as a seat logs them."""
    default = ModelSettings()
    model = replace(model, api_base=model.api_base and public_address(model.api_base))
    changed = {name: value for name in _LOGGED_IF_CHANGED if (value := getattr(model, name)) != getattr(default, name)}
    return {"temperature": model.temperature, "max_tokens": model.max_tokens, **changed}


def seat_model(model: ModelSettings, seat: Seat) -> ModelSettings:
    """Returns the run's model settings with the model and the address of one seat."""
    # A seat states its address without the parts that may hold a key, and it has one only if it is the run's own.
    api_base = model.api_base if seat.params.get("api_base") else None
    return replace(model, name=seat.model or model.name, api_base=api_base)


def called_seats(seat: Seat) -> list[Seat]:
    """Returns a seat with each model that is called for it: its own, and those that describe or read for it."""
    names = {str(name) for key in _OTHER_MODELS if (name := seat.params.get(key)) not in (None, seat.model)}
    elsewhere = {name: value for name, value in seat.params.items() if name != "api_base"}  # at its provider's
    return [seat, *(seat.model_copy(update={"model": name, "params": elsewhere}) for name in sorted(names))]


@cache  # to check the settings anew for every match would read folders of prompts
def _llm_settings(seat: str) -> LlmSettings:
    return LlmSettings.read(Seat.model_validate_json(seat).params)


def agent_factory(seat: Seat, model_of: Callable[[Seat], Model], texts: Texts) -> AgentFactory:
    """Returns a factory for this seat's agent, to be called once per match.

    The factory raises ``UsageError`` for a setting that is not allowed.
    """
    settings: dict[str, Any] = {name: value for name, value in seat.params.items() if name != "kind"}
    if seat.kind == "llm":
        stated = seat.model_dump_json()
        return lambda seating: LlmAgent(
            seating, model_of(seat), _llm_settings(stated), texts, _sees(seat), _describer(seat, model_of),
            {str(called.model): model_of(called) for called in called_seats(seat)})
    if seat.kind == "human":
        return lambda seating: human.HumanAgent(**settings)
    return lambda seating: registry.make_agent(seat.kind, seating, settings)


def _sees(seat: Seat) -> Callable[[], Awaitable[bool]]:
    return partial(vision.sees_pictures, str(seat.model), str(seat.params.get("vision", "auto")))


def _describer(seat: Seat, model_of: Callable[[Seat], Model]) -> Describer | None:
    if seat.params.get("describer") is None:
        return None
    called = next(each for each in called_seats(seat) if each.model == seat.params["describer"])
    return Describer(str(called.model), model_of(called), _sees(called))

"""From the words that name agents to seats in a log, and from seats to players."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from adapters import Adapter
from gtarena.agents import human, llm, registry
from gtarena.agents.base import Agent, Seating
from gtarena.errors import UsageError, unknown
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Seat
from gtarena.models.base import Model
from gtarena.models.settings import ModelSettings

_WORD = re.compile(r"(?P<name>[\w-]+)(?::(?P<argument>[^@*]*))?(?:@(?P<model>[^*]+))?(?:\*(?P<times>[1-9]\d*))?")
_MISSING = "???"  # how a YAML file marks the setting that a word's argument fills

AgentMaker = Callable[[Seating], Agent]


@dataclass(frozen=True)
class Lineup:
    """Everything that gives the agents' words a meaning: their configs, the run's model, prompt and policy."""

    configs: Mapping[str, Mapping[str, Any]]
    model: ModelSettings
    prompt: str
    illegal: Mapping[str, Any]

    def seats(self, words: Sequence[str], adapter: Adapter) -> list[Seat]:
        """The seats that the words stand for in the adapter's game, ``llm*3`` being three.

        Raises:
            UsageError: a word names no agent, lacks or has too much of an argument, or asks for a prompt
                version that the game does not have.
        """
        return [seat for word in words for seat in self._expand(word, adapter)]

    def with_settings(self, changes: Mapping[str, Mapping[str, Any]]) -> "Lineup":
        """The same line-up with some settings of some agents changed.

        Raises:
            UsageError: there is no such agent, or it has no such setting.
        """
        configs = {name: dict(config) for name, config in self.configs.items()}
        for name, settings in changes.items():
            for setting, value in settings.items():
                if setting not in configs.get(name, {}):
                    raise UsageError(f"the suite sets agent.{name}.{setting}, which does not exist")
                configs[name][setting] = value
        return replace(self, configs=configs)

    def _expand(self, word: str, adapter: Adapter) -> list[Seat]:
        match = _WORD.fullmatch(word.strip())
        if match is None:
            raise UsageError(f"agent {word!r} is not of the form NAME[:ARGUMENT][@MODEL][*SEATS]")
        name, argument, model, times = match.group("name", "argument", "model", "times")
        if name not in self.configs:
            raise unknown("agent", name, self.configs, f"(there are: {', '.join(sorted(self.configs))})")
        settings = _with_argument(name, self.configs[name], argument)
        label = name if argument is None else f"{name}:{argument}"
        if "kind" not in settings:
            raise UsageError(f"agent {name} has no kind: set agent.{name}.kind")
        if settings["kind"] == "llm":
            seat = self._model_seat(label, settings, model, adapter)
        elif model is not None:
            raise UsageError(f"agent {word!r}: {name} plays without a model")
        elif settings["kind"] == "human":
            seat = Seat(agent=label, params={**settings, "prompt": self._version(adapter)})
        else:
            seat = Seat(agent=label, params=settings)
        return [seat] * int(times or 1)

    def _model_seat(self, label: str, settings: Mapping[str, Any], name: str | None, adapter: Adapter) -> Seat:
        # Another model than the run's is not to be looked for at the run's own address.
        model = self.model if name is None else replace(self.model, name=name, api_base=None)
        illegal = {key: self.illegal[key] for key in ("policy", "retries")}
        asked = {**settings, "prompt": self._version(adapter), "illegal": illegal}
        try:
            wording = llm.wording_digest(adapter, _llm_settings(asked))
        except UsageError as error:
            raise UsageError(f"agent {label}: {error}") from error
        params = {**asked, "wording": wording, **sampling(model)}
        return Seat(agent=label, model=model.name, params=params)

    def _version(self, adapter: Adapter) -> str:
        versions = adapter.versions()
        if self.prompt not in versions:
            game = adapter.game.get_type().short_name
            raise unknown("prompt version", self.prompt, versions, f"({game} has: {', '.join(versions)})")
        return self.prompt


def _with_argument(name: str, config: Mapping[str, Any], argument: str | None) -> dict[str, Any]:
    settings = dict(config)
    wanted = [key for key, value in settings.items() if value == _MISSING]
    if wanted and argument is None:
        raise UsageError(f"agent {name} needs its {wanted[0]}: write {name}:{wanted[0].upper()}")
    if argument is not None and not wanted:
        raise UsageError(f"agent '{name}:{argument}': {name} takes no argument")
    if argument is not None:
        settings[wanted[0]] = argument
    return settings


def sampling(model: ModelSettings) -> dict[str, Any]:
    """The settings of a model that can change its answers."""
    standard = {"api_base": None, "reasoning_effort": None, "structured": "auto"}
    changed = {name: getattr(model, name) for name, usual in standard.items() if getattr(model, name) != usual}
    return {"temperature": model.temperature, "max_tokens": model.max_tokens, **changed}


def _llm_settings(params: Mapping[str, Any]) -> llm.Settings:
    known = {field.name for field in fields(llm.Settings)}
    given = {**params, **params["illegal"]}
    return llm.Settings(**{name: value for name, value in given.items() if name in known})


def maker(seat: Seat, model_of: Callable[[Seat], Model], texts: Texts) -> AgentMaker:
    """What makes the seat's player anew for each match."""
    settings: dict[str, Any] = dict(seat.params)
    kind = settings.pop("kind")
    if kind == "llm":
        return lambda seating: llm.LlmAgent(seating, model_of(seat), _llm_settings(settings), texts)
    if kind == "human":
        return lambda seating: human.HumanAgent(**settings)
    if kind not in registry.KINDS:
        raise unknown("kind of agent", kind, [*registry.KINDS, "llm", "human"], f"in agent.{seat.agent}.kind")
    return lambda seating: registry.seat(kind, seating, settings)

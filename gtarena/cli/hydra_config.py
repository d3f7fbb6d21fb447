"""The settings of a run: their types and defaults, and one config for every registered game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from omegaconf import OmegaConf

from gtarena import games
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings


@dataclass
class Illegal:
    """What follows from replies without a legal move: so many more tries, then the policy (see ``llm.Settings``).

    ``replays`` is how often a match that became invalid by it is played again from the same seats.
    """

    policy: str = "forfeit"
    retries: int = 2
    replays: int = 0


@dataclass
class Cache:
    """Whether replies of models are kept for later runs, and in which file; by default the user's cache folder."""

    enabled: bool = True
    path: str | None = None


def _writable(settings: type) -> type:
    """The same settings as a dataclass that OmegaConf may write to, as it may not to a frozen one."""
    return make_dataclass(settings.__name__, [(spec.name, spec.type, field(default=spec.default))
                                              for spec in fields(settings)])


@dataclass
class Config:
    """The keys of the command line; ``conf/config.yaml`` adds the agents and Hydra's own settings."""

    name: str = "${gtarena.name:${game},${suite}}"
    seed: int = 0
    matches: int | None = None
    suite: Any = None
    games: list[str] | None = None
    game: Any = None
    agents: list[str] | None = None
    opponents: list[str] | None = None
    pairings: str = "all"
    prompt: str = "v1"
    workers: int = 1
    model: Any = field(default_factory=_writable(ModelSettings))
    cache: Cache = field(default_factory=Cache)
    budget: Any = field(default_factory=_writable(Limits))
    illegal: Illegal = field(default_factory=Illegal)
    agent: dict[str, dict[str, Any]] = field(default_factory=dict)


def folder() -> Path:
    """Where the YAML files are: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).parents[1]
    return next(path for path in (here / "conf", here.parent / "conf") if path.is_dir())


def register() -> None:
    """Tells Hydra the schema, a config for each registered game, and how a run gets its name."""
    store = ConfigStore.instance()
    store.store(name="schema", node=Config)
    for name, kind in games.all_types().items():
        store.store(group="game", name=name, node=_game_config(name, kind.parameter_specification))
    OmegaConf.register_new_resolver("gtarena.name", _run_name, replace=True)


def _run_name(game: Any, suite: Any) -> str:
    return str((game or suite or {}).get("name", "sweep"))


def _game_config(name: str, specification: Mapping[str, Any]) -> dict[str, Any]:
    # Plain values: Hydra refuses parameters that are not there, and `games.complete` values of a wrong type. A
    # dataclass cannot hold them all, since one of chess's parameters begins with a digit.
    stated = {key: "" if isinstance(value, dict) else value for key, value in specification.items()}
    return {"name": name, **stated}


def names_beside(key: str, overrides: Sequence[str]) -> list[str]:
    """The names of the settings beside the given one, in a run of the game or suite that the overrides choose."""
    chosen = [word for word in overrides if word.split("=")[0] in ("game", "suite") and "," not in word]
    with initialize_config_dir(str(folder()), version_base="1.3"):
        settings = compose("config", overrides=chosen)
    parent = key.rpartition(".")[0]
    return [str(name) for name in (OmegaConf.select(settings, parent) if parent else settings) or {}]


def compose_settings(overrides: Sequence[str]) -> dict[str, Any]:
    """The settings that a run with these overrides has, without starting one."""
    register()
    with initialize_config_dir(str(folder()), version_base="1.3"):
        settings: Any = OmegaConf.to_container(compose("config", overrides=list(overrides)), resolve=True)
    return dict(settings)

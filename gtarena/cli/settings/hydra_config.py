"""Hydra's configuration: its schema, a config for every registered game, and its conversion to typed settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from functools import lru_cache
from typing import Any

from hydra import compose
from hydra.core.config_store import ConfigStore
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf

from adapters.disguises.disguise import NO_DISGUISE
from gtarena import games, plugins
from gtarena.agents.lineup import seats_of
from gtarena.agents.llm.settings import IllegalMoves, TokenLimits, rarer_settings
from gtarena.agents.presets import AgentPreset, all_presets
from gtarena.cli.error_messages import refusing, unknown_setting
from gtarena.cli.settings import config_secrets
from gtarena.cli.settings.composing import composing
from gtarena.cli.sweeps.job_names import unnamed
from gtarena.errors import UsageError, unknown
from gtarena.games.game_presets import game_presets
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import (
    DEFAULT_MATCHES,
    CacheSettings,
    GameSettings,
    PlannedGame,
    ReportSettings,
    RunSettings,
    SuiteSettings,
)
from gtarena.runs.stopping.rule import StopRule

SWEEP = "sweep"  # the name of a sweep over several games or suites

Config = Mapping[str, Any]


def _schema_of(settings: type) -> type:
    """Returns a mutable dataclass with the same fields, because OmegaConf cannot write to frozen ones."""
    # OmegaConf knows no Literal; the settings check the choices themselves.
    specs = [(spec.name, str if "Literal" in str(spec.type) else spec.type, field(default=spec.default))
             for spec in fields(settings)]
    return make_dataclass(settings.__name__, specs)


@dataclass
class Schema:
    """Settings of the command line; ``conf/config.yaml`` adds Hydra's own."""

    name: str = "${gtarena.name:${game},${suite}}"
    seed: int = 0
    matches: int | None = None
    suite: Any = None
    games: list[str] | None = None
    game: Any = None
    agents: list[str] | None = None
    opponents: list[str] | None = None
    pairings: str = "all"
    draws: str = "paired"
    sides: str = "rotated"
    stop: str | None = None
    players: int | None = None
    prompt: str = "v1"
    disguise: str = NO_DISGUISE
    objective: str = "mean_return"
    workers: int = 1
    tracker: str | None = None
    plugins: list[str] = field(default_factory=list)
    model: Any = field(default_factory=_schema_of(ModelSettings))
    cache: Any = field(default_factory=_schema_of(CacheSettings))
    budget: Any = field(default_factory=_schema_of(Limits))
    illegal: Any = field(default_factory=_schema_of(IllegalMoves))
    report: Any = field(default_factory=_schema_of(ReportSettings))
    agent: dict[str, dict[str, Any]] = field(default_factory=dict)


def register_configs() -> None:
    """Registers with Hydra the schema, the agent presets, a config for each game, and the default name of a run."""
    register_configs_of(games.all_names(), repr(all_presets()))


@lru_cache(maxsize=1)  # the store is one for the process, and has to be filled again only where this has changed
def register_configs_of(names: tuple[str, ...], presets_told: str) -> None:
    """Registers all of that with a config for each of these games, and the agent presets as they are told."""
    store = ConfigStore.instance()
    store.store(name="schema", node=Schema)
    rarer = rarer_settings()
    presets = {
        name: {**preset.settings, **rarer, **preset.settings} if preset.kind == "llm" else dict(preset.settings)
        for name, preset in all_presets().items()}
    store.store(name="agents", node={"agent": presets})
    for name in names:
        store.store(group="game", name=name, node=_game_config(name, games.defaults(name)))
    config_secrets.register_resolver()
    OmegaConf.register_new_resolver("gtarena.name", _run_name, replace=True)
    OmegaConf.register_new_resolver("gtarena.seats", _seats, replace=True)
    OmegaConf.register_new_resolver("gtarena.job", unnamed, replace=True)


def _run_name(game: Any, suite: Any) -> str:
    chosen = game or suite
    return str(chosen.get("name", SWEEP)) if isinstance(chosen, Mapping | DictConfig) else SWEEP


def _seats(agents: Sequence[Any]) -> int | None:
    """Returns the number of players that gives each listed agent a seat; ``None`` if one agent takes every seat."""
    number = seats_of(map(str, agents))
    return number if number > 1 else None


def _game_config(name: str, specification: Config) -> dict[str, Any]:
    # A dict, because the name of one of chess's parameters begins with a digit. Hydra rejects unknown parameters, and
    # `games.complete` values of the wrong type.
    stated = {key: "" if isinstance(value, dict) else value for key, value in specification.items()}
    return {"name": name, **stated}


def compose_settings(overrides: Sequence[str]) -> RunSettings:
    """Returns the settings of a run with these overrides, without starting one.

    Raises:
        HydraException, OmegaConfBaseException: the overrides are not valid.
        UsageError: a key is not a setting, or a value is not allowed.
    """
    register_configs()
    with refusing(), composing():
        return settings_of(compose("config", overrides=list(overrides), return_hydra_config=True))


def settings_of(config: DictConfig) -> RunSettings:
    """Returns the typed settings of a composed configuration, with or without Hydra's own part.

    Raises:
        OmegaConfBaseException: a setting refers to one that does not exist, or has not the type of its own.
        UsageError: one holds a secret, or as :func:`run_settings`.
    """
    config_secrets.require_no_secrets(config)
    if "hydra" in config:
        HydraConfig.instance().set_config(config)  # to which settings may refer
        OmegaConf.to_container(config.hydra.job, resolve=True)  # Hydra would do so when it has written the first files
    return run_settings({str(key): _plain(str(key), value) for key, value in config.items() if key != "hydra"})


def _plain(name: str, value: Any) -> Any:
    """Returns a setting as plain values.

    Those that have types are read one by one, because only so an interpolation gets the type of its place.
    """
    if name in ("agent", "game", "suite") and OmegaConf.is_config(value):
        return OmegaConf.to_container(value, resolve=True)
    return dict(value.items()) if isinstance(value, DictConfig) else list(value) if OmegaConf.is_list(value) else value


def run_settings(config: Config) -> RunSettings:
    """Returns the typed settings of a configuration.

    Raises:
        UsageError: a key is not a setting, a setting is missing, or a value is not allowed.
    """
    _reject_unknown_keys(Schema, config)
    for spec in fields(Schema):
        if spec.name not in config:
            raise UsageError(f"{spec.name} is missing: a setting can be changed, but not removed with ~")
    plugins.load(_words("plugins", config["plugins"]) or ())
    for name, (kind, expected) in _GROUPS.items():
        _reject_unknown_keys(kind, _group(name, config[name], expected), f"{name}.")
    return RunSettings(
        **{name: config[name] for name in _AS_THEY_ARE},
        suite=_suite(config["suite"]) if config["suite"] is not None else None,
        games=_words("games", config["games"]),
        game=_game(config["game"]) if config["game"] is not None else None,
        agents=_words("agents", config["agents"]),
        opponents=_words("opponents", config["opponents"]),
        stop=StopRule.parse(config["stop"]) if config["stop"] is not None else None,
        plugins=_words("plugins", config["plugins"]) or (),
        model=ModelSettings(**config["model"]),
        cache=CacheSettings(**config["cache"]),
        budget=Limits(**config["budget"]),
        illegal=IllegalMoves(**config["illegal"]),
        report=ReportSettings(**config["report"]),
        presets={name: AgentPreset.from_config(name, _mapping(f"agent.{name}", preset))
                 for name, preset in config["agent"].items()},
    )


_AS_THEY_ARE = ("name", "seed", "matches", "pairings", "draws", "sides", "players", "prompt", "disguise", "objective",
                "workers", "tracker")
# Groups of settings, with what is said if one has a value in their place.
_GROUPS: Mapping[str, tuple[type, str]] = {
    "model": (ModelSettings, "a group of settings: write model.name={}"),
    "cache": (CacheSettings, "a group of settings: write cache.enabled=false or cache.path=FILE"),
    "budget": (Limits, "a limit: write budget.usd={}, or budget.tokens or budget.calls"),
    "illegal": (IllegalMoves, "a group of settings: write illegal.policy={}"),
    "report": (ReportSettings, "a group of settings: write report.paper={}"),
}


def _group(name: str, group: Any, expected: str) -> Config:
    if group is None:
        raise UsageError(f"{name} needs a value: {name}=null says nothing, so leave it out")
    if not isinstance(group, Mapping):
        raise UsageError(f"{name}={group} is not {expected.format(group)}")
    return group


def _mapping(place: str, value: Any, game: str = "", remedy: str = "") -> Config:
    """Returns a group of settings, which may be those of a ``game``, and refuses anything else in its place."""
    if not isinstance(value, Mapping):
        of = f" of {game}" if game else ""
        raise UsageError(f"{place}={value!r}{of} is not a group of settings{remedy}")
    return value


def report_of(config: DictConfig) -> ReportSettings:
    """Returns what the report of a multirun shows, whose own settings may still lack a game."""
    return ReportSettings(**{spec.name: bool(OmegaConf.select(config, f"report.{spec.name}", default=spec.default))
                             for spec in fields(ReportSettings)})


def _reject_unknown_keys(kind: type, config: Config, prefix: str = "") -> None:
    # Hydra accepts any key that is added with a +, even if nothing reads it.
    known = [spec.name for spec in fields(kind)]
    for key in config.keys() - set(known):
        raise unknown_setting(f"{prefix}{key}", known)


def _words(name: str, listed: Any) -> tuple[str, ...] | None:
    if not isinstance(listed, list | None):
        raise UsageError(f"{name} is not a list: write {name}=[A,B]")
    return None if listed is None else tuple(map(str, listed))


def _game(config: Any) -> GameSettings:
    if not isinstance(config, Mapping) or "name" not in config:
        raise UsageError(f"game={config} is not the name of a game: write game=NAME")
    return GameSettings(config["name"], {key: value for key, value in config.items() if key != "name"})


def _suite(config: Any) -> SuiteSettings:
    _reject_unknown_keys(SuiteSettings, _mapping("suite", config, remedy=": write suite=NAME"), "suite.")
    for key in ("name", "games"):
        if not config.get(key):
            raise UsageError(f"the configuration of the suite has no {key}")
    name = config["name"]
    if not isinstance(name, str):
        raise UsageError(f"suite: name={name!r} is not text")
    if not isinstance(config["games"], list):
        raise UsageError(f"suite {name}: games={config['games']!r} is not a list of games")
    return SuiteSettings(name, tuple(_suite_game(f"suite {name}", entry) for entry in config["games"]))


SUITE_GAME_KEYS = ("game", "preset", "agents", "matches", "opponents", "agent", "model")


def _suite_game(suite: str, entry: Any) -> PlannedGame:
    if not isinstance(entry, Mapping):
        raise UsageError(f"{suite}: the entry {entry!r} is not a game with settings: write 'game: {entry}'")
    for key in entry.keys() - set(SUITE_GAME_KEYS):
        raise unknown(f"key of a game in {suite}", str(key), SUITE_GAME_KEYS,
                      f"(choose from: {', '.join(SUITE_GAME_KEYS)})")
    name, params = _named_game(suite, entry)
    changes = _mapping(f"{suite}: agent", entry.get("agent") or {}, name)
    changes = {agent: _mapping(f"{suite}: agent.{agent}", changed, name) for agent, changed in changes.items()}
    agents, opponents = (_listed(f"{suite}: {key} of {name}", entry.get(key)) for key in ("agents", "opponents"))
    return PlannedGame(GameSettings(name, params), agents, entry.get("matches", DEFAULT_MATCHES), opponents, changes,
                       _limits(f"{suite}: model of {name}", entry.get("model") or {}))


def _named_game(suite: str, entry: Config) -> tuple[str, Config]:
    """Returns the name and the stated parameters of an entry's game."""
    if bool(entry.get("game")) == bool(entry.get("preset")):
        raise UsageError(f"{suite}: the entry {dict(entry)} has no game, or both a game and a preset of one")
    if entry.get("game"):
        return games.parse(str(entry["game"]))
    known = game_presets()
    if (name := str(entry["preset"])) not in known:
        raise unknown(f"preset in {suite}", name, known, f"(choose from: {', '.join(known)})")
    return known[name].game, dict(known[name].params)


def _listed(place: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | None):
        raise UsageError(f"{place}={value!r} is not a list: write [{value}]")
    return tuple(map(str, value or ()))


def _limits(place: str, stated: Any) -> TokenLimits:
    """Returns the limits of replies in a game of a suite; ``place`` says where errors are."""
    group = _mapping(place, stated, remedy=f": write model: {{max_tokens: {stated}}}")
    known = [spec.name for spec in fields(TokenLimits)]
    for key in group.keys() - set(known):
        raise unknown(f"setting in {place}:", key, known, f"(choose from: {', '.join(known)})")
    try:
        return TokenLimits(**group)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from error

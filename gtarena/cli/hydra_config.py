"""Hydra's configuration: its schema, a config for every registered game, and its conversion to typed settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from typing import Any, TypeVar

from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from omegaconf import OmegaConf

from gtarena import games
from gtarena.agents import llm
from gtarena.agents.illegal_moves import IllegalMoves
from gtarena.agents.lineup import seats_of
from gtarena.agents.presets import AgentPreset, config_folder, shipped_presets
from gtarena.agents.token_limits import TokenLimits
from gtarena.cli import config_secrets
from gtarena.errors import UsageError, near, unknown
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

Config = Mapping[str, Any]
AnySettings = TypeVar("AnySettings")


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
    players: int | None = None
    prompt: str = "v1"
    workers: int = 1
    model: Any = field(default_factory=_schema_of(ModelSettings))
    cache: Any = field(default_factory=_schema_of(CacheSettings))
    budget: Any = field(default_factory=_schema_of(Limits))
    illegal: Any = field(default_factory=_schema_of(IllegalMoves))
    report: Any = field(default_factory=_schema_of(ReportSettings))
    agent: dict[str, dict[str, Any]] = field(default_factory=dict)


def register_configs() -> None:
    """Registers with Hydra the schema, the agent presets, a config for each game, and the default name of a run."""
    store = ConfigStore.instance()
    store.store(name="schema", node=Schema)
    rarer = llm.rarer_settings()
    presets = {
        name: {**preset.settings, **rarer, **preset.settings} if preset.kind == "llm" else dict(preset.settings)
        for name, preset in shipped_presets().items()}
    store.store(name="agents", node={"agent": presets})
    for name, kind in games.all_types().items():
        store.store(group="game", name=name, node=_game_config(name, kind.parameter_specification))
    config_secrets.register_resolver()
    OmegaConf.register_new_resolver("gtarena.name", _run_name, replace=True)
    OmegaConf.register_new_resolver("gtarena.seats", _seats, replace=True)


def _run_name(game: Any, suite: Any) -> str:
    return str((game or suite or {}).get("name", "sweep"))


def _seats(agents: Sequence[Any]) -> int | None:
    """Returns the number of players that gives each listed agent a seat; ``None`` if one agent takes every seat."""
    number = seats_of(map(str, agents))
    return number if number > 1 else None


def _game_config(name: str, specification: Config) -> dict[str, Any]:
    # A dict, because the name of one of chess's parameters begins with a digit. Hydra rejects unknown parameters, and
    # `games.complete` values of the wrong type.
    stated = {key: "" if isinstance(value, dict) else value for key, value in specification.items()}
    return {"name": name, **stated}


def names_beside(key: str, overrides: Sequence[str]) -> list[str]:
    """Returns the names of all settings in the same group, with the game or suite that the overrides choose."""
    chosen = [word for word in overrides if word.split("=")[0] in ("game", "suite") and "," not in word]
    with initialize_config_dir(str(config_folder()), version_base="1.3"):
        settings = compose("config", overrides=chosen)
    parent = key.rpartition(".")[0]
    beside = (OmegaConf.select(settings, parent) if parent else settings) or {}
    return [str(name) for name in beside]


def compose_settings(overrides: Sequence[str]) -> RunSettings:
    """Returns the settings of a run with these overrides, without starting one.

    Raises:
        HydraException, OmegaConfBaseException: the overrides are not valid.
        UsageError: a key is not a setting, or a value is not allowed.
    """
    register_configs()
    with initialize_config_dir(str(config_folder()), version_base="1.3"):
        config: Any = OmegaConf.to_container(compose("config", overrides=list(overrides)), resolve=True)
    return run_settings(config)


def run_settings(config: Config) -> RunSettings:
    """Returns the typed settings of a configuration.

    Raises:
        UsageError: a key is not a setting, a setting is missing, or a value is not allowed.
    """
    _reject_unknown_keys(Schema, config)
    for spec in fields(Schema):
        if spec.name not in config:
            raise UsageError(f"{spec.name} is missing: a setting can be changed, but not removed with ~")
    return RunSettings(
        name=config["name"],
        seed=config["seed"],
        matches=config["matches"],
        suite=_suite(config["suite"]) if config["suite"] else None,
        games=_words(config["games"]),
        game=_game(config["game"]) if config["game"] else None,
        agents=_words(config["agents"]),
        opponents=_words(config["opponents"]),
        pairings=config["pairings"],
        draws=config["draws"],
        sides=config["sides"],
        players=config["players"],
        prompt=config["prompt"],
        workers=config["workers"],
        model=_group(ModelSettings, "model", config, "a group of settings: write model.name={}"),
        cache=_group(
            CacheSettings, "cache", config, "a group of settings: write cache.enabled=false or cache.path=FILE"),
        budget=_group(Limits, "budget", config, "a limit: write budget.usd={}, or budget.tokens or budget.calls"),
        illegal=_group(IllegalMoves, "illegal", config, "a group of settings: write illegal.policy={}"),
        report=_group(ReportSettings, "report", config, "a group of settings: write report.paper={}"),
        presets={name: AgentPreset.from_config(name, preset) for name, preset in config["agent"].items()},
    )


def unknown_setting(key: str, known: Sequence[str]) -> UsageError:
    """Returns the error for a key that is not one of the known settings of its group."""
    group, _, name = key.rpartition(".")
    inside = f" of {group}" if group else ""
    return UsageError(f"unknown setting {key!r}{near(name, known)} (the settings{inside} are: {', '.join(known)})")


def _reject_unknown_keys(kind: type, config: Config, prefix: str = "") -> None:
    # Hydra accepts any key that is added with a +, even if nothing reads it.
    known = [spec.name for spec in fields(kind)]
    for key in config.keys() - set(known):
        raise unknown_setting(f"{prefix}{key}", known)


def _group(kind: type[AnySettings], name: str, config: Config, expected: str) -> AnySettings:
    group = config[name]
    if group is None:
        raise UsageError(f"{name} needs a value: {name}=null says nothing, so leave it out")
    if not isinstance(group, Mapping):
        raise UsageError(f"{name}={group} is not {expected.format(group)}")
    _reject_unknown_keys(kind, group, f"{name}.")
    return kind(**group)


def _words(listed: Sequence[Any] | None) -> tuple[str, ...] | None:
    return None if listed is None else tuple(map(str, listed))


def _game(config: Config) -> GameSettings:
    return GameSettings(config["name"], {key: value for key, value in config.items() if key != "name"})


def _suite(config: Config) -> SuiteSettings:
    _reject_unknown_keys(SuiteSettings, config, "suite.")
    for key in ("name", "games"):
        if not config.get(key):
            raise UsageError(f"the configuration of the suite has no {key}")
    if not isinstance(config["games"], list):
        raise UsageError(f"suite {config['name']}: games={config['games']!r} is not a list of games")
    return SuiteSettings(config["name"], tuple(_suite_game(config["name"], entry) for entry in config["games"]))


SUITE_GAME_KEYS = ("game", "agents", "matches", "opponents", "agent", "model")


def _suite_game(suite: str, entry: Config) -> PlannedGame:
    if not isinstance(entry, Mapping):
        raise UsageError(f"suite {suite}: the entry {entry!r} is not a game with settings: write 'game: {entry}'")
    for key in entry.keys() - set(SUITE_GAME_KEYS):
        raise unknown(f"key of a game in suite {suite}", key, SUITE_GAME_KEYS,
                      f"(choose from: {', '.join(SUITE_GAME_KEYS)})")
    if not entry.get("game"):
        raise UsageError(f"suite {suite}: the entry {dict(entry)} has no game")
    name, params = games.parse(entry["game"])
    changes = entry.get("agent") or {}
    for agent, settings in dict(changes).items():
        if not isinstance(settings, Mapping):
            raise UsageError(f"suite {suite}: agent.{agent}={settings!r} of {name} is not a group of settings")
    return PlannedGame(GameSettings(name, params), tuple(map(str, entry.get("agents") or ())),
                       entry.get("matches", DEFAULT_MATCHES),
                       tuple(map(str, entry.get("opponents") or ())), changes,
                       _limits(f"suite {suite}: model of {name}", entry.get("model") or {}))


def _limits(place: str, group: Any) -> TokenLimits:
    """Returns the limits of replies in a game of a suite; ``place`` says where errors are."""
    if not isinstance(group, Mapping):
        raise UsageError(f"{place}={group!r} is not a group of settings: write model: {{max_tokens: {group}}}")
    known = [spec.name for spec in fields(TokenLimits)]
    for key in group.keys() - set(known):
        raise unknown(f"setting in {place}:", key, known, f"(choose from: {', '.join(known)})")
    try:
        return TokenLimits(**group)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from error

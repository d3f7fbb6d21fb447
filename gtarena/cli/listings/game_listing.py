"""Text shown by `gtarena games`."""

from collections.abc import Iterator
from dataclasses import fields
from inspect import cleandoc
from typing import Any

import pyspiel

import adapters
from adapters import Told, told_by
from adapters.rendering import templates
from custom_games import GAMES
from custom_games.framework.rules import allowed_values
from gtarena import games, plugins
from gtarena.agents import registry
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.llm.schemes import reason_not_usable
from gtarena.agents.presets import AgentPreset, all_presets
from gtarena.errors import UsageError
from gtarena.games.game_presets import presets_of

_HEADINGS = {
    Told.OWN: "Games with prompts of their own",
    Told.SHEET: "OpenSpiel's games with a rules sheet, played with generic prompts",
    Told.TEXTS: "OpenSpiel's games with OpenSpiel's texts alone, of which a model has to know or guess the rules"}
_GUESSED = ", so a model has to know or guess the rules"


def all_games() -> Iterator[str]:
    """Yields a line for each playable game, under the source of what its prompts tell of the rules."""
    types = {name: kind for name, kind in games.all_types().items() if _word(kind.dynamics) != "mean field"}
    width = max(map(len, types))
    for told, heading in _HEADINGS.items():
        names = [name for name in sorted(types) if told_by(name) == told]
        yield f"{heading} ({len(names)}):"
        for name in names:
            bare = "" if types[name].default_loadable else "  (needs parameters)"
            yield f"  {name:{width}} {_players(types[name]):8} {types[name].long_name}{bare}"
        yield ""
    yield from plugin_lines()
    yield "`gtarena games NAME` shows a game's parameters, presets, prompt versions and agents."


def plugin_lines() -> Iterator[str]:
    """Yields a line for each plug-in, with the games that it brings."""
    if plugins.loaded():
        yield "Plug-ins:"
    for plugin in plugins.loaded():
        yield f"  {plugin.name} {plugin.version}: {', '.join(plugin.games) or 'no games'}"


def named_games() -> list[str]:
    """Returns the short names of the games with prompts of their own, sorted."""
    return sorted(name for name in games.all_types() if templates.has_prompts(name))


def one_game(name: str) -> Iterator[str]:
    """Yields the rules, parameters, prompt versions and agents of one game.

    Raises:
        UsageError: there is no such game.
    """
    kind = games.type_of(name)
    yield f"{name}: {kind.long_name}, {_players(kind)} players"
    yield f"{_word(kind.dynamics)} moves, {_word(kind.information)}, {_word(kind.utility)} payoffs"
    if name in GAMES:
        yield f"\n{cleandoc(GAMES[name].__doc__ or '')}"
    yield "\nParameters (game.NAME=VALUE):"
    yield from _parameters(name) if games.defaults(name) else ["  none"]
    yield from _presets(name)
    yield f"\nPrompts: {told_by(name)}{_GUESSED if told_by(name) == Told.TEXTS else ''}"
    try:
        game = games.load(name, {})
    except UsageError as error:
        yield f"\nIt cannot be loaded with these defaults: {error}"
        return
    yield f"Prompt versions (prompt=): {', '.join(adapters.for_game(game).versions())}"
    if known := templates.list_guides(name):
        yield f"Strategy guides (agent.llm.guide=): {', '.join(known)}"
    yield from _teams(game)
    reasons = {preset.name: _reason_not_playable(preset, game) for preset in all_presets().values()}
    yield f"Agents (agents=[...]): {', '.join(name for name, reason in reasons.items() if reason is None)}"
    yield from (f"  not {name}: {reason}" for name, reason in reasons.items() if reason is not None)


def _presets(name: str) -> Iterator[str]:
    """Yields the named parameter sets of a game, if it has any."""
    if found := presets_of(name):
        yield "\nPresets (preset=NAME, and game.PARAMETER=VALUE as well):"
    width = max((len(preset.name) for preset in found), default=0)
    for preset in found:
        stated = ", ".join(f"{parameter}={value}" for parameter, value in preset.params.items())
        yield f"  {preset.name:{width}}  {preset.about} ({stated})"


def _teams(game: pyspiel.Game) -> Iterator[str]:
    """Yields the teams, if some have several seats."""
    teams = games.teams(game)
    if len(set(teams)) < len(teams):
        listed = [[str(seat) for seat, own in enumerate(teams) if own == team] for team in sorted(set(teams))]
        yield f"\nTeams, one agent each: seats {' against '.join(', '.join(seats) for seats in listed)}"


def _reason_not_playable(preset: AgentPreset, game: pyspiel.Game) -> str | None:
    if preset.kind in registry.kinds():
        return reason_not_playable(preset.kind, game)
    return reason_not_usable(str(preset.settings.get("scheme")), game)


def _word(enumerator: Any) -> str:
    return str(enumerator).split(".")[-1].lower().replace("_", " ")


def _players(kind: Any) -> str:
    low, high = kind.min_num_players, kind.max_num_players
    return str(low) if low == high else f"{low}-{high}"


def _parameters(name: str) -> Iterator[str]:
    if name not in GAMES:
        for parameter, default in sorted(games.defaults(name).items()):
            yield f"  {parameter} = {'(none)' if default in ('', {}) else default}"
        return
    for spec in fields(GAMES[name]):  # type: ignore[arg-type]
        yield f"  {spec.name} = {spec.default}   {spec.metadata['meaning']} ({allowed_values(spec)})"

"""Python interface: one match from a notebook, without configuration or files."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import fields
from functools import cache, partial
from typing import Any

import adapters
from adapters.disguises.disguise import NO_DISGUISE
from gtarena import games, plugins
from gtarena.agents.agent_objects import AgentObject, named
from gtarena.agents.lineup import Lineup, seat_model
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.errors import UsageError, unknown
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import MatchRecord
from gtarena.models.litellm_loader import close_litellm
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from gtarena.runs.matches.match_records import LoadedGames, record_match
from gtarena.runs.schedule import MatchSpec, describe_seats, seat_agents


def play(
    game: str,
    agents: Sequence[AgentObject],
    seed: int = 0,
    *,
    model: Mapping[str, Any] | None = None,
    prompt: str = "v1",
    disguise: str = NO_DISGUISE,
    texts: InMemoryTexts | None = None,
) -> MatchRecord:
    """Plays one match and returns its record.

    Args:
        game: a game string such as ``"pig(winscore=20)"``.
        agents: one agent per seat, or one per team in a game of teams: a word such as ``"mcts"``, of which ``"llm*3"``
            stands for three, a ``pyspiel.Bot``, a :class:`gtarena.Agent` or its class, or a function of the messages
            that returns a reply (or an awaitable of one), which plays as a model does.
        seed: seeds chance and every agent's own draws.
        model: settings of the model behind ``llm``, ``cot`` and the like, named as ``model.*`` on the command line;
            the built-in ``offline/random`` by default.
        prompt: the prompt version.
        disguise: the form in which models see the game, such as ``"renamed"``.
        texts: collects the prompts, which the record refers to by hash.

    Raises:
        UsageError: the game, an agent or a setting does not exist, or there is not one agent for each seat or team.
        ModelError: the model could not be reached.
    """
    plugins.load()
    with named(agents) as words:
        lineup = Lineup(all_presets(), model_settings(model or {}), prompt, IllegalMoves(), disguise=disguise)
        spec = _only_match(game, words, seed, lineup)
        texts = InMemoryTexts() if texts is None else texts
        play_it = partial(asyncio.run, _play(spec, model_settings(model or {}), texts))
        # In a thread, because a notebook's own one already runs an event loop.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(copy_context().run, play_it).result()


def _only_match(game: str, words: Sequence[str], seed: int, lineup: Lineup) -> MatchSpec:
    name, given = games.parse(game)
    loaded = games.load(name, given)
    seats = lineup.seats(words, adapters.for_game(loaded))
    teams = games.teams(loaded)
    if len(seats) not in (len(teams), len(set(teams))):
        raise UsageError(f"{game} has {describe_seats(teams)}, but agents names {len(seats)}")
    filled = tuple(seats) if len(seats) == len(teams) else seat_agents(seats, teams)
    return MatchSpec(name, games.complete(name, given), filled, seed)


def model_settings(given: Mapping[str, Any]) -> ModelSettings:
    """Returns the settings of a model, named as ``model.*`` on the command line.

    Raises:
        UsageError: there is no such setting, or a value is not allowed.
    """
    known = [spec.name for spec in fields(ModelSettings)]
    for name in given:
        if name not in known:
            raise unknown("setting of model", name, known, f"(choose from: {', '.join(known)})")
    return ModelSettings(**given)


async def _play(spec: MatchSpec, settings: ModelSettings, texts: InMemoryTexts) -> MatchRecord:
    models = cache(partial(model_for, shared=Shared()))
    try:
        adapter = LoadedGames().adapter(spec)
        return await record_match(spec, adapter, lambda seat: models(seat_model(settings, seat)), texts)
    finally:
        await close_litellm()

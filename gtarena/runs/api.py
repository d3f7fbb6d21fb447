"""One match from Python: no configuration, no files."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from omegaconf import OmegaConf

import adapters
from gtarena import games
from gtarena.agents.lineup import Lineup
from gtarena.cli import hydra_config
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import MatchRecord
from gtarena.models.litellm_loader import close
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import model_for
from gtarena.runs.runner import play_spec, seat_settings
from gtarena.runs.schedule import MatchSpec


def play(
    game: str,
    agents: Sequence[str],
    seed: int = 0,
    *,
    model: Mapping[str, Any] | None = None,
    prompt: str = "v1",
    texts: InMemoryTexts | None = None,
) -> MatchRecord:
    """Plays one match and returns its record.

    Args:
        game: a game string such as ``"pig(winscore=20)"``.
        agents: one agent word per seat; ``"llm*3"`` stands for three seats.
        seed: fixes chance and every agent's own draws.
        model: settings of the model that ``llm`` and the other reasoning words play with, as ``model.*`` on the
            command line; the built-in ``offline/random`` if not given.
        prompt: the prompt version.
        texts: collects the prompts, which the record refers to by hash.

    Raises:
        UsageError: the game, an agent or a setting does not exist, or the seats are not all taken.
        ModelError: the model could not be reached.
    """
    name, given = games.parse(game)
    loaded = games.load(name, given)
    settings = ModelSettings(**(model or {}))
    lineup = Lineup(_agent_configs(), settings, prompt, {"policy": "forfeit", "retries": 2})
    seats = lineup.seats(agents, adapters.for_game(loaded))
    if len(seats) != loaded.num_players():
        raise UsageError(f"{game} has {loaded.num_players()} seats, but agents names {len(seats)}")
    spec = MatchSpec(name, games.complete(name, given), tuple(seats), seed)
    # A notebook has an event loop running already; a thread of its own has none.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _play(spec, settings, InMemoryTexts() if texts is None else texts)).result()


async def _play(spec: MatchSpec, settings: ModelSettings, texts: InMemoryTexts) -> MatchRecord:
    models = cache(model_for)
    try:
        return await play_spec(spec, lambda seat: models(seat_settings(settings, seat)), texts)
    finally:
        await close()


def _agent_configs() -> dict[str, dict[str, Any]]:
    files = sorted((hydra_config.folder() / "agent").glob("*.yaml"))
    return {file.stem: OmegaConf.to_container(OmegaConf.load(file)) for file in files}  # type: ignore[misc]

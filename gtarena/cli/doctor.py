"""Whether everything is there that a run needs, before money is spent: `gtarena doctor`."""

import asyncio
import os
import platform
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import adapters
from gtarena import games
from gtarena.agents.lineup import Lineup
from gtarena.errors import UsageError
from gtarena.formatting import dollars, one_line
from gtarena.models import litellm_loader, replies
from gtarena.models.base import ModelError, Request
from gtarena.models.cache import ResponseCache
from gtarena.models.client import LitellmModel, check_key
from gtarena.models.settings import ModelSettings
from gtarena.runs.runner import seat_settings

PACKAGES = ("gtarena", "open_spiel", "litellm", "hydra-core", "pandas", "numpy")
# As cheap as a call can be, and one that the offline models understand too.
QUESTION = "Reply with one line and nothing else.\nAnswer: <move>\n\nLegal moves: yes"
REPLY_TOKENS = 64


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at, and what was found."""

    subject: str
    well: bool
    found: str

    def __str__(self) -> str:
        return f"{'ok  ' if self.well else 'FAIL'}  {self.subject}: {one_line(self.found)}"


def examine(settings: Mapping[str, Any], cache: Path | None) -> Iterator[Finding]:
    """Looks at the installation, the folders, the keys and each model that the settings name, one call for each.

    Raises:
        UsageError: a setting is not allowed.
    """
    yield Finding("installation", True, ", ".join([f"Python {platform.python_version()}", *map(_package, PACKAGES)]))
    yield _games()
    yield _folder(Path.cwd())
    yield _cache(cache)
    keys = sorted(name for name, value in os.environ.items() if name.endswith("_API_KEY") and value)
    yield Finding("keys in the environment", True, ", ".join(keys) or "none")
    model = ModelSettings(**settings["model"])
    for asked in _models(settings, model):
        yield asyncio.run(_model(asked))


def _package(name: str) -> str:
    return f"{name} {version(name)}"


def _games() -> Finding:
    try:
        games.load("tic_tac_toe", {})
    except Exception as error:  # noqa: BLE001  (whatever is broken there is what is being looked for)
        return Finding("OpenSpiel", False, f"{error}; install open_spiel again")
    return Finding("OpenSpiel", True, f"{len(games.all_types())} games")


def _folder(folder: Path) -> Finding:
    well = os.access(folder, os.W_OK)
    return Finding("results", well, f"{folder / 'results'}" if well else f"{folder} cannot be written; go elsewhere")


def _cache(path: Path | None) -> Finding:
    if path is None:
        return Finding("response cache", True, "off")
    try:
        cache = ResponseCache(path)
    except (UsageError, OSError) as error:
        return Finding("response cache", False, str(error))
    summary = cache.summary()
    cache.close()
    return Finding("response cache", True, f"{path}, {summary.entries:,} replies, {summary.bytes / 1e6:.1f} MB")


def _models(settings: Mapping[str, Any], model: ModelSettings) -> list[ModelSettings]:
    """The run's model and those that agents name behind an @."""
    lineup = Lineup(settings["agent"], model, "v1", settings["illegal"])
    words = [word for word in settings["agents"] or [] if "@" in word]
    seats = lineup.seats(words, adapters.for_game(games.load("tic_tac_toe", {})))
    return list(dict.fromkeys([model, *(seat_settings(model, seat) for seat in seats)]))


async def _model(settings: ModelSettings) -> Finding:
    subject = f"model {settings.name}"
    try:
        await check_key(settings)
        litellm = await litellm_loader.load_litellm()
        asked = replace(settings, max_tokens=min(settings.max_tokens, REPLY_TOKENS))
        reply = await LitellmModel(asked).complete(Request(messages=({"role": "user", "content": QUESTION},)))
        priced = replies.is_priced(litellm, settings)
    except ModelError as error:
        return Finding(subject, False, str(error).removeprefix(f"{settings.name}: "))
    finally:
        await litellm_loader.close()
    counted = reply.tokens_in is not None
    tokens = f"{reply.tokens_in} tokens in, {reply.tokens_out} out" if counted else "tokens not counted"
    known = priced and reply.cost is not None
    price = f"cost {dollars(reply.cost or 0.0)}" if known else "price unknown (budget.usd cannot be kept)"
    return Finding(subject, True, f"answered in {reply.seconds:.2f} s, {tokens}, {price}; {_limits(settings)}")


def _limits(settings: ModelSettings) -> str:
    per_minute = {"requests": settings.requests_per_minute, "tokens": settings.tokens_per_minute}
    stated = [f"{limit} {unit} a minute" for unit, limit in per_minute.items() if limit]
    return ", ".join([f"at most {settings.concurrency} requests at a time", *stated])


def report(settings: Mapping[str, Any], cache: Path | None) -> bool:
    """Prints the findings as they come; tells whether all is well."""
    well = True
    for finding in examine(settings, cache):
        print(finding, flush=True)
        well = well and finding.well
    print("all is well" if well else "not all is well: see the lines that begin with FAIL", file=sys.stderr)
    return well

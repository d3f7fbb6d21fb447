"""Checks of the installation, folders, keys and models before money is spent (`gtarena doctor`)."""

import asyncio
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urlsplit

import adapters
from gtarena import games, plugins
from gtarena.agents.lineup import Lineup, require_presets
from gtarena.cli.planned_jobs import PlannedJob
from gtarena.errors import UsageError
from gtarena.formatting import format_dollars, one_line
from gtarena.logs.records import Seat
from gtarena.models import litellm_loader
from gtarena.models.base import ModelError, Request
from gtarena.models.budget import knows_price
from gtarena.models.cache import CacheSummary, ResponseCache
from gtarena.models.client import check_key
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import direct_model
from gtarena.runs.gate import admit_run, called_models, require_cache
from gtarena.runs.missing_matches import missing_matches
from gtarena.runs.plan import DEFAULT_AGENTS
from gtarena.runs.settings import CacheSettings, RunSettings
from gtarena.system.files import require_writable

PACKAGES = ("gtarena", "open_spiel", "litellm", "hydra-core", "pandas", "numpy")
# A cheap question, in a form that the offline models understand too.
QUESTION = "Reply with one line and nothing else.\nAnswer: <move>\n\nLegal moves: yes"
REPLY_TOKENS = 64


@dataclass(frozen=True)
class Check:
    """Result of one check."""

    subject: str
    passed: bool
    found: str

    def __str__(self) -> str:
        return f"{'ok  ' if self.passed else 'FAIL'}  {self.subject}: {one_line(self.found)}"


def checks(job: PlannedJob) -> Iterator[Check]:
    """Yields the checks of the installation, the folders, the keys and, with one call each, the models of a run.

    Raises:
        UsageError, OSError: the gate refuses the run; nothing has been yielded yet.
    """
    settings, folder, spiel = job.settings, job.folder.absolute(), _games()
    seats = _seats(settings, folder) if spiel.passed else []
    yield Check("installation", True, ", ".join([f"Python {platform.python_version()}", *map(_package, PACKAGES)]))
    yield spiel
    found = ", ".join(f"{name} {version}" for name, version in plugins.versions().items())
    yield Check("plug-ins", True, found or "none")
    yield _folder(folder)
    yield _cache(settings.cache)
    keys = sorted(name for name, value in os.environ.items() if name.endswith("_API_KEY") and value)
    yield Check("keys in the environment", True, ", ".join(keys) or "none")
    for asked in called_models(seats, settings):
        yield asyncio.run(_model(asked))


def _seats(settings: RunSettings, folder: Path) -> list[Seat]:
    """Returns the seats of the matches to play; where no game is named, those that its agents would have in some."""
    if settings.game or settings.suite:
        specs = missing_matches(admit_run(settings, folder), folder, settings)
        return [seat for spec in specs for seat in spec.seats]
    require_presets(settings.presets.values())
    lineup = Lineup(settings.presets, settings.model, "v1", settings.illegal)
    return lineup.seats(settings.agents or DEFAULT_AGENTS, adapters.for_game(games.load("tic_tac_toe", {})))


def _package(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:  # it comes with an extra
        return f"no {name}"


def _games() -> Check:
    try:
        games.load("tic_tac_toe", {})
    except Exception as error:  # noqa: BLE001  (every failure is a finding)
        return Check("OpenSpiel", False, f"{error}; install open_spiel again")
    return Check("OpenSpiel", True, f"{len(games.all_types())} games")


def _folder(folder: Path) -> Check:
    try:
        require_writable(folder)
    except OSError as error:
        return Check("results", False, f"{error.filename}: {error.strerror}; run gtarena in another directory")
    return Check("results", True, str(folder))


def _cache(settings: CacheSettings) -> Check:
    path = settings.file
    if path is None:
        return Check("response cache", True, "off")
    try:
        require_cache(settings)
        summary = _summary(path)
    except (UsageError, OSError) as error:
        return Check("response cache", False, str(error))
    return Check("response cache", True, f"{path}, {summary.entries:,} replies, {summary.bytes / 1e6:.1f} MB")


def _summary(path: Path) -> CacheSummary:
    """Returns what a cache holds; one that is not there yet is not made."""
    if not path.exists():
        return CacheSummary(0, 0)
    with closing(ResponseCache(path)) as cache:
        return cache.summary()


async def _model(settings: ModelSettings) -> Check:
    subject = f"model {settings.name}"
    try:
        await check_key(settings)
        asked = replace(settings, max_tokens=min(settings.max_tokens or REPLY_TOKENS, REPLY_TOKENS))
        reply = await direct_model(asked).complete(Request(messages=({"role": "user", "content": QUESTION},)))
        priced = await knows_price(settings)
    except ModelError as error:
        return Check(subject, False, str(error).removeprefix(f"{settings.name}: "))
    finally:
        await litellm_loader.close_litellm()
    counted = reply.tokens_in is not None
    tokens = f"{reply.tokens_in} tokens in, {reply.tokens_out} out" if counted else "tokens not counted"
    known = priced and reply.cost is not None
    price = f"cost {format_dollars(reply.cost or 0.0)}" if known else "price unknown (budget.usd cannot be kept)"
    found = f"answered in {reply.seconds:.2f} s, {tokens}, {price}; {_limits(settings)}"
    return Check(subject, True, "; ".join([found, *_hints(settings)]))


def _limits(settings: ModelSettings) -> str:
    per_minute = {"requests": settings.requests_per_minute, "tokens": settings.tokens_per_minute}
    stated = [f"{limit} {unit} a minute" for unit, limit in per_minute.items() if limit]
    return ", ".join([f"at most {settings.concurrency} requests at a time", *stated])


def _hints(settings: ModelSettings) -> Iterator[str]:
    """Yields the provider to name in place of ``openai`` for a server that is not OpenAI's."""
    host = urlsplit(settings.address() or "").hostname or "openai.com"
    bare = settings.name.removeprefix("openai/")
    if bare != settings.name and not f".{host}".endswith(".openai.com"):
        yield f"model.name=hosted_vllm/{bare} takes less time per call (its key, if it needs one: HOSTED_VLLM_API_KEY)"


def run_checks(job: PlannedJob) -> bool:
    """Prints the checks as they are made and returns whether all of them passed."""
    passed = True
    for check in checks(job):
        print(check, flush=True)
        passed = passed and check.passed
    print("all checks passed" if passed else "some checks failed: see the lines that begin with FAIL", file=sys.stderr)
    return passed

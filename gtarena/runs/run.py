"""Run in its folder: plans the matches, plays the missing ones, and reports those that could not be finished."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gtarena.agents.lineup import seat_model
from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs import reader
from gtarena.models.base import ModelError
from gtarena.models.budget import Limits, check_price
from gtarena.models.client import check_key
from gtarena.models.settings import ModelSettings
from gtarena.runs import status
from gtarena.runs.plan import plan
from gtarena.runs.progress import progress
from gtarena.runs.runner import Ended, Job
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings
from gtarena.runs.workers import play_all

SHOWN_ERRORS = 5


@dataclass(frozen=True)
class RunResult:
    """Number of matches played, number already present, and the matches that could not be finished."""

    played: int
    present: int
    unfinished: tuple[Ended, ...]

    def __str__(self) -> str:
        return f"{_matches(self.played)} played, {self.present} already there, {len(self.unfinished)} unfinished"

    def check(self) -> None:
        """Checks that every match was finished.

        Raises:
            UsageError: some were not, all through the user's mistakes.
            UnfinishedError: some were not, for other reasons.
        """
        if not self.unfinished:
            return
        reasons = Counter(ended.error for ended in self.unfinished).most_common()
        number = _matches(len(self.unfinished))
        if all(ended.mistake for ended in self.unfinished):
            raise UsageError(f"{reasons[0][0]} ({number} could not be finished; finished ones are kept)")
        shown = "; ".join(f"{count} x {reason}" for reason, count in reasons[:SHOWN_ERRORS])
        more = f"; and {len(reasons) - SHOWN_ERRORS} other reasons" if len(reasons) > SHOWN_ERRORS else ""
        raise UnfinishedError(f"{number} could not be finished ({shown}{more}). "
                              "The same command plays them again; finished ones are kept.")


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def play_missing(settings: RunSettings, folder: Path) -> RunResult:
    """Plays the matches of a run that are not yet in its folder.

    Raises:
        UsageError: a setting is not allowed, a model cannot be called or priced, or the folder's logs are damaged.
        OSError: the folder cannot be written.
    """
    specs = plan(settings)
    outcomes = reader.outcomes(folder)
    latest = (_latest_repeat(spec, outcomes, settings.illegal.replays) for spec in specs)
    missing = [spec for spec in latest if spec.match_id not in outcomes]
    _check_models(missing, settings.model, settings.budget)
    status.write_plan(folder, specs)
    present, unfinished = len(specs) - len(missing), []
    with progress(len(specs), present, quiet=_has_people(specs)) as show:

        def on_ended(ended: Ended) -> None:
            show(ended)
            if ended.error:
                unfinished.append(ended)

        if missing:
            job = Job(tuple(missing), settings.model, folder, settings.budget, settings.cache.file,
                      replays=settings.illegal.replays)
            play_all(job, settings.workers, on_ended)
    return RunResult(len(missing) - len(unfinished), present, tuple(unfinished))


def _latest_repeat(spec: MatchSpec, outcomes: Mapping[str, str], replays: int) -> MatchSpec:
    """Returns the first attempt at the match that is missing or not invalid, or the last that is allowed."""
    while outcomes.get(spec.match_id) == "invalid" and spec.attempt < replays:
        spec = spec.again()
    return spec


def _check_models(specs: Sequence[MatchSpec], model: ModelSettings, limits: Limits) -> None:
    """Checks, before anything is played, that each model has a key, and a price if dollars are limited.

    Raises:
        UsageError: a model has none.
    """
    asked = {seat_model(model, seat) for spec in specs for seat in spec.seats if seat.model}
    try:
        for settings in sorted(asked, key=lambda settings: settings.name):
            asyncio.run(check_key(settings))
            if limits.usd is not None:
                asyncio.run(check_price(settings))
    except ModelError as error:
        raise UsageError(str(error)) from error


def _has_people(specs: Sequence[MatchSpec]) -> bool:
    return any(seat.kind == "human" for spec in specs for seat in spec.seats)

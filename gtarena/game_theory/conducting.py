"""Conduct of studies: what is not known yet is asked, batch after batch, until a study has its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import adapters
from gtarena import games, plugins
from gtarena.errors import UsageError, unknown
from gtarena.game_theory.registry import MODULES, study_of
from gtarena.game_theory.saved_studies import save_study
from gtarena.game_theory.studies import Conduct, Study, StudyResults, Subject
from gtarena.logs.spending import Spending
from gtarena.logs.writer import only_writer
from gtarena.runs.asking.answers import Answer, pick_answers, read_answers
from gtarena.runs.asking.plan import asked_seats, question_specs
from gtarena.runs.gate import require_ready
from gtarena.runs.missing_matches import missing_matches
from gtarena.runs.progress import BatchProgress, ShowProgress, show_progress
from gtarena.runs.resume import play_missing
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings
from gtarena.runs.status import write_plan


def study(name: str, settings: RunSettings, folder: str | Path, **options: Any) -> StudyResults:
    """Conducts a study as its command does, and goes on with what its folder holds.

    Args:
        name: of the command, such as ``"policy"`` or ``"beliefs"``.
        settings: those of a run of one game, such as :func:`gtarena.compose_settings` returns.
        folder: for the answers and what was asked about.
        options: those of the command, as in ``samples=20``.

    Returns:
        Tables, figures and the main numbers.

    Raises:
        UsageError: there is no such study or option, or the game, an agent or a value does not fit the study.
        UnfinishedError: some questions could not be answered; the same call asks them again.
        OSError: the folder cannot be written.
    """
    if name not in MODULES:
        raise unknown("study", name, MODULES, f"(choose from: {', '.join(MODULES)})")
    plugins.load(settings.plugins)
    found = study_of(name)
    defaults = {option.name: option.default for option in found.options}
    for option, value in options.items():
        if option not in defaults:
            raise unknown(f"option of {name}", option, defaults, f"(it has: {', '.join(defaults)})")
        if not isinstance(value, type(defaults[option])):
            raise UsageError(f"{option}={value!r} is not of the type of {defaults[option]!r}")
    return begin_study(found, settings, Path(folder), {**defaults, **options}).finish()


@dataclass(frozen=True)
class BegunStudy:
    """Study that has said what it asks first: ``specs``, of which those that are ``missing`` have no answer yet."""

    study: Study
    subject: Subject
    settings: RunSettings
    folder: Path
    conduct: Conduct
    specs: Sequence[MatchSpec]
    missing: Sequence[MatchSpec]

    def require_ready(self) -> None:
        """Checks what the first batch needs beside its settings, before anything is asked.

        Raises:
            UsageError: a model cannot be called or priced, or the cache cannot be written.
            OSError: the folder cannot be written.
        """
        require_ready(self.missing, self.settings, self.folder)

    def finish(self) -> StudyResults:
        """Asks all batches, keeps what is answered, and returns the results.

        Raises:
            UsageError: a model cannot be called or priced, or another process writes to the folder.
            UnfinishedError: some questions could not be answered.
            OSError: the folder cannot be written.
        """
        self.require_ready()
        self.folder.mkdir(parents=True, exist_ok=True)
        with only_writer(self.folder):
            save_study(self.folder, self.study, self.subject)
            return self._ask_in_batches()

    def _ask_in_batches(self) -> StudyResults:
        specs, show = list(self.specs), _FIRST
        before: Spending | None = None
        answers: dict[str, Answer] = {}
        while True:
            if any(spec.match_id not in answers for spec in specs):
                result = play_missing(self.settings, self.folder, specs=specs, show=show, before=before)
                result.check()
                before = result.before  # so that all batches share one budget
                answers = {answer.match_id: answer for answer in read_answers(self.folder)}
            try:
                batch = self.conduct.send(pick_answers((spec.match_id for spec in specs), answers))
            except StopIteration as end:
                write_plan(self.folder, specs)  # of the last batches, which may have been answered before
                results: StudyResults = end.value
                return results
            specs += question_specs(batch)
            show = BatchProgress() if show is _FIRST else show


_FIRST: ShowProgress = show_progress  # of the first batch, mostly the only one


def begin_study(study: Study, settings: RunSettings, folder: Path, options: Mapping[str, Any]) -> BegunStudy:
    """Returns a study of the game in the settings once it has refused what does not fit; nothing is written yet.

    Raises:
        UsageError: the game, an agent or an option does not fit the study.
    """
    if settings.game is None:
        raise UsageError(f"{study.name} is a study of one game: give game=NAME")
    name, given = settings.game.name, settings.game.params
    seats = asked_seats(settings, adapters.for_game(games.load(name, given, settings.seed)))
    subject = Subject(name, given, seats, settings.seed, options)
    conduct = study.conduct(subject)
    specs = question_specs(next(conduct))
    return BegunStudy(study, subject, settings, folder, conduct, specs, missing_matches(specs, folder, settings))

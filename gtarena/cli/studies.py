"""Verbs that ask agents about a game outside of matches, such as `gtarena policy`: one command for all studies."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gtarena.cli.settings.arguments import Parser, check_argument
from gtarena.cli.settings.named_game import settings_of_game
from gtarena.errors import UsageError
from gtarena.formatting import setting_key
from gtarena.system.extras import require_extra

if TYPE_CHECKING:
    from argparse import Namespace

    from gtarena.game_theory.conducting import BegunStudy
    from gtarena.game_theory.studies import Option, Study, StudyResults
    from gtarena.runs.schedule import MatchSpec

_HERE = "the command names one game, and asks agents outside of matches"
# Settings of a run that mean nothing where no match is played.
_NOT_HERE = dict.fromkeys(
    ("game", "suite", "games", "opponents", "matches", "pairings", "draws", "sides", "objective", "tracker", "stop",
     "hydra.run.dir", "hydra.sweep.dir"), _HERE) | dict.fromkeys(
    ("illegal.policy", "illegal.replays"), "a reply without a legal move is no answer, and counts as such")


def verb_of(name: str) -> Callable[[Sequence[str]], int]:
    """Returns the verb that conducts the study of this name."""
    def conduct_it(arguments: Sequence[str]) -> int:
        from gtarena.game_theory.registry import study_of

        return _conduct(study_of(name), arguments)

    return conduct_it


def _conduct(study: "Study", arguments: Sequence[str]) -> int:
    """Asks what a study has to ask and does not know yet, and shows and writes its results.

    Raises:
        UsageError: a word is not understood, or the game or an option does not fit the study.
        UnfinishedError: some questions could not be answered.
        OSError: the results folder cannot be written.
    """
    parsed = _parse(study, arguments)
    require_extra(f"gtarena {study.name}", "report")
    from gtarena.game_theory.conducting import begin_study

    settings = settings_of_game(study.game or parsed.game, parsed.settings)
    options = {option.name: getattr(parsed, option.name) for option in study.options}
    begun = begin_study(study, settings, Path("results") / study.name / settings.name, options)
    counts = "\n".join(_count_lines(len(begun.specs), begun.missing))
    if parsed.count:
        print(counts)
        return 0
    begun.require_ready()
    print(counts, file=sys.stderr)
    _show(begun, begun.finish())
    return 0


def _parse(study: "Study", arguments: Sequence[str]) -> "Namespace":
    words = "[KEY=VALUE ...] [options]" if study.game else "GAME [KEY=VALUE ...] [options]"
    parser = Parser(prog=f"gtarena {study.name}", description=study.description, usage=f"gtarena {study.name} {words}")
    if not study.game:
        parser.add_argument("game", metavar="GAME", help="a game, such as kuhn_poker or 'pig(winscore=20)'")
    parser.add_argument("settings", nargs="*", default=[], metavar="KEY=VALUE", help="settings of a run, such as "
                        "agents=[llm,mcts] or model.temperature=0; name=NAME chooses the folder in results")
    add_options(parser, study.options)
    parser.add_argument("--count", action="store_true", help="say how many questions and calls it takes, and ask none")
    parsed = parser.parse_intermixed_args(arguments)
    for word in parsed.settings:
        check_argument(word)
        if (key := setting_key(word)) in _NOT_HERE:
            raise UsageError(f"{word} does not go with `gtarena {study.name}`: {_NOT_HERE[key]}")
    return parsed


def add_options(parser: Parser, options: Sequence["Option"]) -> None:
    """Adds options of a study to the parser of a command."""
    for option in options:
        parser.add_argument(
            f"--{option.name.replace('_', '-')}", dest=option.name, type=type(option.default), default=option.default,
            choices=option.choices or None, metavar=None if option.choices else "N",
            help=f"{option.help} (default: {option.default})")


def _count_lines(questions: int, missing: Sequence["MatchSpec"]) -> Iterator[str]:
    """Yields the number of questions, and of calls to models that those without an answer take."""
    from gtarena.runs.estimates.call_counts import CallCounts

    known = questions - len(missing)
    yield f"{questions:,} questions" + (f", of which {known:,} are answered already" if known else "")
    for agent, calls in CallCounts().of_questions(missing).items():
        yield f"  {agent}: {calls:,.0f} calls, and more where a reply cannot be read"


def _show(begun: "BegunStudy", results: "StudyResults") -> None:
    """Writes the tables and figures into the folder, prints the tables, and says where they are."""
    from gtarena.reports.sections import Findings, write_section
    from gtarena.reports.terminal import print_section
    from gtarena.system.files import write_text

    folder = begun.folder
    for name, text in results.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_text(folder / name, text)
    findings = Findings({"tables": results.tables}, results.figures)
    print_section(write_section(begun.study.name, frozenset({begun.subject.name}), findings, folder))
    print(f"Tables, figures and answers: {folder}")

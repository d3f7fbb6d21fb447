"""Verb `gtarena quality`: judges the moves of logged matches by a strong reference."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gtarena.cli.settings.arguments import Parser, path_argument
from gtarena.cli.studies import add_options
from gtarena.system.extras import require_extra

if TYPE_CHECKING:
    from gtarena.game_theory.quality.match_quality import JudgeOf, Quality
    from gtarena.logs.records import MatchRecord

SECTION = "quality"


def judge_logs(arguments: Sequence[str]) -> int:
    """Judges the moves of all matches below folders, and shows and writes the tables."""
    parsed = _parse(arguments)
    require_extra("gtarena quality", "report")
    from gtarena.game_theory.quality.match_quality import judges
    from gtarena.game_theory.quality.study import study_results
    from gtarena.logs import damage
    from gtarena.logs.reader import Records
    from gtarena.reports.sections import Findings, write_section
    from gtarena.reports.terminal import print_section

    records = Records(*parsed.paths)
    records.require_some("judge")
    judge_of = judges(parsed.reference, parsed.simulations, parsed.repeats, parsed.blunder, parsed.seed)
    quality, played = _judge_all(list(records), judge_of)
    results = study_results(quality, parsed.seed)
    parsed.out.mkdir(parents=True, exist_ok=True)
    findings = Findings({"tables": results.tables}, results.figures)
    print_section(write_section(SECTION, played, findings, parsed.out))
    print(f"Tables and figures: {parsed.out}")
    damage.warn_of_skipped(*parsed.paths)
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    from gtarena.game_theory.quality.study import REFERENCE_OPTIONS

    parser = Parser(prog="gtarena quality", description="Judges the moves of logged matches: how much of the return "
                    "each loses against the best move, by the values that a strong reference gives to all moves.")
    parser.add_argument("paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of "
                        "matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="DIR", help="folder for tables and figures")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draws what the reference draws (default: 0)")
    add_options(parser, REFERENCE_OPTIONS)
    return parser.parse_args(arguments)


def _judge_all(records: Sequence["MatchRecord"], judge_of: "JudgeOf") -> tuple["Quality", frozenset[str]]:
    """Judges matches with progress, and returns what was found and the names of the games that could be judged.

    Matches that cannot be judged are left out with a line for each game, which counts them and says why.
    """
    from rich.console import Console
    from rich.progress import track

    from gtarena.errors import UsageError
    from gtarena.game_theory.agent_names import namer_of
    from gtarena.game_theory.quality.match_quality import Quality, judge_matches

    seats = list({seat.model_dump_json(): seat for record in records for seat in record.seats}.values())
    name_of = namer_of(seats)
    quality, played, refused = Quality(), set[str](), dict[str, list[str]]()
    for record in track(records, "judging", console=Console(stderr=True), transient=True):
        try:
            quality.merge(judge_matches([record], judge_of, name_of))
            played.add(record.game)
        except (UsageError, ValueError) as error:
            refused.setdefault(record.game, []).append(str(error))
    for game, reasons in refused.items():
        print(f"gtarena: {len(reasons):,} matches of {game} are not judged: {reasons[0]}", file=sys.stderr)
    if not played:
        raise UsageError("no match could be judged, for the reasons above")
    return quality, frozenset(played)

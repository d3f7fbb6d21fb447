"""MAgIC: five games of deduction, negotiation and dilemmas, and seven abilities measured in them (Xu et al.)."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gtarena.logs.records import Outcome
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.magic.games import GAMES
from gtarena.suites.magic.play import MagicPlay
from gtarena.suites.magic.results import MeasuredMatch, extract, matches_frame, names_by_number
from gtarena.suites.magic.scores import ABILITIES, SCHEMES, Scheme, radar_area

__all__ = ["ABILITIES", "IMPORTERS", "NAME", "SCHEMES", "SCORED", "extract", "findings", "measures", "radar_area"]

NAME = "magic"
SCORED: tuple[Outcome, ...] = ("finished",)


def measures(trace: Trace, scheme: Scheme) -> Iterator[Measure]:
    """Yields the numbers of each challenger in a match; undefined ones are left out.

    ``win_rate`` is the share of the credits that the largest win gives. The seven abilities are shares of right units
    (:mod:`.ability_units`), without the weights by which :mod:`.scores` combines them over games. Cost sharing has the
    ``cost`` (own share in per cent, after an agreement), the dilemma the ``score`` and the share of rounds with
    ``defections``, the public good the ``payback`` from the pool and the points ``invested``.

    Raises:
        ValueError: a logged action is illegal.
    """
    if trace.game not in GAMES:
        return
    play = MagicPlay.of(trace)
    for seat in play.challengers:
        yield Measure("win_rate", play.win_rate(seat), seat)
        for ability, (right, total) in play.counts([seat], scheme).items():
            if total:
                yield Measure(ability, right / total, seat)
        for name, value in play.details(seat).items():
            yield Measure(name, value, seat)


def findings(found: Sequence[MeasuredMatch], log: ReportedLog) -> Findings:
    """Returns the tables and figures that these matches allow."""
    from gtarena.suites.magic.balance import balance_tables
    from gtarena.suites.magic.figures import figures
    from gtarena.suites.magic.tables import all_tables

    matches = matches_frame(found, log.seats.different)
    topics = balance_tables([match.topic for match in found if match.topic],
                            names_by_number(found, log.seats.different))
    return Findings(
        tables={scheme: [*all_tables(matches, scheme), *topics] for scheme in SCHEMES},
        figures=figures(matches, log.read_again))


def _import_prompts(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.magic.importer.prompt_import import import_prompts

    return import_prompts(folder, out)


IMPORTERS: tuple[Importer, ...] = (Importer("magic", "MAgIC", import_prompts=_import_prompts),)
"""Import of MAgIC's published prompt wordings."""

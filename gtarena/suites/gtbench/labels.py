"""Mistakes labelled by hand, as in GTBench's Table 4."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations

from gtarena.reports.label_sheets import Judgement
from gtarena.reports.tables import Cell, Table

LABELS: Mapping[str, str] = {
    "endgame": "A win or a loss that was one move away went unnoticed.",
    "misinterpretation": "The state of the game was misread, such as whose piece stands where, or what is free.",
    "overconfidence": "A risk was overlooked in the hope of more.",
    "calculation": "A sum or another calculation is wrong.",
    "factual": "The plan makes sense, but the move does not carry it out.",
}
_DIGITS = 2


def label_tables(sheets: Mapping[str, Collection[Judgement]]) -> Iterator[Table]:
    """Yields the shares of the labels and, if sheets judge the same turns, how well they agree.

    Args:
        sheets: the judgements of each sheet, by its name.
    """
    yield shares(judgement for sheet in sheets.values() for judgement in sheet)
    pairs = [(f"{one}, {other}", kappas(sheets[one], sheets[other])) for one, other in combinations(sheets, 2)]
    rows = tuple((name, cells) for name, cells in pairs if cells)
    if rows:
        yield Table("labelled mistakes agreement", "Agreement of two sheets (Cohen's kappa)", (*LABELS, "turns"), rows,
                    "sheets")


def shares(judgements: Iterable[Judgement]) -> Table:
    """Returns the percentage of each label among an agent's judgements with a mistake (Table 4).

    The percentages of an agent may sum to more than 100, since a turn can have several labels. They are missing if
    there is no mistake. The last columns count the judgements with a mistake, and all of them.
    """
    by_agent: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in judgements:
        by_agent[judgement.agent].append(judgement)
    rows = []
    for agent, given in sorted(by_agent.items()):
        mistaken = [each.labels for each in given if each.labels]
        cells = [Cell(100 * sum(label in labels for labels in mistaken) / len(mistaken), digits=_DIGITS)
                 if mistaken else None for label in LABELS]
        rows.append((agent, (*cells, Cell(len(mistaken), digits=0), Cell(len(given), digits=0))))
    return Table("labelled mistakes", "Mistakes labelled by hand, in % of the turns with a mistake",
                 (*LABELS, "turns with a mistake", "turns"), tuple(rows), "agent")


def kappas(one: Iterable[Judgement], other: Iterable[Judgement]) -> tuple[Cell | None, ...]:
    """Returns Cohen's kappa of every label, and the number of turns that both have judged; empty if there are none.

    Kappa is missing where both give the label to all turns, or to none.
    """
    first, second = ({each.turn: each.labels for each in sheet} for sheet in (one, other))
    shared = [(first[turn], second[turn]) for turn in first if turn in second]
    if not shared:
        return ()
    values = [_kappa([(label in ours, label in theirs) for ours, theirs in shared]) for label in LABELS]
    return *(None if value is None else Cell(value, digits=_DIGITS) for value in values), Cell(len(shared), digits=0)


def _kappa(pairs: Collection[tuple[bool, bool]]) -> float | None:
    """Returns (observed - expected) / (1 - expected) agreement; ``None`` if agreement is certain."""
    count = len(pairs)
    ours, theirs = (sum(side) / count for side in zip(*pairs, strict=True))
    expected = ours * theirs + (1 - ours) * (1 - theirs)
    observed = sum(one == other for one, other in pairs) / count
    return None if expected == 1 else (observed - expected) / (1 - expected)

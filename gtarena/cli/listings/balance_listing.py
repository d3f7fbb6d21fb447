"""Table shown by `gtarena games NAME --balance`."""

from collections.abc import Iterator, Sequence

from gtarena import games
from gtarena.metrics.bootstrap import FEWEST_UNITS, refuse_verdict
from gtarena.reports.tables import Cell
from gtarena.runs.balance import DECIDED, Pairing, find_decided_side, measure_balance

HEADS = ("side", "played by", "others played by", "wins in %", "matches")


def list_balance(game: str, matches: int, seed: int, simulations: int) -> Iterator[str]:
    """Yields a Markdown table of the shares of wins of a game's sides, and whether a side decides the match.

    Args:
        game: a game string such as ``pig(winscore=20)``.
        matches: number of matches of each pairing.
        seed: seeds all matches.
        simulations: of a search.

    Raises:
        UsageError: as :func:`gtarena.runs.balance.measure_balance`.
    """
    name, params = games.parse(game)
    pairings = measure_balance(name, params, matches, seed, simulations)
    yield f"| {' | '.join(HEADS)} |"
    yield "| --- | --- | --- | --- | ---: |"
    for pairing in pairings:
        wins = pairing.wins
        shares = Cell(100 * wins.share, low=100 * wins.low, high=100 * wins.high, digits=0)
        yield f"| {pairing.side} | {pairing.agent} | {pairing.others} | {shares} | {wins.matches} |"
    yield f"\n{_verdict(pairings, matches)}"


def _verdict(pairings: Sequence[Pairing], matches: int) -> str:
    if matches < FEWEST_UNITS:
        return f"{refuse_verdict(matches).capitalize()}."
    decided = find_decided_side(pairings)
    return (f"No side wins more than {DECIDED:.0%} whoever plays." if decided is None else
            f"{decided.side}, played by {decided.agent}, wins more than {DECIDED:.0%} whoever plays the others: the "
            "side decides the match.")

"""Table shown by `gtarena games NAME --balance`."""

from collections.abc import Iterator

from gtarena import games
from gtarena.runs.balance import DECIDED, find_decided_side, measure_balance

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
        shares = f"{100 * wins.share:.0f} [{100 * wins.low:.0f}, {100 * wins.high:.0f}]"
        yield f"| {pairing.side} | {pairing.agent} | {pairing.others} | {shares} | {wins.matches} |"
    decided = find_decided_side(pairings)
    verdict = (f"No side wins more than {DECIDED:.0%} whoever plays." if decided is None else
               f"{decided.side}, played by {decided.agent}, wins more than {DECIDED:.0%} whoever plays the others: the "
               "side decides the match.")
    yield f"\n{verdict}"

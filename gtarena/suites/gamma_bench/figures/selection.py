"""Which matches stand for a player in the figures that show single matches."""

from collections import defaultdict
from collections.abc import Iterable

from gtarena.suites.gamma_bench.results import MatchResult, changed, usual_variants, with_usual

# Parameters whose values make a game two games to look at.
TITLE_PARAMETERS = {"el_farol": "feedback", "sealed_bid_auction": "price"}


def first_runs(results: Iterable[MatchResult]) -> dict[str, dict[str, MatchResult]]:
    """For everybody the first run of each game with the usual settings, by the title of a panel."""
    found: dict[str, dict[str, MatchResult]] = defaultdict(dict)
    usual = list(with_usual(results))
    variants = usual_variants(usual)
    for result in usual:
        if changed(result, variants) <= {TITLE_PARAMETERS.get(result.game)}:
            found[result.who].setdefault(panel_title(result), result)
    return found


def panel_title(result: MatchResult) -> str:
    """The game, and which of two it is."""
    name = result.match.rules.facts.long_name
    parameter = TITLE_PARAMETERS.get(result.game)
    return f"{name} ({getattr(result.match.rules, parameter)} {parameter})" if parameter else str(name)

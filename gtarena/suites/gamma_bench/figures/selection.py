"""Selection of the matches that represent a player in figures of single matches."""

from collections import defaultdict
from collections.abc import Iterable

from gtarena.suites.gamma_bench.results import MatchResult, changed_parameters, usual_variants, with_usual_settings

# Parameters whose values are shown as two games.
TITLE_PARAMETERS = {"el_farol": "feedback", "sealed_bid_auction": "price"}


def first_runs(results: Iterable[MatchResult]) -> dict[str, dict[str, MatchResult]]:
    """Returns, by player and title of a panel, the first run of each game with the usual settings."""
    found: dict[str, dict[str, MatchResult]] = defaultdict(dict)
    usual = with_usual_settings(results)
    variants = usual_variants(usual)
    for result in usual:
        if changed_parameters(result, variants) <= {TITLE_PARAMETERS.get(result.game)}:
            found[result.who].setdefault(panel_title(result), result)
    return found


def panel_title(result: MatchResult) -> str:
    """Returns the game's name, with the parameter that makes two games of it."""
    name = result.match.rules.facts.long_name
    parameter = TITLE_PARAMETERS.get(result.game)
    return f"{name} ({getattr(result.match.rules, parameter)} {parameter})" if parameter else str(name)

"""Differences between agents, marked as beyond the noise or within it, as the page and the table show them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gtarena.formatting import NOTHING, format_number, format_signed, one_line
from gtarena.metrics.bootstrap import FEWEST_UNITS
from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import Difference, fewest_deals
from gtarena.reports.comparisons.heat_maps import interval, titled

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 60  # of a game on the page

_TEST = ("A difference is beyond noise if its 95 % interval (bootstrap over deals) excludes 0 and a test in which the "
         "two agents change places in each deal at random has a p of less than 0.05, corrected by Holm's method for "
         "the number of pairs in the table")
_REST = "Agents within noise need not be equal: more deals may tell them apart."
_FLOOR = (", and if it is larger than the noise floor: the farther end of the 95 % interval between an agent and its "
          f"null duplicate. {_REST}")
_NO_FLOOR = (". No duplicate has played (agents=[llm,null:llm] adds one), so the interval and the test alone decide. "
             f"{_REST}")
_STOPPED_TEST = (
    "Runs stopped as soon as enough was known. So the intervals and the p-values are of a kind that holds whenever a "
    "run stops (betting, Waudby-Smith and Ramdas 2024), each pair is compared at its own tables, and a difference is "
    "beyond noise if its interval excludes 0 and its p, corrected by Holm's method for the number of pairs in the "
    "table, is less than 0.05")
STOPPED = ("A run stopped as soon as enough was known: these intervals and p-values hold whenever it stops. The "
           "intervals of ratings and of NRA on this page do not.")
VERDICTS = {True: "beyond noise", False: "within noise", None: f"fewer than {FEWEST_UNITS} deals"}
NULL_VERDICT = "noise floor"
SEVERAL_STOPPED_VERDICT = "each game stopped by itself"


def rule(differences: Sequence[Difference]) -> str:
    """Returns when a difference is marked, and what that does not tell."""
    test = _STOPPED_TEST if any(each.anytime for each in differences) else _TEST
    return test + (_FLOOR if any(each.null for each in differences) else _NO_FLOOR)


def verdict(difference: Difference) -> str:
    """Returns the mark of a difference."""
    if difference.null:
        return NULL_VERDICT
    several = difference.anytime and difference.game == OVERALL
    return SEVERAL_STOPPED_VERDICT if several else VERDICTS[difference.beyond_noise]


def show_differences(differences: Sequence[Difference]) -> Iterator[Mapping[str, Any]]:
    """Yields the variables of the template for each game, that over all games first."""
    for game in dict.fromkeys(each.game for each in differences):
        of_game = [each for each in differences if each.game == game]
        listed = sorted(of_game, key=lambda each: (not each.null, each.adjusted, each.p, each.pair))
        stopped = any(each.anytime for each in of_game)
        yield {"label": titled(game), "rows": [_row(each) for each in listed[:MOST_ROWS]],
               "needed": STOPPED if stopped else state_needed([each for each in of_game if not each.null]),
               "left_out": max(0, len(listed) - MOST_ROWS),
               "beyond": sum(bool(each.beyond_noise) for each in of_game)}


def state_needed(tested: Sequence[Difference]) -> str:
    """Returns how many deals are needed, if none of the differences can be beyond noise on those that there are."""
    most, least = max((each.units for each in tested), default=0), fewest_deals(max(1, len(tested)))
    if not tested or most >= least:
        return ""
    pairs = "a difference" if len(tested) == 1 else f"any of {len(tested):,} differences"
    return (f"On {most:,} {'deal' if most == 1 else 'deals'} nothing can be beyond noise: {pairs} can be on {least:,}, "
            f"{math.ceil(least / most)} times as many matches.")


def _row(each: Difference) -> Mapping[str, Any]:
    # The better agent first, unless it is a duplicate.
    turned = each.advantage < 0 and not each.null
    sign = -1 if turned else 1
    first, second = (one_line(name, 120) for name in (each.pair[::-1] if turned else each.pair))
    low, high = sorted((sign * each.low, sign * each.high))
    return {"first": first, "second": second,
            "advantage": f"{format_signed(sign * each.advantage)} {interval(low, high)}",
            "returns": format_number(sign * each.returns), "units": each.units, "p": _chance(each),
            "verdict": verdict(each), "beyond": bool(each.beyond_noise)}


def _chance(each: Difference) -> str:
    if each.beyond_noise is None and not each.null:
        return NOTHING
    p = each.p if math.isnan(each.adjusted) else each.adjusted
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def frame_differences(differences: Sequence[Difference]) -> pd.DataFrame:
    """Returns a row per game and pair of agents with all numbers of its difference."""
    import pandas as pd

    return pd.DataFrame([{
        "game": titled(each.game), "first": each.pair[0], "second": each.pair[1], "advantage": each.advantage,
        "low_95": each.low, "high_95": each.high, "mean_return_difference": each.returns, "deals": each.units,
        "p": each.p, "p_holm": each.adjusted, "noise_floor": each.floor, "verdict": verdict(each),
    } for each in differences])

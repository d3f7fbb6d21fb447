"""The frame of challengers with their abilities, win rates and radar areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtarena.suites.magic.scores import ABILITIES, ROLES, Scheme, Tally, abilities_of, radar_area

if TYPE_CHECKING:
    import pandas as pd

WIN_COLUMNS = {role: f"win_{role}" for role in ROLES}
ABILITY_COLUMNS = (*ABILITIES, "win_rate", "area", *WIN_COLUMNS.values())


def abilities_frame(matches: pd.DataFrame, scheme: Scheme) -> pd.DataFrame:
    """Returns the abilities of every challenger, a row each, by name.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        scheme: the formulas, one of :data:`.scores.SCHEMES`.

    Returns:
        A frame with the columns of ``ABILITY_COLUMNS``: the seven abilities and the ``win_rate`` in per cent, the
        ``area`` of the radar, and ``win_<role>``, the win rate in each role in per cent. ``win_rate`` is the mean over
        the seven roles (equation 1), and empty (NaN) unless all were played. An ability is empty unless all the roles
        that it is measured in were played, and the area unless there are all abilities.
    """
    import pandas as pd

    rows = {str(who): _row(part, scheme) for who, part in matches.groupby("challenger")}
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(ABILITY_COLUMNS), dtype="float64")
    return frame.rename_axis("challenger")


def tally(matches: pd.DataFrame, scheme: Scheme) -> Tally:
    """Returns the sums over a challenger's rows of the frame of matches."""
    units, outcomes = {}, {}
    for role, part in matches.groupby("role"):
        outcomes[str(role)] = {str(name): int(number) for name, number in part["outcome"].value_counts().items()}
        for ability in ABILITIES:
            right, total = (int(part[f"{ability}_{name}_{scheme}"].sum()) for name in ("right", "total"))
            units[str(role), ability] = right, total
    return Tally(units, outcomes)


def _row(matches: pd.DataFrame, scheme: Scheme) -> list[float]:
    abilities = list(abilities_of(tally(matches, scheme), scheme).values())
    win_rates = 100 * matches.groupby("role")["win_rate"].mean().reindex(list(ROLES))
    return [*abilities, float(win_rates.mean(skipna=False)), radar_area(abilities), *win_rates]

"""Pairs of challengers that differ only in their beliefs, and the gains that beliefs bring (Table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gtarena.suites.magic.results import NO_BELIEFS

if TYPE_CHECKING:
    import pandas as pd


DEAL = ["label", "unit"]
PLACE = ["setting", "role", "seats", "opponents"]  # of a challenger in a deal


class Pair(NamedTuple):
    """The names of a challenger with beliefs, and of one of the same model and settings without."""

    aware: str
    vanilla: str

    def __str__(self) -> str:
        return f"{self.aware} against {self.vanilla}"


def belief_pairs(matches: pd.DataFrame) -> list[Pair]:
    """Returns the pairs among the challengers, by name.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
    """
    agents = matches.loc[matches["model"] != "", ["challenger", "model", "settings", "beliefs"]].drop_duplicates()
    vanilla = agents["beliefs"] == NO_BELIEFS
    merged = agents[~vanilla].merge(agents[vanilla], on=["model", "settings"], suffixes=("_aware", "_vanilla"))
    names = zip(merged["challenger_aware"], merged["challenger_vanilla"], strict=True)
    return sorted(Pair(str(aware), str(plain)) for aware, plain in names)


def paired_matches(matches: pd.DataFrame, pair: Pair) -> pd.DataFrame:
    """Returns those matches of a pair that have a counterpart: one of the other's in the same place.

    A place is a deal of a game and setting, role, seats and opponents; repetitions of it are counted in the order of
    match ids, and their number is the column ``repetition``.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        pair: two of its challengers.
    """
    of_both = matches[matches["challenger"].isin(pair)].sort_values("match_id")
    of_both = of_both.assign(repetition=of_both.groupby(["challenger", *DEAL, *PLACE]).cumcount())
    return of_both[of_both.groupby([*DEAL, *PLACE, "repetition"])["challenger"].transform("nunique") == len(pair)]


def belief_gains(abilities: pd.DataFrame, pairs: Sequence[Pair]) -> pd.DataFrame:
    """Returns the difference of every column, with beliefs less without, in a row for each pair.

    The mean of a column over the rows is a mean gain as Table 4 has it in its last row. Those printed there do not all
    follow from the rows above them: from these the mean gain of Deception is 10.36 (printed: 6.07), that of
    Self-awareness 1.23 (0.66).

    Args:
        abilities: the frame of :func:`gtarena.suites.magic.ability_frames.abilities_frame`.
        pairs: of its rows.
    """
    names = list(map(str, pairs))
    aware, vanilla = (abilities.loc[[pair[side] for pair in pairs]].set_axis(names, axis="index") for side in (0, 1))
    return aware - vanilla

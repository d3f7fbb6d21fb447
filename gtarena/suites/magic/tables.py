"""The tables of MAgIC: abilities, win rates by role, outcomes of the numeric games, settings, and gains by beliefs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan
from typing import TYPE_CHECKING

from gtarena.errors import UsageError
from gtarena.reports.tables import Cell, Table
from gtarena.suites.magic.ability_differences import AbilityDifference, find_ability_differences
from gtarena.suites.magic.ability_frames import WIN_COLUMNS, abilities_frame
from gtarena.suites.magic.belief_pairs import Pair, belief_gains, belief_pairs, paired_matches
from gtarena.suites.magic.correlation import correlation
from gtarena.suites.magic.games import GAMES
from gtarena.suites.magic.scores import ABILITIES, COST_SHARING, DILEMMA, PUBLIC_GOOD, Scheme

if TYPE_CHECKING:
    import pandas as pd

TABLE_1 = ("win_rate", *ABILITIES)
AVERAGE = "Average improvement"
UNWEIGHTED = ("Differences of single decisions on the same deals, without the weights and terms by which the scheme "
              "adds up Self-awareness and Deception.")
TESTED = ("Beyond noise: the 95 % interval (bootstrap over deals) excludes 0, and a test in which the two change "
          "places in each deal at random has a p of less than 0.05, corrected by Holm's method for all abilities and "
          "pairs.")
NUMERIC_GAMES: Mapping[str, tuple[str, ...]] = {
    COST_SHARING: ("win_rate", "cost"), DILEMMA: ("win_rate", "score", "defections"),
    PUBLIC_GOOD: ("win_rate", "payback", "invested")}
SHARES = ("win_rate", "defections")  # shown in per cent
_P_DIGITS = 4


def all_tables(matches: pd.DataFrame, scheme: Scheme) -> list[Table]:
    """Returns all tables that these matches allow.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        scheme: the formulas of the abilities, one of :data:`.scores.SCHEMES`.
    """
    if matches.empty:
        return []
    abilities, pairs = abilities_frame(matches, scheme), belief_pairs(matches)
    return [
        _abilities(abilities, _measured(matches, scheme), scheme), _roles(abilities, matches), *_numeric_games(matches),
        _settings(matches, scheme), _correlation(abilities, scheme), *_gains(matches, pairs, scheme),
        *_differences(matches, pairs, scheme)]


def title(column: str) -> str:
    """Returns the heading of a column of a frame: ``self_awareness`` is "Self-awareness"."""
    return column.replace("self_", "self-").replace("_", " ").capitalize()


def _measured(matches: pd.DataFrame, scheme: Scheme) -> pd.DataFrame:
    """Returns the number of matches behind every ability and behind the win rate, in a row for each challenger."""
    there = {ability: matches["match_id"].where(matches[f"{ability}_total_{scheme}"] > 0) for ability in ABILITIES}
    return matches.assign(**there, win_rate=matches["match_id"]).groupby("challenger")[list(TABLE_1)].nunique()


def _rows(frame: pd.DataFrame) -> Iterator[tuple[str, dict[str, float]]]:
    """Yields the label of each row and its values by column."""
    for label, values in frame.to_dict("index").items():
        yield str(label), {str(column): float(value) for column, value in values.items()}


def _abilities(abilities: pd.DataFrame, measured: pd.DataFrame, scheme: Scheme) -> Table:
    """Returns the win rate, the abilities and the radar area of every challenger (Table 1)."""
    counts = dict(_rows(measured))
    rows = tuple(
        (who, (*(_cell(of[name], count=int(counts[who][name])) for name in TABLE_1), _cell(of["area"], digits=0)))
        for who, of in _rows(abilities))
    columns = (*map(title, TABLE_1), "Radar area")
    return Table("abilities", f"Abilities in %, with the number of matches ({scheme})", columns, rows, "challenger")


def _roles(abilities: pd.DataFrame, matches: pd.DataFrame) -> Table:
    """Returns the win rates in the seven roles."""
    played = matches.groupby(["challenger", "role"])["match_id"].nunique()
    rows = tuple(
        (who, tuple(_cell(of[column], count=int(played.get((who, role), 0))) for role, column in WIN_COLUMNS.items()))
        for who, of in _rows(abilities))
    return Table("win rates by role", "Win rates in %, by role, with the number of matches", tuple(WIN_COLUMNS), rows,
                 "challenger")


def _numeric_games(matches: pd.DataFrame) -> Iterator[Table]:
    """Yields the means of win rate, cost, score and payback (Table 2), and of the numbers in Figure 10."""
    columns = [(game, name) for game, names in NUMERIC_GAMES.items() for name in names
               if game in set(matches["game"])]
    if not columns:
        return
    scaled = matches.assign(**{name: 100 * matches[name] for name in SHARES})
    rows = []
    for who, of in scaled.groupby("challenger"):
        values = [of.loc[of["game"] == game, name].dropna() for game, name in columns]
        rows.append((str(who), tuple(_cell(part.mean(), count=len(part)) for part in values)))
    yield Table("costs scores and paybacks", "Win rates, costs and defections in %, scores, paybacks and investments",
                tuple(f"{game}: {title(name).lower()}" for game, name in columns), tuple(rows), "challenger")


def _settings(matches: pd.DataFrame, scheme: Scheme) -> Table:
    """Returns the settings that were played and the number of units by which each ability was measured (Table 3).

    Competitions are different settings in which a role was played in different seats. A row's label has a sample.
    The paper's table also ticks collaboration in the dilemma and Public Good, and rationality in cost sharing, which no
    equation measures there.
    """
    rows = []
    for game in (game for game in GAMES if game in set(matches["game"])):
        of = matches[matches["game"] == game]
        competitions = of.groupby("role")[["label", "setting", "seats"]].apply(lambda part: len(part.drop_duplicates()))
        units = [int(of[f"{ability}_total_{scheme}"].sum()) for ability in ABILITIES]
        rounds = of["rounds"].unique()
        counts = (rounds[0] if len(rounds) == 1 else None, competitions.max(), of["match_id"].nunique(),
                  *(number or None for number in units))
        sample = of.sort_values(["label", "setting"])["setting"].iloc[0]
        rows.append((f"{game} ({sample})", tuple(
            None if number is None else Cell(int(number), digits=0) for number in counts)))
    columns = ("rounds", "competitions", "matches", *(f"{title(ability)} units" for ability in ABILITIES))
    return Table("settings", f"Settings with a sample of each game, and units of the abilities ({scheme})",
                 columns, tuple(rows))


def _correlation(abilities: pd.DataFrame, scheme: Scheme) -> Table:
    """Returns the correlation of radar area and win rate, or in the label of its row why there is none."""
    try:
        found = correlation(abilities)
    except UsageError as error:
        row: tuple[str, tuple[Cell | None, ...]] = (str(error).partition(":")[0], (None, None, None))
    else:
        cells = (Cell(found.r, digits=3), _cell(found.p, digits=_P_DIGITS), Cell(found.challengers, digits=0))
        row = ("all challengers", cells)
    return Table("correlation", f"Correlation of radar area and win rate ({scheme})",
                 ("Pearson's r", "p", "challengers"), (row,), "challengers")


def _gains(matches: pd.DataFrame, pairs: list[Pair], scheme: Scheme) -> Iterator[Table]:
    """Yields the pairs with and without beliefs, and the mean of their differences (Table 4).

    They are measured in the matches that both played in the same place, as in :mod:`.ability_differences`.
    """
    import pandas as pd

    if not pairs:
        return
    measured = {pair: abilities_frame(paired_matches(matches, pair), scheme).reindex(list(pair)) for pair in pairs}
    shown = {pair: dict(_rows(abilities)) for pair, abilities in measured.items()}
    rows = [(who, tuple(_cell(shown[pair][who][name]) for name in TABLE_1)) for pair in pairs for who in pair]
    differences = pd.concat([belief_gains(abilities, [pair]) for pair, abilities in measured.items()])
    means = tuple(_cell(differences[name].mean(), count=int(differences[name].count())) for name in TABLE_1)
    yield Table("gains by beliefs", f"Challengers with and without beliefs, in % ({scheme})",
                tuple(map(title, TABLE_1)), (*rows, (AVERAGE, means)), "challenger")


def _differences(matches: pd.DataFrame, pairs: list[Pair], scheme: Scheme) -> Iterator[Table]:
    """Yields the differences of every pair (Figure 4), each with its verdict in the label of its row."""
    found = find_ability_differences(matches, pairs, scheme)
    for pair in pairs:
        rows = tuple((f"{title(each.ability)}: {each.verdict}", _difference_cells(each))
                     for each in found if each.pair == pair)
        if rows:
            yield Table(f"differences {pair}", f"Differences of {pair} ({scheme})",
                        ("difference (points)", "p, corrected", "deals"), rows, "ability", notes=(UNWEIGHTED, TESTED))


def _difference_cells(found: AbilityDifference) -> tuple[Cell | None, ...]:
    each = found.difference
    return (Cell(100 * each.advantage, low=100 * each.low, high=100 * each.high),
            None if each.beyond_noise is None else Cell(each.adjusted, digits=_P_DIGITS), Cell(each.units, digits=0))


def _cell(value: float, count: int | None = None, digits: int = 1) -> Cell | None:
    return None if isnan(value) else Cell(float(value), count=count, digits=digits)

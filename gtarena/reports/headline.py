"""Sentence at the head of a report: the differences between agents that are beyond noise, and no others."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.formatting import one_line
from gtarena.metrics.bootstrap import FEWEST_UNITS
from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import Difference, fewest_deals, null_pairs
from gtarena.metrics.ratings.score_pairs import names_of
from gtarena.metrics.sequential_differences import fewest_watched_deals
from gtarena.metrics.setting_effects import SettingEffect

if TYPE_CHECKING:
    from gtarena.reports.leaderboard_rows import Boards

MOST_CLAIMS = 3  # agents that the sentence says to be ahead of others
MOST_NAMED = 3  # agents that it names as behind one; of more it has the number
NOTHING_COMPARED = "No two agents met the same deals, so that nothing is compared."
ONE_AGENT = "One agent played, so that nothing is compared."


@dataclass(frozen=True)
class _Claim:
    """An agent, and all those from whom its difference is beyond noise, in its favour."""

    agent: str
    behind: tuple[str, ...]


def state_differences(boards: Boards) -> str:
    """Returns the sentence.

    It is about the same matches as the table beside it, those of all games or of the only one, and every
    claim repeats :attr:`Difference.beyond_noise`; of several games it counts those that show a claim by themselves.
    Duplicates of agents are not in it. If settings varied, a second sentence tells what that changed.
    """
    return " ".join(filter(None, (_state_agents(boards), _state_effects(boards.effects))))


def _state_agents(boards: Boards) -> str:
    compared = [each for each in boards.differences if not each.null]
    if not compared:
        return NOTHING_COMPARED if len(names_of(boards.seats)) > 1 else ONE_AGENT
    single = [each for each in compared if each.game != OVERALL]
    # Runs that stopped by what they saw have no verdict over all games.
    over_all = [each for each in compared if each.game == OVERALL and not each.anytime]
    games = {each.game for each in single}
    tabled = over_all or (single if len(games) == 1 else [])
    claims = _find_claims(tabled)
    if not claims:
        return _deny_differences(over_all, single)
    duplicates = {second for _, second in null_pairs(boards.seats)}
    others = len(set(names_of(boards.seats)) - duplicates) - 1
    stated = [_state_claim(claim, others) + (_count_games(claim, single) if over_all else "") for claim in claims]
    place = "Over all games" if over_all else f"In {one_line(tabled[0].game, 120)}"
    return f"{place}, {'; '.join(stated)}{_count_rest(claims, tabled, single if over_all else ())}."


def _state_effects(effects: Sequence[SettingEffect]) -> str:
    """Returns what the changes of settings did, beyond noise, as far as there is room; empty if no setting varied."""
    marked = [each for each in effects if _is_marked(each.difference)]
    untold = sum(each.difference.beyond_noise is None for each in effects)
    if not marked:
        few = f" ({untold} of {len(effects)} comparisons have fewer than {FEWEST_UNITS} deals)" if untold else ""
        return f"No setting that varied makes a difference beyond noise{few}." if effects else ""
    marked.sort(key=lambda each: (each.difference.game != OVERALL, -abs(each.difference.advantage)))
    stated = [_state_effect(each) for each in marked[:MOST_CLAIMS]]
    more = f"; {len(marked) - MOST_CLAIMS} more changes are beyond noise" if len(marked) > MOST_CLAIMS else ""
    return f"Settings: {'; '.join(stated)}{more}."


def _state_effect(effect: SettingEffect) -> str:
    game, better = effect.difference.game, effect.difference.advantage > 0
    place = "over all games" if game == OVERALL else f"in {one_line(game, 120)}"
    return (f"{one_line(effect.agent, 120)} does {'better' if better else 'worse'} with "
            f"{effect.setting}={effect.value} than with {effect.first} {place}")


def _find_claims(differences: Iterable[Difference]) -> list[_Claim]:
    """Returns the first claims, those about most agents first."""
    behind: dict[str, list[str]] = defaultdict(list)
    for better, worse in map(_order, filter(_is_marked, differences)):
        behind[better].append(worse)
    claims = [_Claim(agent, tuple(sorted(names))) for agent, names in behind.items()]
    return sorted(claims, key=lambda claim: (-len(claim.behind), claim.agent))[:MOST_CLAIMS]


def _is_marked(difference: Difference) -> bool:
    return bool(difference.beyond_noise)


def _order(difference: Difference) -> tuple[str, str]:
    """Returns the better agent and the worse one."""
    first, second = difference.pair
    return (first, second) if difference.advantage > 0 else (second, first)


def _state_claim(claim: _Claim, others: int) -> str:
    number, agent = len(claim.behind), one_line(claim.agent, 120)
    if number == others > 1:
        return f"{agent} is ahead of all others"
    if number > MOST_NAMED:
        return f"{agent} is ahead of {number} of the {others} others"
    *first, last = (one_line(name, 120) for name in claim.behind)
    return f"{agent} is ahead of {', '.join(first)}{' and ' if first else ''}{last}"


def _count_games(claim: _Claim, single: Sequence[Difference]) -> str:
    """Returns in how many games the agent is ahead of all that the claim is about, by the matches of each alone."""
    own = [each for each in single if claim.agent in each.pair and {*each.pair} & {*claim.behind}]
    if all(each.beyond_noise is None for each in own):
        return f" (no single game has the {FEWEST_UNITS} deals that a verdict takes)"
    shown: dict[str, set[str]] = {each.game: set() for each in single}
    for each in filter(_is_marked, own):
        better, worse = _order(each)
        if better == claim.agent:
            shown[each.game].add(worse)
    number = sum(names >= {*claim.behind} for names in shown.values())
    return f" (in {number or 'none'} of {len(shown)} single games)"


def _count_rest(claims: Sequence[_Claim], tabled: Sequence[Difference], single: Sequence[Difference]) -> str:
    """Returns what holds of the differences that no claim is about; ``single`` are those of several games."""
    said = {(claim.agent, name) for claim in claims for name in claim.behind}
    more, more_single = (
        sum(_is_marked(each) and _order(each) not in said for each in listed) for listed in (tabled, single))
    if more or more_single:
        over_all = f"{more} over all games" if single else str(more)
        places = ([over_all] if more else []) + ([f"{more_single} in single games"] if more_single else [])
        return f"; other differences beyond noise: {' and '.join(places)}"
    unsaid = [each for each in tabled if not _is_marked(each)]
    untold = sum(each.beyond_noise is None for each in unsaid)
    few = f" ({untold} of them on fewer than {FEWEST_UNITS} deals)" if untold else ""
    return f"; no other difference is beyond noise{few}" if unsaid else ""


def _deny_differences(over_all: Sequence[Difference], single: Sequence[Difference]) -> str:
    """Returns the sentence where no claim can be made over all games, or in the only one."""
    if marked := sum(map(_is_marked, single)):
        start = "No difference over all games is beyond noise; in" if over_all else "In"
        verb = "is" if marked == 1 else "are"
        return f"{start} single games {marked} of {len(single)} differences {verb} beyond noise."
    units, fewest, pairs = max(map(_count_deals, _by_game(over_all or single)), key=lambda deals: deals[0] / deals[1])
    if units >= fewest:
        return f"No difference is beyond noise, on up to {units:,} deals: more may tell agents apart."
    agents = "two agents" if pairs == 1 else f"any of {pairs:,} pairs of agents"
    return (f"No difference is beyond noise: {units} {'deal is' if units == 1 else 'deals are'} too few to tell "
            f"{agents} apart; at least {fewest} are needed, {math.ceil(fewest / units)} times as many matches.")


def _by_game(differences: Sequence[Difference]) -> list[list[Difference]]:
    games: dict[str, list[Difference]] = defaultdict(list)
    for each in differences:
        games[each.game].append(each)
    return list(games.values())


def _count_deals(differences: Sequence[Difference]) -> tuple[int, int, int]:
    """Returns the most deals of a pair, the fewest that can tell one of the pairs apart, and the number of pairs."""
    pairs = len(differences)
    fewest = fewest_watched_deals if any(each.anytime for each in differences) else fewest_deals
    return max(each.units for each in differences), fewest(pairs), pairs

"""The seven abilities, the win rate and the radar area of MAgIC (Xu et al., section 3.3 and appendix A.2).

There are three schemes: ``published`` gives the numbers of Tables 1 and 4, ``printed`` follows the equations, and
``coded`` the program's release (``metrics_release.py``), which differs from the tables in Coordination alone. An
ability is empty (NaN) unless the challenger played all roles that it is measured in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, pi, sin
from typing import Literal

Scheme = Literal["published", "printed", "coded"]

SCHEMES: tuple[Scheme, ...] = ("published", "printed", "coded")
ABILITIES = ("judgement", "reasoning", "deception", "self_awareness", "cooperation", "coordination", "rationality")

CHAMELEON, NON_CHAMELEON = "chameleon", "non-chameleon"
UNDERCOVER, CIVILIAN = "undercover", "civilian"
COST_SHARING = "cost_sharing"
DILEMMA = "three_player_prisoners_dilemma"
PUBLIC_GOOD = "public_good"
# The credits of a match with the largest win, by which win rates are normalised. Appendix A.2 prints 2 for undercover
# and civilians too, by which a challenger who always wins would have a win rate of 150 %; the program has 3.
MOST_CREDITS: Mapping[str, int] = {
    CHAMELEON: 2, NON_CHAMELEON: 2, UNDERCOVER: 3, CIVILIAN: 3, COST_SHARING: 1, DILEMMA: 1, PUBLIC_GOOD: 1}
ROLES = tuple(MOST_CREDITS)

MU = 0.6  # equation 5
LAMBDA = 0.25  # equation 4

CAUGHT, GUESSED, ESCAPED, TIE = "caught", "guessed", "escaped", "tie"
AGREED, FAILED = "agreed", "failed"


@dataclass(frozen=True)
class Tally:
    """Sums over the matches of a challenger.

    ``units`` has the number of right units and of all units by role and ability, and ``outcomes`` how often each
    outcome of a match occurred, by role.
    """

    units: Mapping[tuple[str, str], tuple[int, int]]
    outcomes: Mapping[str, Mapping[str, int]]

    def share(self, ability: str, *roles: str) -> float:
        """Returns the share of right units in all these roles together; NaN if one of them has none."""
        found = [self.units.get((role, ability), (0, 0)) for role in roles]
        if not all(total for _, total in found):
            return nan
        return sum(right for right, _ in found) / sum(total for _, total in found)

    def outcome(self, role: str, name: str) -> int:
        """Returns how often the challenger's matches in a role ended with an outcome."""
        return self.outcomes.get(role, {}).get(name, 0)


def _judgement(tally: Tally) -> float:
    """Returns the share of correct votes (equation 2)."""
    return tally.share("judgement", NON_CHAMELEON, CIVILIAN)


def _reasoning(tally: Tally) -> float:
    """Returns the share of correct deductions (equation 3); :mod:`.ability_units` says what counts as one."""
    return tally.share("reasoning", CHAMELEON, NON_CHAMELEON, UNDERCOVER, CIVILIAN)


def _printed_deception(tally: Tally) -> float:
    """Returns equation 4: the share of matches won as chameleon or undercover, plus LAMBDA times that of wrong guesses.

    A match is won if somebody else is accused. Guesses are those of the other side in the challenger's matches as
    non-chameleon, since the paper counts "causing" wrong guesses: one that the challenger itself makes as chameleon
    deceives nobody. The second term is left out if nobody guessed in them.
    """
    if NON_CHAMELEON not in tally.outcomes:
        return nan
    wrong, right = tally.outcome(NON_CHAMELEON, CAUGHT), tally.outcome(NON_CHAMELEON, GUESSED)
    misled = wrong / (wrong + right) if wrong + right else 0.0
    return tally.share("deception", CHAMELEON, UNDERCOVER) + LAMBDA * misled


def _coded_deception(tally: Tally) -> float:
    """Returns what the program computes: the share of matches in which the challenger was not caught, plus a term.

    Of the challenger's matches as non-chameleon, the term counts kinds of outcomes in place of matches, and right
    guesses in place of wrong ones: LAMBDA times whether a defender ever guessed the word right, over the number of
    outcomes among "caught" and "guessed" that ever occurred. The program crashes if none did, so the ability is empty
    then.
    """
    caught, guessed = (tally.outcome(NON_CHAMELEON, name) > 0 for name in (CAUGHT, GUESSED))
    if not caught + guessed:
        return nan
    return tally.share("deception", CHAMELEON, UNDERCOVER) + LAMBDA * guessed / (caught + guessed)


def _printed_self_awareness(tally: Tally) -> float:
    """Returns equation 5: MU times the share of correct answers in Chameleon, plus that in Undercover (at most 1.6)."""
    return (MU * tally.share("self_awareness", CHAMELEON, NON_CHAMELEON)
            + tally.share("self_awareness", UNDERCOVER, CIVILIAN))


def _coded_self_awareness(tally: Tally) -> float:
    """Returns the share of correct answers in both games together, without weights."""
    return tally.share("self_awareness", CHAMELEON, NON_CHAMELEON, UNDERCOVER, CIVILIAN)


def _cooperation(tally: Tally) -> float:
    """Returns the share of matches of cost sharing with an agreement (equation 6)."""
    return tally.share("cooperation", COST_SHARING)


def _coordination(tally: Tally) -> float:
    """Returns equation 7: the share of agreements that adopt a proposal of the challenger's.

    It is the share of agreements as printed and as coded. The published numbers are multiples of 1/21, so shares of all
    matches: :mod:`.ability_units` has a unit for every one of them then.
    """
    return tally.share("coordination", COST_SHARING)


def _rationality(tally: Tally) -> float:
    """Returns equation 8: the share of rounds in which the challenger defected or contributed the least.

    The rounds of both games are pooled, as in the program and in the published multiples of 1/210; the typeset equation
    can also be read as the sum of two shares, which is twice that if both games have as many rounds.
    """
    return tally.share("rationality", DILEMMA, PUBLIC_GOOD)


_COMMON: Mapping[str, Callable[[Tally], float]] = {
    "judgement": _judgement, "reasoning": _reasoning, "cooperation": _cooperation, "coordination": _coordination,
    "rationality": _rationality}
_CODED = {**_COMMON, "deception": _coded_deception, "self_awareness": _coded_self_awareness}
FORMULAS: Mapping[Scheme, Mapping[str, Callable[[Tally], float]]] = {
    "published": _CODED, "coded": _CODED,
    "printed": {**_COMMON, "deception": _printed_deception, "self_awareness": _printed_self_awareness},
}


def abilities_of(tally: Tally, scheme: Scheme) -> dict[str, float]:
    """Returns the seven abilities in per cent, in the order of ``ABILITIES``, NaN where undefined."""
    return {ability: 100 * FORMULAS[scheme][ability](tally) for ability in ABILITIES}


def radar_area(abilities: Sequence[float]) -> float:
    """Returns the area of the polygon that the abilities span in a radar chart.

    Args:
        abilities: the percentages in the order of ``ABILITIES``, which is that of Table 1.

    Returns:
        The area in squares of per cent, 27,364 at most if no ability exceeds 100; NaN if an ability is NaN.

    Raises:
        ValueError: there are not seven abilities.
    """
    if len(abilities) != len(ABILITIES):
        raise ValueError(f"{len(abilities)} abilities have no radar area; give the {len(ABILITIES)}: "
                         f"{', '.join(ABILITIES)}")
    neighbours = zip(abilities, [*abilities[1:], abilities[0]], strict=True)
    return sin(2 * pi / len(ABILITIES)) / 2 * sum(one * other for one, other in neighbours)

"""Measures that a profile shows: their units, directions and sources, and the limits of what they say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isnan
from typing import Literal

from gtarena.formatting import format_dollars, format_number, format_percent, format_signed

Better = Literal["higher", "lower", "nearer to 0"]


@dataclass(frozen=True)
class Measure:
    """Measure of an agent in a game.

    ``about`` says what it is, ``limits`` what it does not say, and ``source`` who defined it. ``shown`` is the form of
    its numbers; a ``share`` is counted from 0 to 1. Without a direction that is ``better`` nobody is best or worst.
    """

    title: str
    unit: str
    better: Better | None
    about: str
    limits: str
    source: str
    shown: Callable[[float], str] = format_number

    @property
    def share(self) -> bool:
        """True if its numbers are shares, which are shown in per cent."""
        return self.shown is format_percent

    def rank(self, value: float) -> float:
        """Returns a number that is the lower, the better the value; NaN if it tells nothing."""
        if self.better is None or isnan(value):
            return float("nan")
        return {"higher": -value, "lower": value, "nearer to 0": abs(value)}[self.better]


MEASURES: Mapping[str, Measure] = {
    "rating": Measure(
        "Rating", "log-odds", "higher",
        "Strength from wins and losses against all agents that played: a difference of 1 is odds of 2.7 to 1.",
        "It is relative to the agents that played here, and does not say how any of them would fare against others.",
        "Bradley and Terry, Biometrika 39 (1952), 324-345", format_signed),
    "nra": Measure(
        "NRA", "share of returns", "higher",
        "Normalised relative advantage: returns minus the opponents', over the sum of their absolute values.",
        "It depends on who the opponents were, and does not say how far play is from the best possible.",
        "GTBench, Eq. 1 (Duan et al., 2024)", format_signed),
    "exploitability": Measure(
        "Exploitability", "return", "lower",
        "Mean over the seats of the most that a perfect opponent gains because the agent plays its policy and no "
        "equilibrium.",
        "It is about the worst opponent there is: an exploitable agent may win against all that do not know it.",
        "NashConv over the number of players (Lanctot et al., 2017)"),
    "nash_conv": Measure(
        "NashConv", "return", "lower",
        "Sum over the seats of what a player gains by the best response to the others' policies.",
        "It adds up the seats, so that games with different numbers of players cannot be compared.",
        "Lanctot et al., 2017"),
    "nash_conv_bound": Measure(
        "Lower bound of NashConv", "return", None,
        "What responses that were learned from a budget of questions gain on fresh matches, summed over the seats.",
        "A small bound may be that of a budget too small to learn from: the true number can be any larger one.",
        "NashConv (Lanctot et al., 2017) with the responses that were found"),
    "mean_regret": Measure(
        "Mean regret, share of the range", "from 0 to 1", "lower",
        "Mean loss of a move against the best move, by the value that a strong reference gives each, over the range of "
        "returns of the game.",
        "It takes perfect play after the move for granted, and does not say what the move gains against weak players.",
        "values of moves by a solver or a search, as the page on the quality of moves has them"),
    "blunder_rate": Measure(
        "Blunders", "share of moves", "lower",
        "Share of moves whose regret is above a threshold and beyond the noise of the reference.",
        "It does not say how much each blunder lost, nor whether an opponent made use of it.",
        "the page on the quality of moves", format_percent),
    "brier": Measure(
        "Brier score", "squared error", "lower",
        "Mean squared error of the probabilities that the model states for what is hidden.",
        "It mixes what nobody could know with what the model got wrong: the excess below takes out the former.",
        "Brier, Monthly Weather Review 78 (1950), 1-3"),
    "excess_brier": Measure(
        "Brier score over the posterior", "squared error", "lower",
        "How much larger the Brier score is than that of the probabilities that follow from the rules.",
        "The posterior takes a stated policy of the other players for granted, and real players may differ from it.",
        "Brier (1950), with Bayes' rule as the reference"),
    "dominated_rate": Measure(
        "Dominated choices", "share of choices", "lower",
        "Share of choices, from menus with such an option, of one that another on the menu dominates: for every number "
        "of points, the other gives it or more with at least the same chance.",
        "Avoiding such options takes no skill beyond comparing numbers, so that a rate of 0 shows little.",
        "First-order stochastic dominance (Hadar and Russell, American Economic Review 59, 1969, 25-34)",
        format_percent),
    "intransitivity": Measure(
        "Intransitive triples", "share of triples", "lower",
        "Share of triples of options with A preferred to B, B to C, and C to A, by majority of the choices.",
        "A few are expected of anyone who chooses with some noise, also of a chooser with consistent preferences.",
        "Weak stochastic transitivity (Tversky, Psychological Review 76, 1969)", format_percent),
    "says_does_distance": Measure(
        "Says against does", "total variation", "lower",
        "Distance between the policy that the model states for itself and the one that it plays, from 0 to 1.",
        "A small distance says that the model knows what it does, and not that it does well.",
        "total variation distance, as on the page on exploitability"),
    "disguise_effect": Measure(
        "Effect of a disguise", "share of returns", "nearer to 0",
        "What the agent gains on the same deals when it sees the game in a disguise and not as it is known.",
        "An interval that holds 0 does not show that nothing is lost, and a loss does not tell memorised play from "
        "words that are harder to read.",
        "paired differences, as on the page on reports", format_signed),
    "recognition": Measure(
        "Recognition", "share of questions", None,
        "How often the model names the game that it is shown.",
        "To know the name of a game is neither good nor bad play, and shows no memory of single matches.",
        "share of right answers among the games that are offered", format_percent),
    "illegal_rate": Measure(
        "Replies without a legal move", "share of replies", "lower",
        "Share of the replies that had to state a move and gave no legal one.",
        "It counts replies and not decisions, and does not say what the run's policy made of them.",
        "the page on reports", format_percent),
    "cost": Measure(
        "Cost", "US dollars a match", "lower",
        "Price of the replies of a match, those from the cache counted as if they had been asked for.",
        "It goes by list prices on the day of the match, and includes no price of local machines.",
        "tokens and prices in the logs", format_dollars),
}

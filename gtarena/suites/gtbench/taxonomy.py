"""What kinds of games GTBench consists of: the paper's Table 1 as data, by which results are grouped."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

AVERAGE = "average"
BREAKTHROUGH = "breakthrough"  # the paper averages with and without it (Table 3)


@dataclass(frozen=True)
class Taxon:
    """A game's row of Table 1.

    In a ``static`` game a player moves without knowing the other's move. ``most_actions`` is how many legal actions
    there are at most, ``None`` where the paper does not say. For the dilemma, which the paper calls static in its
    appendix and dynamic in its text, the appendix counts.
    """

    information: Literal["complete", "incomplete"]
    timing: Literal["dynamic", "static"]
    outcome: Literal["deterministic", "probabilistic"]
    abilities: tuple[Literal["board", "bids", "collaboration", "bluff", "math"], ...]
    most_actions: int | None
    first_player_advantage: bool = False


TAXONOMY: Mapping[str, Taxon] = {
    "tic_tac_toe": Taxon("complete", "dynamic", "deterministic", ("board",), 9, first_player_advantage=True),
    "connect_four": Taxon("complete", "dynamic", "deterministic", ("board",), 7, first_player_advantage=True),
    "breakthrough": Taxon("complete", "dynamic", "deterministic", ("board",), 18),
    "nim": Taxon("complete", "dynamic", "deterministic", ("math",), None, first_player_advantage=True),
    "kuhn_poker": Taxon("incomplete", "dynamic", "probabilistic", ("bluff", "math"), 2, first_player_advantage=True),
    "liars_dice": Taxon("incomplete", "dynamic", "probabilistic", ("bids", "bluff", "math"), 2),
    "first_sealed_auction": Taxon("incomplete", "static", "probabilistic", ("bids", "math"), None),
    "negotiation": Taxon("incomplete", "dynamic", "probabilistic", ("collaboration", "bluff", "math"), None),
    "pig": Taxon("complete", "dynamic", "probabilistic", (), 2),
    "iterated_prisoners_dilemma": Taxon("incomplete", "static", "deterministic", ("collaboration", "math"), 2),
}


def name_of(game: str) -> str:
    """The short name of a game that may carry parameters, such as ``pig(winscore=20)``."""
    return game.partition("(")[0]


def place(game: str) -> tuple[int, str]:
    """Sorts games as the taxonomy lists them, and those that it does not know behind."""
    names = list(TAXONOMY)
    return names.index(name_of(game)) if name_of(game) in names else len(names), game


def is_solid(game: str) -> bool:
    """Whether nothing is hidden and nothing left to chance, the paper's first category (Figure 2)."""
    taxon = TAXONOMY.get(name_of(game))
    return taxon is not None and (taxon.information, taxon.outcome) == ("complete", "deterministic")


def is_uncertain(game: str) -> bool:
    """Whether the game is of the paper's other category (Figure 3)."""
    return name_of(game) in TAXONOMY and not is_solid(game)


# What is averaged over, and for which games that is.
GROUPS: Mapping[str, Callable[[str], bool]] = {
    AVERAGE: lambda game: True,
    f"{AVERAGE} without {BREAKTHROUGH}": lambda game: name_of(game) != BREAKTHROUGH,
    "complete and deterministic": is_solid,
    "probabilistic or dynamic": is_uncertain,
}

"""Categories of GTBench's games from the paper's Table 1, by which results are grouped."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

AVERAGE = "average"
BREAKTHROUGH = "breakthrough"  # the paper averages with and without it (Table 3)


@dataclass(frozen=True)
class Taxon:
    """The categories of a game in Table 1.

    The table's other columns (dynamic or static, size of the action space, first player's advantage) group no result.
    """

    information: Literal["complete", "incomplete"]
    outcome: Literal["deterministic", "probabilistic"]
    abilities: tuple[Literal["board", "bids", "collaboration", "bluff", "math"], ...]


TAXONOMY: Mapping[str, Taxon] = {
    "tic_tac_toe": Taxon("complete", "deterministic", ("board",)),
    "connect_four": Taxon("complete", "deterministic", ("board",)),
    "breakthrough": Taxon("complete", "deterministic", ("board",)),
    "nim": Taxon("complete", "deterministic", ("math",)),
    "kuhn_poker": Taxon("incomplete", "probabilistic", ("bluff", "math")),
    "liars_dice": Taxon("incomplete", "probabilistic", ("bids", "bluff", "math")),
    "first_sealed_auction": Taxon("incomplete", "probabilistic", ("bids", "math")),
    "negotiation": Taxon("incomplete", "probabilistic", ("collaboration", "bluff", "math")),
    "pig": Taxon("complete", "probabilistic", ()),
    "iterated_prisoners_dilemma": Taxon("incomplete", "deterministic", ("collaboration", "math")),
}


def name_of(game: str) -> str:
    """Returns the short name of a game label, such as ``pig`` for ``pig(winscore=20)``."""
    return game.partition("(")[0]


def taxonomy_order(game: str) -> tuple[int, str]:
    """Returns a sort key: games in the order of the taxonomy, then all others by name."""
    names = list(TAXONOMY)
    return names.index(name_of(game)) if name_of(game) in names else len(names), game


def is_complete_deterministic(game: str) -> bool:
    """Returns true for a game of complete information without chance, the paper's first category (Figure 2)."""
    taxon = TAXONOMY.get(name_of(game))
    return taxon is not None and (taxon.information, taxon.outcome) == ("complete", "deterministic")


def is_probabilistic_or_dynamic(game: str) -> bool:
    """Returns true for a game of the paper's other category (Figure 3)."""
    return name_of(game) in TAXONOMY and not is_complete_deterministic(game)


# Groups of games to average over, each with the condition that selects its games.
GAME_GROUPS: Mapping[str, Callable[[str], bool]] = {
    AVERAGE: lambda game: True,
    f"{AVERAGE} without {BREAKTHROUGH}": lambda game: name_of(game) != BREAKTHROUGH,
    "complete and deterministic": is_complete_deterministic,
    "probabilistic or dynamic": is_probabilistic_or_dynamic,
}

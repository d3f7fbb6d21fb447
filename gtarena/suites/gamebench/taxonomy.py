"""GameBench's nine games: their published seats, and the categories of reasoning in Table 1."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

CATEGORIES = ("abstract strategy", "non-deterministic", "hidden information", "language communication",
              "social deduction", "cooperation")
_STRATEGY, _CHANCE, _HIDDEN, _LANGUAGE, _DEDUCTION, _COOPERATION = CATEGORIES


@dataclass(frozen=True)
class PublishedGame:
    """A game of the paper: its abbreviation, the seats of the first and the second agent, and its categories."""

    code: str
    seats: tuple[int, int]
    categories: tuple[str, ...]

    @property
    def teams(self) -> list[int]:
        """Number of each seat's team."""
        first, second = self.seats
        return [0] * first + [1] * second


# In the order of the paper's tables, which is that of their titles; the suite plays them by their own defaults.
GAMES: Mapping[str, PublishedGame] = {
    "air_land_sea": PublishedGame("ALS", (1, 1), (_STRATEGY,)),
    "arctic_scavengers": PublishedGame("ARC", (1, 1), (_STRATEGY, _CHANCE, _HIDDEN)),
    "are_you_the_traitor": PublishedGame("AYT", (2, 3), (_HIDDEN, _LANGUAGE, _DEDUCTION, _COOPERATION)),
    "codenames": PublishedGame("CN", (2, 2), (_STRATEGY, _LANGUAGE, _COOPERATION)),
    "hive_without_beetles": PublishedGame("HV", (1, 1), (_STRATEGY,)),
    "pit": PublishedGame("PT", (2, 2), (_LANGUAGE,)),
    "santorini": PublishedGame("SN", (1, 1), (_STRATEGY,)),
    "two_rooms_and_a_boom": PublishedGame("TRB", (3, 3), (_CHANCE, _HIDDEN, _LANGUAGE, _DEDUCTION, _COOPERATION)),
    "sea_battle": PublishedGame("SB", (3, 3), (_STRATEGY, _CHANCE, _COOPERATION)),
}


def code_of(label: str) -> str:
    """Returns the abbreviation of a game as the suite plays it, such as ``SN``, and any other label as it is."""
    return GAMES[label].code if label in GAMES else label


def is_listed(label: str) -> bool:
    """Returns if a label is of a game of the paper as the suite plays it."""
    return label in GAMES


def in_order(labels: Iterable[str]) -> list[str]:
    """Returns the labels of games in the paper's order, then all others by name."""
    places = {label: place for place, label in enumerate(GAMES)}
    return sorted(set(labels), key=lambda label: (places.get(label, len(places)), label))


def categories_of(label: str) -> tuple[str, ...]:
    """Returns the categories of reasoning of a game, also if it is played with other settings than the suite's."""
    name = label.partition("(")[0]
    return GAMES[name].categories if name in GAMES else ()

"""Public names drawn by chance, so that nothing shown to a player tells the seat, team or role behind a name.

A permutation of the names over the seats is drawn seat by seat at chance nodes. Let an action that chooses a player be
a label, the index of the player's name, and list players in the order of their names: actions and orders of seats
would tell as much as the seats' numbers.
"""

from dataclasses import dataclass

from custom_games.framework.cards import distinct_outcomes


@dataclass(frozen=True)
class Labels:
    """The names of the seats, as far as they are drawn: seat ``s`` is called ``names[drawn[s]]``."""

    names: tuple[str, ...]
    drawn: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Checks that no two seats can get the same name.

        Raises:
            ValueError: two names are equal, or a label is drawn twice or does not exist.
        """
        if len(set(self.names)) < len(self.names):
            raise ValueError(f"names {', '.join(self.names)} are not all different")
        if len(set(self.drawn)) < len(self.drawn) or not set(self.drawn) <= set(range(len(self.names))):
            raise ValueError(f"drawn labels {self.drawn} are not all different and from 0 to {len(self.names) - 1}")

    @property
    def complete(self) -> bool:
        """True once every seat has its name."""
        return len(self.drawn) == len(self.names)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the labels that the next seat may get, equally likely; empty if all are drawn."""
        return distinct_outcomes(len(self.names), self.drawn)

    def after(self, label: int) -> "Labels":
        """Returns the labels after the next seat got one.

        Raises:
            ValueError: another seat has this label, or there is no such label.
        """
        return Labels(self.names, (*self.drawn, label))

    def label(self, seat: int) -> int:
        """Returns the index of a seat's name.

        Raises:
            ValueError: there is no such seat, or its name is not drawn yet.
        """
        # A negative index, such as that of chance, would count from the end.
        if not 0 <= seat < len(self.drawn):
            raise ValueError(f"seat {seat} has no name: names are drawn for {len(self.drawn)} of {len(self.names)}")
        return self.drawn[seat]

    def name(self, seat: int) -> str:
        """Returns a seat's name.

        Raises:
            ValueError: there is no such seat, or its name is not drawn yet.
        """
        return self.names[self.label(seat)]

    def seat_of(self, label: int) -> int:
        """Returns the seat with a label.

        Raises:
            ValueError: no seat has it.
        """
        if label not in self.drawn:
            raise ValueError(f"no seat has the label {label}; drawn are {self.drawn}")
        return self.drawn.index(label)

    def seat(self, name: str) -> int:
        """Returns the seat with exactly this name.

        Raises:
            ValueError: no seat has it.
        """
        for seat in self.seats():
            if self.name(seat) == name:
                return seat
        raise ValueError(f"nobody is called {name!r}: there are {', '.join(map(self.name, self.seats()))}")

    def seats(self) -> list[int]:
        """Returns the seats with a name in the order of ``names``, in which players may be listed."""
        return sorted(range(len(self.drawn)), key=self.drawn.__getitem__)

    def others(self, seat: int) -> list[str]:
        """Returns the names of the other seats in the order of ``names``."""
        return [self.name(other) for other in self.seats() if other != seat]


def player_labels(players: int) -> Labels:
    """Returns undrawn labels with the names ``Player 1``, ``Player 2`` and so on."""
    return Labels(tuple(f"Player {number}" for number in range(1, players + 1)))


def numbered_name(seat: int) -> str:
    """Returns the name of a seat in a game that has none of its own: ``Player 0``, by OpenSpiel's number."""
    return f"Player {seat}"

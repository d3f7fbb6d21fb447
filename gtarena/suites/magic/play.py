"""A match of MAgIC, replayed, with its challengers and their roles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from custom_games.framework.node import Node
from gtarena.suites.contract import Trace
from gtarena.suites.magic.ability_units import Unit
from gtarena.suites.magic.games import GAMES, SuiteGame
from gtarena.suites.magic.scores import ABILITIES, MOST_CREDITS, Scheme


@dataclass(frozen=True)
class MagicPlay:
    """The end of a match, and the seats whose agents are measured: all, unless the match's tags name some."""

    game: SuiteGame
    node: Node
    challengers: Sequence[int]

    @classmethod
    def of(cls, trace: Trace) -> "MagicPlay":
        """Replays a match of one of the five games.

        Raises:
            ValueError: a logged action is illegal.
        """
        named = trace.tags.get("challengers")
        return cls(GAMES[trace.game], trace.node, named if isinstance(named, list) else range(len(trace.seats)))

    def role(self, seat: int) -> str:
        """Returns the role of a seat, one of :data:`.scores.ROLES`."""
        return self.game.role(self.node, seat)

    def setting(self) -> str:
        """Returns the label of what the players were dealt."""
        return self.game.setting(self.node)

    def outcome(self) -> str:
        """Returns the name of the match's outcome; empty in a game whose players win each for itself."""
        return self.game.outcome(self.node)

    def credits(self, seat: int) -> float:
        """Returns the credits that a seat won."""
        return self.game.credits(self.node, seat)

    def win_rate(self, seat: int) -> float:
        """Returns the share of the largest possible credits that a seat won."""
        return self.credits(seat) / MOST_CREDITS[self.role(seat)]

    def details(self, seat: int) -> Mapping[str, float]:
        """Returns the further numbers of Table 2 and Figure 10 that the match has."""
        return self.game.details(self.node, seat)

    def units(self, seats: Iterable[int], scheme: Scheme) -> list[Unit]:
        """Returns the units by which the abilities of these seats are measured."""
        return [unit for seat in seats for unit in self.game.units(self.node, seat, scheme)]

    def counts(self, seats: Iterable[int], scheme: Scheme) -> dict[str, tuple[int, int]]:
        """Returns for every ability the number of right units of these seats, and of all."""
        return count_units(self.units(seats, scheme))


def count_units(units: Sequence[Unit]) -> dict[str, tuple[int, int]]:
    """Returns for every ability the number of right units, and of all."""
    found = {ability: [unit.right for unit in units if unit.ability == ability] for ability in ABILITIES}
    return {ability: (sum(rights), len(rights)) for ability, rights in found.items()}

"""Positions of Two Rooms and a Boom, and what they tell about players.

Players are given by their labels, the indices of their names, so that what all see does not depend on seats. Teams and
cards belong to seats: the first half of the seats is Blue.
"""

from collections.abc import Mapping
from typing import NamedTuple

from custom_games.framework.labels import Labels

BLUE, RED = range(2)
TEAMS = ("Blue", "Red")


class Exchange(NamedTuple):
    """A question in a room (0 or 1) with its answer; nothing was asked if the question is empty."""

    room: int
    asker: int
    partner: int
    question: str
    answer: str | None


class Position(NamedTuple):
    """The draws, then who is where and what was said.

    ``president`` and ``bomber`` are seats, ``rooms`` the players of both rooms in the order of their turns, ``leaders``
    those of both rooms. ``partner``, ``question`` and ``hostage`` (of Room 1) are those chosen so far in the current
    turn, ``swaps`` the hostages of Room 1 and Room 2 in each finished round.
    """

    names: Labels
    president: int | None = None
    bomber: int | None = None
    rooms: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    leaders: tuple[int, ...] = ()
    talk: tuple[Exchange, ...] = ()
    partner: int | None = None
    question: str | None = None
    hostage: int | None = None
    swaps: tuple[tuple[int, int], ...] = ()

    @property
    def turns(self) -> int:
        """The number of players who have asked in this round."""
        return len(self.talk) - len(self.names.names) * len(self.swaps)

    def team_of(self, seat: int) -> int:
        """Returns the team of a seat."""
        return RED if seat >= len(self.names.names) // 2 else BLUE

    def team(self, player: int) -> int:
        """Returns the team of a player."""
        return self.team_of(self.names.seat_of(player))

    def room_of(self, player: int) -> int:
        """Returns the room (0 or 1) in which a player is."""
        return int(player in self.rooms[1])

    def asker(self) -> int:
        """Returns the player whose turn it is to ask."""
        room, place = divmod(self.turns, len(self.rooms[0]))
        return self.rooms[room][place]

    def mover(self) -> int:
        """Returns the player who is to move, while the game goes on."""
        if self.turns == len(self.names.names):
            return self.leaders[self.hostage is not None]
        if self.question is not None:
            assert self.partner is not None, "a question is put to somebody"
            return self.partner
        return self.asker()

    def is_reported(self, said: Exchange, player: int) -> bool:
        """Returns whether a player got the report of an exchange: the leader of the room, of its team-mates' ones."""
        leads = player == self.leaders[said.room] and player != said.asker
        return leads and self.team(player) == self.team(said.asker)

    def is_heard(self, said: Exchange, player: int) -> bool:
        """Returns whether a player took part in an exchange, or got the report of it."""
        return player in (said.asker, said.partner) or self.is_reported(said, player)

    def known_teams(self, player: int) -> Mapping[int, int]:
        """Returns the teams that a player knows, its own included.

        A leader knows those of all who have asked in its room: there was a report, or there was none.
        """
        return {player: self.team(player)} | {
            said.asker: self.team(said.asker) for said in self.talk if player == self.leaders[said.room]}

    def are_apart(self) -> bool:
        """Returns whether the President and the Bomber are in different rooms."""
        assert self.president is not None, "the President is not drawn yet"
        assert self.bomber is not None, "the Bomber is not drawn yet"
        return self.room_of(self.names.label(self.president)) != self.room_of(self.names.label(self.bomber))

"""Positions of Two Rooms and a Boom in which all that a player does not know is drawn anew."""

import random
from collections.abc import Sequence

from custom_games.framework.labels import Labels
from custom_games.two_rooms_and_a_boom.position import BLUE, RED, Exchange, Position


def redraw(state: Position, seat: int, rng: random.Random) -> Position:
    """Returns a position that the player on a seat, who is to move, cannot tell from this one.

    All deals that agree with what the player knows are equally likely. Of exchanges that it has not heard, the partner
    is drawn among those who could be asked, and nothing was said.
    """
    player = state.names.label(seat)
    teams = _seats_of_teams(state)
    hidden = state.hostage is not None and player == state.leaders[1]
    return state._replace(
        names=_redraw_names(state, seat, rng),
        president=_redraw_holder(state.president, seat, teams[BLUE], rng),
        bomber=_redraw_holder(state.bomber, seat, teams[RED], rng),
        talk=_redraw_talk(state, player, rng),
        hostage=rng.choice(_possible_hostages(state)) if hidden else state.hostage)


def _seats_of_teams(state: Position) -> tuple[range, range]:
    seats = len(state.names.names)
    return range(seats // 2), range(seats // 2, seats)


def _redraw_holder(holder: int | None, seat: int, team: Sequence[int], rng: random.Random) -> int:
    """Returns the seat of a special card: the player's own, or any other of the team."""
    return seat if holder == seat else rng.choice([other for other in team if other != seat])


def _redraw_names(state: Position, seat: int, rng: random.Random) -> Labels:
    """Returns names with which all players whose teams are known keep them, and the player on the seat its name."""
    own = state.names.label(seat)
    free = [[other for other in team if other != seat] for team in _seats_of_teams(state)]
    for seats in free:
        rng.shuffle(seats)
    placed = {own: seat}
    for player, team in sorted(state.known_teams(own).items()):
        if player != own:
            placed[player] = free[team].pop()
    left = [*free[BLUE], *free[RED]]
    rng.shuffle(left)
    for player in range(len(state.names.names)):
        if player not in placed:
            placed[player] = left.pop()
    return Labels(state.names.names, tuple(sorted(placed, key=placed.__getitem__)))


def _redraw_talk(state: Position, player: int, rng: random.Random) -> tuple[Exchange, ...]:
    rooms, a_round = _rooms_by_round(state), len(state.names.names)
    return tuple([
        said if state.is_heard(said, player)
        else _silence(said, rooms[number // a_round][said.room] - {said.asker, player}, rng)
        for number, said in enumerate(state.talk)])


def _silence(said: Exchange, partners: set[int], rng: random.Random) -> Exchange:
    return said._replace(partner=rng.choice(sorted(partners)), question="", answer=None)


def _rooms_by_round(state: Position) -> list[tuple[set[int], set[int]]]:
    """Returns the players of both rooms during every round, the present one included."""
    rooms = [(set(state.rooms[0]), set(state.rooms[1]))]
    for first, second in reversed(state.swaps):
        later = rooms[-1]
        rooms.append((later[0] - {second} | {first}, later[1] - {first} | {second}))
    return rooms[::-1]


def _possible_hostages(state: Position) -> list[int]:
    return [player for player in state.rooms[0] if player != state.leaders[0]]

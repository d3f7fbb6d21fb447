"""Hand-made matches of Two Rooms and a Boom, in which players are given by their numbers: "145" are Players 1, 4 and 5.

Unless stated otherwise, seat s is Player s + 1, so that Players 1 to 3 are Blue with the President Player 1, and
Players 4 to 6 are Red with the Bomber Player 4.
"""

from collections.abc import Sequence

import pyspiel

import custom_games  # noqa: F401  registers the game
from tests.support.deduction_play import play


def dealt(
    rooms: Sequence[str] = ("145", "236"), leaders: str = "53", names: str = "123456", president: int = 1,
    bomber: int = 4, **parameters: int) -> pyspiel.State:
    """Returns the state in which the players are in these rooms with these leaders.

    ``names`` has the number of each seat's player. ``president`` and ``bomber`` are seats, counted from 1.
    """
    players = range(1, len(names) + 1)
    rules = {"cards_per_room": len(names) // 2, **parameters}
    state = pyspiel.load_game("two_rooms_and_a_boom", rules).new_initial_state()
    draws = [int(number) - 1 for number in names] + [president - 1, bomber - 1]
    draws += [int(str(player) in rooms[1]) for player in players] + [int(leader) - 1 for leader in leaders]
    for draw in draws:
        state.apply_action(draw)
    return state


def name(number: int | str) -> str:
    return f"Player {number}"


def talked(state: pyspiel.State, *turns: tuple[int, str] | tuple[int, str, str]) -> pyspiel.State:
    """Makes turns of the players, each a partner, a question, and an answer unless the question is empty."""
    for partner, *texts in turns:
        play(state, name(partner), *texts)
    return state


def silent(state: pyspiel.State) -> pyspiel.State:
    """Makes the turns left in a round, in which all choose the first partner and ask nothing."""
    while state.node.rules.stage(state.node.position) == "partner":
        play(state, state.action_spec(state.current_player()).patterns()[0], "")
    return state


def swapped(state: pyspiel.State, *rounds: str) -> pyspiel.State:
    """Plays rounds without questions up to the swap of these hostages: "12" sends Player 1 and Player 2."""
    for first, second in rounds:
        play(silent(state), name(first), name(second))
    return state


def mover(state: pyspiel.State) -> int:
    """Returns the number of the player who is to move."""
    return state.node.position.names.label(state.current_player()) + 1


def rooms_of(state: pyspiel.State) -> list[str]:
    """Returns the numbers of the players in both rooms, in the order of their turns."""
    return ["".join(str(player + 1) for player in room) for room in state.node.position.rooms]

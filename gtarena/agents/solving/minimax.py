"""Minimax for board games with few positions, by backward induction over all of them."""

import pyspiel

from gtarena.agents.solving.base import Solution, is_deterministic_zero_sum

MAX_POSITIONS = 50_000  # half a second of work

# Games whose text determines all that can follow. The text of go, for example, does not show that a player has passed.
TEXT_IS_COMPLETE = frozenset(
    {"breakthrough", "clobber", "connect_four", "dots_and_boxes", "hex", "mnk", "nim", "tic_tac_toe"})

PositionKey = tuple[int, int, str]  # moves so far, player to move, text of the state


class Minimax(Solution):
    """Value of every position to the first player."""

    def __init__(self, worth: dict[PositionKey, float]) -> None:
        self._worth = worth

    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        sign = 1 if player == 0 else -1
        return {action: sign * self._worth[_position(state.child(action))] for action in state.legal_actions()}


def solve(game: pyspiel.Game) -> Minimax | None:
    """Returns the game's solution; ``None`` for another kind of game or more than ``MAX_POSITIONS`` positions."""
    if game.get_type().short_name not in TEXT_IS_COMPLETE or not is_deterministic_zero_sum(game):
        return None
    worth: dict[PositionKey, float] = {}
    followers: dict[PositionKey, list[PositionKey]] = {}
    level = {_position(state): state for state in [game.new_initial_state()]}
    while level:
        following = _expand(level, worth, followers)
        if following is None:
            return None
        level = following
    # Positions are listed level by level; in reverse, the followers of a position are valued before it.
    for position in reversed(followers):
        choose = max if position[1] == 0 else min
        worth[position] = choose(worth[follower] for follower in followers[position])
    return Minimax(worth)


def _expand(
    level: dict[PositionKey, pyspiel.State],
    worth: dict[PositionKey, float],
    followers: dict[PositionKey, list[PositionKey]],
) -> dict[PositionKey, pyspiel.State] | None:
    """Stores the returns or followers of a level's positions; returns the next level, or ``None`` beyond the limit."""
    following: dict[PositionKey, pyspiel.State] = {}
    for position, state in level.items():
        if state.is_terminal():
            worth[position] = state.returns()[0]
            continue
        children = {_position(child): child for child in map(state.child, state.legal_actions())}
        followers[position] = list(children)
        following.update(children)
        if len(worth) + len(followers) + len(following) > MAX_POSITIONS:
            return None
    return following


def _position(state: pyspiel.State) -> PositionKey:
    return state.move_number(), state.current_player(), str(state)

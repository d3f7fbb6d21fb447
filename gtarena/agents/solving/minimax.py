"""Board games with few enough positions: every position is valued, from the last moves back to the first."""

import pyspiel

from gtarena.agents.solving.base import Solution, is_duel_in_the_open

LIMIT = 50_000  # positions; half a second of work

# Games whose text is all that matters for what follows. That of go, say, does not tell that somebody has just passed.
TEXT_TELLS_ALL = frozenset(
    {"breakthrough", "clobber", "connect_four", "dots_and_boxes", "hex", "mnk", "nim", "tic_tac_toe"})

Position = tuple[int, int, str]  # moves so far, whose turn it is, the text of the state


class Minimax(Solution):
    """The value of every position to the first player."""

    def __init__(self, worth: dict[Position, float]) -> None:
        self._worth = worth

    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        sign = 1 if player == 0 else -1
        return {action: sign * self._worth[_position(state.child(action))] for action in state.legal_actions()}


def solve(game: pyspiel.Game) -> Minimax | None:
    """The game's solution, or ``None`` if it is of another kind or has more than ``LIMIT`` positions."""
    if game.get_type().short_name not in TEXT_TELLS_ALL or not is_duel_in_the_open(game):
        return None
    worth: dict[Position, float] = {}
    followers: dict[Position, list[Position]] = {}
    level = {_position(state): state for state in [game.new_initial_state()]}
    while level:
        following = _expand(level, worth, followers)
        if following is None:
            return None
        level = following
    # Positions are listed level by level, so those that follow a position have been valued before it.
    for position in reversed(followers):
        choose = max if position[1] == 0 else min
        worth[position] = choose(worth[follower] for follower in followers[position])
    return Minimax(worth)


def _expand(
    level: dict[Position, pyspiel.State], worth: dict[Position, float], followers: dict[Position, list[Position]]
) -> dict[Position, pyspiel.State] | None:
    """Notes what the level's positions pay or lead to; returns the next level, or ``None`` beyond the limit."""
    following: dict[Position, pyspiel.State] = {}
    for position, state in level.items():
        if state.is_terminal():
            worth[position] = state.returns()[0]
            continue
        children = {_position(child): child for child in map(state.child, state.legal_actions())}
        followers[position] = list(children)
        following.update(children)
        if len(worth) + len(followers) + len(following) > LIMIT:
            return None
    return following


def _position(state: pyspiel.State) -> Position:
    return state.move_number(), state.current_player(), str(state)

"""Boards of Codenames with known words and a known key, and what is said and guessed on them."""

import pyspiel

# Nine words of Red, eight of Blue, seven neutral ones and the assassin.
RED = ("beach", "boat", "shark", "knife", "cake", "cherry", "leaf", "wolf", "goose")
BLUE = ("piano", "rope", "rose", "sand", "seal", "sock", "soup", "taxi")
NEUTRAL = ("tent", "tiger", "toast", "tower", "train", "vase", "vault")
ASSASSIN = ("wax",)


def dealt(game_string="codenames", kinds=(RED, BLUE, NEUTRAL, ASSASSIN)) -> pyspiel.State:
    """Returns the state after a deal of the words of each kind, in this order."""
    state = pyspiel.load_game(game_string).new_initial_state()
    words = [word for each in kinds for word in each]
    outcomes = {state.action_to_string(-1, outcome): outcome for outcome, _ in state.chance_outcomes()}
    for word in words:
        state.apply_action(outcomes[word])
    for kind, each in enumerate(kinds):
        for _ in each:
            state.apply_action(kind)
    return state


def act(state: pyspiel.State, *moves) -> pyspiel.State:
    """Returns the state after moves: a clue with its number such as ("ocean", 2), a word, or "end turn"."""
    for move in moves:
        struct = {"guess": move} if isinstance(move, str) else {"clue": move[0], "number": move[1]}
        for action in state.struct_to_actions(state.current_player(), struct):
            state.apply_action(action)
    return state

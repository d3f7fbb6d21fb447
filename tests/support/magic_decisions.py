"""One decision of each kind in MAgIC's games, to which replies are written."""

from functools import cache

import pyspiel

import adapters
import custom_games  # noqa: F401  registers the games
from tests.support.deduction_play import answers, play, to_the_vote

Decision = tuple[adapters.Adapter, pyspiel.State, int]

CHAMELEON = "chameleon(topics=magic_chameleon,topic=1,chameleon=3)"
UNDERCOVER = "undercover(pairs=magic_undercover,pair=1)"
CLUES = ("tropical", "yellow inside", "sweet")


@cache
def decisions() -> dict[str, Decision]:
    """Returns decisions by name: the adapter, the state and the player; the word of Chameleon is mango."""
    return {**_chameleon(), **_undercover(), **_cost_sharing(), **_numbers()}


def _start(game_string: str) -> tuple[adapters.Adapter, pyspiel.State]:
    game = pyspiel.load_game(game_string)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return adapters.for_game(game), state


def _chameleon() -> dict[str, Decision]:
    adapter, state = _start(CHAMELEON)
    found = {"ch_role": (adapter, state.clone(), 1)}
    for number, clue in enumerate(CLUES):
        play(state, answers(state))
        found[f"ch_clue{number + 1}"] = (adapter, state.clone(), number)
        play(state, clue)
        if not number:
            found |= {"ch_beliefs": (adapter, state.clone(), 1), "ch_beliefs_of_others": (adapter, state.clone(), 2)}
        play(state, answers(state))
    found["ch_vote"] = (adapter, state.clone(), 1)
    play(state, [{"vote": "Player 3"}, {"vote": "Player 3"}, {"vote": "Player 1"}])
    return found | {"ch_guess": (adapter, state, 2)}


def _undercover() -> dict[str, Decision]:
    adapter, state = _start(UNDERCOVER)
    found = {"un_clue": (adapter, state.clone(), 0)}
    play(state, "people", "screens", "evening")
    found["un_role"] = (adapter, state.clone(), 1)
    play(state, answers(state))
    found["un_beliefs"] = (adapter, state, 1)
    voting = to_the_vote(_start(UNDERCOVER)[1], ["people", "screens", "evening"] * 2)
    return found | {"un_vote": (adapter, voting, 1)}


def _cost_sharing() -> dict[str, Decision]:
    adapter, state = _start("cost_sharing(group=1)")
    play(state, {"proposal": [40, 30, 30], "message": "fair"})
    found = {"cs_proposal": (adapter, state.clone(), 1)}
    play(state, {"proposal": [45, 25, 30]}, {"proposal": [30, 40, 30], "message": "ok"})
    found["cs_first_vote"] = (adapter, state.clone(), 0)
    return found | {"cs_vote": (adapter, play(state, "Player 1"), 1)}


def _numbers() -> dict[str, Decision]:
    dilemma, choosing = _start("three_player_prisoners_dilemma")
    adapter, giving = _start("public_good")
    return {
        "pd": (dilemma, play(choosing, ["Cooperate", "Defect", "Cooperate"]), 1),
        "pg_all_points": (adapter, giving.clone(), 0), "pg_40_points_left": (adapter, play(giving, [20, 60, 30]), 1)}

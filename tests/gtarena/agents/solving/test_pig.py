"""Values of pig against fractions worked out by hand, plain recursion, and a published number."""

import pyspiel
import pytest

from gtarena.agents.solving import pig
from tests.support.named_games import after

ROLL, STOP = 0, 1


def values(game_string: str, *actions: int) -> dict[int, float]:
    """Returns the values of the actions after a history, in which chance actions are die faces less 1."""
    state = after(game_string, *actions)
    return pig.solve(state.get_game()).values(state, state.current_player())


def approximately(roll: float, stop: float) -> object:
    return pytest.approx({ROLL: roll, STOP: stop}, abs=1e-9)


def test_a_coin_that_wins_or_passes_is_worth_a_third_and_piglet_to_two_points_is_as_worked_out_by_hand():
    # p = 1/2 + 1/2 (1 - p) = 2/3 for who is to move, and 2 p - 1 in returns.
    assert values("pig(winscore=2,diceoutcomes=2)") == approximately(1 / 3, -1 / 3)
    # With x the opponent's chance at 1 to 0 to it: its opponent's B = 1/4 + 3/4 x, and x = B/2, so that B = 2/5. The
    # start is worth A = 1/2 (1 - A) + 1/2 (1/2 + 1/2 (1 - A)) = 4/7, as rolling on at 1, worth 5/7, beats 1 - B.
    game = "pig(winscore=2,diceoutcomes=2,piglet=true)"
    assert (values(game), values(game, ROLL, 1)) == (approximately(1 / 7, -1 / 7), approximately(3 / 7, 1 / 5))
    assert values(game, ROLL, 1, STOP) == approximately(-1 / 5, -3 / 5)
    assert values("pig(winscore=5)", ROLL, 5) == {STOP: 1.0}


class Recursion:
    """Values to the first player by recursion over the game's rules; 0 if nobody wins within the given actions."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, int], float] = {}

    def worth(self, state: pyspiel.State, actions: int) -> float:
        if state.is_terminal():
            return state.returns()[0]
        key = str(state), state.current_player(), actions
        if key not in self._found:
            self._found[key] = self._ahead(state, actions) if actions else 0.0
        return self._found[key]

    def _ahead(self, state: pyspiel.State, actions: int) -> float:
        if state.is_chance_node():
            return sum(chance * self.worth(state.child(face), actions) for face, chance in state.chance_outcomes())
        choose = max if state.current_player() == 0 else min
        return choose(self.worth(state.child(action), actions - 1) for action in state.legal_actions())


@pytest.mark.parametrize("game_string", ["pig(winscore=4,diceoutcomes=3)", "pig(winscore=4,piglet=true)"])
def test_values_are_those_of_plain_recursion_over_openspiels_own_rules(game_string):
    game = pyspiel.load_game(game_string)
    solution, state, recursion = pig.solve(game), game.new_initial_state(), Recursion()
    for action in (ROLL, 1, STOP, ROLL, 1):
        if not state.is_chance_node():
            sign = 1 if state.current_player() == 0 else -1
            expected = {move: sign * recursion.worth(state.child(move), 60) for move in state.legal_actions()}
            assert solution.values(state, state.current_player()) == pytest.approx(expected, abs=1e-4)
        state.apply_action(action)


def test_the_first_player_of_the_usual_game_wins_as_often_as_published():
    # Neller and Presser, "Optimal Play of the Dice Game Pig" (2004): 53.06 %.
    assert (1 + max(values("pig").values())) / 2 == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.parametrize("game", ["pig(players=3)", "pig(winscore=1000,horizon=100000)", "pig(horizon=20)", "nim"])
def test_other_settings_and_games_are_not_solved(game):
    assert pig.solve(pyspiel.load_game(game)) is None

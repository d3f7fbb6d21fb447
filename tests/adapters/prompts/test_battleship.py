import pytest

from adapters.native.battleship import VIEW
from gtarena.checks.playouts import states
from tests.adapters.native.test_battleship import PLACED
from tests.support.named_games import after, load, loaded, rules, turn

NAME = "battleship"
SMALL = f"{NAME}(board_width=4,board_height=3,ship_sizes=[1;2],ship_values=[1;2.5],num_shots=9,loss_multiplier=2.0)"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


@every_version
def test_the_settings_are_told(version):
    default, small = rules(NAME, version), rules(SMALL, version)
    for text, told in ((default, ("10 rows", "10 columns", "2, 3, 3, 4, 5", "50 shots")),
                       (small, ("3 rows", "4 columns", "1, 2", "9 shots", "2 times", "1, 2.5"))):
        assert all(words in text for words in told)
    assert "2.5" not in default
    assert rules(f"{NAME}(allow_repeated_shots=False)", version) != default


@every_version
def test_the_first_decision_is_told_briefly(version):
    assert len(turn(after(NAME), 0, version)) < 1200


@every_version
def test_the_past_may_be_left_out(version):
    adapter, state = loaded(SMALL), after(SMALL, *PLACED, 4, 1)
    told = [adapter.prompt(state, 0, version, history=history)[1]["content"] for history in ("all", "last:1", "none")]
    for shot, where in (("B1", [True, False, False]), ("A2", [True, True, False])):
        assert [f"{shot} hit" in text or f"{shot}, hit" in text for text in told] == where
    assert all("\n\n\n" not in text for text in told)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game_string", [SMALL, f"{NAME}(board_width=3,board_height=3,ship_sizes=[2],ship_values=[3])"])
def test_the_return_is_the_worth_of_sunk_ships_less_that_of_own_ones(game_string, seed):
    *_, last = states(load(game_string), seed)
    loss = last.get_game().get_parameters()["loss_multiplier"]
    seen = [VIEW.observe(last, seat) for seat in (0, 1)]
    lost = [sum(each["worths"][number] for number in each["lost"]) for each in seen]
    assert last.returns() == [lost[1] - loss * lost[0], lost[0] - loss * lost[1]]
    assert [each["sunk"] for each in seen] == [len(each["lost"]) for each in reversed(seen)]
    over = [all(number in each["lost"] for number in range(len(each["sizes"]))) for each in seen]
    assert any(over) or not any(seen[0]["shots_left"].values())

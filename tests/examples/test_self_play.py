"""The example of learning by self-play, with fewer matches than it takes."""


import pytest

from tests.support.script_modules import load_script

MATCHES = 1500


@pytest.fixture(scope="module")
def self_play():
    return load_script("examples/self_play.py")


@pytest.fixture(scope="module")
def trained(self_play):
    """Table after training, and the evaluations on the way."""
    table = self_play.Table()
    return table, list(self_play.train(table, MATCHES, seed=1))


def test_before_it_learns_the_policy_is_uniform(self_play):
    # Against itself the first seat wins an ante if it bets and the second passes (1/4), and loses one if it passes the
    # second's bet (1/8); else the cards decide, which favour nobody. Its best response bets with Q, calls and bets
    # likewise with K, and bets with J, for 1/2 - 1/2 + 3/2 over three cards; the second's best response makes, after a
    # pass and after a bet, -1/2 and -1 with J, 1/2 and 0 with Q, 3/2 and 2 with K.
    uniform = self_play.evaluate(self_play.Table(), 0)
    assert list(uniform.against_itself) == pytest.approx([1 / 4 - 1 / 8, 1 / 8 - 1 / 4])
    assert list(uniform.against_best) == pytest.approx([-5 / 12, -1 / 2])
    assert uniform.nash_conv == pytest.approx(5 / 12 + 1 / 2)


def test_nash_conv_falls_and_both_seats_approach_the_value_of_the_game(trained):
    _, evaluations = trained
    last = evaluations[-1]
    assert last.matches == MATCHES
    assert last.nash_conv < 11 / 24  # half of that of the uniform policy
    assert last.against_itself[0] == pytest.approx(-1 / 18, abs=0.1)  # the uniform policy is 13/72 = 0.18 away
    assert sum(last.against_itself) == pytest.approx(0)
    # A best response takes at least the value, and all that both take beyond it is NashConv.
    assert last.against_best[0] <= -1 / 18
    assert last.against_best[1] <= 1 / 18
    assert sum(last.against_best) == pytest.approx(-last.nash_conv)


def test_each_text_tells_one_information_state_and_each_information_state_has_one_text(trained):
    table, _ = trained
    told = table.information_states
    assert sorted(told.values()) == sorted(card + moves for card in "012" for moves in ("", "p", "b", "pb"))
    assert set(told) == set(table.regrets) == set(table.played)


def test_the_same_seed_learns_the_same_and_a_picture_is_drawn(self_play, tmp_path, capsys):
    self_play.main([str(tmp_path / "picture.svg"), "--matches", "30", "--seed", "5"])
    assert "</svg>" in (tmp_path / "picture.svg").read_text()
    *_, last = self_play.train(self_play.Table(), 30, seed=5)
    told = [float(number) for number in capsys.readouterr().out.splitlines()[-1].split()]
    assert told == pytest.approx([30, *last.against_itself, *last.against_best, last.nash_conv], abs=0.0006)

from math import inf, nan

from gtarena.game_theory.profiles.axes import COLOURS, LANES, SHAPES, draw_axis, look_of
from gtarena.game_theory.profiles.findings import Finding

AGENTS = [f"agent {number}" for number in range(LANES + 1)]


def scale(*values, measure="mean_regret"):
    return [Finding(agent, "nim", measure, value, low, high, 9, "answers")
            for agent, (value, low, high) in zip(AGENTS, values, strict=False)]


def test_dots_stand_at_their_numbers_between_zero_and_the_largest_with_room_beyond():
    axis = draw_axis(scale((0.5, 0, 1), (1, nan, nan)), AGENTS)
    # The axis goes from 0 to 1.04.
    assert [(dot.place.at, dot.place.low, dot.place.high) for dot in axis.dots] == [
        (48.08, 0, 96.15), (96.15, None, None)]
    assert [label for _, label in axis.ticks] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_every_agent_has_its_look_and_its_lane_in_the_order_of_agents():
    axis = draw_axis(scale(*[(number, nan, nan) for number in range(len(AGENTS))])[::-1], AGENTS)
    assert [(dot.colour, dot.shape) for dot in axis.dots] == [look_of(number) for number in range(len(AGENTS))]
    heights = [dot.height for dot in axis.dots]
    assert heights[:LANES] == sorted(set(heights[:LANES]))
    assert heights[LANES] == heights[0]
    assert axis.height > axis.floor > max(heights)


def test_no_two_agents_look_the_same_before_all_colours_have_come_in_all_shapes():
    looks = [look_of(number) for number in range(COLOURS * SHAPES)]
    assert len(set(looks)) == len(looks)
    assert looks[COLOURS - 1:COLOURS + 1] == [(COLOURS - 1, 0), (0, 1)]


def test_the_agent_that_an_axis_is_about_is_drawn_last_and_alone_is_its_own():
    axis = draw_axis(scale((1, nan, nan), (2, 1, inf), (3, nan, nan)), AGENTS, AGENTS[1])
    assert [(dot.title, dot.own) for dot in axis.dots] == [
        ("agent 0: 1", False), ("agent 2: 3", False), ("agent 1: 2 [1, ∞]", True)]
    assert len({dot.height for dot in axis.dots}) == 1
    assert axis.dots[-1].place.open_high


def test_ticks_of_shares_are_per_cents_and_unknown_numbers_have_no_axis():
    axis = draw_axis(scale((0.5, 0, 1), measure="blunder_rate"), AGENTS)
    assert [label for _, label in axis.ticks] == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert draw_axis(scale((nan, nan, nan)), AGENTS) is None


def test_ticks_of_small_shares_differ():
    axis = draw_axis(scale((0.004, 0, 0.008), measure="blunder_rate"), AGENTS)
    assert [label for _, label in axis.ticks] == ["0%", "0.2%", "0.4%", "0.6%", "0.8%"]


def test_an_axis_of_numbers_that_are_all_zero_starts_there():
    axis = draw_axis(scale((0, nan, nan), (0, nan, nan), measure="blunder_rate"), AGENTS)
    assert axis.ticks == [(0, "0%"), (25, "1%"), (50, "2%"), (75, "3%"), (100, "4%")]
    assert [dot.place.at for dot in axis.dots] == [0, 0]
    assert draw_axis(scale((0, nan, nan), measure="cost"), AGENTS).ticks[0] == (0, "0")

"""Sweeps of settings of agents and of games, with scores worked out by hand."""

import math

import pytest

from gtarena.metrics.frames import seats_frame
from gtarena.metrics.sweeps import MOST_LINES, sweeps
from tests.support.records import call, llm, record, seat

RANDOM = seat("random")


def duel(agent, gain, seed=0, game="kuhn_poker", **fields):
    name = f"{game}{sorted(agent.params.items())}{gain}{seed}"
    return record(name, [agent, RANDOM], [gain, -gain], game=game, seed=seed, **fields)


def by_setting(records):
    return {sweep.setting: sweep for sweep in sweeps(seats_frame(records))}


def test_a_swept_setting_has_a_line_with_nra_and_failures_by_value():
    records = [
        duel(llm(temperature=0.0), 1, 1, calls=[call(0, 0, failure="illegal"), call(0, 0)]),
        duel(llm(temperature=0.0), -1, 2), duel(llm(temperature=0.0), 1, 3),
        duel(llm(temperature=10.0), 1, 1), duel(llm(temperature=2.0), -2, 1)]
    found = by_setting(records)
    assert list(found) == ["temperature"]
    sweep = found["temperature"]
    assert (sweep.values, sweep.numbers) == (("0", "2", "10"), [0, 2, 10])  # by size, not by the alphabet
    (line,) = sweep.lines
    assert (line.game, line.score, line.name) == ("kuhn_poker", "NRA", "llm offline/random")
    first, second, third = line.points
    assert (first.score, first.matches, first.illegal_rate) == (pytest.approx(1 / 3), 3, 0.5)
    assert (first.low, first.high) == (-1, 1)  # a deal drawn three times
    assert (second.score, third.score) == (-1, 1)
    assert math.isnan(second.low)
    assert math.isnan(second.illegal_rate)


def test_parameters_of_games_are_swept_with_their_defaults():
    def table(players, value, **params):
        return record(f"{players}{value}", [RANDOM] * players, [value] * players, game="el_farol",
                      params={"players": players, **params}, seed=value)

    found = by_setting([table(3, 1), table(3, 3), table(10, 4), table(4, 6)])
    sweep = found["game.players"]
    assert sweep.values == ("3", "4", "10")  # 10 is the default, which labels of games leave out
    (line,) = sweep.lines
    assert line.score == "mean return"
    assert [(point.score, point.matches) for point in line.points] == [(2, 2), (6, 1), (4, 1)]


def test_of_two_swept_settings_the_other_one_tells_lines_apart():
    records = [duel(llm(temperature=t, prompt=p), 1) for t in (0.0, 1.0) for p in ("v1", "v2")]
    found = by_setting(records)
    assert [line.name for line in found["temperature"].lines] == [
        f"llm offline/random prompt={prompt}" for prompt in ("v1", "v2")]
    assert found["prompt"].numbers is None
    assert found["temperature"].pooled == ()


def test_where_lines_would_be_too_many_they_are_means_over_the_other_setting():
    prompts = [f"v{number}" for number in range(MOST_LINES + 1)]
    records = [duel(llm(temperature=t, prompt=p), 1 if p == "v0" or t else -1) for t in (0.0, 1.0) for p in prompts]
    found = by_setting(records)["temperature"]
    assert found.pooled == ("prompt",)
    (line,) = found.lines
    assert line.points[0].score == pytest.approx((1 - MOST_LINES) / (MOST_LINES + 1))
    assert line.points[1].score == 1


def test_matches_that_did_not_finish_are_counted():
    records = [duel(llm(temperature=0.0), 1, 1), duel(llm(temperature=1.0), 1, 1),
               record("x", [llm(temperature=1.0), RANDOM], None, outcome="forfeit", offender=0)]
    (line,) = by_setting(records)["temperature"].lines
    assert [point.unfinished for point in line.points] == [0, 0.5]


def test_without_a_swept_setting_there_is_no_sweep():
    assert by_setting([duel(llm(temperature=0.0), 1), duel(llm(temperature=0.0), 1, 2), duel(seat("mcts"), 1, 3)]) == {}


def test_a_game_whose_label_is_hostile_is_swept_under_it():
    game = "<b>(x=1,(y)="
    records = [duel(llm(temperature=t), 1, game=game) for t in (0.0, 1.0)]
    assert by_setting(records)["temperature"].lines[0].game == game

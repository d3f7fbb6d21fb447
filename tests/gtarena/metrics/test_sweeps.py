import math

import pytest

from gtarena.metrics import sweeps
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.sweeps import MOST_LINES, find_grids, find_sweeps
from tests.support.records import call, llm, record, seat

RANDOM = seat("random")


def duel(agent, gain, seed=0, game="kuhn_poker", **fields):
    name = f"{game}{sorted(agent.params.items())}{gain}{seed}"
    return record(name, [agent, RANDOM], [gain, -gain], game=game, seed=seed, **fields)


def by_setting(records):
    return {sweep.setting: sweep for sweep in find_sweeps(seats_frame(records))}


def test_settings_and_parameters_of_games_are_swept_with_nra_failures_and_defaults():
    records = [duel(llm(temperature=0.0), 1, 1, calls=[call(0, 0, failure="illegal"), call(0, 0)]),
               duel(llm(temperature=0.0), -1, 2), duel(llm(temperature=0.0), 1, 3), duel(llm(temperature=10.0), 1, 1),
               duel(llm(temperature=2.0), -2, 1)]
    found = by_setting(records)
    assert list(found) == ["temperature"]
    sweep = found["temperature"]
    assert (sweep.values, sweep.numbers) == (("0", "2", "10"), [0, 2, 10])  # by size, not by the alphabet
    (line,) = sweep.lines
    assert (line.game, line.score, line.name) == ("kuhn_poker", "NRA", "llm offline/random")
    first, second, third = line.points
    assert (first.score, first.matches, first.illegal_rate) == (pytest.approx(1 / 3), 3, 0.5)
    assert (second.score, third.score) == (-1, 1)
    assert all(math.isnan(point.low) for point in line.points)  # three deals at most
    assert math.isnan(second.illegal_rate)
    records = [duel(llm(temperature=0.0), 1, 1), duel(llm(temperature=1.0), 1, 1),
               record("x", [llm(temperature=1.0), RANDOM], None, outcome="forfeit", offender=0)]
    (line,) = by_setting(records)["temperature"].lines
    assert [point.unfinished for point in line.points] == [0, 0.5]

    def table(players, value, **params):
        return record(f"{players}{value}", [RANDOM] * players, [value] * players, game="el_farol",
                      params={"players": players, **params}, seed=value)

    sweep = by_setting([table(3, 1), table(3, 3), table(10, 4), table(4, 6)])["game.players"]
    assert sweep.values == ("3", "4", "10")  # 10 is the default, which labels of games leave out
    (line,) = sweep.lines
    assert line.score == "mean return"
    assert [(point.score, point.matches) for point in line.points] == [(2, 2), (6, 1), (4, 1)]


def test_of_two_swept_settings_one_tells_lines_apart_or_they_are_means_over_it():
    found = by_setting([duel(llm(temperature=t, prompt=p), 1) for t in (0.0, 1.0) for p in ("v1", "v2")])
    assert [line.name for line in found["temperature"].lines] == [
        f"llm offline/random prompt={prompt}" for prompt in ("v1", "v2")]
    assert found["prompt"].numbers is None
    assert found["temperature"].pooled == ()
    prompts = [f"v{number}" for number in range(MOST_LINES + 1)]
    records = [duel(llm(temperature=t, prompt=p), 1 if p == "v0" or t else -1) for t in (0.0, 1.0) for p in prompts]
    found = by_setting(records)["temperature"]
    assert found.pooled == ("prompt",)
    (line,) = found.lines
    assert line.points[0].score == pytest.approx((1 - MOST_LINES) / (MOST_LINES + 1))
    assert line.points[1].score == 1
    assert by_setting([duel(llm(temperature=0.0), 1), duel(llm(temperature=0.0), 1, 2), duel(seat("mcts"), 1, 3)]) == {}
    game = "<b>(x=1,(y)="
    records = [duel(llm(temperature=t), 1, game=game) for t in (0.0, 1.0)]
    assert by_setting(records)["temperature"].lines[0].game == game


PROMPTS = ("v0", "v1", "v2")


def played(prompts, personas=("none",)):
    """Duels that only the second prompt wins at temperature 1, two for each setting."""
    return [record(f"{t}{prompt}{persona}{deal}", [llm(temperature=t, prompt=prompt, persona=persona), seat("random")],
                   [1, -1] if (t, prompt) == (1.0, "v1") or not deal else [-3, 3], seed=deal)
            for t in (0.0, 1.0) for prompt in prompts for persona in personas for deal in (0, 1)]


def grids(records):
    frame = seats_frame(records)
    return find_grids(frame, find_sweeps(frame))


def test_a_grid_has_the_score_of_each_pair_of_values_where_a_plot_shows_means(monkeypatch):
    assert grids(played(PROMPTS[:2])) == []
    monkeypatch.setattr(sweeps, "MOST_LINES", 1)
    every = grids(played(PROMPTS[:2], ("none", "selfish")))
    assert {(grid.setting, grid.other): grid.pooled for grid in every} == {
        ("prompt", "persona"): ("temperature",), ("temperature", "persona"): ("prompt",),
        ("temperature", "prompt"): ("persona",)}
    monkeypatch.setattr(sweeps, "MOST_LINES", 2)
    (grid,) = grids(played(PROMPTS))
    assert (grid.setting, grid.other, grid.pooled) == ("temperature", "prompt", ())
    scores = {(dict(line.others)["prompt"], point.value): point.score for line in grid.lines for point in line.points}
    assert len(scores) == 2 * len(PROMPTS)
    # By hand: gains of 2 and -6 over sizes of 2 and 6, but for the one that wins both.
    assert scores.pop(("v1", "1")) == 1
    assert set(scores.values()) == {-4 / 8}

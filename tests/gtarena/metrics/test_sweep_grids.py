"""Grids of two swept settings, with scores worked out by hand."""

from gtarena.metrics import sweeps as found_sweeps
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.sweep_grids import grids
from gtarena.metrics.sweeps import sweeps
from tests.support.records import llm, record, seat

PROMPTS = ("v0", "v1", "v2")


def played(prompts, personas=("none",)):
    """Duels that only the second prompt wins at temperature 1, two for each setting."""
    return [record(f"{t}{prompt}{persona}{deal}", [llm(temperature=t, prompt=prompt, persona=persona), seat("random")],
                   [1, -1] if (t, prompt) == (1.0, "v1") or not deal else [-3, 3], seed=deal)
            for t in (0.0, 1.0) for prompt in prompts for persona in personas for deal in (0, 1)]


def found(records):
    frame = seats_frame(records)
    return grids(frame, sweeps(frame))


def test_where_a_plot_shows_means_over_a_setting_a_grid_has_the_score_of_each_pair_of_values(monkeypatch):
    monkeypatch.setattr(found_sweeps, "MOST_LINES", 2)
    (grid,) = found(played(PROMPTS))
    assert (grid.setting, grid.other, grid.pooled) == ("temperature", "prompt", ())
    scores = {(dict(line.others)["prompt"], point.value): point.score for line in grid.lines for point in line.points}
    assert len(scores) == 2 * len(PROMPTS)
    # By hand: gains of 2 and -6 over sizes of 2 and 6, but for the one that wins both.
    assert scores.pop(("v1", "1")) == 1
    assert set(scores.values()) == {-4 / 8}


def test_a_third_setting_is_what_the_scores_of_a_grid_are_means_over(monkeypatch):
    monkeypatch.setattr(found_sweeps, "MOST_LINES", 1)
    every = found(played(PROMPTS[:2], ("none", "selfish")))
    assert {(grid.setting, grid.other): grid.pooled for grid in every} == {
        ("prompt", "persona"): ("temperature",), ("temperature", "persona"): ("prompt",),
        ("temperature", "prompt"): ("persona",)}


def test_where_plots_have_room_for_all_lines_there_is_no_grid():
    assert found(played(PROMPTS[:2])) == []

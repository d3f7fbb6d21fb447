import math

import pytest

from gtarena.game_theory.quality.match_quality import DRAWN, NONE_GIVEN, Quality
from gtarena.game_theory.quality.regret import ONE_MOVE, Judged, Regret
from gtarena.game_theory.quality.tables import measure_quality, quality_tables

REGRETS = [0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0]


def judged(number, regret, **changes):
    usual = {"agent": "one", "game": "tic_tac_toe", "unit": str(number), "move_number": number, "move": (0,),
             "legal": 4, "phase": "opening" if number < 4 else "end", "kind": "won", "blunder": regret == 2,
             "best": regret == 0, "share": regret / 2}
    return Judged(regret=Regret(regret, 0.5, regret, 1.0), **(usual | changes))


@pytest.fixture
def quality():
    found = Quality([judged(number, regret) for number, regret in enumerate(REGRETS)])
    found.references = {"tic_tac_toe": "solver, without noise", "nim": "solver, without noise"}
    found.skipped.update({("tic_tac_toe", "one", ONE_MOVE): 5, ("tic_tac_toe", "one", DRAWN): 1,
                          ("nim", "two", ONE_MOVE): 2})
    return found


def test_the_first_table_has_means_rates_and_noise_of_each_agent(quality):
    table, *_ = quality_tables(quality)
    ((agent, (mean, noise, blunders, best, count)),) = table.rows
    assert agent == "one"
    assert (mean.mean, noise.mean, blunders.mean, best.mean, count.mean) == (0.5, 0.5, 12.5, 62.5, 8)
    assert 0 <= mean.low < 0.5 < mean.high < 2
    # Wilson's interval of one in eight, by hand: centre (1/8 + 0.2401) / 1.4802, reach 0.2224 more or less.
    assert (blunders.low, blunders.high) == pytest.approx((2.24, 47.09), abs=0.01)


def test_other_tables_have_mean_regrets_of_the_phases_and_kinds_that_occur(quality):
    _, phases, kinds = quality_tables(quality)
    assert phases.columns == ("opening", "end")
    assert [cell.mean for cell in phases.rows[0][1]] == [0.75, 0.25]
    assert phases.rows[0][1][0].low is None  # four units tell nothing
    assert kinds.columns == ("won",)


def test_notes_name_the_reference_and_what_was_not_judged_except_forced_moves(quality):
    table, *_ = quality_tables(quality)
    assert table.notes == (
        "Reference: solver, without noise.", f"Decisions that were not judged: 1 of one, because {DRAWN}.")


def test_an_agent_that_gave_no_move_has_a_row_without_numbers(quality):
    quality.skipped["tic_tac_toe", "two", NONE_GIVEN] = 3
    table, *_ = quality_tables(quality)
    assert [(agent, cells[0] and cells[0].mean, cells[-1].mean) for agent, cells in table.rows] == [
        ("one", 0.5, 8), ("two", None, 0)]
    assert table.notes[-1] == f"Decisions that were not judged: 3 of two, because {NONE_GIVEN}."
    quality.judged = []
    (table,) = quality_tables(quality)
    assert [agent for agent, _ in table.rows] == ["one", "two"]


def test_each_game_has_tables_of_its_own_with_file_names(quality):
    quality.judged.append(judged(0, 0.0, game="nim"))
    assert [table.stem for table in quality_tables(quality)] == [
        f"quality_{game}{rest}" for game in ("tic_tac_toe", "nim") for rest in ("", "_by_phase", "_by_kind")]


def test_an_agent_without_decisions_of_a_kind_has_no_mean_of_them(quality):
    quality.judged.append(judged(0, 0.0, agent="two", phase="middle"))
    _, phases, _ = quality_tables(quality)
    assert dict(phases.rows)["two"][0] is None


def test_the_main_numbers_are_shares_of_the_range_and_of_decisions(quality):
    mean, rate = measure_quality(quality)
    assert (mean.measure, mean.value, rate.measure, rate.value) == ("mean_regret", 0.25, "blunder_rate", 0.125)
    assert 0 <= mean.low < 0.25 < mean.high
    quality.judged = quality.judged[:3]
    assert all(math.isnan(each.low) and math.isnan(each.high) for each in measure_quality(quality))

"""Estimates before a run, against what the run then takes."""

import json

import pytest

from gtarena.cli.estimates import estimate_run
from gtarena.cli.planned_jobs import planned_jobs
from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.spending import Spending
from gtarena.runs.run import play_missing

GAMES = ("suite=gtbench", "games=[kuhn_poker,nim]", "agents=[llm,cot]", "opponents=[random]", "pairings=opponents",
         "matches=10", "model.temperature=0,1")


@pytest.fixture
def prices(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"offline/random": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6}}))
    return f"model.prices={path}"


def test_the_run_takes_what_was_estimated_and_goes_on_from_the_probe(prices):
    found = estimate_run([*GAMES, prices], 2)
    assert (found.matches, found.probed) == (80, 16)
    spent, played = Spending(), 0
    for job in planned_jobs([*GAMES, prices])[1]:
        result = play_missing(job.settings, job.folder)
        played += result.played
        spent.add(read_ledgers(job.folder) or Spending())
    assert played == 80 - 16
    for measure in ("requests", "tokens_in", "tokens_out", "cost"):
        assert found.totals[measure].expected == pytest.approx(getattr(spent, measure), rel=0.2)
        assert found.totals[measure].low <= found.totals[measure].expected <= found.totals[measure].high
    assert "  16 of 80 matches played as a probe" in "\n".join(found.lines())


def test_a_budget_limits_the_probe(prices):
    with pytest.raises(UnfinishedError, match=r"budget\.calls=3 is spent"):
        estimate_run(["game=three_player_prisoners_dilemma", "agents=[llm]", "matches=8", "budget.calls=3", prices], 2)


def test_people_are_no_probe(prices):
    with pytest.raises(UsageError, match="people"):
        estimate_run(["game=nim", "agents=[human,random]", prices], 1)

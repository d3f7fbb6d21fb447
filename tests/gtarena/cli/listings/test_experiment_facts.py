"""Sizes of commands, counted once and then read from the user's cache folder."""

from gtarena.cli.listings import experiment_facts
from gtarena.cli.listings.experiment_facts import Facts, facts_of

RUN = ("game=three_player_prisoners_dilemma", "game.rounds=2", "agents=[llm]", "matches=3", "seed=0,1")


def test_jobs_matches_and_calls_are_counted_once(monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts, "user_cache_path", lambda name: tmp_path / name)
    expected = Facts(jobs=2, matches=6, calls={"llm@offline/random": 36.0})  # 6 matches of 3 seats and 2 rounds
    assert facts_of([RUN]) == [expected]
    monkeypatch.setattr(experiment_facts, "_counted", None)
    assert facts_of([RUN]) == [expected]


def test_a_command_that_cannot_be_planned_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts, "user_cache_path", lambda name: tmp_path / name)
    (found,) = facts_of([("game=nim", "prompt=nothing")])
    assert "unknown prompt version 'nothing'" in found.problem


def test_a_damaged_file_is_counted_anew(monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts, "user_cache_path", lambda name: tmp_path)
    (tmp_path / experiment_facts.FILE).write_text("{")
    assert facts_of([("game=nim", "matches=2", "agents=[mcts,random]")]) == [Facts(jobs=1, matches=2)]

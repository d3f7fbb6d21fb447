from pathlib import Path


def test_tables_of_a_population_are_shown_and_written(command):
    run = command("game=kuhn_poker", "agents=[random,always:Bet]", "pairings=mixed", "matches=2", "name=mixed")
    assert run.code == 0
    shown = command("populations", "results/mixed", "--out", "out")
    assert shown.code == 0, shown.err
    assert "kuhn_poker: welfare by composition" in shown.out
    assert shown.out.endswith("Tables: out\n")
    assert list(Path("out").rglob("welfare*.csv"))


def test_matches_that_make_no_population_are_refused(command):
    assert command("game=kuhn_poker", "agents=[random,null:random,always:Bet]", "matches=2", "name=two").code == 0
    shown = command("populations", "results/two", "--out", "out")
    assert shown.code == 2
    assert "these matches make no population: it takes three agents" in shown.err
    assert not Path("out").exists()

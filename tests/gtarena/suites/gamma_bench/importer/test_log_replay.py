import pytest

from gtarena.suites.gamma_bench.importer.log_format import read_log
from gtarena.suites.gamma_bench.importer.log_replay import FORMATS
from gtarena.suites.gamma_bench.importer.parameters import parameters_of
from gtarena.suites.gamma_bench.importer.published_match import PublishedMatch
from tests.support.gamma_bench_logs import BAR, DOLLAR, FIRST_PRICE, GUESS, PUBLISHED, changed, write


def replayed(tmp_path, contents):
    write(tmp_path / "log.json", contents)
    log = read_log(tmp_path / "log.json", "log.json")
    (played,) = (found for key, found in FORMATS.items() if key in log.rounds[0])
    match = PublishedMatch(played.game, parameters_of(played.game, log))
    played.play(log, match)
    return match


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_format_is_replayed_to_its_end_without_a_difference(tmp_path, name):
    contents, game, returns = PUBLISHED[name]
    match = replayed(tmp_path, contents)
    assert match.rules.facts.short_name == game
    assert match.is_over
    assert match.returns == pytest.approx(returns)
    assert match.differences == []


@pytest.mark.parametrize(("contents", "what", "logged", "ours"), [
    (changed(GUESS, "round_records", 0, "mean", to=31), "mean", 31, 30),
    (changed(BAR, "round_records", 1, "winner", to="stay"), "winner", "stay", "go"),
    (changed(BAR, "player_data", 0, "utility", 1, to=5), "utility", [5, 5, 5], [10, 5, 5]),
    (changed(DOLLAR, "round_records", 0, "total_proposal", to=99), "total_proposal", 99, 100),
    (changed(FIRST_PRICE, "round_records", 0, "bid_winner_payment", to=49), "bid_winner_payment", 49, 50),
])
def test_a_statement_that_our_game_contradicts_is_a_difference(tmp_path, contents, what, logged, ours):
    (found,) = replayed(tmp_path, contents).differences
    assert (found["what"], found["logged"], found["ours"]) == (what, logged, ours)

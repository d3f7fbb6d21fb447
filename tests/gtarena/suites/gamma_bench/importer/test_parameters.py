import pytest

from gtarena.suites.gamma_bench.importer.log_format import read_log
from gtarena.suites.gamma_bench.importer.parameters import parameters_of
from tests.support import gamma_bench_logs as logs
from tests.support.gamma_bench_logs import changed, shot, write


@pytest.fixture
def read(tmp_path):
    def log(contents):
        write(tmp_path / "log.json", contents)
        return read_log(tmp_path / "log.json", "log.json")

    return log


@pytest.mark.parametrize(("game", "contents", "params"), [
    ("guess_two_thirds", logs.GUESS, {"players": 3, "rounds": 2, "low": 0, "high": 100, "ratio": 2 / 3}),
    ("el_farol", logs.BAR, {
        "players": 3, "rounds": 2, "capacity": 0.6, "fun": 10, "crowded": 0, "home": 5, "feedback": "implicit"}),
    ("divide_dollar", logs.DOLLAR, {"players": 3, "rounds": 2, "gold": 100}),
    ("public_goods", logs.GOODS, {"players": 3, "rounds": 1, "tokens": 20, "multiplier": 2.0}),
    ("diners_dilemma", logs.DINER, {
        "players": 3, "rounds": 1, "cheap_price": 10, "cheap_utility": 15, "costly_price": 20, "costly_utility": 20}),
    ("sealed_bid_auction", logs.FIRST_PRICE, {
        "players": 3, "rounds": 1, "max_value": 200, "value_step": 10, "price": "first"}),
    ("sealed_bid_auction", logs.SECOND_PRICE, {
        "players": 3, "rounds": 1, "max_value": 200, "value_step": 10, "price": "second"}),
    ("battle_royale", logs.BATTLE, {
        "players": 3, "lowest_rate": 30, "rate_step": 10, "max_shots": 20, "targets": "others"}),
    ("pirate_game", logs.PIRATES, {"players": 3, "gold": 100}),
])
def test_parameters_are_those_of_the_log(read, game, contents, params):
    assert parameters_of(game, read(contents)) == params


def test_a_battle_with_survivors_ended_at_its_limit_of_shots(read):
    log = read(changed(logs.BATTLE, "round_records", to=logs.BATTLE["round_records"][:4]))
    assert parameters_of("battle_royale", log)["max_shots"] == 4


def test_who_shoots_at_oneself_may_shoot_at_anyone(read):
    log = read(changed(logs.BATTLE, "round_records", 0, to=shot(0, "player_0", True, (0, 1, 2))))
    assert parameters_of("battle_royale", log)["targets"] == "anyone"


@pytest.mark.parametrize(("game", "contents", "error"), [
    ("public_goods", changed(logs.GOODS, "meta", "reset", to=False), "tokens that are kept or drawn at random"),
    ("public_goods", changed(logs.GOODS, "meta", "token_initialization", to="random"), "kept or drawn at random"),
    ("sealed_bid_auction", changed(logs.FIRST_PRICE, "meta", "valuation_min", to=5), r"^valuation_min=5 is not 0, "),
])
def test_settings_that_our_games_lack_are_errors(read, game, contents, error):
    with pytest.raises(ValueError, match=error):
        parameters_of(game, read(contents))

from custom_games import GAMES
from custom_games import pirate_game as pirates
from gtarena.suites.gamma_bench.scores import Match
from tests.support.gamma_bench_results import drawn, result


def test_pirates_show_every_offer_with_the_vote_on_it():
    rounds = (pirates.Round(0, (9, 1, 0), (1, 0, 0)), pirates.Round(1, (10, 0), (1, 0)))
    match = Match(GAMES["pirate_game"](players=3, gold=10), pirates.Position(rounds))
    plans, distance, votes = drawn([result(match)], "pirates").axes
    found = {(round(text.get_position()[0]), text.get_position()[1]): text.get_text() for text in plans.texts}
    assert found == {(1, 1): "9", (2, 1): "1 ✗", (3, 1): "0 ✗", (2, 2): "10", (3, 2): "0 ✗"}
    # In coins of a hundred the plan is 90, 10, 0 and should be 99, 0, 1; two alive need not share.
    assert [bar.get_width() for bar in distance.patches] == [20, 0]
    # The coded scheme credits no vote on one coin at an odd distance, and every rejection of nothing.
    assert [text.get_text() for text in votes.texts] == ["0.5", "1"]


def test_a_lone_pirate_has_no_share_of_right_votes():
    rounds = (pirates.Round(0, (4, 0), (1, 0)), pirates.Round(1, (4,), (1,)))
    match = Match(GAMES["pirate_game"](players=2, gold=4), pirates.Position(rounds))
    *_, votes = drawn([result(match)], "pirates").axes
    assert votes.texts[1].get_text() == "–"

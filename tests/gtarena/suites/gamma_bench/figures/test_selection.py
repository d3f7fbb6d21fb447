from gtarena.suites.gamma_bench.figures.selection import first_runs, panel_title
from tests.support.gamma_bench_results import at_once, at_random, drawn, line, panel, result


def test_the_first_run_with_the_usual_settings_is_shown():
    runs = [
        result(at_once("divide_dollar", (7, 7)), settings={"prompt": "v2", "temperature": 1.0}),
        result(at_once("divide_dollar", (9, 9), gold=50), gold=50),
        result(at_once("divide_dollar", (1, 3))), result(at_once("divide_dollar", (5, 5)), run=2)]
    drawing = drawn(runs, "choices")
    assert line(panel(drawing, "Divide the Dollar", 1), "all players together") == [4]


def test_players_are_kept_apart_and_other_variants_are_left_out():
    runs = [result(at_random("el_farol"), "a"), result(at_random("el_farol"), "b"),
            result(at_random("el_farol", feedback="explicit"), "a", feedback="explicit"),
            result(at_random("el_farol", capacity=0.2), "a", capacity=0.2)]
    assert first_runs(runs) == {
        "a": {"El Farol Bar (implicit feedback)": runs[0], "El Farol Bar (explicit feedback)": runs[2]},
        "b": {"El Farol Bar (implicit feedback)": runs[1]}}


def test_a_title_names_the_parameter_that_makes_two_games_of_one():
    assert panel_title(result(at_random("sealed_bid_auction", price="second"))) == "Sealed-Bid Auction (second price)"
    assert panel_title(result(at_once("divide_dollar", (1, 2)))) == "Divide the Dollar"

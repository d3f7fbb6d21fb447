import pytest

from tests.support.gamma_bench_results import at_once, at_random, drawn, line, panel, result


def test_choices_show_every_player_their_mean_and_the_winning_number():
    drawing = drawn([result(at_once("guess_two_thirds", (50, 40, 9), (9, 6, 3)))], "choices")
    axes = panel(drawing, "Guess 2/3 of the Average")
    assert [each.get_ydata().tolist() for each in axes.lines[:3]] == [[50, 9], [40, 6], [9, 3]]
    assert line(axes, "mean of the players") == [33, 6]
    assert line(axes, "winning number") == [9, 3]  # two thirds of the means are 22 and 4
    assert axes.lines[0].get_xdata().tolist() == [1, 2]


def test_choices_show_who_went_to_the_bar_so_far_and_how_full_it_was():
    drawing = drawn([result(at_once("el_farol", (1, 1), (1, 0), (0, 1), (0, 0), capacity=0.5))], "choices")
    share = panel(drawing, "El Farol Bar (implicit feedback)")
    total = panel(drawing, "El Farol Bar (implicit feedback)", 1)
    assert share.lines[0].get_ydata() == pytest.approx([1, 1, 2 / 3, 1 / 2])
    assert line(share, "mean of the players") == pytest.approx([1, 3 / 4, 2 / 3, 1 / 2])
    assert line(total, "all players together") == [2, 1, 1, 0]
    assert set(line(total, "capacity or gold")) == {1}


def test_both_kinds_of_feedback_and_of_price_have_panels_of_their_own():
    kinds = [("el_farol", {}), ("el_farol", {"feedback": "explicit"}), ("sealed_bid_auction", {}),
             ("sealed_bid_auction", {"price": "second"})]
    drawing = drawn([result(at_random(game, **variant), **variant) for game, variant in kinds], "choices")
    titles = [axes.get_title(loc="left") for axes in drawing.axes]
    assert [title for title in titles if title] == [
        "El Farol Bar (implicit feedback)", "El Farol Bar (explicit feedback)",
        "Sealed-Bid Auction (first price)", "Sealed-Bid Auction (second price)"]


def test_bids_for_gold_have_a_limit_that_they_may_exceed():
    axes = panel(drawn([result(at_once("divide_dollar", (30, 40), (90, 60)))], "choices"), "Divide the Dollar", 1)
    assert line(axes, "all players together") == [70, 150]
    assert set(line(axes, "capacity or gold")) == {100}
    assert axes.get_ylim()[1] > 150


def test_dinners_show_the_share_of_costly_dishes_the_utilities_and_the_average_bill():
    drawing = drawn([result(at_once("diners_dilemma", (0, 0, 1), (0, 1, 1)))], "choices")
    share, paid = (panel(drawing, "Diner's Dilemma", part) for part in (0, 1))
    assert line(share, "mean of the players") == pytest.approx([1 / 3, (0 + 1 / 2 + 1) / 3])
    assert line(paid, "average bill") == pytest.approx([40 / 3, 50 / 3])
    assert [each.get_ydata().tolist() for each in paid.lines[:3]] == [
        pytest.approx([15 - 40 / 3, 15 - 50 / 3]), pytest.approx([15 - 40 / 3, 20 - 50 / 3]),
        pytest.approx([20 - 40 / 3, 20 - 50 / 3])]
    assert line(paid, "mean of the players") == pytest.approx([50 / 3 - 40 / 3, 55 / 3 - 50 / 3])

from tests.support.gamma_bench_results import at_once, drawn, result


def test_actions_show_a_row_per_player_and_name_two_actions():
    drawing = drawn([result(at_once("diners_dilemma", (0, 1, 0), (1, 1, 0)))], "actions")
    axes, bar = drawing.axes
    assert axes.images[0].get_array().tolist() == [[0, 1], [1, 1], [0, 0]]
    assert [text.get_text() for text in bar.get_yticklabels()] == ["cheap", "costly"]


def test_actions_that_are_numbers_have_a_scale_with_a_label():
    axes, bar = drawn([result(at_once("divide_dollar", (5, 7), (9, 100)))], "actions").axes
    assert axes.images[0].get_array().tolist() == [[5, 9], [7, 100]]
    assert bar.get_ylabel() == "bid (coins)"

from tests.support.gamma_bench_results import at_once, drawn, line, panel, result


def test_fixed_strategies_are_set_against_the_others_and_what_these_do_without_them():
    mixed = result(at_once("divide_dollar", (5, 7, 91), (3, 3, 91)), who="2 x m + fixed:91", settings={},
                   agents=("llm", "llm", "fixed:91"))
    alone = [result(at_once("divide_dollar", (10, 20, 30), (1, 2, 3)), run=1),
             result(at_once("divide_dollar", (30, 40, 50), (3, 4, 5)), run=2)]
    stranger = result(at_once("divide_dollar", (0, 0, 0)), who="n")
    drawing = drawn([mixed, *alone, stranger], "fixed-strategies-2-x-m")
    axes = panel(drawing, "Divide the Dollar, fixed:91")
    assert line(axes, "mean of the other players") == [6, 3]
    assert line(axes, "fixed strategy") == [91, 91]
    assert line(axes, "mean without the fixed strategy") == [30, 3]


def test_without_a_match_of_the_same_players_there_is_nothing_to_set_it_against():
    mixed = result(at_once("public_goods", (5, 0), (3, 0)), who="m + fixed:0", settings={}, agents=("llm", "fixed:0"))
    axes = panel(drawn([mixed], "fixed-strategies-m"), "Public Goods Game, fixed:0")
    assert [each.get_label() for each in axes.lines] == ["mean of the other players", "fixed strategy"]


def test_games_of_the_same_players_against_fixed_strategies_share_a_figure():
    mixed = [result(at_once(game, (5, 0)), who=f"m + {word}", settings={}, agents=("llm", word))
             for game, word in (("divide_dollar", "fixed:91"), ("public_goods", "fixed:0"))]
    assert len(drawn(mixed, "fixed-strategies").axes) == 2

import math
from dataclasses import replace

from gtarena.metrics.paired_differences import Difference
from gtarena.reports.comparisons import noise

CLEAR = Difference("nim", ("a", "b"), -0.5, -0.7, -0.3, -2.0, 20, 0.001, adjusted=0.002)
NULL = Difference("nim", ("a", "null:a"), 0.1, -0.1, 0.3, 0.2, 20, 0.4, null=True)


def rows(*differences):
    return [row for game in noise.shown(differences) for row in game["rows"]]


def test_the_better_agent_stands_first_and_the_noise_floor_above_all():
    floor, clear = rows(CLEAR, NULL)
    assert (floor["first"], floor["verdict"]) == ("a", "noise floor")
    assert (clear["first"], clear["second"], clear["advantage"]) == ("b", "a", "+0.50 [+0.30, +0.70]")
    assert (clear["returns"], clear["p"], clear["verdict"], clear["beyond"]) == ("2", "0.002", "beyond noise", True)


def test_a_difference_below_the_noise_floor_is_within_noise():
    (row,) = rows(replace(CLEAR, floor=0.6))
    assert (row["verdict"], row["beyond"]) == ("within noise", False)


def test_too_few_deals_are_said():
    assert rows(replace(CLEAR, units=5))[0]["verdict"] == "fewer than 6 deals"
    assert rows(replace(CLEAR, low=math.nan, high=math.nan))[0]["verdict"] == "a game with one deal"


def test_the_rule_says_whether_a_duplicate_has_played():
    assert "null duplicate" in noise.rule([CLEAR, NULL])
    assert "No duplicate has played" in noise.rule([CLEAR])
    assert "Holm" in noise.RULE


def test_the_page_has_the_first_rows_and_counts_the_others():
    many = [replace(CLEAR, pair=("a", f"b{number}")) for number in range(noise.MOST_ROWS + 2)]
    (game,) = noise.shown(many)
    assert (len(game["rows"]), game["left_out"], game["beyond"]) == (noise.MOST_ROWS, 2, noise.MOST_ROWS + 2)


def test_the_table_has_every_number():
    (row,) = noise.table([CLEAR]).to_dict("records")
    assert row == {"game": "nim", "first": "a", "second": "b", "advantage": -0.5, "low_95": -0.7, "high_95": -0.3,
                   "mean_return_difference": -2.0, "deals": 20, "p": 0.001, "p_holm": 0.002, "noise_floor": 0.0,
                   "verdict": "beyond noise"}

import math

import pytest

from gtarena.metrics import leaderboard
from gtarena.metrics.duels import pairings
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.nra import advantage
from gtarena.metrics.ratings.bradley_terry import bradley_terry
from tests.support.records import call, llm, record, seat
from tests.support.reported_matches import graded

LLM, RANDOM, MCTS = llm(), seat("random"), seat("mcts")


def row(frame, **where):
    """The only row whose columns have these values."""
    for column, value in where.items():
        frame = frame[frame[column] == value]
    (found,) = frame.to_dict("records")
    return found


@pytest.mark.parametrize(("returns", "nra"), [
    ([[3, 1], [0, 5]], -1 / 3),  # by hand: (3 + 0) - (1 + 5) = -3, over 3 + 6
    ([[0, 0]], 0)])  # nothing but draws
def test_nra_takes_the_returns_as_they_are_where_they_do_not_add_up_to_0(returns, nra):
    frame = seats_frame([record(str(number), [LLM, RANDOM], paid) for number, paid in enumerate(returns)])
    board = leaderboard.leaderboard(frame)
    assert [row(board, agent=agent)["nra"] for agent in ("llm", "random")] == pytest.approx([nra, -nra])


def test_nra_is_the_surplus_over_the_opponents_as_a_share_of_what_was_at_stake():
    # By hand: (2 - 1 + 1) - (-2 + 1 - 1) = 4, over 4 + 4.
    frame = seats_frame([
        record("a", [LLM, RANDOM], [2, -2]), record("b", [LLM, RANDOM], [-1, 1]), record("c", [RANDOM, LLM], [-1, 1])])
    board = leaderboard.leaderboard(frame)
    assert (board["agent"].tolist(), board["nra"].tolist()) == (["llm", "random"], [0.5, -0.5])
    best = row(board, agent="llm")
    assert (best["matches"], best["wins"], best["draws"], best["losses"]) == (3, 2, 0, 1)
    assert best["mean_return"] == pytest.approx(2 / 3)
    frame = seats_frame([record("a", [LLM, RANDOM], [1, -1]), record("b", [LLM, LLM], [1, -1])])
    best = row(leaderboard.leaderboard(frame), agent="llm")
    assert (best["nra"], best["matches"], best["seats"]) == (1, 2, 3)
    assert advantage([0.25, 0.0], [0.5, 0.0]).tolist() == [0.5, 0.0]


def test_there_is_no_nra_without_two_players_and_returns_and_a_sweep_has_a_row_for_each_job():
    frame = seats_frame([
        record("a", [LLM, RANDOM, MCTS], [9, 0, 0], game="el_farol"),
        record("b", [LLM, RANDOM], None, outcome="forfeit", offender=0, game="nim"),
        record("c", [LLM, LLM], [1, -1], game="pig")])
    assert leaderboard.leaderboard(frame)["nra"].isna().all()
    assert "nra" not in leaderboard.overall_leaderboard(frame)
    assert {pairing.valued for pairing in pairings(frame).values()} == {0}
    swept = [llm(prompt=prompt, temperature=t) for prompt in ("v1", "v2") for t in (0.0, 1.0)]
    frame = seats_frame([record(f"m{number}", [each, RANDOM], [1, -1]) for number, each in enumerate(swept)])
    board = leaderboard.leaderboard(frame)
    assert sorted(board[board["agent"] == "llm"]["settings"]) == [
        "prompt=v1 temperature=0", "prompt=v1 temperature=1", "prompt=v2 temperature=0", "prompt=v2 temperature=1"]
    assert row(board, agent="random")["matches"] == 4


def test_rates_and_forms_are_shares_of_replies_matches_and_moves_of_known_form():
    calls = [call(0, 0, failure="illegal"), call(0, 0, failure="truncated"), call(0, 0), call(0, 2, form="line")]
    frame = seats_frame([
        record("a", [LLM, RANDOM], [1, -1], calls=calls),
        record("b", [LLM, RANDOM], None, outcome="forfeit", offender=0, calls=[call(0, 0, failure="ambiguous")]),
        record("c", [LLM, RANDOM], None, outcome="invalid", offender=0, calls=[call(0, 0, failure="empty")])])
    board = leaderboard.leaderboard(frame)
    model = row(board, agent="llm")
    assert (model["completion_rate"], model["illegal_rate"]) == (pytest.approx(1 / 3), pytest.approx(4 / 6))
    rates = ("truncated_rate", "empty_rate", "unparsable_rate", "illegal_move_rate", "ambiguous_rate")
    assert [model[rate] for rate in rates] == pytest.approx([1 / 6, 1 / 6, 0, 1 / 6, 1 / 6])
    assert math.isnan(row(board, agent="random")["illegal_rate"])
    steps = [call(0, 0, purpose="thought", failure="empty"), call(0, 0, purpose="vote", failure="illegal")]
    asked = [call(0, 0, failure="illegal"), call(0, 0)]
    frame = seats_frame([record("a", [LLM, RANDOM], [1, -1], calls=[*steps, *asked])])
    assert frame.loc[0, ["decisions", "calls", "move_calls", "empty", "illegal"]].tolist() == [1, 4, 2, 0, 1]
    model = row(leaderboard.leaderboard(frame), agent="llm")
    assert (model["calls"], model["cost"]) == (4, 2.0)
    assert [model[rate] for rate in ("illegal_rate", "empty_rate", "illegal_move_rate")] == [0.5, 0, 0.5]
    calls = [call(form="json"), call(form="schema"), call(form="schema"), call(form="line"), call(failure="empty")]
    known, old = record("a", [LLM, RANDOM], [1, -1], calls=calls), record("b", [LLM, RANDOM], [1, -1], calls=[call()])
    forms = ["read_as_json", "read_as_line", "read_as_box", "read_as_whole", "read_as_schema"]
    for board in (leaderboard.leaderboard, leaderboard.overall_leaderboard):
        both, alone = (board(seats_frame(records)) for records in ([known, old], [old]))
        assert [row(both, agent="llm")[form] for form in forms] == [0.25, 0.25, 0, 0, 0.5]
        assert all(math.isnan(row(both, agent="random")[form]) for form in forms)
        assert all(math.isnan(row(alone, agent="llm")[form]) for form in forms)


def test_spending_is_summed_per_agent_and_game_and_unknown_if_one_call_is():
    nim = record("a", [LLM, RANDOM], [1, -1], game="nim", calls=[call(0, 0, retries=1), call(0, 2, nudges=1)])
    pig = record("b", [LLM, RANDOM], [1, -1], game="pig", calls=[call(0, 0, cached=True, cost=0.0, seconds=0.0)])
    frame = seats_frame([nim, pig])
    spent = ["calls", "requests", "retries", "cached", "nudges", "tokens_in", "cost", "seconds"]
    board, overall = leaderboard.leaderboard(frame), leaderboard.overall_leaderboard(frame)
    games = leaderboard.sum_spending(frame, ["game"])
    assert [row(board, agent="llm", game="nim")[column] for column in spent] == [2, 3, 1, 0, 1, 20, 1.0, 2]
    assert [row(board, agent="llm", game="pig")[column] for column in spent] == [1, 0, 0, 1, 0, 0, 0.0, 0]
    assert [row(overall, agent="llm")[column] for column in spent] == [3, 3, 1, 1, 1, 20, 1.0, 2]
    assert games.loc["nim", spent].tolist() == [2, 3, 1, 0, 1, 20, 1.0, 2]
    known = record("a", [LLM, MCTS], [1, -1], calls=[call(0, 0)])
    unknown = record("b", [LLM, MCTS], [1, -1], calls=[call(0, 0, cost=None)])
    assert row(leaderboard.leaderboard(seats_frame([known])), agent="llm")["cost"] == 0.5
    both = leaderboard.leaderboard(seats_frame([known, unknown]))
    assert math.isnan(row(both, agent="llm")["cost"])
    assert (row(both, agent="llm")["tokens_in"], row(both, agent="mcts")["cost"]) == (20, 0)


def test_overall_weighs_games_alike_and_stands_by_rating_and_a_board_by_nra_and_mean_return():
    wins = [record(f"w{number}", [LLM, RANDOM], [1, -1], game="nim") for number in range(3)]
    even = [record("l", [LLM, RANDOM], [-1, 1], game="pig"), record("w", [LLM, RANDOM], [1, -1], game="pig")]
    frame = seats_frame([*wins, *even, record("t", [LLM] * 3, [0, 0, 0], game="el_farol")])
    best = row(leaderboard.overall_leaderboard(frame), agent="llm")
    # By hand: 1 in nim and 1/2 in pig are odds of 3 to 1; all matches together would give 4 to 1.
    plain = bradley_terry([*wins, *even], bootstrap=0)
    assert plain["rating"].max() == pytest.approx(math.log(3) / 2, abs=1e-6)
    assert best["rating"] == pytest.approx(bradley_terry([*wins, *even], 1000)["rating"].max())
    assert (best["games"], best["matches"], best["wins"], best["losses"]) == (3, 6, 4, 1)
    board = leaderboard.overall_leaderboard(seats_frame(graded()))
    # The least rating that three wins against "even", "level" and "worst" allow is below all others.
    assert (board["agent"].iloc[0], board["agent"].iloc[-1]) == ("best", "unbeaten")
    assert board["low_95"].iloc[-1] < board["rating"].min()
    assert board["rating"].dropna().is_monotonic_decreasing
    frame = seats_frame(graded())
    for board in (leaderboard.overall_leaderboard(frame, "even"), leaderboard.leaderboard(frame, "even")):
        assert (board[board["agent"] == "even"][["rating", "low_95", "high_95"]] == 0).all(axis=None)
        assert (board[board["agent"] == "best"]["low_95"] > 0).all()
    frame = seats_frame([
        record("a", [LLM, MCTS], [1, -1], game="nim"), record("b", [LLM, RANDOM], [0, 0], game="nim"),
        record("c", [LLM, RANDOM, MCTS], [1, 3, 2], game="el_farol")])
    board = leaderboard.leaderboard(frame)
    assert board["game"].tolist() == ["el_farol"] * 3 + ["nim"] * 3
    assert board["agent"].tolist() == ["random", "mcts", "llm", "llm", "random", "mcts"]


PAIRS = {"teams": [0, 0, 1, 1], "game": "nim"}


def test_teams_count_once_and_unequal_ones_by_their_mean_returns_and_mixed_ones_have_no_pairing():
    frame = seats_frame([
        record("a", [LLM, LLM, RANDOM, RANDOM], [1, 1, 0, 0], **PAIRS),
        record("b", [RANDOM, RANDOM, LLM, LLM], [1, 1, 0, 0], **PAIRS),
        record("c", [LLM, LLM, RANDOM, RANDOM], [0.5] * 4, **PAIRS),
        record("d", [RANDOM, LLM, RANDOM, LLM], None, teams=[0, 1, 0, 1], game="nim", outcome="forfeit", offender=2)])
    best = row(leaderboard.leaderboard(frame), agent="llm")
    assert (best["matches"], best["seats"], best["wins"], best["draws"], best["losses"]) == (4, 8, 2, 1, 1)
    # By hand: (1 + 0 + 1/2) - (0 + 1 + 1/2) = 0.
    assert (best["mean_return"], best["nra"]) == (0.5, 0)
    pair = pairings(frame)["nim", "llm offline/random", "random"]
    assert (pair.matches, pair.valued, pair.win_rate, pair.nra) == (4, 3, 0.5, 0)
    over_all = row(leaderboard.overall_leaderboard(frame), agent="random")
    assert (over_all["wins"], over_all["draws"], over_all["losses"]) == (1, 1, 2)
    # By hand, with seat 1 alone: llm gets 3 alone and (2 + 4) / 2 with a partner, random 1 and (0 + 1) / 2.
    frame = seats_frame([
        record("a", [RANDOM, LLM, RANDOM], [0, 3, 1], teams=[1, 0, 1], game="nim"),
        record("b", [LLM, RANDOM, LLM], [2, 1, 4], teams=[1, 0, 1], game="nim")])
    best = row(leaderboard.leaderboard(frame), agent="llm")
    assert (best["wins"], best["losses"], best["mean_return"]) == (2, 0, 3)
    assert best["nra"] == pytest.approx((6 - 1.5) / (6 + 1.5))
    frame = seats_frame([record("a", [LLM, MCTS, RANDOM, RANDOM], [1, 1, 0, 0], **PAIRS)])
    board = leaderboard.leaderboard(frame)
    assert {each["agent"]: (each["wins"], each["losses"]) for each in board.to_dict("records")} == {
        "llm": (1, 0), "mcts": (1, 0), "random": (0, 1)}
    assert board["nra"].isna().all()
    assert pairings(frame) == {}
    frame = seats_frame([
        record("a", [LLM, LLM, MCTS, RANDOM], [1, 1, 0, 0], teams=[0, 0, 1, 2], game="nim"),
        record("b", [LLM, RANDOM], [1, 1], teams=[0, 0], game="pig")])
    assert pairings(frame) == {}

import json
import re

import pytest

from tests.support.named_games import after, loaded, prompt_text

NAME = "sealed_bid_auction"
ALL = ("v1", "v2", "v3", "v4", "v5")
every_version = pytest.mark.parametrize("version", ALL)
# Values of 0, 7, ..., 49, which chance names 0 to 7; a first round in which bidder 1 wins with 30 to 25.
SMALL = "players=3,rounds=9,max_value=49,value_step=7"
FIRST_ROUND = (2, 5, 3, [8, 30, 25])
NEXT_VALUES = (6, 0, 1)


def chat(state, player, version):
    return loaded(str(state.get_game())).chat(state, player, version)


def rules(parameters, version):
    state = after(f"{NAME}({parameters})", *NEXT_VALUES)
    return loaded(str(state.get_game())).prompt(state, 1, version)[0]["content"]


def test_there_are_five_wordings():
    assert loaded(NAME).versions() == list(ALL)


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["auctions with 3 bidders, numbered from 0, over 9 rounds; you are bidder 1",
            "from 0 to 49 that are divisible by 7", "No two bidders have the same value",
            "A bid is a whole number from 0 to 49", "one of them is drawn at random", "everybody else gets 0 points",
            "can only lose you points", "learn the winning bid, the price and whether you won"]),
    ("v2", ["over 9 rounds", "3 bidders: bidder 0 to bidder 2; you are bidder 1", "from 0 to 49, divisible by 7",
            "are all different. You see only yours", "unseen by the others: a whole number from 0 to 49",
            "Among equal top bids, chance decides", "Everyone else: 0", "can only lose",
            "the winning bid, the price, and whether the item is yours"]),
    ("v3", ["you are bidder 1 of bidders 0 to 2", "3 bidders meet over 9 rounds", "from 0 to 49, always divisible by 7",
            "No value comes up twice", "Bids are whole numbers from 0 to 49", "settles a tie",
            "Not getting it scores 0", "can only lose points", "the winning bid, the price, and whether you got"]),
    ("v4", ["plate reads 1; the 3 seats", "over 9 rounds", "from 0 to 49, and always one that 7 divides evenly",
            "no two cards of a sale bear the same number", "a whole number of coins from 0 to 49", "tossing for it",
            "neither gain nor loss", "you can only lose by it", "calls out the best offer and the price paid"]),
    ("v5", ["n = 3", "0 to 2. Your index: 1", "a multiple of 7 with 0 <= v_i <= 49", "an integer with 0 <= b_i <= 49",
            "over 9 rounds", "pairwise distinct", "uniformly at random in a tie", "u_i = 0 for i other than w",
            "It can only lose", "told the maximum bid, p, whether i = w, and u_i"]),
])
def test_the_rules_tell_bidders_rounds_values_bids_ties_payoffs_and_what_is_learned(version, facts):
    told = rules(SMALL, version)
    for fact in facts:
        assert fact in told


@pytest.mark.parametrize(("version", "first", "second"), [
    ("v1", "The winner pays its own bid.", "The winner pays the second highest bid"),
    ("v2", "Price: the winner's own bid.", "Price: the second highest of all bids."),
    ("v3", "pays what it bid", "pays the second highest bid"),
    ("v4", "exactly the coins on its own note", "the next best note, the second highest bid"),
    ("v5", "p: the price, equal to b_w.", "p: the price, the second highest of the n bids"),
])
def test_the_rules_tell_the_one_price_that_is_paid(version, first, second):
    one, two = (rules(f"{SMALL},price={price}", version) for price in ("first", "second"))
    assert first in one
    assert second not in one
    assert second in two
    assert first not in two


@every_version
def test_values_in_steps_of_one_are_not_called_divisible(version):
    assert not re.search("divi[ds]|multiple", rules("players=3,max_value=49,value_step=1", version))


@every_version
def test_no_number_but_those_of_the_setting_is_told(version):
    state = after(f"{NAME}(players=3,rounds=9,max_value=49,value_step=7)", *FIRST_ROUND, *NEXT_VALUES)
    # Seats and the numbers of rules and rounds, then the setting, then what happened to bidder 1.
    known = {*range(11), 3, 9, 49, 7, 35, 30, 5}
    assert {int(number) for number in re.findall(r"\d+", prompt_text(state, 1, version))} <= known


@every_version
def test_a_hidden_number_of_rounds_is_hidden_and_a_random_end_told(version):
    states = [after(f"{NAME}(players=3,rounds={rounds},max_value=49,value_step=7,horizon=hidden,"
                    "termination_probability=0.125)", *FIRST_ROUND, 0, *NEXT_VALUES) for rounds in (7, 9)]
    seven, nine = ((prompt_text(state, 1, version), chat(state, 1, version)) for state in states)
    assert seven == nine
    assert "a number of rounds that you are not told" in seven[0]
    assert "12.5%" in seven[0]
    assert "round 2 of" not in seven[0]


@every_version
def test_the_round_the_value_and_the_total_are_told_with_a_known_horizon(version):
    turn = chat(after(f"{NAME}({SMALL})", *FIRST_ROUND, *NEXT_VALUES), 1, version)[-1]["content"]
    assert "round 2 of 9" in turn
    assert re.search(r"[Vv]alue( in it)?: 0\b|worth 0 points|card says 0", turn)
    assert re.search(r"\b5\b", turn)


@pytest.mark.parametrize(("version", "report", "won", "lost"), [
    ("v1", "the item was worth 35 points to you. You bid:",
     "The winning bid was 30 and the price 30. You won the item and got 5 points.",
     "The winning bid was 30 and the price 30. You did not win the item and got 0 points."),
    ("v2", "- Your value: 35\n- Your bid:",
     "- Winning bid: 30\n- Price: 30\n- You won: 5 points", "- Winning bid: 30\n- Price: 30\n- You lost: 0 points"),
    ("v3", "Your value was 35, your bid was:",
     "Winning bid 30, price 30: you got the item. Your score for the round: 5 points.",
     "Winning bid 30, price 30: you did not get the item. Your score for the round: 0 points."),
    ("v4", "Your card said 35, and on your note you wrote:",
     '"The best offer was 30, the price is 30", called the auctioneer. '
     "The curiosity went to you, and the sale brought you 5 coins.",
     '"The best offer was 30, the price is 30", called the auctioneer. '
     "The curiosity went to a rival, and the sale brought you 0 coins."),
    ("v5", "Value: 35. Bid:", "Maximum bid: 30. Price: 30. Winner: you. Payoff: 5.",
     "Maximum bid: 30. Price: 30. Winner: another bidder. Payoff: 0."),
])
def test_a_chat_reports_the_value_then_the_players_own_bid_then_the_result(version, report, won, lost):
    state = after(f"{NAME}({SMALL})", *FIRST_ROUND, *NEXT_VALUES)
    winner, loser = (chat(state, player, version) for player in (1, 2))
    assert [message["role"] for message in winner] == ["system", "user", "assistant", "user", "user"]
    assert winner[1]["content"].endswith(report)
    assert [chat_[2]["content"] for chat_ in (winner, loser)] == ['{"bid": 30}', '{"bid": 25}']
    assert [chat_[3]["content"] for chat_ in (winner, loser)] == [won, lost]


@every_version
def test_the_second_price_is_reported_beside_the_winning_bid(version):
    outcome = chat(after(f"{NAME}({SMALL},price=second)", *FIRST_ROUND, *NEXT_VALUES), 1, version)[3]["content"]
    assert [int(number) for number in re.findall(r"\d+", outcome)] == [30, 25, 10]


@every_version
def test_others_values_losing_bids_and_the_winners_seat_show_in_no_prompt(version):
    one = after(f"{NAME}({SMALL})", 2, 5, 3, [8, 30, 25], 6, 0, 1)
    two = after(f"{NAME}({SMALL})", 2, 7, 0, [8, 17, 30], 6, 5, 4)
    assert prompt_text(one, 0, version) == prompt_text(two, 0, version)


@every_version
def test_one_point_or_coin_is_singular(version):
    state = after(f"{NAME}(players=2,rounds=9,max_value=1,value_step=1)", 1, 0, [0, 0], 0, 1, 0)
    text = prompt_text(state, 0, version)
    assert not re.search(r"\b1 (points|coins|rounds)\b", text)


@every_version
def test_the_form_of_the_reply_is_json_in_the_turn_and_not_in_the_rules(version):
    system, turn = loaded(NAME).prompt(after(NAME, *range(10)), 0, version)
    assert '{"bid": <move>}' in turn["content"].splitlines()
    assert "<move>" not in system["content"]
    assert (system["content"] + turn["content"]).count("<move>") == 1
    assert "Legal moves: 0..200" in turn["content"].splitlines()


@pytest.mark.parametrize("reply", [
    '{"bid": 50}', '{"bid": "50"}', '{"explanation": "Half of it.", "bid": "50"}', "So:\n```json\n{\"bid\": 50}\n```",
    "Answer: 50", "50"])
def test_a_bid_is_read_as_json_in_the_published_form_too_or_as_an_answer_line(reply):
    assert loaded(NAME).parse(reply, after(NAME, *range(10)), 0) == [50]


@every_version
def test_the_players_own_answer_in_a_chat_is_a_reply_that_states_the_bid(version):
    state = after(f"{NAME}({SMALL})", *FIRST_ROUND, *NEXT_VALUES)
    answer = chat(state, 0, version)[2]["content"]
    assert json.loads(answer) == {"bid": 8}
    assert loaded(str(state.get_game())).parse(answer, state, 0) == [8]

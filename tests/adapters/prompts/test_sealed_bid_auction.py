import json
import re

import pytest

from tests.support.named_games import after, loaded, prompt_text

NAME = "sealed_bid_auction"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())
# Values of 0, 7, ..., 49, which chance names 0 to 7; a first round in which bidder 1 wins with 30 to 25.
SMALL = "players=3,rounds=9,max_value=49,value_step=7"
FIRST_ROUND = (2, 5, 3, [8, 30, 25])
NEXT_VALUES = (6, 0, 1)


def chat(state, player, version="v1"):
    return loaded(str(state.get_game())).chat(state, player, version)


def rules(parameters, version):
    state = after(f"{NAME}({parameters})", *NEXT_VALUES)
    return loaded(str(state.get_game())).prompt(state, 1, version)[0]["content"]


def test_the_rules_tell_players_rounds_private_valuations_bids_price_and_utility():
    assert rules(SMALL, "v1").splitlines() == [
        "You are one of 3 players in a game that lasts 9 rounds.",
        "In every round an item is auctioned, and each player has a private valuation of it.",
        "Without knowing the bids and valuations of the other players, each player hands in a written bid for the "
        "item.",
        "The highest bidder wins the item and pays the price of the highest bid.",
        "If you win, your utility for the round is your valuation minus the price paid. If you lose, your utility is "
        "0.",
    ]


@every_version
def test_the_rules_tell_the_one_price_that_is_paid(version):
    one, two = (rules(f"{SMALL},price={price}", version) for price in ("first", "second"))
    assert ("second highest bid" in one, "second highest bid" in two) == (False, True)


@every_version
def test_no_wording_tells_how_values_are_drawn_nor_advises_on_bids_above_ones_value(version):
    state = after(f"{NAME}({SMALL})", *FIRST_ROUND, *NEXT_VALUES)
    without_the_legal_bids = "\n".join(line for line in prompt_text(state, 1, version).splitlines() if ".." not in line)
    assert not re.search(r"\b(7|49)\b|random|chance|drawn|divi|multiple|differ|uniform|above|over",
                         without_the_legal_bids)


@every_version
def test_no_number_but_those_of_the_setting_is_told(version):
    state = after(f"{NAME}({SMALL})", *FIRST_ROUND, *NEXT_VALUES)
    # Rounds, players, the price of nothing and the legal bids, then what happened to bidder 1.
    known = {0, 1, 2, 3, 9, 49, 35, 30, 5}
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
def test_the_round_and_the_players_value_are_told(version):
    turn = chat(after(f"{NAME}({SMALL})", *FIRST_ROUND, 1, 6, 0), 1, version)[-1]["content"]
    assert "ound 2 of 9" in turn
    assert re.search(r"\b42\b", turn)


def test_a_chat_reports_the_value_then_the_players_own_bid_then_the_result():
    state = after(f"{NAME}({SMALL})", *FIRST_ROUND, *NEXT_VALUES)
    winner, loser = (chat(state, player) for player in (1, 2))
    assert [message["role"] for message in winner] == ["system", "user", "assistant", "user", "user"]
    assert winner[1]["content"] == "Results of round 1:\nYour valuation of the item was 35.\nYou bid:"
    assert [told[2]["content"] for told in (winner, loser)] == ['{"bid": 30}', '{"bid": 25}']
    assert [told[3]["content"] for told in (winner, loser)] == [
        "The winning bid was 30, and the price paid was 30.\nYou won. Your utility is 5.",
        "The winning bid was 30, and the price paid was 30.\nYou lost. Your utility is 0."]


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

"""Prompts of EconArena's auctions, which share most of their text."""

import json
import re

import pytest

from adapters import ReplyError
from gtarena.models.offline import answer
from tests.support.named_games import after, loaded, prompt_text

SEALED, ENGLISH = "second_price_auction", "english_auction"
VERSIONS = ("equal", "rational", "v1", "v2")
NAMES = (SEALED, ENGLISH)
every_version = pytest.mark.parametrize("version", VERSIONS)
every_game = pytest.mark.parametrize("name", NAMES)
SETTING = "players=3,assets=120,value_mean=60,runs=9"
VALUES = (77, 55, 33)
NO_BID, BREAK = 121, 2
# A run that bidder 0 wins while bidder 2 breaks the rules: at 50 in the sealed auction, at 0 in the other.
RUN = {SEALED: [63, 50, NO_BID], ENGLISH: [1, 0, BREAK]}


def state_of(name, parameters="", runs=0, values=VALUES):
    return after(f"{name}({SETTING}{parameters})", *values, *[RUN[name]] * runs)


def rules(name, version, parameters="", values=VALUES):
    state = state_of(name, parameters, values=values)
    return loaded(str(state.get_game())).prompt(state, 1, version)[0]["content"]


def chat(state, player, version):
    return loaded(str(state.get_game())).chat(state, player, version)


@every_game
def test_there_are_two_wordings_two_that_tell_of_the_others_rationality_and_a_short_form(name):
    assert loaded(name).versions() == ["cot", *VERSIONS]


@pytest.mark.parametrize(("name", "version", "facts"), [
    (SEALED, "v1", [
        "There are 3 bidders, including you", "numbered from 0, and you are bidder 1", "value of it is 55 units",
        "nobody knows another bidder's private value, or what the others will bid", "You have 120 units of assets",
        "must not be higher", "one round", "pays only the second-highest of all bids",
        "only the one with the lowest number gets", "assets (your assets minus what you pay) plus your private",
        "your payoff is your original assets", "costs you 1 unit", "You do not need to get the item"]),
    (SEALED, "v2", [
        "Your number: bidder 1", "Bidders: 3, including you", "Your private value: 55 units", "Your assets: 120 units",
        "you must not bid more", "nobody knows the private values or the bids of the others", "Rounds: 1",
        "the second-highest of all bids", "the bidder with the lowest number", "assets - the price + your private",
        "Without it: your original assets", "you pay 1 unit", "with the item or without it"]),
    (ENGLISH, "v1", [
        "There are 3 bidders, including you", "you are bidder 1", "value of it is 55 units", "120 units of assets",
        "starts at 1 and rises by 1", "bidders who are still in say at the same time", "above your assets you can only",
        "at most one bidder stays", "the one of them with the lowest number", "shown just before the last one",
        "remaining assets (your assets minus what you pay) plus your private", "counts as dropping and costs 1 unit",
        "drops in this way cannot win"]),
    (ENGLISH, "v2", [
        "Your number: bidder 1", "Your private value: 55 units", "It shows 1, then 2", "answers stay or drop, all at",
        "at a price above their assets", "when at most one bidder is still in", "the lowest number among those",
        "one step before it stopped (0 if it stopped at 1)", "you drop, pay 1 unit and cannot win"]),
])
def test_the_rules_tell_all_that_a_run_depends_on(name, version, facts):
    told = rules(name, version)
    for fact in facts:
        assert fact in told


@every_game
def test_three_wordings_differ_in_what_they_say_of_the_others_alone(name):
    plain, rational, equal = (rules(name, version).splitlines() for version in ("v1", "rational", "equal"))
    unpredictable = {"Keep in mind that the situation is unpredictable."}
    assert set(plain) - set(rational) == set(plain) - set(equal) == unpredictable
    assert set(rational) - set(plain) == {"You can assume that all other bidders are perfectly rational."}
    assert set(equal) - set(plain) == {
        "You can assume that all bidders, including you, are similarly rational and similarly good at strategic "
        "reasoning."}
    assert len(plain) == len(rational) == len(equal)
    assert rules(name, "cot").splitlines() == rational


@every_version
@every_game
def test_a_fee_is_told_where_there_is_one(name, version):
    assert "2.5 units" in rules(name, version, ",entrance_fee=2.5")
    free = rules(name, version, ",entrance_fee=0.0")
    assert not re.search(r"costs|\bpay \d", free)


@every_version
def test_a_coarser_grid_is_told(version):
    sealed, english = (
        prompt_text(state_of(name, f",{step}=5", values=(12, 12, 12)), 1, version)
        for name, step in ((SEALED, "grid"), (ENGLISH, "increment")))
    assert "rounded to the nearest multiple of 5" in sealed
    assert re.search(r"starts at 5 and rises by 5|shows 5, then 10", english)


@every_version
@every_game
def test_without_a_history_a_later_run_is_told_like_the_first(name, version):
    for player in range(3):
        texts = {prompt_text(state_of(name, runs=runs), player, version) for runs in range(3)}
        assert len(texts) == 1
    assert not re.search(r"\b9\b|before,|\bnew\b|stay the same", texts.pop())


@every_version
@every_game
def test_the_first_of_several_runs_is_told_as_if_it_were_the_only_one(name, version):
    single = prompt_text(state_of(name), 1, version)
    assert single == prompt_text(state_of(name, ",history=choices"), 1, version)
    assert single == prompt_text(state_of(name, ",history=private"), 1, version)


@every_version
@every_game
def test_a_history_tells_the_latest_runs_alone_and_how_many_there_were(name, version):
    text = prompt_text(state_of(name, ",history=choices,history_window=2", runs=4), 1, version)
    assert "held 4 times before; the last 2 are shown above" in text
    assert re.findall(r"^(?:Auction|## Sale) (\d)", text, re.MULTILINE) == ["3", "4"]


@every_version
@every_game
def test_others_values_are_told_after_a_run_of_a_private_history_alone(name, version):
    def told(history, runs):
        return prompt_text(state_of(name, f",history={history}", runs), 1, version)

    assert "bidder 0: 77, bidder 1 (you): 55, bidder 2: 33" in told("private", 1)
    for text in (told("private", 0), told("choices", 2)):
        assert not re.search(r"\b(77|33)\b", text)


@pytest.mark.parametrize(("name", "version", "report", "outcome"), [
    (SEALED, "v1", "Auction 1: your bid was:",
     "Everybody's bids: bidder 0 (you): 63, bidder 1: 50, bidder 2: no valid answer."),
    (SEALED, "v2", "## Sale 1\n- Your bid:",
     "- All bids: bidder 0 (you): 63, bidder 1: 50, bidder 2: no valid answer"),
    (ENGLISH, "v1", "Auction 1: your last answer was:",
     "It ended at a price of 1: bidder 0 (you): still in, bidder 1: dropped at 1, bidder 2: dropped at 1.\n"
     "You got the item and paid 0."),
    (ENGLISH, "v2", "## Sale 1\n- Your last answer:",
     "- The clock stopped at 1.\n- Bidders: bidder 0 (you): still in, bidder 1: dropped at 1, bidder 2: dropped at 1\n"
     "- Winner: you\n- Price: 0"),
])
def test_a_chat_tells_the_run_the_players_answer_and_the_outcome(name, version, report, outcome):
    messages = chat(state_of(name, ",history=choices", runs=1), 0, version)
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user", "user"]
    assert (messages[1]["content"], messages[3]["content"]) == (report, outcome)
    assert json.loads(messages[2]["content"]) == ({"bid": 63} if name == SEALED else {"decision": "stay"})


@every_version
@every_game
def test_who_gave_no_valid_answer_has_none_in_the_chat_and_is_told_so(name, version):
    messages = chat(state_of(name, ",history=choices", runs=1), 2, version)
    assert "assistant" not in {message["role"] for message in messages}
    assert re.search(r"no valid (bid|answer)\.|none that is valid", messages[1]["content"])
    assert re.search(r"bidder 2 \(you\): (no valid answer|dropped at 1)", messages[2]["content"])


@every_version
def test_an_english_auction_in_which_all_break_the_rules_has_no_winner_and_no_price(version):
    state = after(f"{ENGLISH}({SETTING},history=choices)", *VALUES, [1] * 3, [BREAK] * 3)
    text = prompt_text(state, 0, version)
    assert re.search(r"Nobody got the item\.$|Winner: nobody$", text, re.MULTILINE)
    assert not re.search(r"paid|Price: \d", text)


@every_version
def test_who_breaks_the_rules_of_an_english_auction_leaves_the_item_to_those_who_drop_at_the_same_price(version):
    state = after(f"{ENGLISH}({SETTING},history=choices)", *VALUES, [1] * 3, [BREAK, 0, 0])
    assert re.search(r"Bidder 1 got the item and paid 1\.|Winner: bidder 1\n- Price: 1", prompt_text(state, 0, version))


@every_version
def test_the_price_and_who_dropped_where_are_told_in_the_turn_of_an_english_auction(version):
    state = after(f"{ENGLISH}({SETTING})", *VALUES, [1, 1, 1], [1, 1, 0])
    turn = chat(state, 1, version)[-1]["content"]
    assert re.search(r"price shown is 3\.|clock shows: 3$", turn, re.MULTILINE)
    assert "bidder 0: still in, bidder 1 (you): still in, bidder 2: dropped at 2" in turn


@every_version
@pytest.mark.parametrize(("name", "keys", "later_keys", "moves"), [
    (SEALED, ["understanding", "bid", "reason"], ["goal", "previous bid", "previous payoff", "bid", "reason"],
     "0..120"),
    (ENGLISH, ["decision"], ["decision"], "drop | stay"),
])
def test_the_form_has_the_keys_of_the_paper_and_others_after_the_first_run(name, version, keys, later_keys, moves):
    for runs, expected in enumerate((keys, later_keys)):
        state = state_of(name, ",history=choices", runs)
        system, turn = loaded(str(state.get_game())).prompt(state, 1, version)
        (form,) = [line for line in turn["content"].splitlines() if "<move>" in line]
        assert "<move>" not in system["content"]
        assert list(json.loads(re.sub(r'"?<[^<>]+>"?', "0", form))) == expected
        assert f"Legal moves: {moves}" in turn["content"].splitlines()


@every_version
@every_game
@pytest.mark.parametrize("model", ["offline/random", "offline/first"])
def test_the_offline_models_answer_in_a_form_that_is_understood(name, version, model):
    for runs in range(2):
        state = state_of(name, ",history=choices", runs)
        adapter = loaded(str(state.get_game()))
        reply = answer(model, adapter.prompt(state, 1, version), runs, adapter.reply_form(state, 1, version))
        (action,) = adapter.parse(reply.text, state, 1)
        assert action in state.legal_actions(1)


@pytest.mark.parametrize(("name", "reply", "action"), [
    (SEALED, '{"bid": 50}', 50), (SEALED, '{"understanding": "", "bid": 50.4, "reason": ""}', 50),
    (SEALED, "Answer: 50", 50), (ENGLISH, '{"decision": "stay"}', 1), (ENGLISH, "Answer: drop", 0),
])
def test_replies_in_json_and_answer_lines_are_read(name, reply, action):
    assert loaded(name).parse(reply, state_of(name), 0) == [action]


@pytest.mark.parametrize(("name", "reply"), [
    (SEALED, '{"bid": 121}'), (SEALED, '{"bid": "no valid answer"}'), (SEALED, "Answer: no valid answer"),
    (ENGLISH, '{"decision": "no valid answer"}'), (ENGLISH, "Answer: no valid answer"),
])
def test_no_answer_and_bids_above_the_assets_are_no_moves(name, reply):
    with pytest.raises(ReplyError):
        loaded(f"{name}({SETTING})").parse(reply, state_of(name), 0)

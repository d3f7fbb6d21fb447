"""Observations of a player of gin rummy in each step of a hand, and how moves are named."""

import random

import pytest

import adapters
from adapters.native.gin_rummy import DRAW_UPCARD, KNOCK, RANKS, SUITS
from adapters.replies.errors import ReplyError
from tests.support.named_games import after
from tests.support.playouts import load

FIRST = "5S 6S 7S KC KD KH AC 2C 3C 2D"
SECOND = "8S 9S TS 4S 3S 2S QC QD QH 9D"


def number(card):
    return SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0])


def dealt(first=FIRST, second=SECOND, upcard="JS", game="gin_rummy"):
    return after(game, *map(number, f"{first} {second} {upcard}".split()))


def act(state, *answers):
    adapter = adapters.for_game(state.get_game())
    for answer in answers:
        state.apply_action(adapter.parse(f'{{"move": "{answer}"}}', state, state.current_player())[0])
    return state


def shown(state):
    return list(adapters.for_game(state.get_game()).view.patterns(state, state.current_player()))


def seen(state, player):
    return adapters.for_game(state.get_game()).view.observe(state, player)


def moves(state, player):
    return [move["move"] for move in seen(state, player)["moves"]]


def test_a_player_sees_its_own_hand_sorted_and_of_the_other_the_number_of_cards():
    told = seen(dealt(), 0)
    assert told["hand"] == ["5S", "6S", "7S", "AC", "2C", "3C", "KC", "2D", "KD", "KH"]
    assert (told["opponent_hand"], told["opponent_cards"]) == ([], 10)
    assert (told["upcard"], told["stock"], told["discards"], told["deadwood"]) == (["JS"], 31, [], 2)
    assert told["knock_limit"] == 10
    assert seen(dealt(second=SECOND.replace("9D", "8D")), 0) == told


def test_a_card_from_the_stock_is_told_to_the_player_who_drew_it_alone():
    state = act(dealt(), "Pass", "Pass", "Draw stock")
    state.apply_action(number("9H"))
    assert moves(state, 0) == ["Pass", "Pass", "Draw stock (9H)"]
    assert moves(state, 1) == ["Pass", "Pass", "Draw stock"]
    assert seen(state, 1)["upcard"] == []
    act(state, "9H", "Draw upcard", "discard 9H")
    assert moves(state, 1)[3:] == ["Discard 9H", "Draw upcard 9H", "Discard 9H"]
    assert seen(state, 0)["returned"]


def test_the_steps_of_a_turn_and_of_a_knock():
    state = dealt()
    steps = [(seen(state, 0)["step"], shown(state))]
    for answer in ("Draw upcard", "Knock", "JS", "5S 6S 7S", "KC KD KH", "AC 2C 3C", "Pass"):
        act(state, answer)
        steps.append((seen(state, state.current_player())["step"], shown(state)))
    assert [step for step, _ in steps] == [
        "first upcard", "discard", "knock", *["lay melds"] * 4, "lay off"]
    assert steps[0][1] == ["Draw upcard", "Pass"]
    assert steps[1][1][-1] == "Knock"
    assert steps[2][1] == ["JS", "2D"]
    assert steps[-2][1] == ["Pass"]
    told = seen(state, 1)
    assert (told["knocker"], told["opponent_hand"], told["opponent_deadwood"]) == (0, ["2D"], 2)
    assert told["melds"] == [["5S 6S 7S", "KC KD KH", "AC 2C 3C"], []]
    assert moves(state, 1)[-3:] == ["Lay KC KD KH", "Lay AC 2C 3C", "Pass"]


def test_two_cards_can_be_laid_off_at_each_end_of_a_run_and_the_score_is_the_difference():
    state = act(dealt(), "Draw upcard", "Knock", "JS", "5S 6S 7S", "KC KD KH", "AC 2C 3C", "Pass")
    assert shown(state) == ["4S", "8S", "Pass"]
    act(state, "8S", "9S")
    assert shown(state) == ["4S", "Pass"]
    act(state, "lay off 4S", "3S")
    assert shown(state) == ["Pass"]
    act(state, "done", "QC QD QH", "Pass")
    assert seen(state, 0)["layoffs"] == ["8S", "9S", "4S", "3S"]
    assert list(state.returns()) == [2 + 10 + 9 - 2, -19]  # 2S, TS and 9D against 2D


def test_after_two_passes_the_stock_must_be_drawn_from():
    state = act(dealt(), "Pass", "Pass")
    assert (seen(state, 0)["step"], shown(state)) == ("must draw", ["Draw stock"])


def test_at_the_end_of_the_stock_there_is_a_step_of_its_own():
    state, rng = dealt("AS 3S 5S 7S 9S JS KS 2C 4C 6C", "8C TC QC AD 3D 5D 7D 9D JD KD", "2H"), random.Random(1)
    while seen(state, max(state.current_player(), 0))["step"] != "wall":
        legal = [action for action in state.legal_actions() if action not in (DRAW_UPCARD, KNOCK)]
        state.apply_action(rng.choice(legal))
    assert seen(state, state.current_player())["stock"] == 2
    assert "Pass" in shown(state)
    assert list(act(state, "Pass").returns()) == [0, 0]


def test_the_first_upcard_sets_the_limit_in_oklahoma():
    for upcard, limit in (("AS", 0), ("7H", 7), ("QS", 10)):
        assert seen(dealt(upcard=upcard, game="gin_rummy(oklahoma=True)"), 0)["knock_limit"] == limit


def test_draws_of_the_upcard_are_counted_after_the_opening_and_the_fiftieth_ends_the_hand():
    state = act(dealt(), "Draw upcard", "KH")
    for draw in range(50):
        assert seen(state, 1)["upcards_drawn"] == draw
        state.apply_action(DRAW_UPCARD)
        if not state.is_terminal():
            drawn = number(seen(state, state.current_player())["moves"][-1]["move"][-2:])
            state.apply_action(next(card for card in state.legal_actions() if card != drawn))
    assert state.is_terminal()
    assert list(state.returns()) == [0, 0]


@pytest.mark.parametrize(("answer", "card"), [
    ("KH", "KH"), ("kh", "KH"), ("king of hearts", "KH"), ("Discard KH", "KH"), ("K♥", "KH"), ("put down 5s", "5S"),
    ("discard the king of hearts", "KH"), ("the king of hearts", "KH")])
def test_cards_are_understood_by_their_other_names(answer, card):
    assert moves(act(dealt(), "take the upcard", answer), 0)[-1] == f"Discard {card}"


@pytest.mark.parametrize(("answer", "name"), [
    ("KH KC KD", "KC KD KH"), ("Lay KD KH KC", "KC KD KH"), ("meld 7S 6S 5S", "5S 6S 7S"),
    ("lay down AC 2C 3C", "AC 2C 3C"), ("3C, 2C, AC", "AC 2C 3C")])
def test_a_meld_is_understood_in_any_order_of_its_cards(answer, name):
    state = act(dealt(), "Draw upcard", "Knock", "JS", answer)
    assert seen(state, 0)["melds"][0] == [name]


@pytest.mark.parametrize("answer", ["Draw upcard JS", "draw JS", "take the jack of spades"])
def test_the_upcard_is_drawn_by_its_name(answer):
    state = act(dealt(), answer)
    assert seen(state, 0)["moves"] == [{"player": 0, "move": "Draw upcard JS"}]


@pytest.mark.parametrize("answer", ["JS", "draw QS"])
def test_no_other_card_is_drawn_and_a_card_alone_is_no_draw(answer):
    with pytest.raises(ReplyError):
        act(dealt(), answer)


def test_names_are_unique_and_read_back():
    adapter, rng = adapters.for_game(load("gin_rummy(knock_card=10)")), random.Random(3)
    for _ in range(3):
        state = adapter.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            player, legal = state.current_player(), state.legal_actions()
            names = [adapter.view.names(state, player, action)[0] for action in legal]
            assert len(set(names)) == len(names)
            chosen = legal.index(KNOCK) if KNOCK in legal else rng.randrange(len(legal))
            assert adapter.parse(f'{{"move": "{names[chosen]}"}}', state, player) == [legal[chosen]]
            state.apply_action(legal[chosen])

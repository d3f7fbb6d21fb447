"""Observations of a player of bargaining, and how offers are named, listed and understood."""

import random

import pytest

import adapters
from tests.support.named_games import after
from tests.support.playouts import load

GAME = "bargaining(discount=0.9,max_turns=4)"
POOL = 0  # the first of OpenSpiel's pools


def seen(state, player):
    return adapters.for_game(state.get_game()).view.observe(state, player)


def offer(*numbers):
    """Returns the action of an offer."""
    state = after(GAME, POOL)
    name = "Books {}, hats {}, basketballs {}".format(*numbers)
    return adapters.for_game(state.get_game()).parse(f'{{"move": "{name}"}}', state, 0)[0]


def test_a_player_sees_the_pool_its_own_values_and_what_the_latest_offer_leaves():
    told = [line.split() for line in after(GAME, POOL).observation_string(1).replace(",", "").splitlines()[:2]]
    pool, values = ([int(word) for word in line if word.isdecimal()] for line in told)
    state = after(GAME, POOL, offer(1, 0, 0), offer(0, 1, 0), offer(0, 0, 1))
    view = seen(state, 1)
    assert (view["pool"], view["your_values"]) == (pool, values)
    assert view["moves"] == [
        {"player": 0, "move": "Books 1, hats 0, basketballs 0"},
        {"player": 1, "move": "Books 0, hats 1, basketballs 0"},
        {"player": 0, "move": "Books 0, hats 0, basketballs 1"}]
    assert view["left_for_you"] == [pool[0], pool[1], pool[2] - 1]
    assert view["worth"] == 10 - values[2]
    assert view["factor"] == pytest.approx(0.81)
    assert view["offers_left"] == 1
    state.apply_action(state.legal_actions()[-1])
    assert state.returns()[1] == pytest.approx(0.81 * view["worth"])


def test_before_the_deal_and_while_chance_decides_nothing_is_read():
    assert seen(after(GAME), 0)["pool"] == []
    state = after("bargaining(prob_end=0.5)", POOL, offer(1, 0, 0), offer(0, 1, 0))
    assert state.is_chance_node()
    assert (seen(state, 0)["pool"], len(seen(state, 0)["moves"])) == ([], 2)


def test_the_legal_offers_are_one_entry_and_agreeing_is_another_when_there_is_an_offer():
    state = after(GAME, POOL)
    view = adapters.for_game(state.get_game()).view
    (pattern,) = view.patterns(state, 0)
    assert sorted(pattern.names()) == sorted(view.names(state, 0, action)[0] for action in state.legal_actions())
    state.apply_action(offer(1, 0, 0))
    assert view.patterns(state, 1) == [pattern, "Agree"]


@pytest.mark.parametrize("answer", [
    "books 1, hats 0, basketballs 1", "Books 1, Hats 0, Basketballs 1", "1 book, 0 hats, 1 basketball",
    "1 book, 0 hats and 1 basketball", "[1, 0, 1]", "Offer: Book: 1, Hat: 0, Basketball: 1",
    "Offer: Books 1, hats 0, basketballs 1", "I take 1 book, 0 hats and 1 basketball"])
def test_offers_are_understood_in_several_forms(answer):
    state = after(GAME, POOL)
    assert adapters.for_game(state.get_game()).parse(f'{{"move": "{answer}"}}', state, 0) == [offer(1, 0, 1)]


@pytest.mark.parametrize("answer", ["agree", "accept", "deal", "I accept", "accept offer"])
def test_agreeing_has_several_names(answer):
    state = after(GAME, POOL, offer(1, 0, 0))
    assert adapters.for_game(state.get_game()).parse(f'{{"move": "{answer}"}}', state, 1) == [
        state.legal_actions()[-1]]


def test_names_are_unique_and_read_back():
    adapter, rng = adapters.for_game(load(GAME)), random.Random(2)
    for _ in range(3):
        state = adapter.game.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            names = [adapter.view.names(state, player, action)[0] for action in legal]
            assert len(set(names)) == len(names)
            chosen = rng.randrange(len(legal))
            assert adapter.parse(f'{{"move": "{names[chosen]}"}}', state, player) == [legal[chosen]]
            state.apply_action(legal[chosen])

"""The wordings of Leduc poker tell the parameters, and the rules that they tell agree with what OpenSpiel pays."""

import random

import pytest

import adapters
from tests.support.named_games import after, rules, turn
from tests.support.playouts import load

both = pytest.mark.parametrize("version", ["v1", "v2"])


@both
def test_parameters_are_told(version):
    text = rules("leduc_poker(players=3,starting_player=1)", version)
    assert [part for part in ("3 players", "10, jack, queen", "spades", "player 1") if part not in text] == []
    assert "spades" not in rules("leduc_poker(suit_isomorphism=True)", version)
    plain, mapped = (rules(f"leduc_poker(action_mapping={value})", version) for value in (False, True))
    assert "listed al" not in plain.casefold()
    assert "always listed" in mapped or "Listed although" in mapped


@both
def test_a_turn_tells_cards_and_costs(version):
    text = turn(after("leduc_poker", 0, 5, 2, 2, 1, 3, 1, 2), 0, version)
    for told in ("jack of spades", "queen of hearts", "14", "4", "8", "Legal moves: Fold | Call | Raise"):
        assert told in text
    assert "king" not in text


@pytest.mark.parametrize("game_string", [
    "leduc_poker", "leduc_poker(players=5)", "leduc_poker(players=3,suit_isomorphism=True)"])
def test_returns_are_those_of_the_rules(game_string):
    game, rng = load(game_string), random.Random(2)
    view, same = adapters.for_game(game).view, 1 if game.get_parameters()["suit_isomorphism"] else 2
    for _ in range(60):
        state, drawn = game.new_initial_state(), []
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            drawn += [action // same] if state.is_chance_node() else []
            state.apply_action(action)
        cards, public, told = drawn[:game.num_players()], drawn[-1], view.observe(state, 0)
        left = [seat["player"] for seat in told["seats"] if not seat["folded"]]
        best = max(left, key=lambda seat: (cards[seat] == public, cards[seat]))
        winners = [seat for seat in left if cards[seat] == cards[best]]
        for seat, result in enumerate(state.returns()):
            won = told["pot"] / len(winners) if seat in winners else 0
            assert result == pytest.approx(won - told["seats"][seat]["put_in"])

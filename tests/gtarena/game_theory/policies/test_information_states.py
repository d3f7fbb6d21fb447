import pyspiel
import pytest

from gtarena import games
from gtarena.errors import UsageError
from gtarena.game_theory.policies import information_states as module
from gtarena.game_theory.policies.information_states import information_states
from gtarena.runs.asking.positions import Position

SMALL = [
    ("kuhn_poker", {}, 12), ("kuhn_poker", {"players": 3}, 48), ("leduc_poker", {}, 936),
    ("liars_dice", {"numdice": 1, "dice_sides": 3}, 96), ("goofspiel", {"num_cards": 3, "imp_info": True}, 90),
    ("first_sealed_auction", {"max_value": 4}, 6), ("tiny_hanabi", {}, 8), ("coordinated_mp", {}, 3),
    ("three_player_prisoners_dilemma", {"rounds": 2}, 27), ("iterated_prisoners_dilemma", {"max_rounds": 2}, 10)]


@pytest.mark.parametrize(("name", "params", "count"), SMALL)
def test_every_information_state_is_listed_once_with_a_history_that_leads_to_it(name, params, count):
    states = information_states(games.load(name, params))
    assert len(states) == len({(state.player, state.key) for state in states}) == count
    for state in states[:100]:
        reached = Position(name, params, state.history, state.player).state()
        assert reached.information_state_string(state.player) == state.key
        assert tuple(reached.legal_actions(state.player)) == state.actions
        assert len(state.actions) > 1


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice(numdice=1,dice_sides=3)"])
def test_states_are_those_of_openspiels_own_listing(name):
    from open_spiel.python.policy import TabularPolicy

    game = pyspiel.load_game(name)
    policy = TabularPolicy(game)
    chosen = {key for key, row in policy.state_lookup.items() if policy.legal_actions_mask[row].sum() > 1}
    assert {state.key for state in information_states(game)} == chosen


def test_a_dealt_card_is_in_the_history_as_chance():
    first = next(state for state in information_states(pyspiel.load_game("kuhn_poker")) if state.key == "2pb")
    assert first.history[0] == (-1, 2)
    assert [player for player, _ in first.history] == [-1, -1, 0, 1]


def test_limits_are_told_with_what_remains():
    with pytest.raises(UsageError, match=r"more than 11 information states.*lower bound"):
        information_states(pyspiel.load_game("kuhn_poker"), most=11)
    assert len(information_states(pyspiel.load_game("kuhn_poker"), most=12)) == 12


def test_a_large_tree_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_NODES", 57)
    with pytest.raises(UsageError, match=r"more than 57 nodes.*lower bound"):
        information_states(pyspiel.load_game("kuhn_poker"))


@pytest.mark.parametrize(("game", "reason"), [
    ("chameleon", "free texts"), ("pirate_game(players=3,gold=3)", "moves of several parts"),
    ("breakthrough(rows=2,columns=2)", "what players know"), ("mfg_crowd_modelling", "no separate players"),
    ("leduc_poker(players=3)", "too many")])
def test_games_that_cannot_be_asked_everywhere_are_refused_with_the_reason(game, reason):
    with pytest.raises(UsageError, match=reason):
        information_states(pyspiel.load_game(game))


def test_a_game_without_a_choice_has_nothing_to_ask():
    with pytest.raises(UsageError, match=r"no player of .* ever has a choice"):
        information_states(pyspiel.load_game("blotto(coins=1,fields=1)"))

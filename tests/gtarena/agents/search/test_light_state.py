"""Light states: the same game as pyspiel's states, in which the searcher chooses first and texts are single actions."""

import random

import pytest

from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, TERMINAL, Rules
from custom_games.iterated_prisoners_dilemma import IteratedPrisonersDilemma
from gtarena.agents.search.light_state import LightState, Searched
from tests.support.chat_game import SmallTalk
from tests.support.compound_games import CLUE, NUMBER, Clue, Duet, clue, coins, duet
from tests.support.game_settings import every_setting, load
from tests.support.playouts import making, movers

END = 256
COMPOUND = pytest.mark.parametrize("game", [clue(), clue("number"), duet(), coins()], ids=str)


def root(rules: Rules, searcher: int = 0, texts: int = 5, key: int = 7) -> LightState:
    return Searched(rules, searcher, texts).root(Node.from_moves(rules), key)


def agrees(game, searcher: int, seed: int) -> None:
    """Plays at random in light states, repeats all moves in pyspiel's state, and compares the two all along."""
    rng, state = random.Random(seed), game.new_initial_state()
    light = Searched(game.rules, searcher, 3).root(state.node, seed)
    while light.player != TERMINAL:
        if light.player == CHANCE:
            assert state.is_chance_node()
            assert list(light.chance_outcomes) == state.chance_outcomes()
            outcomes, weights = zip(*light.chance_outcomes, strict=True)
            outcome = rng.choices(outcomes, weights)[0]
            light = light.after(outcome)
            state.apply_action(outcome)
            continue
        order = sorted(movers(state), key=lambda seat: (seat != searcher, seat))
        moves: dict[int, list[int]] = {}
        offered = []
        position = light.position
        while light.position is position:
            made = moves.setdefault(light.player, [])
            offered.append((light.player, len(made), light.legal_actions(), light.spelled(light.legal_actions()[0])))
            action = rng.choice(light.legal_actions())
            made += light.spelled(action)
            light = light.after(action)
        assert list(moves) == order
        for index, before in enumerate(making(state, moves)):
            for seat, number, legal, _ in offered:
                if number == index and before.is_speaking(seat):
                    assert legal == range(3)
                elif number == index:
                    assert list(legal) == before.legal_actions(seat)
        assert light.position == state.node.position
    assert state.is_terminal()
    assert list(light.returns) == state.returns()


@every_setting
def test_light_states_agree_with_pyspiels_along_random_play(name, variant):
    game = load(name, variant)
    for seed in range(4):
        agrees(game, seed % game.num_players(), seed)


@COMPOUND
@pytest.mark.parametrize("searcher", [0, 1])
def test_light_states_agree_with_pyspiels_inside_compound_moves(game, searcher):
    for seed in range(5):
        agrees(game, searcher, seed)


@every_setting
def test_playouts_from_anywhere_return_what_the_game_can_pay(name, variant):
    rules, rng = load(name, variant).rules, random.Random(3)
    low, high = rules.bounds().utility
    light = root(rules, searcher=1)
    while light.player != TERMINAL:
        returns = light.random_returns(rng)
        assert len(returns) == len(rules.seats)
        assert all(low <= paid <= high for paid in returns)
        actions = [outcome for outcome, probability in light.chance_outcomes if probability] if (
            light.player == CHANCE) else light.legal_actions()
        light = light.after(rng.choice(actions))


def test_the_searcher_chooses_first_and_the_others_in_the_order_of_their_seats():
    game = load("el_farol", {"players": 4, "rounds": 1})
    light, order = root(game.rules, searcher=2), []
    while light.player != TERMINAL:
        order.append(light.player)
        light = light.after(1 if light.player in (0, 2) else 0)
    assert order == [2, 0, 1, 3]
    assert light.position.rounds == ((1, 0, 1, 0),)


def test_a_playout_keeps_what_has_been_chosen_at_its_node():
    rules, rng = IteratedPrisonersDilemma(max_rounds=1), random.Random(0)
    defected = root(rules, searcher=1).after(1)
    drawn = {tuple(defected.random_returns(rng)) for _ in range(50)}
    assert drawn == {(0, 10), (1, 1)}
    assert set(map(tuple, [defected.after(0).random_returns(rng)])) == {(0, 10)}


def test_a_state_is_made_once():
    light = root(IteratedPrisonersDilemma())
    assert light.after(0) is light.after(0)
    assert light.after(0) is not light.after(1)


def test_a_root_holds_the_searchers_own_part_of_a_move_and_nobody_elses():
    node = Node.from_moves(Duet(), begun={0: (1,), 1: (97,)})
    own, other = (Searched(Duet(), seat).root(node) for seat in (0, 1))
    assert (own.player, own.made, own.chosen) == (0, (1,), {})
    assert (other.player, other.made, other.chosen) == (1, (97,), {})
    assert own.after(0).made == ()


def test_a_text_offers_as_many_actions_as_are_drawn_and_other_nodes_those_of_the_game():
    light, seen = root(SmallTalk()), []
    while light.player != TERMINAL:
        seen.append((light.player, list(light.legal_actions())))
        light = light.after(1)
    assert seen == [(0, [0, 1, 2, 3, 4]), (1, [0, 1, 2, 3, 4]), (0, [0, 1]), (1, [0, 1])]
    assert light.returns == [1, 1]


def test_one_action_says_a_whole_text_of_a_few_letters_whatever_the_limit():
    light = root(SmallTalk(limit=2000))
    for action in light.legal_actions():
        (said,) = light.after(action).position.said
        assert light.spelled(action) == (*said.encode(), END)
        assert len(said) <= 8
        assert said == "" or (said.isalpha() and said.islower())


def test_the_same_actions_mean_the_same_words_in_another_search_and_another_way_to_a_node_other_words():
    def words(light: LightState) -> tuple:
        return tuple(light.spelled(action) for action in light.legal_actions())

    replies = [words(root(SmallTalk()).after(first)) for first in range(5)]
    assert replies == [words(root(SmallTalk()).after(first)) for first in range(5)]
    assert len(set(replies)) == 5
    assert words(root(SmallTalk(), key=8)) != words(root(SmallTalk()))


def test_what_is_to_be_stated_after_a_text_is_drawn_with_it():
    light = root(Clue(), texts=40)
    moves = [light.spelled(action) for action in light.legal_actions()]
    assert {move[-1] for move in moves} == set(NUMBER.legal_actions())
    assert {move[-2] for move in moves} == {END}
    assert light.after(3).position == ((CLUE.move(moves[3][:-1]), moves[3][-1]),)
    assert light.after(3).player == 1


def test_what_is_stated_before_a_text_is_searched_action_by_action():
    light = root(Clue("number"), texts=3)
    assert list(light.legal_actions()) == [0, 1, 2, 3]
    stated = light.after(2)
    assert (stated.player, list(stated.legal_actions())) == (0, [0, 1, 2])
    assert stated.after(1).position == ((2, CLUE.move(stated.spelled(1))),)


@pytest.mark.parametrize("searcher", [0, 1])
def test_at_a_simultaneous_node_each_makes_a_whole_move_before_the_next(searcher):
    light, order = root(Duet(), searcher), []
    while not light.position.said:
        order.append((light.player, len(light.legal_actions())))
        light = light.after(1)
    mine, theirs = [(0, 2), (0, 5)], [(1, 5)]
    assert order == (mine + theirs if searcher == 0 else theirs + mine)
    assert light.player == searcher


def test_the_charge_for_an_unusable_answer_is_no_action_of_a_search():
    assert list(root(coins().rules).legal_actions()) == [0, 1, 2]

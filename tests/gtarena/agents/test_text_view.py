"""Texts as single actions of a search: whole, the same whenever the search comes by, and nothing but texts."""

import numpy as np
import pytest
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from gtarena.agents.text_view import TextView
from tests.support.chat_game import small_talk
from tests.support.compound_games import CLUE, NUMBER, clue, duet

END = 256


def view(game, searcher: int = 0, **settings) -> TextView:
    return TextView(game.new_initial_state(), searcher, **{"draws": 5, "key": 7} | settings)


def test_a_text_node_offers_as_many_actions_as_are_drawn_and_other_nodes_those_of_the_game() -> None:
    state = view(small_talk())
    seen = []
    while not state.is_terminal():
        seen.append((state.current_player(), state.legal_actions()))
        state.apply_action(1)
    assert seen == [(0, [0, 1, 2, 3, 4]), (1, [0, 1, 2, 3, 4]), (0, [0, 1]), (1, [0, 1])]
    assert state.returns() == [1, 1]


def test_one_action_says_a_whole_text_of_a_few_letters_whatever_the_limit() -> None:
    for action in range(5):
        state = view(small_talk(limit=2000))
        spelled = state.spelled(action)
        state.apply_action(action)
        (said,) = state.state.node.position.said
        assert [*said.encode(), END] == list(spelled) == state.history()
        assert len(said) <= 8
        assert said == "" or (said.isalpha() and said.islower())


def test_the_same_action_means_the_same_words_whenever_the_search_comes_by() -> None:
    root = view(small_talk())
    paths = [(0, 3), (3, 0), (0, 3), (2, 2)]
    ends = []
    for path in paths:
        state = root.clone()
        for action in path:
            state.apply_action(np.int64(action))
        ends.append(state.state.node.position.said)
    assert ends[0] == ends[2]
    assert len(set(ends)) == 3
    assert root.history() == []


def test_another_key_or_another_way_to_a_node_means_other_words() -> None:
    def words(state: TextView) -> list:
        return [state.spelled(action) for action in state.legal_actions()]

    replies = []
    for first in range(5):
        state = view(small_talk())
        state.apply_action(first)
        replies.append(tuple(words(state)))
    assert len(set(replies)) == 5
    assert words(view(small_talk(), key=8)) != words(view(small_talk()))


def test_what_is_to_be_stated_after_a_text_is_drawn_with_it() -> None:
    state = view(clue(), draws=40)
    moves = [state.spelled(action) for action in state.legal_actions()]
    assert {move[-1] for move in moves} == set(NUMBER.legal_actions())
    assert {move[-2] for move in moves} == {END}
    state.apply_action(3)
    assert state.state.node.position == ((CLUE.move(moves[3][:-1]), moves[3][-1]),)
    assert state.current_player() == 1


def test_what_is_stated_before_a_text_is_searched_action_by_action() -> None:
    state = view(clue("number"), draws=3)
    assert state.legal_actions() == [0, 1, 2, 3]
    state.apply_action(2)
    assert (state.current_player(), state.legal_actions()) == (0, [0, 1, 2])
    rest = state.spelled(1)
    assert len(rest) <= 9
    state.apply_action(1)
    assert state.state.node.position == ((2, CLUE.move(rest)),)


@pytest.mark.parametrize("searcher", [0, 1])
def test_texts_that_are_said_at_once_are_drawn_one_after_the_other_and_said_together(searcher: int) -> None:
    state = view(duet(), searcher)
    order = []
    # Seat 0 states a side before its word, so seat 1's word waits until seat 0 has drawn one too.
    while not state.state.node.position.said:
        order.append((state.current_player(), len(state.legal_actions())))
        state.apply_action(1)
    words = [(0, 2), (1, 5)] if searcher == 0 else [(1, 5), (0, 2)]
    assert order == [*words, (0, 5)]
    (side, mine), theirs = state.state.node.position.said
    assert side == 1
    assert mine != theirs
    assert state.current_player() == searcher
    state.apply_action(0)
    state.apply_action(0)
    assert state.returns() == [1, 1]


def test_a_playout_of_the_search_says_whole_words() -> None:
    lengths = []

    class Watched(TextView):
        def spelled(self, action: int):
            actions = super().spelled(action)
            lengths.append(len(actions))
            return actions

    evaluator = RandomRolloutEvaluator(20, np.random.RandomState(1))
    evaluator.evaluate(Watched(small_talk(2000).new_initial_state(), 0, draws=5))
    assert len(lengths) == 20 * 4
    assert max(lengths) <= 9

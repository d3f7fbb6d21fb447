import pytest

from custom_games.framework.states import apply_together
from gtarena import games
from gtarena.game_theory.quality import whole_moves as module
from gtarena.game_theory.quality.whole_moves import NotJudgedError, knowledge, whole_moves
from tests.support.named_games import after


def test_moves_of_one_action_are_the_legal_actions():
    assert whole_moves(after("tic_tac_toe", 4, 0), 0) == [(action,) for action in (1, 2, 3, 5, 6, 7, 8)]


def test_compound_moves_are_listed_whole_and_those_begun_without_what_is_made():
    state = games.load("pirate_game", {"players": 3, "gold": 2}).new_initial_state()
    moves = whole_moves(state, 0)
    assert len(moves) == len(set(moves)) == 6  # two coins for three pirates: C(4, 2)
    apply_together(state, {0: moves[-1][0]})
    assert set(whole_moves(state, 0)) == {move[1:] for move in moves if move[0] == moves[-1][0]}


def test_free_texts_and_too_many_moves_are_refused_with_the_reason(monkeypatch):
    texts = games.load("cost_sharing", {}).new_initial_state()
    while texts.is_chance_node():
        texts.apply_action(texts.chance_outcomes()[0][0])
    with pytest.raises(NotJudgedError, match="free text"):
        whole_moves(texts, texts.current_player())
    monkeypatch.setattr(module, "MOST_MOVES", 5)
    with pytest.raises(NotJudgedError, match="more than 5 moves"):
        whole_moves(after("tic_tac_toe"), 0)
    with pytest.raises(NotJudgedError, match="more than 5 moves"):
        whole_moves(games.load("pirate_game", {"players": 3, "gold": 2}).new_initial_state(), 0)


def test_knowledge_is_equal_for_hidden_cards_of_others_and_differs_for_what_the_player_sees():
    assert knowledge(after("kuhn_poker", 1, 0), 0) == knowledge(after("kuhn_poker", 1, 2), 0)
    assert knowledge(after("kuhn_poker", 1, 0), 0) != knowledge(after("kuhn_poker", 2, 0), 0)
    assert knowledge(after("phantom_ttt", 0, 1), 0) == knowledge(after("phantom_ttt", 0, 2), 0)

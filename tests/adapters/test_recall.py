import gc
import weakref

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from adapters.recall import position_key, recall
from tests.support.named_games import after


def test_an_answer_is_found_once_and_kept_for_the_same_question():
    found = []
    about = object()
    assert [recall((about, 1), lambda: found.append(1) or "one") for _ in range(2)] == ["one", "one"]
    assert recall((about, 2), lambda: "two") == "two"
    assert found == [1]


def test_a_function_that_raises_is_asked_again():
    about = object()
    with pytest.raises(ZeroDivisionError):
        recall(about, lambda: 1 // 0)
    assert recall(about, lambda: "now") == "now"


def test_what_is_kept_holds_no_state():
    def ask() -> weakref.ref:
        state = after("el_farol")
        recall((object(), position_key(state)), lambda: str(state))
        return weakref.ref(state.node)

    node = ask()
    gc.collect()
    assert node() is None


def test_a_position_of_open_spiel_is_the_same_in_every_match_and_another_after_each_move():
    game = pyspiel.load_game("tic_tac_toe")
    one, other = game.new_initial_state(), game.new_initial_state()
    assert position_key(one) == position_key(other)
    one.apply_action(4)
    assert position_key(one) != position_key(other)
    one.undo_action(0, 4)
    assert position_key(one) == position_key(other)


def test_a_state_that_is_put_at_another_node_is_not_taken_for_the_one_before():
    state = after("el_farol")
    adapter = adapters.for_game(state.get_game())
    before = adapter.prompt(state, 0)
    later = state.clone()
    later.apply_actions([1] * state.num_players())
    moved = state.at_node(later.node)
    assert moved.history_str() == state.history_str()
    assert adapter.prompt(moved, 0) == adapter.prompt(later, 0) != before


def test_a_game_that_draws_for_itself_and_prompts_with_pictures_are_asked_every_time():
    drawing = next(kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable
                   and kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)

    def count_questions(adapter) -> int:
        asked, state = [], adapter.game.new_initial_state()
        for _ in range(3):
            adapter.kept("anything", state, 0, lambda: asked.append(1))
        return len(asked)

    plain = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    itself = adapters.for_game(pyspiel.load_game(drawing))
    assert [count_questions(each) for each in (plain, plain.with_pictures(), itself)] == [1, 3, 3]


def test_a_refused_reply_is_refused_again_for_the_same_reason():
    state = after("tic_tac_toe")
    adapter = adapters.for_game(state.get_game())
    for _ in range(2):
        with pytest.raises(ReplyError, match="not a legal move"):
            adapter.parse('{"move": "Z9"}', state, state.current_player())

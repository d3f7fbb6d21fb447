from pathlib import Path

import pytest

import adapters
from gtarena import games
from gtarena.agents.people.views import Told, final_view
from tests.support.people import decision_of
from tests.support.withheld_rules import withhold_rules


def test_the_form_of_replies_and_the_list_for_models_are_left_out() -> None:
    adapter = adapters.for_game(games.load("tic_tac_toe", {}))
    turn = Told("v1").turn(decision_of(adapter, adapter.game.new_initial_state()))
    assert turn.rules.startswith("You are playing tic-tac-toe")
    assert turn.seen.endswith("It is your turn to place an x.")
    assert not any(word in turn.rules + turn.seen for word in ("Answer:", "<move>", "Legal moves"))


@pytest.mark.parametrize("game", ["air_land_sea", "pirate_game", "chameleon", "el_farol", "chess", "kuhn_poker"])
def test_no_version_of_the_prompts_asks_a_person_for_a_form(game: str) -> None:
    adapter = adapters.for_game(games.load(game, {}))
    state = adapter.game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    player = max(state.current_player(), 0)
    for version in adapter.versions():
        turn = Told(version).turn(decision_of(adapter, state, player))
        assert "<move>" not in turn.rules + turn.seen, version


def test_moves_of_others_are_news_and_one_s_own_are_only_in_the_history() -> None:
    adapter = adapters.for_game(games.load("tic_tac_toe", {}))
    state, told = adapter.game.new_initial_state(), Told("v1")
    assert told.turn(decision_of(adapter, state)).news == ()
    for action in (4, 0):
        state.apply_action(action)
    turn = told.turn(decision_of(adapter, state))
    assert turn.news == ("Your opponent: C1R1",)
    assert turn.history == ("You: C2R2", "Your opponent: C1R1")
    assert told.turn(decision_of(adapter, state)).news == ()


def test_a_past_round_is_news_once_and_stays_in_the_history() -> None:
    adapter = adapters.for_game(games.load("el_farol", {"players": 2, "rounds": 3}))
    state, told = adapter.game.new_initial_state(), Told("v1")
    assert told.turn(decision_of(adapter, state)).history == ()
    state.apply_actions([1, 0])
    turn = told.turn(decision_of(adapter, state))
    assert turn.news == turn.history
    assert "You answered: go" in turn.news
    assert told.turn(decision_of(adapter, state)).news == ()


def test_a_face_down_card_of_the_opponent_is_told_without_its_name() -> None:
    adapter = adapters.for_game(games.load("air_land_sea", {}))
    state, told = adapter.game.new_initial_state(), Told("v1")
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    first = state.current_player()
    for ply in range(4):
        if ply % 2 == 0:
            told.turn(decision_of(adapter, state, first))
        state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(
            state.current_player(), action).startswith("Improvise")))
    news = told.turn(decision_of(adapter, state, first)).news
    assert any(line.startswith("4. Your opponent improvised a card, face down, to ") for line in news), news


def test_topics_that_models_look_up_are_among_the_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    withhold_rules(monkeypatch, tmp_path)
    adapter = adapters.for_game(games.load("tic_tac_toe", {}))
    rules = Told("v1").turn(decision_of(adapter, adapter.game.new_initial_state())).rules
    assert "winning:\nThree marks in a row win." in rules


@pytest.mark.parametrize(("game", "actions", "view"), [
    ("tic_tac_toe", [0, 3, 1, 4, 2], "xxx\noo.\n..."),
    ("kuhn_poker", [0, 1, 0, 0], ""),  # the other's card stays hidden
    ("leduc_poker", [0, 3, 0], None),
])
def test_the_last_position_is_shown_as_far_as_the_seat_may_see_it(game, actions, view):
    adapter = adapters.for_game(games.load(game, {}))
    state = adapter.game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    shown = final_view(decision_of(adapter, state, 1))
    assert shown == (state.observation_string(1).strip() if view is None else view)

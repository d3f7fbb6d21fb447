import asyncio
from pathlib import Path

import pytest

import adapters
from gtarena import games
from gtarena.agents.base import Move
from gtarena.agents.people.human import SINCE, HumanAgent
from gtarena.agents.people.views import TurnMemory, final_view
from gtarena.errors import UsageError
from tests.support.llm_decisions import decision_at
from tests.support.named_games import after
from tests.support.people import ScriptedPerson, decision_of
from tests.support.withheld_rules import withhold_rules


def test_the_form_of_replies_and_the_list_for_models_are_left_out() -> None:
    turn = TurnMemory("v1").turn(decision_at("tic_tac_toe"))
    assert turn.rules.startswith("You are playing tic-tac-toe")
    assert turn.seen.endswith("It is your turn to place an x.")
    assert not any(word in turn.rules + turn.seen for word in ("Answer:", "<move>", "Legal moves"))


@pytest.mark.parametrize("game", ["air_land_sea", "pirate_game", "chameleon", "el_farol", "chess", "kuhn_poker"])
def test_no_version_of_the_prompts_asks_a_person_for_a_form(game: str) -> None:
    decision = decision_at(game)
    for version in decision.adapter.versions():
        turn = TurnMemory(version).turn(decision)
        assert "<move>" not in turn.rules + turn.seen, version


def test_moves_of_others_are_news_and_one_s_own_are_only_in_the_history() -> None:
    adapter = adapters.for_game(games.load("tic_tac_toe", {}))
    state, told = adapter.game.new_initial_state(), TurnMemory("v1")
    assert told.turn(decision_of(adapter, state)).news == ()
    for action in (4, 0):
        state.apply_action(action)
    turn = told.turn(decision_of(adapter, state))
    assert turn.news == ("Your opponent: C1R1",)
    assert turn.history == ("You: C2R2", "Your opponent: C1R1")
    assert told.turn(decision_of(adapter, state)).news == ()


def test_a_past_round_is_news_once_and_stays_in_the_history() -> None:
    adapter = adapters.for_game(games.load("el_farol", {"players": 2, "rounds": 3}))
    state, told = adapter.game.new_initial_state(), TurnMemory("v1")
    assert told.turn(decision_of(adapter, state)).history == ()
    state.apply_actions([1, 0])
    turn = told.turn(decision_of(adapter, state))
    assert turn.news == turn.history
    assert "You answered: go" in turn.news
    assert told.turn(decision_of(adapter, state)).news == ()


def test_a_face_down_card_of_the_opponent_is_told_without_its_name() -> None:
    adapter = adapters.for_game(games.load("air_land_sea", {}))
    state, told = adapter.game.new_initial_state(), TurnMemory("v1")
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
    assert "winning:\nThree marks in a row win." in TurnMemory("v1").turn(decision_at("tic_tac_toe")).rules


@pytest.mark.parametrize(("game", "actions", "view"), [
    ("tic_tac_toe", [0, 3, 1, 4, 2], "xxx\noo.\n..."),
    ("kuhn_poker", [0, 1, 0, 0], ""),  # the other's card stays hidden
    ("leduc_poker", [0, 3, 0], None),
])
def test_the_last_position_is_shown_as_far_as_the_seat_may_see_it(game, actions, view):
    state = after(game, *actions)
    shown = final_view(decision_of(adapters.for_game(state.get_game()), state, 1))
    assert shown == (state.observation_string(1).strip() if view is None else view)


ADAPTER = adapters.for_game(games.load("tic_tac_toe", {}))


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    person = ScriptedPerson("\n", "C9R9", "I do not know", "C1R1")
    move = asyncio.run(HumanAgent("v1", person).act(decision_of(ADAPTER, ADAPTER.game.new_initial_state())))
    assert move == Move((0,))
    errors = ["", "Nothing was typed.", "Your answer 'C9R9' is not a", "Your answer 'I do not know' is not a"]
    assert all(turn.error.startswith(start) for turn, start in zip(person.turns, errors, strict=True))


def test_news_are_told_before_the_turn_and_not_again_after_an_error() -> None:
    person, state = ScriptedPerson("5", "C9R9", "2"), ADAPTER.game.new_initial_state()
    agent = HumanAgent("v1", person)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    for action in (4, 0):
        state.apply_action(action)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    assert person.told == [SINCE, "Your opponent: C1R1"]


def test_turns_of_an_earlier_sitting_are_no_news() -> None:
    person, state = ScriptedPerson("1"), ADAPTER.game.new_initial_state()
    agent = HumanAgent("v1", person)
    for action in (4, 0):
        agent.remember(decision_of(ADAPTER, state))
        state.apply_action(action)
        state.apply_action(action + 1)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    assert person.told == [SINCE, "Your opponent: C2R1"]


def test_in_a_run_the_end_of_the_input_is_the_person_s_mistake() -> None:
    agent = HumanAgent("v1", ScriptedPerson())
    with pytest.raises(UsageError, match="agent human: the input ended before the match did"):
        asyncio.run(agent.act(decision_of(ADAPTER, ADAPTER.game.new_initial_state())))

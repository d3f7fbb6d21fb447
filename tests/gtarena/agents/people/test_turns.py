import asyncio
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters import ReplyError
from custom_games.action_specs import Branch, Branches, Choice, Division, Fields, Number, Selection, Text
from custom_games.action_specs.patterns import Pattern, Range
from gtarena import games
from gtarena.agents.base import Move
from gtarena.agents.people.front_ends import HINT, PlainPerson, Quit, prompt_of
from gtarena.agents.people.human import SINCE, HumanAgent
from gtarena.agents.people.move_parts import (
    Part,
    can_be_numbered,
    join_parts,
    list_plain_moves,
    number_options,
    parts_of,
    pick_by_number,
    read_json,
    read_struct,
)
from gtarena.agents.people.turns import COMMANDS, Turn
from gtarena.agents.people.views import TurnMemory, final_view
from gtarena.errors import UsageError
from tests.support.llm_decisions import decision_at
from tests.support.named_games import after
from tests.support.people import ScriptedPerson, Typist, answer_of, decision_of
from tests.support.withheld_rules import withhold_rules


def turn_of(game: str) -> Turn:
    return TurnMemory("v1").turn(decision_at(game))


@pytest.fixture
def tic_tac_toe() -> Turn:
    return turn_of("tic_tac_toe")


# C2R1 is the second cell of the first row, which OpenSpiel numbers 1.
@pytest.mark.parametrize("typed", ["C2R1", "c2r1\n", " C2R1 ", "2", "Answer: C2R1", '{"move": "C2R1"}'])
def test_a_move_is_read_by_name_by_number_and_in_every_form_that_models_use(tic_tac_toe: Turn, typed: str) -> None:
    assert tic_tac_toe.read(typed) == [1]


@pytest.mark.parametrize(("typed", "fault"), [
    ("\n", "Nothing was typed."), ("C9R9", "Your answer 'C9R9' is not a legal move."), ("10", "Your answer '10' is")])
def test_what_is_no_move_is_refused_with_the_reason(tic_tac_toe: Turn, typed: str, fault: str) -> None:
    assert tic_tac_toe.fault(typed).startswith(fault)
    with pytest.raises(ReplyError):
        tic_tac_toe.read(typed)


def test_listed_moves_have_no_parts_and_commands_show_the_seats_own(tic_tac_toe: Turn) -> None:
    assert tic_tac_toe.part() is None
    assert not tic_tac_toe.is_compound
    assert tic_tac_toe.list_answers().splitlines()[:2] == ["1  C1R1", "2  C2R1"]
    assert tic_tac_toe.question == "your move"
    assert "three marks in a line" in tic_tac_toe.answer_command("rules")
    assert tic_tac_toe.answer_command("log") == tic_tac_toe.seen
    assert tic_tac_toe.answer_command("moves") == tic_tac_toe.list_answers()
    assert all(f"/{command}" in tic_tac_toe.answer_command("help") for command in COMMANDS)


def test_a_compound_move_is_stated_part_by_part_and_a_number_at_once() -> None:
    turn = turn_of("cost_sharing")
    assert turn.moves == ()
    assert turn.is_compound
    first, second = turn.part(), turn.part(["10, 40, 50"])
    assert (first.total, second.limit, turn.part(["10, 40, 50", "hello"])) == (100, 200, None)
    stated = turn.state_move(["10, 40, 50", 'say "yes" <think>'])
    assert json.loads(stated) == {"proposal": [10, 40, 50], "message": 'say "yes" <think>'}
    assert turn.spec is not None
    assert turn.spec.values(turn.read(stated)) == json.loads(stated)
    assert turn.list_answers().startswith("proposal: [0..100, 0..100, 0..100]")
    turn = turn_of("divide_dollar")
    assert (turn.moves, turn.is_compound) == ((), False)
    assert turn.read(turn.state_move(["17"])) == [17]
    assert turn.list_answers() == "0..100"
    turn = turn_of("cost_sharing")
    message = turn.part(["10, 40, 50"])
    assert [turn.command(typed, message) for typed in ("rules", "/rules")] == [None, "rules"]
    assert turn.command("rules", turn.part()) == "rules"


@pytest.mark.parametrize(("typed", "command"), [
    ("rules", "rules"), ("/LOG", "log"), ("exit", "quit"), ("/back", "undo"), ("?", "help"), ("C1R1", None),
    ("", None)])
def test_commands_are_words_with_or_without_a_slash(tic_tac_toe: Turn, typed: str, command: str | None) -> None:
    assert tic_tac_toe.command(typed) == command


CLUE = Fields((Text("clue", 10), Number("number", 0, 9), Choice("whose", ("red", "blue"))))
DRAW = Branches("action", (
    Branch("DRAW", 0, Selection("cards", ("Spear", "Net"), held=(2, 1)), "with"), Branch("STOP", 1)))


def test_parts_are_those_of_fields_divisions_and_branches_once_they_are_chosen() -> None:
    clue, number, whose = parts_of(CLUE)
    assert [part.key for part in (clue, number, whose)] == ["clue", "number", "whose"]
    assert (clue.limit, number.limit, whose.limit) == (10, None, None)
    assert (number.range, whose.range) == ("0..9", "")
    assert (clue.options, number.options, whose.options) == ((), (), ("red", "blue"))
    (gold,) = parts_of(Division("gold", parts=3, total=10))
    assert (gold.total, gold.read("4, 1, 5")) == (10, [4, 1, 5])
    assert "sum" in gold.fault("4, 1, 4")
    assert [part.key for part in parts_of(DRAW)] == ["action"]
    assert [part.key for part in parts_of(DRAW, ["draw"])] == ["action", "cards"]
    assert [part.key for part in parts_of(DRAW, ["2"])] == ["action"]
    assert parts_of(DRAW)[0].options == ("DRAW", "STOP")


def test_answers_to_the_parts_or_a_json_object_make_one_move() -> None:
    assert DRAW.values(join_parts(DRAW, ["DRAW", "Spear x2"])) == {"action": "DRAW", "cards": ["Spear", "Spear"]}
    assert CLUE.values(join_parts(CLUE, ["ocean", "2", "2"])) == {"clue": "ocean", "number": 2, "whose": "blue"}
    with pytest.raises(ReplyError, match="3 parts, and 2 are stated"):
        join_parts(CLUE, ["ocean", "2"])
    stated = json.dumps({"clue": "ocean", "number": 2, "whose": "red"})
    assert CLUE.values(read_json(stated, CLUE)) == json.loads(stated)
    assert [read_json(text, CLUE) for text in ("[1]", "ocean", "[" * 100_000)] == [[], [], []]
    with pytest.raises(ReplyError, match="Not possible: "):
        read_struct({"clue": "ocean"}, CLUE)


@pytest.mark.parametrize(("text", "fault"), [("ocean", ""), ("far too long", "Not possible: ")])
def test_a_text_is_taken_to_the_letter_and_refused_beyond_its_limit(text: str, fault: str) -> None:
    assert parts_of(CLUE)[0].fault(text)[:14] == fault


@given(st.text(alphabet="abc {}\"'*`<>:/", min_size=1, max_size=10))
def test_no_sign_in_a_text_is_read_as_a_form_of_reply(text: str) -> None:
    spec = Text("clue", 10)
    assert spec.move(Part("clue", spec).read(text)) == text


@pytest.mark.parametrize(("number", "name"), [("1", "red"), ("2.", "blue"), (" 2", "2"), ("3", "3"), ("0", "0")])
def test_an_option_may_be_named_by_its_number(number: str, name: str) -> None:
    assert pick_by_number(number, ("red", "blue")).strip() == name


def test_numbers_that_are_names_are_not_numbers_of_a_list() -> None:
    assert pick_by_number("1", ("3", "1", "2")) == "1"
    assert not can_be_numbered(("3", "red"))
    assert (number_options(("3", "red")), number_options(("red", "blue"))) == ("3\nred", "1  red\n2  blue")
    assert list_plain_moves([Pattern("red"), Pattern("blue")]) == ("red", "blue")
    assert list_plain_moves([Pattern("red"), Pattern("take ", Range("0", "9"))]) == ()


def test_the_position_is_shown_every_time_and_commands_or_a_refusal_leave_the_question() -> None:
    turn, person = turn_of("tic_tac_toe"), Typist("1", "2")
    assert [answer_of(person, turn), answer_of(person, turn)] == ["1", "2"]
    assert ["You are playing tic-tac-toe" in shown and HINT in shown for shown in person.shown] == [True, False]
    assert all("1  C1R1" in shown for shown in person.shown)
    turn, person = turn_of("tic_tac_toe"), Typist("rules", "/log", "undo", "1")
    assert answer_of(person, turn) == "1"
    assert person.shown[1:] == [turn.rules, turn.seen, "There is nothing to take back: a move that was sent stays."]
    for person in (Typist("quit"), Typist()):
        with pytest.raises(Quit):
            answer_of(person, turn_of("tic_tac_toe"))
    turn = turn_of("cost_sharing")
    assert prompt_of(turn, turn.part()) == "Proposal: "
    assert prompt_of(turn_of("tic_tac_toe"), None) == "Your move: "


def test_parts_are_asked_one_by_one_taken_back_or_stated_in_one_line_and_shown_before_they_are_sent() -> None:
    turn = turn_of("cost_sharing")
    person = Typist("50, 50", "10, 40, 50", "undo?", confirmed=[True])
    stated = answer_of(person, turn)
    assert json.loads(stated) == {"proposal": [10, 40, 50], "message": "undo?"}
    assert person.asked == ["proposal", "proposal", "message"]
    assert any(shown.startswith("Not possible: ") for shown in person.shown)
    assert person.moves == [stated]
    person = Typist("10, 40, 50", "/undo", "20, 30, 50", "one", "two", confirmed=[False, True])
    stated = answer_of(person, turn_of("cost_sharing"))
    assert person.asked == ["proposal", "message", "proposal", "message", "message"]
    assert json.loads(stated) == {"proposal": [20, 30, 50], "message": "two"}
    whole = '{"proposal": [10, 40, 50], "message": "hi"}'
    assert answer_of(Typist(whole), turn_of("cost_sharing")) == whole
    person = Typist("1")
    answer_of(person, replace(turn_of("tic_tac_toe"), error="Not that."))
    assert person.shown == ["Not that."]


def test_plain_lines_come_from_standard_input_and_nothing_acts_on_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("C2R1\n"))
    monkeypatch.setattr("select.select", lambda read, write, errors, wait: (read, write, errors))
    person = PlainPerson()
    assert answer_of(person, turn_of("tic_tac_toe")) == "C2R1"
    asyncio.run(person.tell(["\x1b[2Jhidden\u202e"]))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "<U+001B>[2Jhidden<U+202E>" in shown.err
    assert "\x1b" not in shown.err
    with pytest.raises(Quit):
        answer_of(person, turn_of("tic_tac_toe"))


def test_rules_hold_the_topics_of_models_without_the_form_of_replies_and_their_list(monkeypatch, tmp_path):
    turn = TurnMemory("v1").turn(decision_at("tic_tac_toe"))
    assert turn.rules.startswith("You are playing tic-tac-toe")
    assert turn.seen.endswith("It is your turn to place an x.")
    assert not any(word in turn.rules + turn.seen for word in ("Answer:", "<move>", "Legal moves"))
    withhold_rules(monkeypatch, tmp_path)
    assert "winning:\nThree marks in a row win." in TurnMemory("v1").turn(decision_at("tic_tac_toe")).rules


@pytest.mark.parametrize("game", ["air_land_sea", "pirate_game", "chameleon", "el_farol", "chess", "kuhn_poker"])
def test_no_version_of_the_prompts_asks_a_person_for_a_form(game: str) -> None:
    decision = decision_at(game)
    for version in decision.adapter.versions():
        turn = TurnMemory(version).turn(decision)
        assert "<move>" not in turn.rules + turn.seen, version


def test_moves_of_others_and_past_rounds_are_news_once_and_stay_in_the_history() -> None:
    adapter = adapters.for_game(games.load("tic_tac_toe", {}))
    state, told = adapter.game.new_initial_state(), TurnMemory("v1")
    assert told.turn(decision_of(adapter, state)).news == ()
    for action in (4, 0):
        state.apply_action(action)
    turn = told.turn(decision_of(adapter, state))
    assert (turn.news, turn.history) == (("Your opponent: C1R1",), ("You: C2R2", "Your opponent: C1R1"))
    assert told.turn(decision_of(adapter, state)).news == ()
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


@pytest.mark.parametrize(("game", "actions", "view"), [
    ("tic_tac_toe", [0, 3, 1, 4, 2], "xxx\noo.\n..."),
    ("kuhn_poker", [0, 1, 0, 0], ""),  # the other's card stays hidden
    ("python_tic_tac_toe", [0, 3, 1, 4, 2], None),
])
def test_the_last_position_is_shown_as_far_as_the_seat_may_see_it(game, actions, view):
    state = after(game, *actions)
    shown = final_view(decision_of(adapters.for_game(state.get_game()), state, 1))
    assert shown == (state.observation_string(1).strip() if view is None else view)


ADAPTER = adapters.for_game(games.load("tic_tac_toe", {}))


def test_a_person_hears_news_once_is_asked_until_the_move_is_legal_and_has_to_answer() -> None:
    person = ScriptedPerson("\n", "C9R9", "I do not know", "C1R1")
    move = asyncio.run(HumanAgent("v1", person).act(decision_of(ADAPTER, ADAPTER.game.new_initial_state())))
    assert move == Move((0,))
    errors = ["", "Nothing was typed.", "Your answer 'C9R9' is not a", "Your answer 'I do not know' is not a"]
    assert all(turn.error.startswith(start) for turn, start in zip(person.turns, errors, strict=True))
    person, state = ScriptedPerson("5", "C9R9", "2"), ADAPTER.game.new_initial_state()
    agent = HumanAgent("v1", person)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    for action in (4, 0):
        state.apply_action(action)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    assert person.told == [SINCE, "Your opponent: C1R1"]
    person, state = ScriptedPerson("1"), ADAPTER.game.new_initial_state()
    agent = HumanAgent("v1", person)
    for action in (4, 0):
        agent.remember(decision_of(ADAPTER, state))
        state.apply_action(action)
        state.apply_action(action + 1)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    assert person.told == [SINCE, "Your opponent: C2R1"]
    agent = HumanAgent("v1", ScriptedPerson())
    with pytest.raises(UsageError, match="agent human: the input ended before the match did"):
        asyncio.run(agent.act(decision_of(ADAPTER, ADAPTER.game.new_initial_state())))

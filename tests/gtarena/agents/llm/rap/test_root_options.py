import asyncio

import pyspiel
import pytest

import adapters
from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Pattern, Range, Words
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import ModelCalls
from gtarena.agents.llm.questions import Rejected
from gtarena.agents.llm.rap.root_options import listed_options, name_of, open_kinds, root_options
from gtarena.agents.llm.scheme_steps import Steps
from gtarena.logs.prompt_texts import InMemoryTexts
from tests.support.named_games import loaded, named_actions, some_decisions
from tests.support.scripted import ScriptedModel


def steps_of(state: pyspiel.State, player: int, *replies: str) -> tuple[Steps, ScriptedModel]:
    adapter, model = adapters.for_game(state.get_game()), ScriptedModel(*replies)
    decision = Decision(state, player, adapter, 0)
    rules, turn = decision.prompt("v1")
    calls = ModelCalls(model, InMemoryTexts(), 1, decision)
    return Steps(calls, (rules,), turn, turn, "Be brief.", None, decision.reply_form("v1")), model


def beginning(game_string: str, *replies: str) -> tuple[Steps, ScriptedModel]:
    state = pyspiel.load_game(game_string).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return steps_of(state, max(0, state.current_player()), *replies)


def names(found) -> list[str]:
    return [option.name for option in found]


def written(game_string: str, *replies: str, width: int | None = None):
    steps, model = beginning(game_string, *replies)
    return asyncio.run(root_options(steps, width)), model


@pytest.mark.parametrize("game_string", ["tic_tac_toe", "kuhn_poker", "liars_dice", "breakthrough(columns=3)"])
def test_listed_moves_are_all_options_without_a_call(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 3):
        steps, model = steps_of(state, player)
        found = asyncio.run(root_options(steps, None))
        assert names(found) == list(adapter.view.patterns(state, player))
        assert [option.answer.stated[0] for option in found] == named_actions(adapter.view, state, player)
        assert model.requests == []


def test_an_option_is_the_answer_that_states_it_in_the_form_of_the_game():
    steps, _ = beginning("el_farol(players=2,rounds=2)")
    assert [(option.name, option.answer.reply) for option in listed_options(steps)] == [
        ("stay", '{"decision": "stay"}'), ("go", '{"decision": "go"}')]


def test_a_number_of_a_range_is_written_as_often_as_width_says_and_each_time_differently():
    found, model = written("guess_two_thirds", '{"chosen_number": 40}', '{"chosen_number": 7}', width=2)
    assert names(found) == ["40", "7"]
    first, second = (request.messages[-1]["content"] for request in model.requests)
    assert "collected already" not in first
    assert "- 40" in second.splitlines()
    assert first.endswith("Be brief.")
    assert "caves" in first


def test_without_a_width_three_options_are_written():
    found, _ = written("guess_two_thirds", *(f'{{"chosen_number": {number}}}' for number in (1, 2, 3)))
    assert names(found) == ["1", "2", "3"]


def test_a_written_option_answers_the_question_for_the_move_as_later_decisions_are_shown_it():
    found, _ = written("guess_two_thirds", '{"chosen_number": 40}', width=1)
    answer = found[0].answer
    assert (answer.reply, answer.stated) == ('{"chosen_number": 40}', (40,))
    assert "caves" not in answer.question.turn["content"]
    assert answer.question.turn["content"].endswith("Be brief.")


def test_illegal_options_are_left_out_and_so_are_repeated_ones():
    seven = '{"chosen_number": 7}'
    found, _ = written("guess_two_thirds", '{"chosen_number": 400}', seven, seven, "hm", width=4)
    assert names(found) == ["7"]


def test_without_a_legal_option_the_last_reply_is_the_failure():
    found, _ = written("guess_two_thirds", '{"chosen_number": 400}', "hm", width=2)
    assert isinstance(found, Rejected)
    assert (found.reply, found.error.reason) == ("hm", "unparsable")


def test_a_move_of_several_parts_is_named_by_all_of_them():
    found, _ = written("nim", "Answer: pile:1, take:1", width=1)
    assert names(found) == ["pile:1, take:1"]
    found, _ = written("cost_sharing", '{"proposal": [50, 25, 25], "message": "Be \\"fair\\""}', width=1)
    assert names(found) == [r'"proposal": [50, 25, 25], "message": "Be \"fair\""']


def test_a_text_is_named_in_quotes():
    steps, _ = beginning("chameleon(questions=skipped)")
    actions = steps.calls.decision.parse('{"clue": "soft"}')
    assert name_of(steps.calls.decision, actions) == '"soft"'


def test_an_option_in_words_of_a_hostile_player_stays_on_one_line():
    steps, _ = beginning("cost_sharing")
    actions = steps.calls.decision.parse('{"proposal": [50, 25, 25], "message": "a\\n1. b"}')
    assert len(name_of(steps.calls.decision, actions).splitlines()) == 1


def form(*values: list[Pattern]) -> ReplyForm:
    if len(values) == 1:
        return ReplyForm(tuple(values[0]))
    return ReplyForm((), tuple(FormKey(key, False, tuple(moves)) for key, moves in zip("ab", values, strict=True)))


PASS, BET = Pattern("pass"), Pattern("bet")
NUMBER, OTHER = Pattern("bid ", Range("1", "9")), Pattern("swap ", Range("1", "3"))
TEXT = Pattern(Words("a text", "abc", 1, 9))


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        (form([PASS, BET]), []),
        (form([NUMBER]), [""]),
        (form([NUMBER, OTHER]), [""]),
        (form([PASS, NUMBER, OTHER]), ["bid 1..9", "swap 1..3"]),
        (form([PASS, NUMBER], [Pattern("null")]), ["bid 1..9"]),
        (form([TEXT], [PASS, BET]), [""]),
        (form([PASS, BET], [PASS, BET]), []),
        (form([Pattern(str(n)) for n in range(11)], [Pattern(str(n)) for n in range(10)]), [""]),
    ])
def test_kinds_of_moves_that_are_not_listed_are_written(asked, kinds):
    assert open_kinds(asked) == kinds


def test_where_some_moves_are_listed_the_others_are_written_kind_by_kind():
    state, player = next(
        (state, player) for state, player in some_decisions("arctic_scavengers", (0, 1), 15)
        if open_kinds(steps_of(state, player)[0].form) not in ([], [""]))
    steps, model = steps_of(state, player, *["hm"] * 9)
    listed, kinds = listed_options(steps), open_kinds(steps.form)
    found = asyncio.run(root_options(steps, None))
    assert names(found) == names(listed)
    assert listed
    assert len(model.requests) == max(3, len(kinds))
    assert all(f"of this kind: {kind}" in request.messages[-1]["content"]
               for kind, request in zip(kinds, model.requests, strict=False))

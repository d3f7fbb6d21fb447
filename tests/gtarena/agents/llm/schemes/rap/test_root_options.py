import asyncio

import pytest

from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Pattern, Range, Words
from gtarena.agents.base import Decision
from gtarena.agents.llm.schemes.base import Steps
from gtarena.agents.llm.schemes.rap.root_options import find_options, list_open_kinds, list_options, name_move
from tests.support.llm_decisions import decision_at, steps_at
from tests.support.named_games import loaded, named_actions, some_decisions
from tests.support.scripted import ScriptedModel


def steps_of(decision: Decision, *replies: str) -> tuple[Steps, ScriptedModel]:
    model = ScriptedModel(*replies)
    return steps_at(model, decision, "Be brief."), model


def beginning(game_string: str, *replies: str) -> tuple[Steps, ScriptedModel]:
    return steps_of(decision_at(game_string), *replies)


def names(found) -> list[str]:
    return [option.name for option in found]


def written(game_string: str, *replies: str, width: int | None = None):
    steps, model = beginning(game_string, *replies)
    return asyncio.run(find_options(steps, width)), model


@pytest.mark.parametrize("game_string", ["tic_tac_toe", "kuhn_poker", "liars_dice", "breakthrough(columns=3)"])
def test_listed_moves_are_all_options_without_a_call(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 3):
        steps, model = steps_of(Decision(state, player, adapter, 0))
        found = asyncio.run(find_options(steps, None))
        assert names(found) == list(adapter.view.patterns(state, player))
        assert [option.answer.stated[0] for option in found] == named_actions(adapter.view, state, player)
        assert model.requests == []


def test_an_option_is_the_answer_that_states_it_in_the_form_of_the_game():
    steps, _ = beginning("el_farol(players=2,rounds=2)")
    assert [(option.name, option.answer.reply) for option in list_options(steps)] == [
        ("stay", '{"decision": "stay"}'), ("go", '{"decision": "go"}')]


def numbers(*stated: int) -> list[str]:
    return [f'{{"chosen_number": {number}}}' for number in stated]


def test_a_number_of_a_range_is_written_as_often_as_width_says_and_each_time_differently():
    found, model = written("guess_two_thirds", *numbers(40, 7), width=2)
    assert names(found) == ["40", "7"]
    first, second = (request.messages[-1]["content"] for request in model.requests)
    assert "collected already" not in first
    assert "- 40" in second.splitlines()
    assert first.endswith("Be brief.")
    assert "caves" in first
    # It answers the question for the move, as later decisions are shown it.
    answer = found[0].answer
    assert (answer.reply, answer.stated) == ('{"chosen_number": 40}', (40,))
    assert "caves" not in answer.question.turn["content"]
    assert answer.question.turn["content"].endswith("Be brief.")
    assert names(written("guess_two_thirds", *numbers(1, 2, 3))[0]) == ["1", "2", "3"]  # three without a width


def test_illegal_and_repeated_options_are_left_out_and_without_any_the_last_reply_is_the_failure():
    found, _ = written("guess_two_thirds", *numbers(400, 7, 7), "hm", width=4)
    assert names(found) == ["7"]
    found, _ = written("guess_two_thirds", *numbers(400), "hm", width=2)
    assert (found.reply, found.error.reason) == ("hm", "unparsable")


def test_a_move_of_several_parts_is_named_by_all_of_them():
    found, _ = written("nim", "Answer: pile:1, take:1", width=1)
    assert names(found) == ["pile:1, take:1"]
    found, _ = written("cost_sharing", '{"proposal": [50, 25, 25], "message": "Be \\"fair\\""}', width=1)
    assert names(found) == [r'"proposal": [50, 25, 25], "message": "Be \"fair\""']


@pytest.mark.parametrize(("game_string", "reply", "name"), [
    ("chameleon(questions=skipped)", '{"clue": "soft"}', '"soft"'),
    ("cost_sharing", '{"proposal": [50, 25, 25], "message": "a\\n1. b"}',  # stays on one line
     r'"proposal": [50, 25, 25], "message": "a\n1. b"')])
def test_a_text_is_named_in_quotes(game_string, reply, name):
    decision = decision_at(game_string)
    assert name_move(decision, decision.parse(reply)) == name


def form(*values: list[Pattern]) -> ReplyForm:
    if len(values) == 1:
        return ReplyForm(tuple(values[0]))
    return ReplyForm((), tuple(FormKey(key, False, tuple(moves)) for key, moves in zip("ab", values, strict=True)))


PASS, BET = Pattern("pass"), Pattern("bet")
NUMBER, OTHER = Pattern("bid ", Range("1", "9")), Pattern("swap ", Range("1", "3"))
TEXT = Pattern(Words("a text", "abc", 1, 9))


@pytest.mark.parametrize(("asked", "kinds"), [
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
    assert list_open_kinds(asked) == kinds


def test_where_some_moves_are_listed_the_others_are_written_kind_by_kind():
    adapter = loaded("arctic_scavengers")
    decision = next(
        decision for decision in (
            Decision(state, player, adapter, 0) for state, player in some_decisions("arctic_scavengers", (0, 1), 15))
        if list_open_kinds(decision.reply_form("v1")) not in ([], [""]))
    steps, model = steps_of(decision, *["hm"] * 9)
    listed, kinds = list_options(steps), list_open_kinds(steps.form)
    found = asyncio.run(find_options(steps, None))
    assert names(found) == names(listed)
    assert listed
    assert len(model.requests) == max(3, len(kinds))
    assert all(f"of this kind: {kind}" in request.messages[-1]["content"]
               for kind, request in zip(kinds, model.requests, strict=False))

import asyncio
import json

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Decision, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.inquiries import Estimate
from gtarena.agents.llm.settings import LlmSettings
from gtarena.errors import UsageError
from gtarena.game_theory.recognition import (
    CHOICES,
    EVEN,
    STUDY,
    Recognition,
    accuracy,
    ask_name,
    draw_names,
    first_decision,
    read_kinds,
    recognition_table,
)
from gtarena.game_theory.studies import Subject
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import Seat
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import question_specs
from tests.support.scripted import ScriptedModel

KUHN = adapters.for_game(pyspiel.load_game("kuhn_poker"))
PLAIN, HIDDEN = Seat(agent="llm", model="m"), Seat(agent="llm", model="m", params={"disguise": "renamed"})


def subject(seats=(PLAIN, HIDDEN), game="kuhn_poker", questions=12):
    return Subject(game, {}, seats, 1, {"questions": questions})


def sure_of(place):
    return tuple(float(number == place) for number in range(CHOICES))


def conducted(answer):
    conduct = STUDY.conduct(subject())
    batch = next(conduct)
    assert all("Kuhn poker" in asked.question.inquiry.options for asked in batch)
    answers = [Answer(spec.match_id, asked.seat, asked.question.position, asked.question.sample, "game",
                      probabilities=answer(asked)) for asked, spec in zip(batch, question_specs(batch), strict=True)]
    with pytest.raises(StopIteration) as end:
        conduct.send(answers[::-1])
    (table,) = end.value.value.tables
    return {label: dict(zip(table.columns, cells, strict=True)) for label, cells in table.rows}


def test_names_are_different_and_the_right_one_among_them_at_every_place():
    drawn = [draw_names(KUHN, seed) for seed in range(100)]
    assert all(len(set(names)) == CHOICES and "Kuhn poker" in names for names in drawn)
    assert {names.index("Kuhn poker") for names in drawn} == set(range(CHOICES))
    assert draw_names(KUHN, 3) == draw_names(KUHN, 3)


def test_the_other_names_are_those_of_games_of_the_same_kind():
    alike = next(set(kind.values()) for kind in read_kinds() if "kuhn_poker" in kind)
    assert all(set(draw_names(KUHN, seed)) <= alike for seed in range(20))
    assert all(len(kind) >= CHOICES and len(set(kind.values())) == len(kind) for kind in read_kinds())


def test_a_game_without_a_common_name_has_its_long_one_among_those_of_all_kinds():
    adapter = adapters.for_game(pyspiel.load_game("catch"))
    drawn = [set(draw_names(adapter, seed)) for seed in range(20)]
    assert all(len(names) == CHOICES and "Catch" in names for names in drawn)
    assert all(set.union(*drawn) & set(kind.values()) for kind in read_kinds())


@pytest.mark.parametrize(("game", "name", "other"), [
    ("matrix_pd", "Prisoner's dilemma", "Iterated prisoner's dilemma"),
    ("iterated_prisoners_dilemma", "Iterated prisoner's dilemma", "Prisoner's dilemma"),
])
def test_a_name_is_not_asked_about_beside_one_that_contains_it(game, name, other):
    drawn = [draw_names(adapters.for_game(pyspiel.load_game(game)), seed) for seed in range(30)]
    assert all(name in names and other not in names for names in drawn)


@pytest.mark.parametrize("disguise", ["none", "renamed", "anonymous", "story"])
def test_the_model_is_shown_the_names_as_they_are_in_every_disguise(disguise):
    names = ("Kuhn poker", "Chess", "First-price sealed-bid auction")
    model = ScriptedModel(json.dumps(dict(zip(names, (0.5, 0.25, 0.25), strict=True))))
    agent = LlmAgent(Seating(KUHN.game, 0, 1), model, LlmSettings(disguise=disguise), InMemoryTexts())
    state = KUHN.game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    found = asyncio.run(agent.inquire(Decision(state, 0, KUHN, 2), ask_name(names)))
    assert isinstance(found, Estimate)
    assert found.probabilities == (0.5, 0.25, 0.25)
    asked = model.requests[0].messages[-1]["content"]
    assert "these: Kuhn poker | Chess | First-price sealed-bid auction" in asked
    before = "".join(message["content"] for message in model.requests[0].messages).replace(asked, "")
    assert ("Kuhn poker" in before) == (disguise == "none")


def test_the_first_decision_comes_after_draws_of_chance_which_differ():
    positions = [first_decision(subject(), number) for number in range(20)]
    assert {len(position.history) for position in positions} == {2}
    assert len({position.history for position in positions}) > 3
    assert all(position.player == position.state().current_player() == 0 for position in positions)


def test_accuracy_is_shared_among_equal_names():
    assert accuracy((0.5, 0.25, 0.25), 0) == 1
    assert accuracy((0.4, 0.4, 0.2), 1) == 0.5
    assert accuracy((0.5, 0.25, 0.25), 1) == 0


def test_scores_are_those_of_hand():
    told = [Recognition("a", 0, sure_of(2), 2), Recognition("a", 1, sure_of(2), 3), Recognition("a", 2, None, 0)]
    table = recognition_table(told)
    rows = {label: dict(zip(table.columns, cells, strict=True)) for label, cells in table.rows}
    assert {name: cell.mean for name, cell in rows["a"].items()} == {
        "asked": 3, "unanswered": 1, "accuracy": 0.5, "Brier score": 1}
    assert rows[EVEN]["accuracy"].mean == 1 / 8
    assert rows[EVEN]["Brier score"].mean == pytest.approx(7 / 8)  # (7/8)^2 + 7 (1/8)^2


def test_agents_are_told_apart_by_their_disguise_and_are_asked_the_same_questions():
    def answer(asked):
        options = asked.question.inquiry.options
        known = "Kuhn poker" if asked.seat == PLAIN else "Chess"
        return sure_of(options.index(known)) if known in options else (1 / CHOICES,) * CHOICES

    rows = conducted(answer)
    assert list(rows) == ["llm m disguise=none", "llm m disguise=renamed", EVEN]
    assert rows["llm m disguise=none"]["accuracy"].mean == 1
    assert rows["llm m disguise=none"]["Brier score"].mean == 0
    assert rows["llm m disguise=renamed"]["accuracy"].mean < 0.2


def test_an_agent_that_answers_nothing_has_no_score():
    rows = conducted(lambda asked: None)
    assert rows["llm m disguise=none"]["unanswered"].mean == 12
    assert rows["llm m disguise=none"]["accuracy"] is None


@pytest.mark.parametrize(("given", "message"), [
    ({"seats": (Seat(agent="mcts"),)}, "agent mcts has no model"), ({"questions": 0}, "questions=0 is not a whole")])
def test_what_the_study_does_not_take_is_refused_before_anything_is_asked(given, message):
    with pytest.raises(UsageError, match=message):
        next(STUDY.conduct(subject(**given)))

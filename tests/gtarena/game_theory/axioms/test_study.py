import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.axioms.study import STUDY
from gtarena.game_theory.studies import Subject
from gtarena.logs.records import Seat
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import question_specs

FIRST, MUTE = Seat(agent="first"), Seat(agent="mute")


def subject(game="menu_choice", **options):
    return Subject(game, {}, (FIRST, MUTE), 0, {"lotteries": 3, "samples": 2, "ask": "choices"} | options)


def test_every_agent_is_asked_every_menu_and_its_choices_are_measured():
    conduct = STUDY.conduct(subject())
    batch = next(conduct)
    menus = 2 * 3 + 3 + 2 * 3 + 3 * 4
    assert len(batch) == 2 * 2 * menus == len({spec.match_id for spec in question_specs(batch)})
    answers = [Answer(spec.match_id, seat, question.position, question.sample, choices=(0,) if seat == FIRST else ())
               for (seat, question), spec in zip(batch, question_specs(batch), strict=True)]
    with pytest.raises(StopIteration) as end:
        conduct.send(answers[::-1])
    results = end.value.value
    assert [(each.agent, each.game, each.measure) for each in results.measured] == [
        ("first", "menu_choice", "dominated_rate"), ("first", "menu_choice", "intransitivity")]
    (table,) = results.tables
    rows = {agent: dict(zip(table.columns, cells, strict=True)) for agent, cells in table.rows}
    assert list(rows) == ["first", "mute"]
    assert rows["first"]["choices"].mean == rows["mute"]["unanswered"].mean == 2 * menus
    assert rows["first"]["first place"].mean == pytest.approx((12 * 0.5 + 15 * 2 / 3) / 27)


def test_from_a_stated_preference_one_option_is_drawn_by_its_probabilities():
    model = Seat(agent="first", model="m")
    conduct = STUDY.conduct(Subject("menu_choice", {}, (model,), 0, {"lotteries": 3, "samples": 9, "ask": "stated"}))
    batch = next(conduct)
    assert {question.inquiry.options for _, question in batch} == {("A", "B"), ("A", "B", "C")}
    answers = [Answer(spec.match_id, seat, question.position, question.sample, "preference", question.inquiry.options,
                      probabilities=(0.8, 0.2, 0.0)[:len(question.inquiry.options)])
               for (seat, question), spec in zip(batch, question_specs(batch), strict=True)]
    with pytest.raises(StopIteration) as end:
        conduct.send(answers)
    (((_, cells),),) = (table.rows for table in end.value.value.tables)
    assert cells[3].mean == pytest.approx(0.8 - (12 / 2 + 15 / 3) / 27, abs=0.1)  # the first place, 243 times


def test_preferences_are_asked_of_models_alone():
    with pytest.raises(UsageError, match="agent first has no model"):
        next(STUDY.conduct(subject(ask="stated")))


@pytest.mark.parametrize(("given", "message"), [
    ({"game": "nim"}, "choices are asked in menu_choice, and not in nim"), ({"samples": 0}, "samples=0 is not a whole"),
    ({"lotteries": 2}, "lotteries=2 is not a whole number from 3 to 9")])
def test_what_the_study_does_not_take_is_refused_before_anything_is_asked(given, message):
    with pytest.raises(UsageError, match=message):
        next(STUDY.conduct(subject(**given)))

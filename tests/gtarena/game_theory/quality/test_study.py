import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.quality.study import STUDY
from gtarena.game_theory.studies import Subject
from gtarena.runs.asking.answers import Answer
from tests.support.records import seat

DEFAULTS = {option.name: option.default for option in STUDY.options}
SEATS = (seat("first"), seat("mute"))


def conduct(name="tic_tac_toe", params=None, **options):
    return STUDY.conduct(Subject(name, params or {}, SEATS, 1, {**DEFAULTS, **options}))


def test_all_agents_are_asked_at_the_same_positions_as_often_as_stated():
    batch = next(conduct(positions=6, samples=2))
    assert len(batch) == 2 * 6 * 2
    by_seat = [[asked.question for asked in batch if asked.seat == each] for each in SEATS]
    assert by_seat[0] == by_seat[1]
    assert {question.sample for question in by_seat[0]} == {0, 1}


def test_answers_are_judged_and_an_agent_without_moves_has_none():
    study = conduct(positions=9)
    batch = next(study)
    answers = [Answer(str(number), asked.seat, asked.question.position, 0, choices=(
        (asked.question.position.state().legal_actions()[0],) if asked.seat == SEATS[0] else ()))
        for number, asked in enumerate(batch)]
    with pytest.raises(StopIteration) as end:
        study.send(answers)
    results = end.value.value
    assert [(label, cells[-1].mean) for label, cells in results.tables[0].rows] == [("first", 9), ("mute", 0)]
    assert results.tables[0].rows[0][1][-1].mean == 9
    assert [each.measure for each in results.measured] == ["mean_regret", "blunder_rate"]
    assert len(results.figures) == 1


@pytest.mark.parametrize(("name", "options", "told"), [
    ("tic_tac_toe", {"samples": 0}, "samples=0"), ("tic_tac_toe", {"positions": 0}, "positions=0"),
    ("connect_four", {"reference": "solver"}, "too large"), ("connect_four", {"repeats": 1}, "repeats=1"),
    ("tic_tac_toe", {"blunder": 0.0}, "blunder=0.0"), ("codenames", {}, "free texts")])
def test_what_cannot_be_studied_is_refused_before_anybody_is_asked(name, options, told):
    with pytest.raises(UsageError, match=told):
        next(conduct(name, **options))

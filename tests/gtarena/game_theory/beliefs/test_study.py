import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.beliefs.study import EVEN, POSTERIOR, STUDY
from gtarena.game_theory.studies import Subject
from gtarena.logs.records import Seat
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import question_specs

KNOWING, SILENT = Seat(agent="knowing", model="m"), Seat(agent="silent", model="m")


def subject(seats=(KNOWING, SILENT), game="kuhn_poker", **options):
    return Subject(game, {}, seats, 0, {"positions": 8, "others": "cfr", "ask": "stated"} | options)


def conducted(answer):
    conduct = STUDY.conduct(subject())
    batch = next(conduct)
    answers = [Answer(spec.match_id, asked.seat, asked.question.position, 0, "belief",
                      probabilities=answer(asked)) for asked, spec in zip(batch, question_specs(batch), strict=True)]
    with pytest.raises(StopIteration) as end:
        conduct.send(answers[::-1])  # in whatever order they come
    return batch, end.value.value


def even(asked):
    return (1 / len(asked.question.inquiry.options),) * 3 if asked.seat == KNOWING else None


def test_every_agent_is_asked_every_question_once():
    batch, _ = conducted(even)
    assert [seat for seat, _ in batch] == [KNOWING, SILENT] * 8
    assert len({spec.match_id for spec in question_specs(batch)}) == 16


def test_answers_are_scored_by_agent_beside_the_posterior_and_even_probabilities():
    _, results = conducted(even)
    (table,) = results.tables
    rows = {label: dict(zip(table.columns, cells, strict=True)) for label, cells in table.rows}
    assert list(rows) == ["knowing m", "silent m", POSTERIOR, EVEN]
    assert rows["knowing m"]["Brier score"].mean == rows[EVEN]["Brier score"].mean == pytest.approx(2 / 3)
    assert rows["silent m"]["unanswered"].mean == rows["silent m"]["asked"].mean == 8
    assert rows[POSTERIOR]["excess"].mean == 0 < rows[EVEN]["excess"].mean
    assert [(each.agent, each.game, each.measure) for each in results.measured] == [
        ("knowing m", "kuhn_poker", "brier"), ("knowing m", "kuhn_poker", "excess_brier")]
    assert [figure.name for figure in results.figures] == ["reliability"]
    assert len(results.figures[0].draw().axes) == 1  # the silent one has nothing to show


@pytest.mark.parametrize(("given", "message"), [
    ({"seats": (Seat(agent="mcts"),)}, "agent mcts has no model"), ({"positions": 0}, "positions=0 is not a whole"),
    ({"game": "nim"}, "nim has no hidden fact")])
def test_what_the_study_does_not_take_is_refused_before_anything_is_asked(given, message):
    with pytest.raises(UsageError, match=message):
        next(STUDY.conduct(subject(**{"others": "uniform"} | given)))

from gtarena.agents.llm.inquiries import Inquiry
from gtarena.logs.records import Seat
from gtarena.runs.asking.plan import question_specs
from gtarena.runs.asking.positions import Position
from gtarena.runs.asking.questions import Question, repeat_questions
from gtarena.runs.schedule import MatchSpec

KUHN = Position("kuhn_poker", {}, ((-1, 0), (-1, 2)), 0)
LEDUC = Position("leduc_poker", {}, ((-1, 0), (-1, 2)), 0)
RANDOM = Seat(agent="random", params={"kind": "random"})


def ids(*questions):
    return [spec.match_id for spec in question_specs([(RANDOM, question) for question in questions])]


def test_every_position_is_asked_once_before_any_is_asked_again():
    asked = repeat_questions([KUHN, LEDUC], 2)
    assert [(each.position.game, each.sample) for each in asked] == [
        ("kuhn_poker", 0), ("leduc_poker", 0), ("kuhn_poker", 1), ("leduc_poker", 1)]


def test_questions_that_differ_in_anything_have_ids_of_their_own():
    options = ("Pass", "Bet")
    different = [
        Question(KUHN), Question(KUHN, 1), Question(LEDUC), Question(Position("kuhn_poker", {}, ((-1, 0), (-1, 1)), 0)),
        Question(KUHN, 0, Inquiry("policy", options)), Question(KUHN, 0, Inquiry("policy", options[::-1])),
        Question(KUHN, 0, Inquiry("policy", options, source="logprobs"))]
    assert len(set(ids(*different))) == len(different)
    assert ids(*different) == ids(*different)


def test_a_question_is_no_match_of_the_same_seats():
    (asked,) = question_specs([(RANDOM, Question(KUHN))])
    match = MatchSpec(asked.game, asked.params, asked.seats, asked.seed)
    assert "question" not in match.key
    assert match.match_id != asked.match_id

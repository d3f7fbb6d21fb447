"""The study of policies, with answers of players whose policies are known."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from gtarena.agents.solving.named_policies import named_policy
from gtarena.errors import UsageError
from gtarena.game_theory.policies.study import STUDY, conduct
from gtarena.game_theory.studies import SeatQuestion, StudyResults, Subject, ids_of
from gtarena.logs.records import Seat
from gtarena.runs.asking.answers import Answer

MODEL = Seat(agent="llm", model="m", params={"kind": "llm"})
UNIFORM = Seat(agent="random", params={"kind": "random"})
BETS = Seat(agent="always:Bet", params={"kind": "always"})
PASS, BET = 0, 1

Answering = Callable[[SeatQuestion], dict[str, Any]]  # the fields of an answer


def subject(*seats: Seat, game: str = "kuhn_poker", **options: Any) -> Subject:
    defaults = {option.name: option.default for option in STUDY.options}
    return Subject(game, {}, seats, 0, {**defaults, **options})


def results(about: Subject, answer: Answering) -> tuple[StudyResults, list[int]]:
    """Returns what the study finds, and the size of each batch of questions."""
    running, answers, sizes = conduct(about), list[Answer](), list[int]()
    batch = next(running)
    while True:
        sizes.append(len(batch))
        answers += [_answer(asked, match_id, answer) for asked, match_id in zip(batch, ids_of(batch), strict=True)]
        try:
            batch = running.send(answers)
        except StopIteration as end:
            return end.value, sizes


def _answer(asked: SeatQuestion, match_id: str, answer: Answering) -> Answer:
    seat, question = asked
    bare = Answer(match_id, seat, question.position, question.sample, question.inquiry and question.inquiry.name)
    return replace(bare, **answer(asked))


def even(asked: SeatQuestion) -> dict[str, Any]:
    """Passes in every second sample, and says so."""
    if asked.question.inquiry is not None:
        return {"probabilities": (0.5, 0.5)}
    return {"choices": (BET if asked.seat == BETS else asked.question.sample % 2,)}


def numbers(found: StudyResults) -> dict[tuple[str, str], float]:
    return {(each.agent, each.measure): each.value for each in found.measured}


def test_every_information_state_is_asked_as_often_as_wanted_of_every_agent():
    found, sizes = results(subject(UNIFORM, BETS, samples=4), even)
    assert sizes == [2 * 4 * 12]
    # A uniform player: 11/12 in all; one who always bets: a third in each seat.
    assert numbers(found) == pytest.approx({
        ("random", "nash_conv"): 11 / 12, ("random", "exploitability"): 11 / 24,
        ("always:Bet", "nash_conv"): 2 / 3, ("always:Bet", "exploitability"): 1 / 3})
    (bets,) = [each for each in found.measured if (each.agent, each.measure) == ("always:Bet", "nash_conv")]
    assert bets.low <= 2 / 3 <= bets.high


def test_stated_probabilities_are_the_policy_and_no_measure_of_what_an_agent_does():
    found, sizes = results(subject(MODEL, ask="stated"), even)
    assert sizes == [12]
    assert not found.measured
    (table,) = found.tables
    assert table.rows[0][1][table.columns.index("NashConv")].mean == pytest.approx(11 / 12)


def test_what_an_agent_says_is_compared_with_what_it_does():
    def boast(asked: SeatQuestion) -> dict[str, Any]:
        return {"probabilities": (0.0, 1.0)} if asked.question.inquiry else {"choices": (asked.question.sample % 2,)}

    found, sizes = results(subject(MODEL, ask="both", samples=40), boast)
    assert sizes == [12 * 40 + 12]
    assert numbers(found)["llm m", "says_does_distance"] == pytest.approx(0.5, abs=0.1)
    agreeing, _ = results(subject(MODEL, ask="both", samples=40), even)
    assert numbers(agreeing)["llm m", "says_does_distance"] == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize("ask", ["moves", "both"])
def test_of_an_agent_that_never_answers_nothing_is_known(ask):
    found, _ = results(subject(MODEL, ask=ask, samples=2), lambda asked: {})
    assert not found.measured
    assert not found.files
    for table in found.tables:
        for _, cells in table.rows:
            assert [cell for cell in cells[:2] if cell] == []
    assert found.tables[0].notes[0] == "llm m: no answer anywhere, so that nothing is known of its policy"


def test_options_of_an_inquiry_are_the_moves_by_the_names_that_the_model_sees():
    batch = next(conduct(subject(MODEL, ask="stated")))
    assert {asked.question.inquiry.options for asked in batch} == {("Pass", "Bet")}


def test_agents_with_names_of_the_same_letters_have_files_of_their_own():
    seats = [Seat(agent="llm", model=model, params={"kind": "llm"}) for model in ("a/b", "a-b")]
    found, _ = results(subject(*seats, samples=2), even)
    assert list(found.files) == ["policies/llm-a-b.json", "policies/llm-a-b-2.json"]


def test_policies_are_files_to_which_agents_can_respond(tmp_path):
    found, _ = results(subject(UNIFORM, BETS), even)
    assert set(found.files) == {"policies/random.json", "policies/always-Bet.json"}
    path = tmp_path / "bets.json"
    path.write_text(found.files["policies/always-Bet.json"])
    game = subject(BETS).game
    assert named_policy(str(path), game)["0pb"] == {PASS: 0.0, BET: 1.0}
    assert len(json.loads(found.files["policies/random.json"])) == 12


def drawing(seed: int) -> Iterator[Answering]:
    rng = random.Random(seed)
    yield lambda asked: {"choices": (rng.choice(asked.question.position.state().legal_actions()),)}


@pytest.mark.parametrize("answer", list(drawing(1)))
def test_in_larger_games_a_response_is_learned_from_no_more_questions_than_allowed(answer):
    about = subject(UNIFORM, game="leduc_poker", questions=100, samples=2, matches=20)
    found, sizes = results(about, answer)
    (bound,) = found.measured
    assert bound.measure == "nash_conv_bound"
    assert bound.low <= bound.value
    (table,) = found.tables
    assert table.rows[0][1][table.columns.index("questions")].mean == sum(sizes)


def test_of_an_agent_that_never_moves_no_bound_is_known():
    found, _ = results(subject(MODEL, questions=20, samples=2, matches=5), lambda asked: {})
    assert not found.measured
    (cells,) = [cells for _, cells in found.tables[0].rows]
    assert cells[:4] == (None,) * 4
    assert cells[-1].mean == cells[-3].mean > 20


@pytest.mark.parametrize(("seats", "options", "told"), [
    ([UNIFORM], {"samples": 0}, "samples=0"),
    ([UNIFORM], {"samples": 100_000}, "samples=100000 at 12 positions make 1,200,000 questions"),
    ([UNIFORM], {"questions": -1}, "questions=-1"),
    ([MODEL], {"ask": "both", "samples": 1}, "samples=1 does not go with ask=both"),
    ([UNIFORM], {"ask": "stated"}, "agent random has no model"),
    ([MODEL], {"ask": "stated", "questions": 5}, "ask=stated does not go with questions=5"),
    ([UNIFORM], {"game": "chess"}, "more than 10,000 information states"),
])
def test_what_cannot_be_asked_is_refused_before_anything_is(seats: Sequence[Seat], options, told):
    with pytest.raises(UsageError, match=told):
        next(conduct(subject(*seats, **options)))

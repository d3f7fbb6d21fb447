import json

import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.saved_studies import FILE, read_study, restudy, save_study
from tests.support.records import llm, seat
from tests.support.studies import BET, KING, PASS, subject_of, write_answers

RANDOM, MODEL = seat("random"), llm()


def numbers(folder):
    return {each.agent: each.value for each in restudy(folder).results.measured}


def counts(folder):
    return {agent: len(answers) for agent, answers in restudy(folder).answers.items()}


def test_results_follow_from_the_answers_alone_also_where_they_decide_on_further_questions(tmp_path, bets):
    subject = subject_of(MODEL, RANDOM)
    # The model bets with the King alone, so that it is asked 6 times; the other passes always, and is asked a 7th time.
    write_answers(tmp_path, subject, lambda who, card, sample: BET if who == MODEL and card == KING else PASS)
    assert numbers(tmp_path) == {"llm offline/random": 2 / 6, "random": 0}
    assert counts(tmp_path) == {"llm offline/random": 6, "random": 7}
    assert restudy(tmp_path).missing == ()


@pytest.mark.parametrize(("left_out", "number"), [((KING, 0), 1), ((KING, 2), 1)], ids=["first batch", "second batch"])
def test_an_agent_that_has_not_answered_everything_is_left_out_and_named(tmp_path, bets, left_out, number):
    write_answers(tmp_path, subject_of(MODEL, RANDOM), lambda who, card, sample: (
        BET if who == MODEL else None if (card, sample) == left_out else PASS))
    assert numbers(tmp_path) == {"llm offline/random": 1}
    assert restudy(tmp_path).missing == (f"random has {number} questions left to answer",)


def test_a_study_that_nobody_has_finished_says_how_many_questions_are_left(tmp_path, bets):
    write_answers(tmp_path, subject_of(MODEL), lambda who, card, sample: None if sample == 1 else BET)
    with pytest.raises(UsageError, match="llm offline/random has 3 questions left to answer"):
        restudy(tmp_path)


def test_agents_that_are_asked_the_same_later_are_added_and_another_subject_takes_the_place(tmp_path, bets):
    write_answers(tmp_path, subject_of(RANDOM), lambda *_: BET)
    write_answers(tmp_path, subject_of(MODEL), lambda *_: BET)
    assert numbers(tmp_path) == {"random": 1, "llm offline/random": 1}
    save_study(tmp_path, bets, subject_of(MODEL, options={"samples": 1}))
    assert read_study(tmp_path).seats == [MODEL]
    assert counts(tmp_path) == {"llm offline/random": 3}  # of the 6 in the log


def test_a_folder_whose_study_cannot_be_conducted_here_says_why(tmp_path, bets):
    with pytest.raises(UsageError, match=rf"{FILE} cannot be read"):
        restudy(tmp_path)
    write_answers(tmp_path, subject_of(MODEL), lambda *_: BET)
    saved = json.loads((tmp_path / FILE).read_text())
    for change, reason in (({"study": "bids"}, "there is no study bids"), ({"game": "no_game"}, "no_game"),
                           ({"game": "nim"}, "in kuhn_poker alone"), ({"seats": []}, "seats"),
                           ({"options": {"samples": "2"}}, "has samples=2, which the study bets does not take")):
        (tmp_path / FILE).write_text(json.dumps(saved | change))
        with pytest.raises(UsageError, match=reason):
            restudy(tmp_path)


def test_an_option_that_was_added_since_a_study_was_saved_has_its_default(tmp_path, bets):
    write_answers(tmp_path, subject_of(RANDOM), lambda *_: BET)
    saved = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps(saved | {"options": {}}))
    assert numbers(tmp_path) == {"random": 1}

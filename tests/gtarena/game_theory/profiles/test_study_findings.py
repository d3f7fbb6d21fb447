import json
from dataclasses import replace
from math import inf
from pathlib import Path

from gtarena.game_theory.profiles.study_findings import Studies, find_in_studies, read_studies
from gtarena.game_theory.saved_studies import FILE, Restudied
from gtarena.game_theory.studies import Measured, StudyResults
from gtarena.metrics.agent_settings import DifferentSeats
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.positions import Position
from tests.support.records import llm, seat
from tests.support.studies import BET, subject_of, write_answers

FORFEIT, INVALID = ({"policy": policy, "retries": 2} for policy in ("forfeit", "invalid"))


def findings(folder, played=()):
    studies, different = read_studies([folder]), DifferentSeats()
    for each in played:
        different.number("kuhn_poker", each)
    studies.add_seats(different, played)
    return find_in_studies(studies, different), studies


def test_numbers_of_a_study_have_the_agents_answers_behind_them(tmp_path, bets):
    write_answers(tmp_path / "a", subject_of(llm(), seat("random")), lambda who, *_: BET)
    found, studies = findings(tmp_path)
    assert [(each.agent, each.game, each.measure, each.value, each.count, each.counted, each.source)
            for each in found] == [("llm offline/random", "kuhn_poker", "blunder_rate", 1, 6, "answers", "bets"),
                                   ("random", "kuhn_poker", "blunder_rate", 1, 6, "answers", "bets")]
    assert (studies.answers, studies.skipped) == (12, [])


def test_an_agent_has_the_name_of_the_matches_although_no_policy_follows_its_answers(tmp_path, bets):
    write_answers(tmp_path / "a", subject_of(llm(temperature=1, illegal=INVALID)), lambda *_: BET)
    played = [llm(temperature=t, illegal=FORFEIT) for t in (0, 1)]
    assert [each.agent for each in findings(tmp_path, played)[0]] == ["llm offline/random temperature=1"]
    assert [each.agent for each in findings(tmp_path, played[1:])[0]] == ["llm offline/random"]
    assert [each.agent for each in findings(tmp_path, played[:1])[0]] == ["llm offline/random temperature=1"]


def test_an_agent_in_a_disguise_has_its_condition(tmp_path, bets):
    write_answers(tmp_path / "a", subject_of(llm(), llm(disguise="renamed")), lambda *_: BET)
    assert [(each.agent, each.condition) for each in findings(tmp_path)[0]] == [
        ("llm offline/random", ""), ("llm offline/random", "disguise=renamed")]


def test_of_two_studies_of_the_same_that_with_more_answers_counts_and_the_other_is_told(tmp_path, bets):
    write_answers(tmp_path / "a", subject_of(llm(), options={"samples": 1}), lambda *_: 0)
    write_answers(tmp_path / "b", subject_of(llm()), lambda *_: BET)
    (found,), _ = findings(tmp_path)
    assert (found.value, found.count, found.note) == (1, 6, "another study of the same has 4 answers")


def studied(measured, *answers):
    subject = subject_of(llm())
    return Restudied("policy", subject, StudyResults([], (), [measured]), {measured.agent: answers})


def test_answers_that_a_number_does_not_rest_on_do_not_make_its_study_count():
    position = Position("kuhn_poker", {}, (), 0)
    moves = [Answer("0", llm(), position, sample, choices=(BET,)) for sample in range(3)]
    sayings = [Answer("0", llm(), position, 0, inquiry="policy", probabilities=(0.5, 0.5))] * 3
    number = Measured("llm offline/random", "kuhn_poker", "nash_conv", 1.0, 0.5, 1.5)
    studies = Studies({Path("a"): studied(number, *moves),
                       Path("b"): studied(replace(number, value=2.0), *moves[:2], *sayings)},
                      numbers={Path("a"): [0], Path("b"): [0]})
    different = DifferentSeats()
    different.number("kuhn_poker", llm())
    (found,) = find_in_studies(studies, different)
    assert (found.value, found.count, found.note) == (1, 3, "another study of the same has 2 answers")


def test_the_number_of_what_is_bounded_from_below_alone_is_the_bound():
    number = Measured("llm offline/random", "kuhn_poker", "nash_conv_bound", 4.81, 3.117, inf)
    different = DifferentSeats()
    different.number("kuhn_poker", llm())
    (found,) = find_in_studies(Studies({Path("a"): studied(number)}, numbers={Path("a"): [0]}), different)
    assert (found.value, found.shown) == (3.117, "at least 3.117")


def test_what_cannot_be_counted_is_named_and_the_rest_counts(tmp_path, bets):
    write_answers(tmp_path / "whole", subject_of(llm(), seat("random")), lambda who, *_: BET if who.model else None)
    for name in ("bare", "gone", "other"):
        write_answers(tmp_path / name, subject_of(llm()), lambda *_: BET)
    (tmp_path / "bare" / FILE).unlink()
    changes = {"gone": {"game": "game_of_a_plugin"}, "other": {"options": {"samples": 2, "measure": "x"}}}
    for name, change in changes.items():
        saved = json.loads((tmp_path / name / FILE).read_text())
        (tmp_path / name / FILE).write_text(json.dumps(saved | change))
    found, studies = findings(tmp_path)
    assert [(each.agent, each.value) for each in found] == [("llm offline/random", 1)]
    bare, gone, part, other = studies.skipped
    assert bare.startswith(f"{tmp_path / 'bare'}: there is no study.json")
    assert gone.startswith(f"{tmp_path / 'gone'}: ")
    assert "game_of_a_plugin" in gone
    assert part == f"{tmp_path / 'whole'}: random has 6 questions left to answer"
    assert other == f"{tmp_path / 'other'}: the measure x is not known here"

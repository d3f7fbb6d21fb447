import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.profiles.collection import read_profiles
from tests.support.records import call, llm, record, seat, write_log
from tests.support.studies import BET, subject_of, write_answers

RANDOM = seat("random")


def played(folder, *agents):
    write_log(folder / "matches.jsonl", *(
        record(f"{number}-{place}", [agent, RANDOM], [1, -1], seed=number, calls=[call()] if agent.model else [])
        for number in range(8) for place, agent in enumerate(agents)))


def test_matches_and_studies_of_an_agent_are_one_profile(tmp_path, bets):
    policies = [{"illegal": {"policy": policy, "retries": 1}} for policy in ("forfeit", "invalid")]
    played(tmp_path / "run", llm(**policies[0]))
    write_answers(tmp_path / "study", subject_of(llm(**policies[1]), seat("mcts")), lambda *_: BET)
    found = read_profiles([tmp_path])
    assert found.with_model == ["llm offline/random"]
    assert found.agents == ["llm offline/random", "random", "mcts"]
    assert [each.measure for each in found.of_agent("llm offline/random")] == [
        "rating", "nra", "illegal_rate", "cost", "blunder_rate"]
    assert (found.matches, found.studies, found.answers, found.skipped) == (8, 1, 12, [])


def test_answers_without_matches_and_matches_without_answers_are_enough(tmp_path, bets):
    write_answers(tmp_path / "study", subject_of(llm()), lambda *_: BET)
    assert [each.measure for each in read_profiles([tmp_path / "study"]).findings] == ["blunder_rate"]
    played(tmp_path / "run", llm())
    assert read_profiles([tmp_path / "run"]).studies == 0


def test_duplicates_and_agents_without_a_model_have_no_profile(tmp_path):
    played(tmp_path, llm(), seat("null:llm", "offline/random"), seat("mcts"))
    found = read_profiles([tmp_path])
    assert found.with_model == ["llm offline/random"]
    assert sorted(found.agents) == ["llm offline/random", "mcts", "random"]


def test_settings_that_vary_between_matches_and_studies_are_in_both_names(tmp_path, bets):
    played(tmp_path / "run", llm(temperature=0))
    write_answers(tmp_path / "study", subject_of(llm(temperature=1)), lambda *_: BET)
    assert read_profiles([tmp_path]).with_model == [
        "llm offline/random temperature=0", "llm offline/random temperature=1"]


def test_nothing_to_profile_is_one_line_with_the_reason(tmp_path, bets):
    with pytest.raises(UsageError, match=f"neither matches nor whole studies below {tmp_path}: play matches"):
        read_profiles([tmp_path])
    write_answers(tmp_path, subject_of(llm()), lambda *_: None)
    with pytest.raises(UsageError, match="llm offline/random has 6 questions left to answer"):
        read_profiles([tmp_path])
    with pytest.raises(UsageError, match="does not exist"):
        read_profiles([tmp_path / "missing"])

import pandas as pd
import pytest

import gtarena
from gtarena.errors import UsageError
from gtarena.metrics.frames import load_records, seats_frame
from gtarena.metrics.seat_table import KINDS, load_seats
from tests.gtarena.metrics.test_saved_settings import save
from tests.support.records import call, llm, record, seat, write_log
from tests.support.runs import play_here

RANDOM = seat("random")
COOL = llm(temperature=0, prompt="v1", illegal={"retries": 2})
WARM = llm(temperature=0.5, prompt="v2", solve=True)


@pytest.fixture
def sweep(tmp_path):
    """Two jobs of a sweep, of a match each with the same agents' names, and a log without a job's settings."""
    for job, agent, match_id in (("a/x", COOL, "m2"), ("b", WARM, "m1")):
        save(tmp_path / job, f"seed: {len(job)}\n", '["seed=1"]')
        write_log(tmp_path / job / "matches.jsonl", record(match_id, [RANDOM, agent], [-1, 1], params={"players": 2}))
    write_log(tmp_path / "matches.jsonl", record("m3", [COOL, WARM], None, outcome="forfeit", offender=0))
    return tmp_path


def values(frame, *names):
    return frame[list(names)].astype("object").where(frame[list(names)].notna(), None).to_numpy().tolist()


def test_every_setting_is_a_column_of_one_type_and_jobs_are_told_apart(sweep):
    frame = load_seats(sweep)
    assert frame.columns.tolist() == [
        *KINDS, "illegal.retries", "prompt", "solve", "temperature", "game.players", "seed"]
    assert values(frame, "match_id", "job", "agent", "temperature", "prompt", "illegal.retries", "seed") == [
        ["m1", "b", "random", None, None, None, 1], ["m1", "b", "llm", 0.5, "v2", None, 1],
        ["m2", "a/x", "random", None, None, None, 3], ["m2", "a/x", "llm", 0.0, "v1", 2, 3],
        ["m3", "", "llm", 0.0, "v1", 2, None], ["m3", "", "llm", 0.5, "v2", None, None]]
    types = {"temperature": "float64", "prompt": "category", "illegal.retries": "Int64", "solve": "boolean",
             "game.players": "Int64", "seed": "Int64"}
    assert {name: str(frame[name].dtype) for name in types} == types
    assert frame.groupby("temperature")["seat"].count().to_dict() == {0.0: 2, 0.5: 2}


def test_a_job_is_named_from_the_folder_that_the_paths_have_in_common(sweep):
    jobs = load_seats(sweep / "a", sweep / "b" / "matches.jsonl")["job"]
    assert jobs.tolist() == ["b", "b", "a/x", "a/x"]
    assert set(load_seats(sweep / "b")["job"]) == set(load_seats(sweep / "b" / "matches.jsonl")["job"]) == {""}
    write_log(sweep / "c" / "matches.jsonl", record("m1", [RANDOM, WARM], [-1, 1]))
    assert set(load_seats(sweep).set_index("match_id").loc["m1", "job"]) == {"b"}  # that played the same match first


def test_numbers_are_those_of_the_seats_frame_and_the_others_are_told_beside_them():
    matches = [record("a", [llm(), RANDOM], [1, 0], calls=[call(failure="illegal"), call(failure="empty"), call()])]
    seats = seats_frame(matches)
    assert set(KINDS) - set(seats) == {
        "job", "source", "suite", "match_seed", "opponent", "opponent_model", "is_offender", "failures",
        "look_up_calls"}
    assert set(seats) - set(KINDS) == {"settings", "look_ups"}


def test_opponents_are_those_of_other_teams_and_failures_those_of_all_kinds(tmp_path):
    calls = [call(failure="illegal"), call(failure="empty"), call(), call(1, 1, purpose="look_up")]
    four = record("a", [llm(), RANDOM, seat("llm", "m/2"), RANDOM], [1, 0, 1, 0], teams=[0, 1, 0, 1], calls=calls)
    three = record("b", [llm(), RANDOM, seat("mcts")], None, outcome="invalid", offender=1, suite="s", seed=5)
    frame = load_seats(write_log(tmp_path / "matches.jsonl", four, three, record("c", [RANDOM], [2])))
    assert values(frame, "opponent", "opponent_model", "is_offender", "failures", "look_up_calls") == [
        ["random", None, False, 2, 0], ["llm", "offline/random+m/2", False, 0, 1], ["random", None, False, 0, 0],
        ["llm", "offline/random+m/2", False, 0, 0], ["random+mcts", None, False, 0, 0],
        ["llm+mcts", "offline/random", True, 0, 0], ["llm+random", "offline/random", False, 0, 0],
        [None, None, False, 0, 0]]
    assert values(frame[4:5], "suite", "match_seed", "outcome", "model", "result") == [
        ["s", 5, "invalid", "offline/random", None]]


def test_a_published_match_has_a_row_per_seat_with_the_few_settings_that_it_states(tmp_path):
    published = record("p", [seat("gpt-4", "gpt-4", temperature=0), RANDOM], [3, -3], source="the paper",
                       game="unknown")
    log = write_log(tmp_path / "matches.jsonl", published, record("q", [COOL, RANDOM], [1, -1]))
    assert values(load_seats(log), "match_id", "source", "game", "unit", "model", "temperature", "prompt")[:2] == [
        ["p", "the paper", "unknown", "p", "gpt-4", 0, None], ["p", "the paper", "unknown", "p", None, None, None]]


def test_a_setting_with_the_name_of_another_column_begins_with_agent(tmp_path):
    odd = seat("mine", cost=3, run={"seed": 4}, game="chess", other=1, seed=5)
    frame = load_seats(write_log(tmp_path / "matches.jsonl", record("a", [odd], [1], params={"seed": 9, "number": 7})))
    assert values(frame, "cost", "agent.cost", "agent.run.seed", "agent.game", "other", "agent.seed", "game.seed",
                  "seed") == [[0.0, 3, 4, "chess", 1, 5, 9, None]]
    assert frame["game.number"].tolist() == [7]
    assert frame.columns.is_unique


def test_columns_and_batches_are_those_of_the_whole_frame(sweep):
    whole = load_seats(sweep)
    in_order = load_seats(sweep, columns=["match_id"])["match_id"].tolist()
    assert in_order == ["m1", "m1", "m2", "m2", "m3", "m3"]
    parts = list(load_seats(sweep, batches=4))
    assert [len(part) for part in parts] == [4, 2]
    assert all(part.dtypes.equals(whole.dtypes) for part in parts)
    together = pd.concat(parts).sort_values(["match_id", "seat"], ignore_index=True)
    pd.testing.assert_frame_equal(together, whole)
    for name in whole:
        pd.testing.assert_frame_equal(load_seats(sweep, columns=[name]), whole[[name]])
        pd.testing.assert_frame_equal(next(load_seats(sweep, columns=[name], batches=9))[[name]].iloc[:0],
                                      whole[[name]].iloc[:0])
    for batches in (None, 2):
        with pytest.raises(UsageError, match="no column 'temprature'; did you mean temperature"):
            load_seats(sweep, columns=["temprature"], batches=batches)


def test_a_log_without_matches_has_the_fixed_columns_with_their_types(tmp_path, sweep):
    empty = tmp_path / "empty"
    empty.mkdir()
    frame = load_seats(empty)
    assert frame.columns.tolist() == [*KINDS, "seed"]
    assert frame.dtypes.equals(load_seats(sweep)[[*KINDS, "seed"]].dtypes)
    assert list(load_seats(empty, batches=3)) == []


def test_matches_have_the_columns_of_their_game_and_run_too(sweep):
    frame = load_records(sweep)
    assert values(frame, "match_id", "job", "game.players", "run.seed", "seed") == [
        ["m1", "b", 2, 1, 0], ["m2", "a/x", 2, 3, 0], ["m3", "", None, None, 0]]
    assert load_records(sweep, columns=["run.seed"])["run.seed"].tolist()[:2] == [1, 3]
    with pytest.raises(UsageError, match=r"no column 'run\.sed'; did you mean run\.seed"):
        load_records(sweep, columns=["run.sed"], batches=1)


def test_a_second_command_in_a_folder_does_not_lend_its_seed_to_the_matches_of_the_first(tmp_path):
    command = ["game=kuhn_poker", "agents=[random]", "matches=2"]
    assert [play_here(tmp_path, *command, f"seed={seed}") for seed in (7, 8)] == [0, 0]
    frame = gtarena.load_seats(tmp_path, columns=["unit", "seed"]).drop_duplicates()
    assert (len(frame), frame["seed"].dropna().tolist()) == (4, [8, 8])

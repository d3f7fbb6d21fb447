"""Matches that are invalid because of an illegal move, played again up to a limit."""

from collections import Counter

import pytest

from gtarena.logs.reader import read_records
from gtarena.runs import status
from tests.support.runs import match_lines, play_here, untimed

WORDS = ("game=tic_tac_toe", "agents=[llm]", "opponents=[random]", "matches=10", "model.name=offline/flaky:0.2",
         "illegal.policy=invalid", "illegal.retries=0", "illegal.replays=4")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Folder of the run in one process."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert play_here(monkeypatch, folder, *WORDS) == 0
    return folder


def chains(records):
    """Returns the outcomes of every match in the order of its attempts."""
    found = {}
    for record in sorted(records, key=lambda record: record.key.get("attempt", 0)):
        place = record.seed, tuple(seat.agent for seat in record.seats)
        found.setdefault(place, []).append(record.outcome)
    return found


def test_invalid_matches_are_played_again_from_the_same_seats_until_all_are_valid(played):
    found = chains(read_records(played))
    assert len(found) == 10
    assert max(map(len, found.values())) > 2  # more often than a limit of one for each match would allow
    for outcomes in found.values():
        assert set(outcomes[:-1]) <= {"invalid"}
        assert outcomes[-1] == "finished"
    (line,) = [line for line in status.status_lines(played) if "played again" in line]
    again = Counter(outcome for outcomes in found.values() for outcome in outcomes[1:])
    assert line == (f"  played again because they were invalid: {again.total()} "
                    f"({again['finished']} finished, {again['invalid']} invalid)")


@pytest.mark.parametrize("rate", ["0.1", "0.6"])
def test_a_pairing_ends_with_all_its_matches_valid_or_with_twice_as_many_started(tmp_path, monkeypatch, rate):
    words = [word for word in WORDS if not word.startswith(("model.name", "illegal.replays"))]
    assert play_here(monkeypatch, tmp_path, *words, f"model.name=offline/flaky:{rate}", "illegal.replays=1") == 0
    outcomes = Counter(record.outcome for record in read_records(tmp_path))
    assert outcomes["finished"] == 10 or outcomes.total() == 20
    assert (outcomes["finished"] == 10) == (rate == "0.1")


def test_the_budget_of_a_command_covers_its_repeats_too(played, tmp_path, monkeypatch, capsys):
    calls = [len(record.calls) for record in read_records(played) if "attempt" not in record.key]
    budget = sum(calls) + 1  # enough for the first call of the first repeat
    words = (*WORDS, f"budget.calls={budget}", "cache.enabled=false")
    assert play_here(monkeypatch, tmp_path, *words) == 3
    assert f"budget.calls={budget} is spent: {budget} used" in capsys.readouterr().err
    told = list(status.status_lines(tmp_path))
    assert any(line.startswith(f"  spent: {budget} requests") for line in told)
    (unfinished,) = [line for line in told if "unfinished" in line]
    assert unfinished.endswith(f" to be played again or of earlier commands: budget.calls={budget} is spent: "
                               f"{budget} used")
    assert told[-1] == "  repeat the command that started the run to play the missing matches"
    assert play_here(monkeypatch, tmp_path, *WORDS) == 0
    assert ", 10 already there, 0 unfinished" in capsys.readouterr().out
    assert "unfinished" not in "\n".join(status.status_lines(tmp_path))
    assert untimed(tmp_path) == untimed(played)


def test_a_higher_ceiling_goes_on_where_a_lower_one_stopped_and_a_lower_one_plays_nothing(tmp_path, monkeypatch):
    assert play_here(monkeypatch, tmp_path, *WORDS, "illegal.replays=0") == 0
    first = untimed(tmp_path)
    assert len(first) == 10
    assert play_here(monkeypatch, tmp_path, *WORDS) == 0
    more = untimed(tmp_path)
    assert first.items() < more.items()
    assert play_here(monkeypatch, tmp_path, *WORDS, "illegal.replays=2") == 0
    assert untimed(tmp_path) == more


def test_two_workers_play_the_same_replays_as_one(played, tmp_path, monkeypatch):
    assert play_here(monkeypatch, tmp_path, *WORDS, "workers=2") == 0
    assert untimed(tmp_path) == untimed(played)
    assert Counter(map(len, map(str.splitlines, match_lines(played)))).keys() == {1}

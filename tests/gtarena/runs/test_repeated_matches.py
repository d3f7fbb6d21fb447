from collections import Counter
from collections.abc import Callable

import pytest

from gtarena.cli import hydra_app
from gtarena.logs.reader import read_records
from gtarena.logs.records import Seat
from gtarena.runs import status
from gtarena.runs.missing_matches import next_matches
from gtarena.runs.schedule import MatchSpec, schedule
from tests.support.runs import play_here, untimed

pytestmark = pytest.mark.usefixtures("without_report")
WORDS = ("game=tic_tac_toe", "agents=[llm]", "opponents=[random]", "matches=10", "model.name=offline/flaky:0.2",
         "illegal.policy=invalid", "illegal.retries=0", "illegal.replays=4")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Folder of the run in one process."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hydra_app, "report_run", lambda *_, **__: None)
        assert play_here(folder, *WORDS) == 0
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


def test_the_budget_of_a_command_covers_its_repeats_too(played, tmp_path, capsys):
    calls = [len(record.calls) for record in read_records(played) if "attempt" not in record.key]
    budget = sum(calls) + 1  # enough for the first call of the first repeat
    words = (*WORDS, f"budget.calls={budget}", "cache.enabled=false")
    assert play_here(tmp_path, *words) == 3
    assert f"budget.calls={budget} is spent: {budget} used" in capsys.readouterr().err
    told = list(status.status_lines(tmp_path))
    assert any(line.startswith(f"  spent: {budget} requests") for line in told)
    (unfinished,) = [line for line in told if "unfinished" in line]
    assert unfinished.endswith(f" to be played again or of earlier commands: budget.calls={budget} is spent: "
                               f"{budget} used")
    assert told[-1] == "  repeat the command that started the run: it goes on with the missing matches"
    assert play_here(tmp_path, *WORDS) == 0
    assert ", 10 already there, 0 unfinished" in capsys.readouterr().out
    assert "unfinished" not in "\n".join(status.status_lines(tmp_path))
    assert untimed(tmp_path) == untimed(played)


def test_a_higher_ceiling_goes_on_where_a_lower_one_stopped_and_a_lower_one_plays_nothing(tmp_path):
    assert play_here(tmp_path, *WORDS, "illegal.replays=0") == 0
    first = untimed(tmp_path)
    assert len(first) == 10
    assert play_here(tmp_path, *WORDS) == 0
    more = untimed(tmp_path)
    assert first.items() < more.items()
    assert (play_here(tmp_path, *WORDS, "illegal.replays=2"), untimed(tmp_path)) == (0, more)


def of_two_agents(game: str, matches: int) -> list[MatchSpec]:
    """Returns matches of two agents who swap their seats half way."""
    return schedule(game, {}, [Seat(agent=name, params={"kind": "random"}) for name in ("a", "b")], matches, 0)


def outcomes_of_a_run(specs: list[MatchSpec], replays: int, is_valid: Callable[[MatchSpec], bool]) -> dict[str, str]:
    """Returns the outcomes of all matches that are played until nothing is left to play."""
    outcomes: dict[str, str] = {}
    while batch := list(next_matches(specs, outcomes, replays)):
        for spec in batch:
            assert spec.match_id not in outcomes
            outcomes[spec.match_id] = "finished" if is_valid(spec) else "invalid"
    return outcomes


def test_matches_are_repeated_until_all_are_valid_or_twice_the_pairings_number_after_the_unplayed_ones():
    specs = of_two_agents("nim", 6)
    assert list(next_matches(specs, {}, 1)) == specs
    assert outcomes_of_a_run(specs, 1, lambda spec: True) == {spec.match_id: "finished" for spec in specs}
    found = outcomes_of_a_run(of_two_agents("nim", 5), 1, lambda spec: spec.attempt == 1)
    assert sorted(found.values()) == ["finished"] * 5 + ["invalid"] * 5
    specs = of_two_agents("nim", 6)
    hard = specs[4]
    found = outcomes_of_a_run(specs, 1, lambda spec: (spec.seed, spec.seats) != (hard.seed, hard.seats))
    assert (len(found), found[hard.match_id], list(found.values()).count("invalid")) == (12, "invalid", 7)
    assert len(outcomes_of_a_run(of_two_agents("nim", 5), 1, lambda spec: False)) == 10
    assert len(outcomes_of_a_run(of_two_agents("nim", 5), 3, lambda spec: False)) == 20
    assert len(outcomes_of_a_run(of_two_agents("nim", 5), 0, lambda spec: False)) == 5
    specs = [*of_two_agents("nim", 4), *of_two_agents("pig", 2)]
    assert len(outcomes_of_a_run(specs, 1, lambda spec: spec.game == "nim")) == 4 + 4
    specs = of_two_agents("nim", 3)
    outcomes = {specs[0].match_id: "invalid", specs[1].match_id: "finished"}
    assert list(next_matches(specs, outcomes, 1)) == [specs[2]]
    outcomes[specs[2].match_id] = "invalid"
    assert list(next_matches(specs, outcomes, 1)) == [specs[0].again(), specs[2].again()]

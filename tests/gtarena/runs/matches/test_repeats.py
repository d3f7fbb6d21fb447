"""Repeats of invalid matches within the budget of a pairing, given the outcomes so far."""

from collections.abc import Callable

from gtarena.logs.records import Seat
from gtarena.runs.matches.repeats import next_matches
from gtarena.runs.schedule import MatchSpec, schedule


def planned(game: str, matches: int) -> list[MatchSpec]:
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


def test_everything_is_played_once_if_all_is_valid() -> None:
    specs = planned("nim", 6)
    assert list(next_matches(specs, {}, 1)) == specs
    assert outcomes_of_a_run(specs, 1, lambda spec: True) == {spec.match_id: "finished" for spec in specs}


def test_one_match_may_use_the_budget_of_the_whole_pairing() -> None:
    specs = planned("nim", 6)
    hard = specs[4]
    found = outcomes_of_a_run(specs, 1, lambda spec: (spec.seed, spec.seats) != (hard.seed, hard.seats))
    assert len(found) == 12
    assert found[hard.match_id] == "invalid"
    assert list(found.values()).count("invalid") == 7


def test_a_pairing_that_never_ends_validly_starts_twice_its_matches() -> None:
    assert len(outcomes_of_a_run(planned("nim", 5), 1, lambda spec: False)) == 10
    assert len(outcomes_of_a_run(planned("nim", 5), 3, lambda spec: False)) == 20
    assert len(outcomes_of_a_run(planned("nim", 5), 0, lambda spec: False)) == 5


def test_attempts_stop_when_every_match_is_valid() -> None:
    found = outcomes_of_a_run(planned("nim", 5), 1, lambda spec: spec.attempt == 1)
    assert sorted(found.values()) == ["finished"] * 5 + ["invalid"] * 5


def test_each_pairing_has_a_budget_of_its_own() -> None:
    specs = [*planned("nim", 4), *planned("pig", 2)]
    found = outcomes_of_a_run(specs, 1, lambda spec: spec.game == "nim")
    assert len(found) == 4 + 4


def test_a_pairing_waits_for_its_unplayed_matches_before_it_repeats_any() -> None:
    specs = planned("nim", 3)
    outcomes = {specs[0].match_id: "invalid", specs[1].match_id: "finished"}
    assert list(next_matches(specs, outcomes, 1)) == [specs[2]]
    outcomes[specs[2].match_id] = "invalid"
    assert list(next_matches(specs, outcomes, 1)) == [specs[0].again(), specs[2].again()]

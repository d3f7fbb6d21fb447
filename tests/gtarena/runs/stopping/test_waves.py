import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from gtarena.logs.reader import match_ids
from gtarena.logs.stopping import read_stopping
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.reported_log import ReportedLog
from gtarena.runs import resume, status
from gtarena.runs.resume import play_missing
from gtarena.runs.schedule import MatchSpec, schedule
from gtarena.runs.settings import GameSettings, RunSettings
from gtarena.runs.stopping.rule import StopRule
from gtarena.runs.stopping.waves import Waves, looks
from tests.support.records import record, seat, write_log

DECIDED = StopRule("decided", 0.4)


def planned(*names: str, matches: int = 120, **fields) -> list[MatchSpec]:
    return schedule("kuhn_poker", {}, [seat(name) for name in names], matches, 0, **fields)


def winner(spec: MatchSpec) -> Sequence[float] | None:
    """The ace beats all others; two others win as the deal's number is even or odd."""
    names = [seat.agent for seat in spec.seats]
    ahead = "ace" if "ace" in names else min(names) if spec.run % 2 else max(names)
    return [2 if name == ahead else -2 for name in names]


def play(waves: Waves, folder: Path, paid: Callable[[MatchSpec], Sequence[float] | None] = winner
         ) -> Iterator[list[MatchSpec]]:
    """Plays waves; yields of each what was not logged yet. A match that nothing is paid for cannot be finished."""
    for wave in waves:
        known = match_ids(folder)
        missing = [spec for spec in wave if spec.match_id not in known]
        write_log(folder / "matches.jsonl", *(
            record(spec.match_id, spec.seats, returns, seed=spec.seed)
            for spec in missing if (returns := paid(spec)) is not None))
        yield missing


def names(spec: MatchSpec) -> tuple[str, ...]:
    return tuple(sorted(seat.agent for seat in spec.seats))


def test_the_log_is_looked_at_after_6_rounds_and_then_after_a_fifth_more():
    assert list(looks(20)) == [6, 8, 10, 12, 15, 18, 20]
    assert list(looks(5)) == [5]
    assert list(looks(6)) == [6]


def test_pairs_play_until_they_are_decided_and_both_seatings_of_the_same_deals(tmp_path):
    waves = Waves(planned("ace", "b", "c"), DECIDED, 0, tmp_path)
    played = list(play(waves, tmp_path))
    assert Counter(map(names, played[0])) == {("b", "c"): 12, ("ace", "b"): 12, ("ace", "c"): 12}
    for wave in played:
        assert set(Counter((spec.seed, names(spec)) for spec in wave).values()) == {2}
    states = {(state.first, state.second): state for state in waves.state.pairs}
    assert {pair: state.end for pair, state in states.items()} == {
        ("b", "c"): "narrow", ("ace", "b"): "decided", ("ace", "c"): "decided"}
    # By hand: at 10 deals three quarters of the capital make no 120 of it, at 12 they do.
    assert [states[pair].deals for pair in (("ace", "b"), ("ace", "c"))] == [12, 12]
    assert {names(spec) for wave in played[4:] for spec in wave} == {("b", "c")}
    assert len(waves.state.not_needed) + len(match_ids(tmp_path)) == 3 * 120
    assert read_stopping(tmp_path) == waves.state


def test_the_widest_interval_is_played_first(tmp_path):
    first, second, *_ = play(Waves(planned("ace", "b", "c"), DECIDED, 0, tmp_path), tmp_path)
    assert names(first[0]) != names(second[0])
    assert names(second[0]) == ("b", "c")


def test_a_run_goes_on_from_a_part_of_its_log_in_any_order_as_if_it_had_not_been_killed(tmp_path):
    whole, part = tmp_path / "whole", tmp_path / "part"
    specs = planned("ace", "b", "c")
    for folder in (whole, part):
        folder.mkdir()
    uninterrupted = Waves(specs, DECIDED, 0, whole)
    waves = list(play(uninterrupted, whole))
    lines = [line for line in (whole / "matches.jsonl").read_text().splitlines() if line]
    begun = lines[:sum(map(len, waves[:3])) + 5]
    random.Random(0).shuffle(begun)
    (part / "matches.jsonl").write_text("\n".join(begun) + "\n")
    resumed = Waves(specs, DECIDED, 0, part)
    assert sum(map(len, play(resumed, part))) == len(lines) - len(begun)
    assert match_ids(part) == match_ids(whole)
    assert resumed.state == uninterrupted.state
    assert list(play(Waves(specs, DECIDED, 0, part), part)) == []
    # Without the rule the other matches are left, and none is played twice.
    assert match_ids(part) < {spec.match_id for spec in specs}


def test_a_table_with_a_match_that_cannot_be_finished_is_left_and_the_others_go_on(tmp_path):
    def paid(spec: MatchSpec) -> Sequence[float] | None:
        return None if names(spec) == ("ace", "b") and spec.run == 7 else winner(spec)

    waves = Waves(planned("ace", "b", "c"), DECIDED, 0, tmp_path)
    list(play(waves, tmp_path, paid))
    states = {(state.first, state.second): state for state in waves.state.pairs}
    assert (states["ace", "b"].end, states["ace", "b"].deals) == ("open", 6)
    assert {states["b", "c"].end, states["ace", "c"].end} == {"narrow", "decided"}
    missing = {spec.match_id for spec in planned("ace", "b", "c") if names(spec) == ("ace", "b")}
    assert missing.isdisjoint(waves.state.not_needed)
    again = Waves(planned("ace", "b", "c"), DECIDED, 0, tmp_path)
    assert {names(spec) for wave in play(again, tmp_path) for spec in wave} == {("ace", "b")}


def test_a_run_of_which_no_match_can_be_finished_ends_after_its_first_wave(tmp_path):
    waves = Waves(planned("ace", "b"), DECIDED, 0, tmp_path)
    assert [len(wave) for wave in play(waves, tmp_path, lambda _: None)] == [12]
    assert [pair.end for pair in waves.state.pairs] == ["open"]
    assert waves.state.not_needed == ()


def test_invalid_matches_are_played_again_within_their_wave(tmp_path):
    specs = planned("ace", "b")
    write_log(tmp_path / "matches.jsonl", *(
        record(spec.match_id, spec.seats, None if spec.run == 1 else winner(spec), seed=spec.seed,
               outcome="invalid" if spec.run == 1 else "finished") for spec in specs if spec.run <= 6))
    waves = iter(Waves(specs, DECIDED, 1, tmp_path))
    assert [spec for spec in next(waves) if spec.run <= 6] != []
    write_log(tmp_path / "matches.jsonl", *(
        record(spec.again().match_id, spec.seats, winner(spec), seed=spec.seed, key={"attempt": 1})
        for spec in specs if spec.run == 1))
    assert max(spec.run for spec in next(waves)) == 8
    state = read_stopping(tmp_path)
    assert state is not None
    assert state.pairs[0].deals == 6


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """Folder, settings and result of a run of agents that differ in strength."""
    folder = tmp_path_factory.mktemp("stopped")
    settings = RunSettings(game=GameSettings("tic_tac_toe"), agents=("random", "solver", "null:random"), matches=120,
                           stop=DECIDED)
    return folder, settings, play_missing(settings, folder)


def test_a_run_ends_early_and_its_status_and_its_report_say_so(stopped):
    folder, _, result = stopped
    assert result.played + result.not_needed == 3 * 120
    assert str(result).endswith(f", 0 unfinished, {result.not_needed} not needed")
    head, *_, spent = told = list(status.status_lines(folder))
    assert head.startswith(f"{folder}: {result.played} of {result.played} matches done")
    assert f"  stop=decided:0.4: 1 decided, 1 narrow of 2 pairs; {result.not_needed} matches not needed" in told
    assert spent.startswith("  spent: ")
    log = ReportedLog(folder)
    for _ in log.read():
        pass
    assert log.watched is not None
    state = read_stopping(folder)
    assert state is not None
    shown = reported_boards(log.seats.frame(), watched=log.watched).differences
    assert {(each.pair, each.low, each.high) for each in shown} == {
        ((pair.first, pair.second), pair.low, pair.high) for pair in state.pairs}
    assert all(each.anytime for each in shown)


def killed(*_):
    raise KeyboardInterrupt


def test_the_same_command_finds_nothing_to_play_and_one_without_the_rule_plays_the_rest(stopped):
    folder, settings, first = stopped
    again = play_missing(settings, folder)
    assert (again.played, again.present, again.not_needed) == (0, first.played, first.not_needed)
    everything = RunSettings(game=settings.game, agents=settings.agents, matches=120)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resume, "play_all", killed)
        with pytest.raises(KeyboardInterrupt):
            play_missing(everything, folder)
    # Which matches there are still depends on what they showed.
    state = read_stopping(folder)
    assert state is not None
    assert [pair.end for pair in state.pairs] != ["open"] * 2
    assert next(iter(status.status_lines(folder))).startswith(f"{folder}: {first.played} of {3 * 120} matches done")
    rest = play_missing(everything, folder)
    assert (rest.played, rest.present, rest.not_needed) == (first.not_needed, first.played, 0)
    assert read_stopping(folder) is None

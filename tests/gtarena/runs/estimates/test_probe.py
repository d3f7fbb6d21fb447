"""Choice of the matches that are played as a probe."""

from collections import Counter

from gtarena.logs.records import Seat
from gtarena.runs.estimates.probe import cell_of, cells, chosen
from gtarena.runs.schedule import MatchSpec, schedule


def seats(*names: str, temperature: float = 0.0) -> list[Seat]:
    return [Seat(agent=name, params={"kind": "random", "temperature": temperature}) for name in names]


def job(game: str, matches: int, temperature: float = 0.0) -> list[MatchSpec]:
    return schedule(game, {}, seats("a", "b", temperature=temperature), matches, 0)


def test_a_large_run_has_matches_of_every_cell_from_both_sides():
    found = cells([[*job("nim", 50), *job("kuhn_poker", 50)]])
    picked = chosen(found, 2)
    assert Counter(spec.game for _, spec in picked) == {"nim": 2, "kuhn_poker": 2}
    assert {spec.seats[0].agent for _, spec in picked if spec.game == "nim"} == {"a", "b"}


def test_a_small_run_has_every_game_and_every_setting_but_not_every_combination():
    games = ("nim", "kuhn_poker", "tic_tac_toe", "liars_dice")
    jobs = [[spec for game in games for spec in job(game, 1, temperature)] for temperature in (0.0, 0.3, 0.6, 0.9)]
    picked = chosen(cells(jobs), 2)
    assert len(picked) == 8
    assert Counter(spec.game for _, spec in picked) == dict.fromkeys(games, 2)
    assert Counter(number for number, _ in picked) == {0: 2, 1: 2, 2: 2, 3: 2}


def test_a_run_that_is_smaller_than_its_probe_is_played_whole():
    found = cells([job("nim", 1)])
    assert len(chosen(found, 5)) == 1


def test_numbers_that_change_the_length_of_a_game_make_another_kind():
    def kind(**params: float | int | str) -> str:
        (spec, *_) = schedule("three_player_prisoners_dilemma", params, seats("a", "b", "c"), 1, 0)
        return cell_of(spec).kind

    assert kind(rounds=5) != kind(rounds=6)
    assert kind(one_defect=10) == kind(one_defect=20)


def test_seats_and_the_wording_of_a_game_make_no_other_agents():
    first, second = (cell_of(spec) for spec in job("nim", 2))
    assert first == second

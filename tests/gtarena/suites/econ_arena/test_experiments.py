from collections import Counter, defaultdict

import pytest

import gtarena
from gtarena import games
from gtarena.suites.econ_arena.scores import RUN_READERS
from gtarena.system.checkout import config_folder
from tests.support.planned_runs import planned, settings

EXPERIMENTS = sorted(path.stem for path in (config_folder() / "experiment").glob("ea_*.yaml"))
BOUNDS = [("L", 0.01), ("M", 0.01), ("H", 0.01)]
VALUES = [(100, 50, 10), (1000, 500, 100), (10_000, 5000, 1000)]


def test_the_suites_play_what_all_figures_tables_and_settings_need():
    specs = planned("suite=econ_arena")
    assert {spec.suite for spec in specs} == {"econ_arena"}
    found = Counter(
        (spec.game, "rational" if sum(seat.agent == "rational" for seat in spec.seats) == 4 else "melee",
         spec.params["runs"], spec.params["history"]) for spec in specs)
    for game in ("beauty_contest", "second_price_auction"):
        for environment in ("melee", "rational"):
            assert found.pop((game, environment, 1, "none")) == 150
            assert found.pop((game, environment, 6, "choices")) == 30
    assert found == {("english_auction", environment, 1, "none"): 5 for environment in ("melee", "rational")}
    specs = planned("suite=econ_arena_groups")
    assert Counter(spec.game for spec in specs) == dict.fromkeys(RUN_READERS, 150)
    assert {spec.suite for spec in specs} == {"econ_arena"}
    assert settings(specs, "beauty_contest", "group", "grid") == BOUNDS
    for auction in ("second_price_auction", "english_auction"):
        assert settings(specs, auction, "assets", "value_mean", "value_std") == VALUES
    assert settings(specs, "second_price_auction", "grid") == [(1,)]
    assert settings(specs, "english_auction", "increment") == [(1,), (10,), (100,)]
    assert {(len(spec.seats), spec.params["runs"], spec.params["history"]) for spec in specs} == {(5, 1, "none")}


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_session_of_a_table_draws_its_bound_or_its_values_anew(experiment):
    seeds = defaultdict(list)
    for spec in planned(f"+experiment={experiment}"):
        seeds[games.label(spec.game, spec.params)].append(spec.seed)
    assert all(len(set(drawn)) == len(drawn) for drawn in seeds.values())


def bound(seed):
    """The upper bound that chance draws in group H with the seed of a match."""
    return gtarena.play("beauty_contest(group=H)", ["rational"] * 5, seed=seed).history[0].action


def test_sessions_are_draws_unless_rotations_are_paired_and_a_melee_seats_all_models_that_are_listed():
    def drawn(*overrides):
        return [spec.seed for spec in planned("+experiment=ea_rational", *overrides) if spec.params.get("group") == "H"]

    fresh, paired = drawn(), drawn("draws=paired")
    assert (len(fresh), len(set(fresh))) == (50, 50)
    assert (len(paired), len(set(paired))) == (50, 10)
    # Of 50 bounds out of 9,000, 0.14 pairs are expected to coincide.
    assert len({bound(seed) for seed in fresh}) >= 48
    assert len({bound(seed) for seed in paired}) <= 10
    nine = ",".join(f"llm@lab/m{number}" for number in range(8))
    for experiment, games_played in (("ea_melee", 9), ("ea_history_melee", 9)):
        specs = planned(f"+experiment={experiment}", f"agents=[{nine},random]", "matches=9")
        assert len(specs) == 9 * games_played
        for spec in specs:
            assert spec.params["players"] == len({(seat.agent, seat.model) for seat in spec.seats}) == 9
    assert {len(spec.seats) for spec in planned("+experiment=ea_melee", "agents=[llm]", "matches=1")} == {5}
    specs = planned("suite=econ_arena_groups", "players=7", "agents=[llm,rational*6]", "matches=1")
    assert {len(spec.seats) for spec in specs} == {7}


@pytest.mark.parametrize(("experiment", "told"), [
    ("ea_rational", "rational"), ("ea_rational_untold", "v1"), ("ea_history_rational", "rational")])
def test_a_model_sits_in_every_seat_among_four_equilibrium_players(experiment, told):
    specs = [spec for spec in planned(f"+experiment={experiment}") if spec.game == "beauty_contest"]
    seats = [[seat.agent for seat in spec.seats] for spec in specs]
    assert all(sorted(agents) == ["llm"] + ["rational"] * 4 for agents in seats)
    assert len(set(Counter(agents.index("llm") for agents in seats).values())) == 1
    assert {seat.params["prompt"] for spec in specs for seat in spec.seats if seat.agent == "llm"} == {told}


@pytest.mark.parametrize("experiment", ["ea_melee", "ea_senior", "ea_history_melee"])
def test_five_different_models_sit_at_the_tables_of_a_melee(experiment):
    for spec in planned(f"+experiment={experiment}"):
        assert len({(seat.agent, seat.model) for seat in spec.seats}) == 5


@pytest.mark.parametrize("experiment", ["ea_history_rational", "ea_history_melee"])
def test_with_a_history_there_are_180_runs_of_which_three_are_told(experiment):
    specs = planned(f"+experiment={experiment}")
    runs = Counter((spec.game, spec.params["history"]) for spec in specs for _ in range(spec.params["runs"]))
    assert set(runs.values()) == {180}
    assert {spec.params["history_window"] for spec in specs} == {3}
    assert settings(specs, "beauty_contest", "group", "grid") == BOUNDS
    assert settings(specs, "second_price_auction", "assets", "value_mean", "value_std") == VALUES


def test_the_senior_environment_and_models_that_meet_themselves_and_private_values_are_told_so():
    specs = planned("+experiment=ea_senior")
    assert Counter(spec.game for spec in specs) == dict.fromkeys(RUN_READERS, 100)
    assert settings(specs, "beauty_contest", "group") == [("L",)]
    assert settings(specs, "english_auction", "assets") == [(100,)]
    specs = planned("+experiment=ea_self")
    assert {(seat.agent, seat.params["prompt"]) for spec in specs for seat in spec.seats} == {("llm", "equal")}
    told = {(spec.game, spec.params["history"]) for spec in planned("+experiment=ea_history_melee")}
    assert told == {("beauty_contest", "choices"), ("second_price_auction", "choices"),
                    ("second_price_auction", "private")}

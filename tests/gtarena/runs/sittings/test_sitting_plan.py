from dataclasses import replace
from pathlib import Path

import pytest

from gtarena import games
from gtarena.errors import UsageError
from gtarena.runs.settings import GameSettings, RunSettings
from gtarena.runs.sittings.sitting_plan import default_opponent, plan_sitting


def agents(tmp_path: Path, game: str, *against: str, seat: int | None = 0, partner: str | None = None) -> list[str]:
    name, params = games.parse(game)
    sitting = plan_sitting(RunSettings(game=GameSettings(name, params)), tmp_path, against, seat, partner)
    return [each.agent for each in sitting.spec.seats]


@pytest.mark.parametrize(("game", "opponent"), [
    ("tic_tac_toe", "mcts"), ("kuhn_poker", "ismcts"), ("public_goods", "mcts"), ("el_farol", "random"),
    ("chameleon", "random"), ("chess", "mcts")])
def test_the_opponent_searches_where_it_can_without_seeing_what_is_hidden(game: str, opponent: str) -> None:
    assert default_opponent(games.load(game, {})) == opponent


def test_opponents_take_the_other_seats_in_order_and_one_takes_all(tmp_path: Path) -> None:
    assert agents(tmp_path, "pirate_game(players=4)", "random", seat=1) == ["random", "human", "random", "random"]
    assert agents(tmp_path, "pirate_game(players=3)", "random", "rational", seat=1) == ["random", "human", "rational"]
    assert agents(tmp_path, "pirate_game(players=3)", "random*2") == ["human", "random", "random"]


def test_in_a_game_of_teams_partners_play_with_the_person(tmp_path: Path) -> None:
    assert agents(tmp_path, "sea_battle", "random", seat=4) == ["random"] * 4 + ["human", "random"]
    teams = agents(tmp_path, "sea_battle", "random", seat=4, partner="mcts")
    assert teams == ["random"] * 3 + ["mcts", "human", "mcts"]


def test_the_seat_is_drawn_for_each_match_by_the_seed(tmp_path: Path) -> None:
    drawn = {plan_sitting(RunSettings(game=GameSettings("nim"), seed=seed), tmp_path, ("random",)).seat
             for seed in range(20)}
    assert drawn == {0, 1}


def test_the_number_of_players_is_that_of_the_command(tmp_path: Path) -> None:
    settings = RunSettings(game=GameSettings("el_farol"), players=3)
    assert len(plan_sitting(settings, tmp_path, ("random",)).spec.seats) == 3
    with pytest.raises(UsageError, match=r"^players=3: nim can only be played by a fixed number of players"):
        plan_sitting(replace(settings, game=GameSettings("nim")), tmp_path, ("random",))


def test_a_person_may_play_alone(tmp_path: Path) -> None:
    assert agents(tmp_path, "2048") == ["human"]


@pytest.mark.parametrize(("game", "against", "seat", "partner", "message"), [
    ("nim", ("random", "mcts"), 0, None, "nim has 1 opponent and 2 agents are named: give 1"),
    ("nim", ("random",), 2, None, "--seat 2: nim has the seats 0 to 1"),
    ("nim", ("random",), 0, "mcts", "--partner mcts: nim has no teams"),
    ("2048", ("random",), 0, None, "against random: 2048 has no opponents"),
    ("nim", ("human",), 0, None, "one person plays at a time"),
    ("nim", ("robot",), 0, None, "unknown agent 'robot'"),
    ("sea_battle", ("random",), 0, "random*2", "one agent plays all partners"),
    ("chameleon", ("ismcts",), 0, None, "ismcts"),
])
def test_a_mistake_is_told_before_anything_is_played(
    tmp_path: Path, game: str, against: tuple[str, ...], seat: int, partner: str | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        agents(tmp_path, game, *against, seat=seat, partner=partner)

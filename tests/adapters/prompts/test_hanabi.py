import pytest

from adapters.native.hanabi import VIEW
from gtarena.checks.playouts import states
from tests.support.named_games import after, load, loaded, rules, turn

NAME = "hanabi"
SMALL = f"{NAME}(players=3,colors=2,ranks=3,hand_size=2,max_life_tokens=1,max_information_tokens=6)"
DEAL = [0, 1, 5, 5, 24, 0, 7, 11, 13, 13]
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


@every_version
def test_the_settings_are_told(version):
    default, small = rules(NAME, version), rules(SMALL, version)
    assert all(told in default for told in ("5 piles", "8", "3", "at most 25" if version == "v1" else "is 25"))
    assert all(told in small for told in ("2 piles", "6", "at most 6" if version == "v1" else "is 6"))
    assert "blue" not in small
    assert "random" in rules(f"{NAME}(random_start_player=True)", version)
    assert "random" not in default


@every_version
def test_own_cards_are_not_told_unless_the_game_shows_them(version):
    text = turn(after(NAME, *DEAL), 0, version)
    assert "G2" in text
    assert "B5" not in text
    assert "B5" in turn(after(f"{NAME}(observation_type=seer)", *DEAL), 0, version)


@every_version
def test_what_hints_told_is_summed_up_only_in_games_that_do_so(version):
    state, plain = (after(game, *DEAL, 17) for game in (NAME, f"{NAME}(observation_type=minimal)"))
    assert "3: any" not in turn(state, 1, version)
    assert "1: rank 3" in turn(state, 1, version)
    assert "1: unknown" in turn(plain, 1, version)
    assert "rank 3 (card 1)" in turn(plain, 1, version)


@every_version
def test_the_past_may_be_left_out(version):
    adapter, state = loaded(NAME), after(NAME, *DEAL, 17, 15)
    told = [adapter.prompt(state, 0, version, history=history)[1]["content"] for history in ("all", "last:1", "none")]
    assert ["rank 3 (card 1)" in text for text in told] == [True, False, False]
    assert ["rank 1 (cards 0, 2, 3)" in text for text in told] == [True, True, False]
    assert all("rank 3" in text and "\n\n\n" not in text for text in told)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game_string", [NAME, f"{NAME}(max_life_tokens=60,colors=3,ranks=3)"])
def test_the_return_is_the_number_of_cards_on_the_piles_or_0_without_lives(game_string, seed):
    *_, last = states(load(game_string), seed)
    seen = VIEW.observe(last, 0)
    built = sum(move.get("fits", False) for move in seen["moves"])
    assert built == sum(pile["rank"] for pile in seen["fireworks"])
    assert last.returns() == [built if seen["lives"] else 0] * last.num_players()

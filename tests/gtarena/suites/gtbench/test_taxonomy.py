import pyspiel
import pytest

from gtarena import games
from gtarena.suites.gtbench.taxonomy import (
    GAME_GROUPS,
    TAXONOMY,
    is_complete_deterministic,
    is_probabilistic_or_dynamic,
    taxonomy_order,
)

SOLID = {"tic_tac_toe", "connect_four", "breakthrough", "nim"}


def test_four_of_ten_games_are_complete_and_deterministic_and_no_game_is_of_both_categories():
    assert len(TAXONOMY) == 10
    assert set(filter(is_complete_deterministic, TAXONOMY)) == SOLID
    assert set(filter(is_probabilistic_or_dynamic, TAXONOMY)) == TAXONOMY.keys() - SOLID


@pytest.mark.parametrize("name", TAXONOMY)
def test_the_taxonomy_agrees_with_the_game(name):
    kind, taxon = games.type_of(name), TAXONOMY[name]
    assert kind.min_num_players <= 2 <= kind.max_num_players
    # The dilemma ends by chance, which is nothing that players would reckon with; its moves are hidden for a round.
    if name != "iterated_prisoners_dilemma":
        assert (taxon.outcome == "deterministic") == (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC)
        complete = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        assert (taxon.information == "complete") == complete


def test_games_are_grouped_by_name_whatever_their_parameters():
    games_played = ["breakthrough(columns=3)", "nim", "pig(winscore=20)", "othello"]
    assert {name: list(filter(belongs, games_played)) for name, belongs in GAME_GROUPS.items()} == {
        "average": games_played, "average without breakthrough": games_played[1:],
        "complete and deterministic": games_played[:2], "probabilistic or dynamic": ["pig(winscore=20)"]}


def test_the_papers_games_come_first_and_in_its_order():
    assert sorted(["zzz", "pig", "othello", "nim(pile_sizes=1;2)"], key=taxonomy_order) == [
        "nim(pile_sizes=1;2)", "pig", "othello", "zzz"]

import pytest

from gtarena.cli.listings.balance_listing import list_balance
from gtarena.cli.verbs import list_games
from gtarena.errors import UsageError


def test_the_balance_of_a_game_is_a_table_of_sides_and_a_verdict(capsys):
    lines = list(list_balance("kuhn_poker(players=2)", 6, 0, 2))
    assert lines[0] == "| side | played by | others played by | wins in % | matches |"
    assert len(lines) == 2 + 2 * 2 * 2 + 1
    assert all(line.endswith(" | 6 |") for line in lines[2:-1])
    assert lines[-1] == "\nNo side wins more than 90% whoever plays."
    assert list_games(["kuhn_poker", "--balance", "--matches=6", "--simulations=2"]) == 0
    assert capsys.readouterr().out == "\n".join(lines) + "\n"
    with pytest.raises(UsageError, match="--balance measures one game"):
        list_games(["--balance"])


def test_few_matches_have_no_intervals_and_no_verdict():
    lines = list(list_balance("kuhn_poker(players=2)", 5, 0, 2))
    assert not any("[" in line for line in lines)
    assert lines[-1] == "\nNo verdict from 5 deals: at least 6 are needed."


def test_a_side_that_decides_the_match_is_named():
    game = "are_you_the_traitor(adventurers_know_key_holder=on,max_cycles=1,points_to_win=3)"
    assert list(list_balance(game, 8, 0, 1))[-1] == (
        "\nGood, played by deducer, wins more than 90% whoever plays the others: the side decides the match.")

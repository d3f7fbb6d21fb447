import pytest

from gtarena import games
from gtarena.cli.listings import game_listing
from gtarena.errors import UsageError
from tests.support import keepers


def test_every_game_that_has_players_is_listed_once():
    listed = [line.split()[0] for line in game_listing.all_games() if line.startswith("  ")]
    playable = {name for name in games.all_types() if not name.startswith("mfg_")}
    assert sorted(listed) == sorted(playable)


def test_games_with_prompts_of_their_own_come_first():
    lines = list(game_listing.all_games())
    others = next(index for index, line in enumerate(lines) if "generic prompts" in line)
    own = {line.split()[0] for line in lines[1:others]}
    assert {"el_farol", "iterated_prisoners_dilemma", "kuhn_poker", "nim"} <= own
    assert "othello" not in own


def test_a_game_that_needs_parameters_is_marked():
    marked = {line.split()[0] for line in game_listing.all_games() if line.endswith("(needs parameters)")}
    assert {"misere", "efg_game", "turn_based_simultaneous_game"} <= marked
    assert "nim" not in marked


def test_a_game_of_ours_tells_what_its_parameters_mean_and_may_be():
    text = "\n".join(game_listing.one_game("el_farol"))
    assert text.startswith("el_farol: ")
    assert "simultaneous moves, " in text
    assert "  players = 10   " in text
    assert "(a whole number from 2 to 100)" in text
    assert "Prompt versions (prompt=): bullets, formal, story, v1, v2" in text


def test_strategy_guides_are_listed_where_there_are_any():
    listed = {name: [line for line in game_listing.one_game(name) if "guide" in line] for name in ("pit", "el_farol")}
    assert listed == {"pit": ["Strategy guides (agent.llm.guide=): basics"], "el_farol": []}


def test_agents_that_cannot_play_are_listed_with_the_reason():
    lines = list(game_listing.one_game("nim"))
    (able,) = [line for line in lines if line.startswith("Agents")]
    assert able.removeprefix("Agents (agents=[...]): ") == (
        "babble_and_prune, cooperative, cot, defender, llm, mathematician, rap, sc_cot, selfish, think_then_answer, "
            "tot, always, fixed, human, mcts, random, solver")
    assert "  not ismcts: it needs hidden information and players who move one at a time" in lines
    assert "  not pgm: it needs more than two players" in lines


def test_hidden_information_calls_for_ismcts():
    (able,) = [line for line in game_listing.one_game("kuhn_poker") if line.startswith("Agents")]
    assert "ismcts" in able


def test_a_game_that_needs_parameters_says_which():
    lines = list(game_listing.one_game("misere"))
    assert "  game = (none)" in lines
    assert lines[-1] == "\nIt cannot be loaded with these defaults: misere needs a value for game.game"


def test_an_unknown_game_is_refused():
    with pytest.raises(UsageError, match="unknown game 'nimm'; did you mean nim"):
        list(game_listing.one_game("nimm"))


def test_the_teams_of_a_game_are_listed_and_only_where_some_have_several_seats():
    keepers.register()
    assert "Teams, one agent each: seats 0, 1 against 2, 3" in "\n".join(game_listing.one_game("keepers"))
    assert "Teams" not in "\n".join(game_listing.one_game("kuhn_poker"))


def test_all_named_games_have_prompts_of_their_own() -> None:
    assert {"nim", "el_farol", "beauty_contest", "pirate_game"} <= set(game_listing.named_games())
    assert "chess" not in game_listing.named_games()


def test_numbers_of_players_stand_below_each_other() -> None:
    lines = [line for line in game_listing.all_games() if line.startswith("  ")]
    assert len({len(line) - len(line[2:].split(maxsplit=1)[1]) for line in lines}) == 1

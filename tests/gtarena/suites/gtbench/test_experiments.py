"""The matches that the suite and the experiments of GTBench plan."""

from collections import Counter

from gtarena import games
from tests.support.planned_runs import planned

GAMES = {
    "tic_tac_toe", "connect_four", "breakthrough(columns=3)", "nim", "kuhn_poker", "liars_dice", "first_sealed_auction",
    "negotiation", "pig(winscore=20)", "iterated_prisoners_dilemma",
}


def pairings(specs):
    return Counter((games.label(spec.game, spec.params), *sorted(seat.agent for seat in spec.seats)) for spec in specs)


def test_the_suite_is_fifty_matches_of_ten_games_against_random_search_and_tit_for_tat():
    specs = planned("suite=gtbench")
    met = pairings(specs)
    assert set(met.values()) == {50}
    assert {game for game, *_ in met} == GAMES
    assert ("iterated_prisoners_dilemma", "llm", "tit_for_tat") in met
    assert [key for key in met if key[0] == "negotiation"] == [("negotiation", "llm", "mcts")]


def test_each_agent_sits_in_each_seat_for_half_of_the_matches():
    specs = planned("suite=gtbench", "games=[nim]", "opponents=[mcts]")
    assert [spec.seats[0].agent for spec in specs] == ["llm"] * 25 + ["mcts"] * 25


def test_forced_moves_are_played():
    for spec in planned("suite=gtbench", "matches=2"):
        for seat in spec.seats:
            assert seat.params.get("forced_moves", "played") == "played"


def test_two_models_meet_everybody_and_each_other():
    met = pairings(planned("suite=gtbench", "agents=[llm@offline/random,cot@offline/first]", "matches=6"))
    assert {pair[1:] for pair in met if pair[0] == "nim"} == {
        ("cot", "llm"), ("llm", "random"), ("llm", "mcts"), ("cot", "random"), ("cot", "mcts")}


def test_mistakes_are_labelled_in_five_matches_of_each_game_against_search_or_tit_for_tat():
    met = pairings(planned("+experiment=gt_mistakes"))
    assert set(met.values()) == {5}
    assert {game for game, *_ in met} == GAMES
    assert {(game == "iterated_prisoners_dilemma", *agents) for game, *agents in met} == {
        (False, "cot", "mcts"), (True, "cot", "tit_for_tat")}

"""The agent that plays best against a known policy."""

import json

import numpy as np
import pyspiel
import pytest

import adapters
import gtarena
from gtarena.agents.base import Seating
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.lineup import Lineup, agent_factory
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.agents.solving.best_response import best_response, find_response
from gtarena.agents.solving.named_policies import legal_actions, named_policy, policy_text
from gtarena.agents.solving.small_games import MOST_NODES
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.settings import ModelSettings

KUHN = pyspiel.load_game("kuhn_poker")


def test_the_response_to_a_player_who_always_bets_calls_with_all_cards_but_the_lowest():
    # By hand: a jack that calls loses 2 and not 1, and a queen that calls wins 2 as often as it loses 2.
    bets = {known: {1: 1.0} for known in legal_actions(str(KUHN))}
    response = find_response(KUHN, 1, bets)
    assert (response["0b"], response["1b"], response["2b"]) == (0, 1, 1)
    assert set(response) == {known for known in bets if len(known) == 2}  # unreached ones among them
    second = find_response(KUHN, 0, bets)
    assert (second["0"], second["0pb"], second["1pb"], second["2pb"]) == (0, 0, 1, 1)


@pytest.mark.parametrize(("game", "policy"), [
    ("kuhn_poker", "uniform"), ("leduc_poker", "uniform"), ("leduc_poker", "cfr"), ("kuhn_poker(players=3)", "uniform"),
    ("python_kuhn_poker", "uniform"), ("tiny_hanabi", "uniform")])
def test_its_value_is_that_of_openspiels_python_implementation(game, policy):
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import best_response as other
    from open_spiel.python.algorithms.expected_game_score import policy_value

    loaded = pyspiel.load_game(game)
    listed = named_policy(policy, loaded)
    table = policies.tabular_policy_from_callable(
        loaded, lambda state: dict(listed[state.information_state_string()]))
    for player in range(loaded.num_players()):
        response = find_response(loaded, player, listed)
        own = policies.TabularPolicy(loaded, players=(player,))
        for known, action in response.items():
            own.policy_for_key(known)[:] = np.eye(loaded.num_distinct_actions())[action]
        seated = [own if seat == player else table for seat in range(loaded.num_players())]
        expected = other.BestResponsePolicy(loaded, player, table).value(loaded.new_initial_state())
        assert policy_value(loaded.new_initial_state(), seated)[player] == pytest.approx(expected, abs=1e-9)


def test_a_run_plays_it_against_a_policy_in_a_file(tmp_path):
    file = tmp_path / "calls.json"
    file.write_text(json.dumps({known: {"1": 1} for known in legal_actions(str(KUHN))}))
    settings = gtarena.compose_settings([
        "game=kuhn_poker", f"agents=['best_response:{file}','always:Bet']", "matches=120", "seed=3"])
    gtarena.run(settings, tmp_path / "run")
    matches = gtarena.load_records(tmp_path / "run")
    folded = set()
    for match in matches.itertuples():
        place = 1 - match.agents.index("always:Bet")
        card = match.history[place][1]
        folded.add((card == 0, match.returns[place] == -1))
    assert folded == {(True, True), (False, False)}


@pytest.mark.parametrize(("game", "reason"), [
    ("kuhn_poker(players=3)", None), ("liars_dice", f"its tree has more than {MOST_NODES:,} nodes"),
    *((game, "it needs players who move one at a time and say no free texts, and chance that is listed")
      for game in ("goofspiel", "deep_sea", "el_farol"))])
def test_it_plays_small_sequential_games_alone(game, reason):
    loaded = pyspiel.load_game(game)
    assert reason_not_playable("best_response", loaded) == reason
    if reason:
        with pytest.raises(UsageError, match=f"best_response cannot play {loaded.get_type().short_name}: {reason}"):
            best_response(Seating(loaded, 0, 1), "uniform")


def test_a_match_tells_what_the_file_of_the_policy_held(tmp_path):
    path, game = tmp_path / "policy.json", pyspiel.load_game("kuhn_poker")
    path.write_text(policy_text(named_policy("uniform", game)))
    lineup = Lineup(all_presets(), ModelSettings(), "v1", IllegalMoves())
    (before,) = lineup.seats([f"best_response:{path}"], adapters.for_game(game))
    path.write_text(policy_text(named_policy("cfr", game)))
    (after,) = lineup.seats([f"best_response:{path}"], adapters.for_game(game))
    assert before.params["digest"] != after.params["digest"]
    assert "digest" not in lineup.seats(["best_response:cfr"], adapters.for_game(game))[0].params
    agent_factory(after, lambda _: None, InMemoryTexts())(Seating(game, 0, 0))
    with pytest.raises(UsageError, match="has changed since this match was planned"):
        agent_factory(before, lambda _: None, InMemoryTexts())(Seating(game, 0, 0))

"""Programs of the RoShamBo competition as agents."""

import asyncio

import pyspiel
import pytest

import adapters
import gtarena
from gtarena.agents.base import Decision, Seating
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.roshambo import roshambo
from gtarena.errors import UsageError

REFUSED = "its programs throw rock, paper or scissors at most 1,000 times: "


def repeated(throws, stage="matrix_rps"):
    return pyspiel.load_game(f"repeated_game(stage_game={stage}(),num_repetitions={throws})")


def throw(agent, state, player):
    return asyncio.run(agent.act(Decision(state, player, adapters.for_game(state.get_game()), 0))).actions[0]


def throws_of(names, throws, seeds=(1, 2)):
    game = repeated(throws)
    agents = [roshambo(Seating(game, player, seed), name) for player, (name, seed) in enumerate(
        zip(names, seeds, strict=True))]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_actions([throw(agent, state, player) for player, agent in enumerate(agents)])
    return state


def test_copybot_wins_the_first_throw_of_rotatebot_and_draws_all_others():
    # As OpenSpiel's own test of its bots has it.
    state = throws_of(["rotatebot", "copybot"], 30)
    assert state.returns() == [-1, 1]
    assert state.history()[::2] == [0, 1, 2] * 10


def test_a_program_is_a_function_of_its_seed_even_between_throws_of_others_and_from_the_middle_of_a_match():
    once, again, other = (throws_of(["randbot", "greenberg"], 20, seeds) for seeds in ((5, 6), (5, 6), (7, 6)))
    assert once.history() == again.history() != other.history()
    late = roshambo(Seating(repeated(20), 0, 5), "randbot")
    middle = repeated(20).new_initial_state()
    for number in range(8):
        middle.apply_actions(once.history()[2 * number:2 * number + 2])
    throws_of(["randbot", "randbot"], 5)
    assert throw(late, middle, 0) == once.history()[16]


def test_all_programs_play_short_matches_and_exploit_what_they_can(tmp_path):
    assert len(pyspiel.roshambo_bot_names()) == 43
    for name in pyspiel.roshambo_bot_names():
        assert throws_of([name, "rockbot"], 5).is_terminal()
    settings = gtarena.compose_settings([
        "game=repeated_game", 'game.stage_game="matrix_rps()"', "game.num_repetitions=100",
        "agents=[roshambo:rockbot,roshambo:iocainebot]", "matches=2"])
    gtarena.run(settings, tmp_path)
    matches = gtarena.load_records(tmp_path)
    won = [row.returns[row.agents.index("roshambo:iocainebot")] for row in matches.itertuples()]
    assert min(won) > 80


def test_other_games_and_unknown_programs_are_refused():
    assert reason_not_playable("roshambo", repeated(1000)) is None
    for game in (repeated(1001), repeated(10, "matrix_pd"), pyspiel.load_game("matrix_rps")):
        assert reason_not_playable("roshambo", game).startswith(REFUSED)
        with pytest.raises(UsageError, match="roshambo cannot play"):
            roshambo(Seating(game, 0, 1), "randbot")
    with pytest.raises(UsageError, match="unknown program 'rotatbot'; did you mean rotatebot"):
        roshambo(Seating(repeated(10), 0, 1), "rotatbot")

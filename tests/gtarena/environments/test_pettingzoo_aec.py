import importlib
import random
import sys

import pytest

import gtarena
from gtarena.errors import UsageError
from tests.gtarena.environments.test_environment import without_times
from tests.support.doc_examples import read_example

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import BaseWrapper

from gtarena.environments.pettingzoo_aec import AecEnvironment, aec_env

CHECKS = importlib.import_module("pettingzoo.test.api_test")  # the package has a function of this name
DRAWN = gtarena.IllegalMoves(policy="random", retries=0)  # so that the texts that the checks sample make whole matches
WARNINGS = "is not a NumPy array|probably should be gymnasium.spaces.box or gymnasium.spaces.discrete"
GAMES = ["tic_tac_toe", "kuhn_poker", "el_farol(rounds=2,players=3)", "coop_box_pushing(horizon=3)"]


def rollout(env, respond):
    """Plays a match and yields each agent with all that ``last()`` tells it."""
    for agent in env.agent_iter():
        told = env.last()
        yield agent, *told
        env.step(None if told[2] or told[3] else respond(told[0], told[4]))


def drawn(seed=5):
    rng = random.Random(seed)
    return lambda observation, info: f"Answer: {rng.choice(info['legal'])}"


def test_the_example_of_the_documentation_plays_a_match_against_itself(capsys):
    exec(compile(read_example("environments.md", "PettingZoo"), "<doc>", "exec"), {})
    first, second = (line.split() for line in capsys.readouterr().out.splitlines())
    assert [first[0], second[0]] == ["player_0", "player_1"]
    assert float(first[1]) == -float(second[1]) != 0
    assert first[2] == second[2] == "finished"


@pytest.mark.parametrize("seats", [[None, "mcts"], ["random", None], [None, None]])
def test_the_record_is_that_of_a_match_in_which_a_model_gives_the_same_replies(seats):
    respond, said = drawn(), []
    env = aec_env("tic_tac_toe", seats, seed=7)
    env.reset()
    *_, (*_, info) = rollout(env, lambda *told: said.append(respond(*told)) or said[-1])
    replies = iter(said)

    def outside(messages):
        return next(replies)

    record = gtarena.play("tic_tac_toe", [outside if seat is None else seat for seat in seats], seed=7)
    assert without_times(info["record"]) == without_times(record)


def test_the_agents_are_the_steered_seats_and_only_the_one_that_is_asked_is_told_of_its_turn():
    env = aec_env("tic_tac_toe", ["random", None], seed=2)
    env.reset()
    assert env.possible_agents == env.agents == [env.agent_selection] == ["player_1"]
    env = aec_env("kuhn_poker", ["llm@outside", "cot@outside"])
    env.reset(seed=3)
    turn = gtarena.env("kuhn_poker", ["llm@outside", "cot@outside"]).reset(3)
    assert env.agents == ["player_0", "player_1"]
    assert env.infos == {
        "player_0": {"messages": list(turn.messages), "schema": turn.schema, "legal": ["Pass", "Bet"]}, "player_1": {}}
    assert env.observe("player_0") == "\n\n".join(message["content"] for message in turn.messages)
    assert env.observe("player_1") == ""
    env.step("Answer: Bet")
    assert env.agent_selection == "player_1"
    assert "Your card is" in env.observe("player_1") != env.observe("player_0")


@pytest.mark.parametrize("game", GAMES)
def test_what_last_tells_an_agent_of_rewards_adds_up_to_its_return(game):
    env = aec_env(game, seed=1)
    env.reset()
    turns = list(rollout(env, drawn()))
    got = [sum(reward for agent, _, reward, *_ in turns if agent == one) for one in env.possible_agents]
    assert got == pytest.approx(turns[-1][5]["record"].returns)
    assert all(terminated and not truncated for *_, terminated, truncated, _ in turns[-len(got):])
    assert any(reward for _, _, reward, *_ in turns[:-len(got)]) == game.startswith(("coop", "el_farol"))
    assert env.agents == []


def test_players_who_move_at_the_same_time_are_asked_in_turn_and_told_nothing_of_each_other():
    asked = []
    for choice in (0, 1):
        env = aec_env("el_farol(rounds=2,players=3)", seed=1)
        env.reset()
        turns = rollout(env, lambda _, info, choice=choice: f"Answer: {info['legal'][choice]}")
        asked.append([(agent, seen) for (agent, seen, *_), _ in zip(turns, range(3), strict=False)])
    assert [agent for agent, _ in asked[0]] == ["player_0", "player_1", "player_2"]
    assert asked[0] == asked[1]


def test_a_nudge_is_the_next_turn_of_the_same_agent_and_a_priced_forfeit_terminates():
    env = aec_env("tic_tac_toe")
    env.reset()
    first = env.observe("player_0")
    for _ in range(2):
        env.step("I pass.")
        assert env.agent_selection == "player_0"
        assert env.observe("player_0").startswith(f"{first}\n\nI pass.\n\n")
    env.step("I pass.")
    ends = list(rollout(env, None))
    assert [end[0] for end in ends] == ["player_0", "player_1"]
    assert [end[2:5] for end in ends] == [(-1.0, True, False), (1.0, True, False)]
    assert [end[5]["record"].outcome for end in ends] == ["forfeit", "forfeit"]


@pytest.mark.parametrize(("game", "policy"), [("tic_tac_toe", "invalid"), ("el_farol(rounds=2,players=3)", "forfeit")])
def test_a_match_that_is_stopped_without_returns_is_truncated(game, policy):
    env = aec_env(game, illegal=gtarena.IllegalMoves(policy=policy, retries=0))
    env.reset()
    turns = list(rollout(env, lambda *told: "I pass."))
    told = [turn[2:5] for turn in turns]
    assert told[-env.max_num_agents:] == [(0.0, False, True)] * env.max_num_agents
    assert set(told[:-env.max_num_agents]) == {(0.0, False, False)}
    record = turns[-1][5]["record"]
    assert (record.outcome, record.offender, record.returns) == (policy, 0, None)


def test_a_reset_plays_the_given_seed_or_the_next_one():
    env, seeds = aec_env("kuhn_poker", seed=3), []
    for seed in (None, None, 8, None, 3):
        env.reset(seed)
        *_, (*_, info) = rollout(env, drawn())
        seeds.append(info["record"].seed)
    assert seeds == [3, 4, 8, 9, 3]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_api_test_of_pettingzoo_asserts_holds_but_for_the_dtype_of_a_text(game, monkeypatch):
    def make():
        return aec_env(game, illegal=DRAWN)

    with pytest.warns(match=WARNINGS), pytest.raises(AttributeError, match="'str' object has no attribute 'dtype'"):
        api_test(make(), num_cycles=20)
    env = make()
    env.reset()
    observation = env.observe(env.agent_selection)
    assert isinstance(env.unwrapped, AecEnvironment)
    with pytest.warns(match=WARNINGS):
        CHECKS.test_observation(observation, observation, str(env))
    with pytest.warns(match=WARNINGS):
        CHECKS.test_observation_action_spaces(env, "player_0")
    CHECKS.test_rewards_terminations_truncations(env, "player_0")
    CHECKS.test_action_flexibility(env)
    monkeypatch.setattr(CHECKS, "_test_observation_space_compatibility", lambda *_, recursed_keys: None)
    CHECKS.play_test(make(), observation, num_cycles=20)
    with pytest.warns(match=WARNINGS):
        api_test(make(), num_cycles=20)


class _Untimed(BaseWrapper):
    def last(self, observe=True):
        *told, info = super().last(observe)
        return *told, {name: without_times(value) if name == "record" else value for name, value in info.items()}


@pytest.mark.parametrize("seats", [None, [None, "mcts"]])
def test_the_seed_test_of_pettingzoo_holds_but_for_the_times_of_records(seats):
    seed_test(lambda: _Untimed(aec_env("tic_tac_toe", seats, illegal=DRAWN)), num_cycles=20)


def test_mistakes_are_one_line(monkeypatch):
    with pytest.raises(UsageError, match="no seat of tic_tac_toe is steered"):
        aec_env("tic_tac_toe", ["random", "random"])
    env = aec_env("tic_tac_toe")
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env.step("Answer: C1R1")
    env.reset()
    with pytest.raises(UsageError, match="the reply None is no text"):
        env.step(None)
    assert env.last()[2:4] == (False, False)
    monkeypatch.delitem(sys.modules, "gtarena.environments.pettingzoo_aec")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(UsageError, match=r"gtarena.environments.pettingzoo_aec needs pettingzoo.*'\.\[pettingzoo\]'"):
        importlib.import_module("gtarena.environments.pettingzoo_aec")

import asyncio
import random
from functools import partial

import pytest

import gtarena
from gtarena.errors import UsageError
from tests.gtarena.environments.test_environment import without_times
from tests.support.doc_examples import read_example
from tests.support.openai_server import OpenAIServer, error
from tests.support.prompt_reader import LEGAL_MOVES

pytest.importorskip("verifiers")

import verifiers.v1 as vf

from gtarena.environments import verifiers_envs
from gtarena.environments.verifiers_envs import load_environment
from gtarena.logs.records import MatchRecord


def legal_move(payload) -> str:
    """Returns a reply with a legal move, which the chat decides."""
    listed = [message["content"].split(LEGAL_MOVES)[1] for message in payload["messages"]
              if LEGAL_MOVES in message["content"]][-1]
    return f"Answer: {random.Random(str(payload['messages'])).choice(listed.splitlines()[0].split(' | '))}"


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setattr("verifiers.v1.runtimes.subprocess.CACHE_DIR", tmp_path)
    server = OpenAIServer(legal_move)
    yield server
    server.close()


def roll(environment, server, matches: int = 1) -> list[vf.Episode]:
    client = vf.EvalClientConfig(base_url=server.api_base, api_key_var="NONE")
    context = vf.ModelContext(model="policy", client=client)

    async def roll_all():
        async with environment.serving():
            return [await environment.run_episode(task, context) for task in environment.taskset.take(matches)]

    return asyncio.run(roll_all())


def by_agent(episode: vf.Episode) -> dict[str, vf.Trace]:
    return {trace.agent.name: trace for trace in episode.traces}


def played(trace: vf.Trace) -> MatchRecord:
    return MatchRecord.model_validate(trace.info["record"])


def replay(record: MatchRecord, game: str, seats) -> MatchRecord:
    """Returns the record of a match in which a function gives the replies of another one."""
    replies = iter([call.reply for call in record.calls])

    def outside(messages):
        return next(replies)

    return gtarena.play(game, [outside if seat is None else seat for seat in seats], seed=record.seed)


@pytest.mark.parametrize(("game", "seats"), [
    ("kuhn_poker", [None, None]), ("kuhn_poker", [None, "mcts"]), ("tic_tac_toe", ["random", None]),
    ("kuhn_poker(players=3)", [None, "random", None])])
def test_records_are_those_of_matches_with_the_same_replies_and_rewards_are_the_returns(server, game, seats):
    episodes = roll(load_environment(game, seats, seed=3), server, matches=2)
    for episode, seed in zip(episodes, (3, 4), strict=True):
        assert episode.ok
        assert set(by_agent(episode)) == {f"player{number}" for number, seat in enumerate(seats) if seat is None}
        for trace in episode.traces:
            record = played(trace)
            assert record.seed == seed
            assert record.outcome == "finished"
            assert without_times(record) == without_times(replay(record, game, seats))
            assert trace.info["seat"] == int(trace.agent.name[-1])
            assert trace.reward == record.returns[trace.info["seat"]]
            assert list(trace.rewards) == ["return"]


def test_a_model_is_asked_the_messages_of_its_turns_and_nothing_else(server):
    episode, = roll(load_environment("tic_tac_toe", seed=5), server)
    environment = gtarena.env("tic_tac_toe", seed=5)
    turn, asked = environment.reset(), {0: 0, 1: 0}
    for received, call in zip(server.received, played(episode.traces[0]).calls, strict=True):
        assert received.payload["messages"] == list(turn.messages)
        asked[turn.seat] += 1
        turn = environment.step(call.reply)
    assert isinstance(turn, gtarena.environments.Result)
    branches = {trace.info["seat"]: trace.num_branches for trace in episode.traces}
    assert branches == asked


def test_two_models_play_each_other_and_the_one_that_an_agent_has_of_its_own_is_not_trained(server):
    episode, = roll(load_environment("tic_tac_toe", player1={"model": "other"}), server)
    names = [received.payload["model"] for received in server.received]
    assert names == ["policy", "other"] * (len(names) // 2) + ["policy"] * (len(names) % 2)
    assert {name: trace.agent.trainable for name, trace in by_agent(episode).items()} == {
        "player0": True, "player1": False}


def test_a_nudge_is_a_further_question_to_the_same_agent(server):
    server.reply = lambda payload: legal_move(payload) if len(payload["messages"]) > 2 else "I pass."
    episode, = roll(load_environment("kuhn_poker", [None, "random"]), server)
    chats = [received.payload["messages"] for received in server.received]
    assert [message["role"] for message in chats[1]] == ["system", "user", "assistant", "user"]
    assert episode.traces[0].num_turns == len(chats)
    assert played(episode.traces[0]).outcome == "finished"


def test_an_agent_that_a_limit_stops_gives_empty_replies(server):
    episode, = roll(load_environment("tic_tac_toe", player0={"max_turns": 1}), server)
    agents = by_agent(episode)
    record = played(agents["player0"])
    assert episode.ok
    assert agents["player0"].stop_condition == "max_turns"
    assert (record.outcome, record.offender, len(server.received)) == ("forfeit", 0, 2)
    assert [call.reply for call in record.calls][2:] == ["", "", ""]
    assert {name: trace.reward for name, trace in agents.items()} == {"player0": -1.0, "player1": 1.0}


def test_a_match_without_returns_has_no_rewards(server):
    server.reply = lambda payload: "I pass."
    episode, = roll(load_environment("kuhn_poker", illegal=gtarena.IllegalMoves("invalid", retries=0)), server)
    assert episode.ok
    assert [(played(trace).outcome, trace.rewards) for trace in episode.traces] == [("invalid", {"return": None})] * 2


def test_an_episode_whose_model_cannot_be_reached_has_failed_and_has_no_rewards(server):
    server.reply = lambda payload: error(400, "out of order")
    episode, = roll(load_environment("kuhn_poker"), server)
    assert not episode.ok
    assert [trace.rewards for trace in episode.traces] == [{}, {}]
    assert "player0 could not reply: upstream 400" in episode.last_error.message


def test_other_models_of_a_match_are_called_by_gtarena(server):
    episode, = roll(load_environment("tic_tac_toe", [None, "llm"], seed=2), server)
    record = played(episode.traces[0])
    assert [seat.model for seat in record.seats] == ["outside", "offline/random"]
    assert len(server.received) == sum(call.player == 0 for call in record.calls) < len(record.calls)


def test_verifiers_finds_taskset_environment_and_harness_by_name():
    taskset = {"id": "gtarena-matches", "game": "kuhn_poker", "seats": ["llm@outside", "mcts"], "seed": 4,
               "illegal": {"policy": "random"}}
    environment = vf.load_environment(vf.resolve_env_config({"taskset": taskset, "player0": {"max_turns": 9}}))
    assert type(environment) is verifiers_envs.MatchEnv
    assert type(environment.taskset) is verifiers_envs.MatchTaskset
    assert environment.config.player0.runtime.type == "subprocess"
    assert environment.config.agent_harnesses()["player0"].id == "gtarena-matches"
    assert environment.config.taskset.illegal == gtarena.IllegalMoves("random")
    assert [task.data.name for task in environment.taskset.take(2)] == ["kuhn_poker#4", "kuhn_poker#5"]
    keys = {task.key for task in environment.taskset.take(2)}
    assert keys.isdisjoint(task.key for task in load_environment("kuhn_poker", seed=4).taskset.take(2))


def test_a_system_prompt_of_the_taskset_is_refused(server):
    environment = load_environment("kuhn_poker")
    environment.taskset.system_prompt = "Play well."
    episode, = roll(environment, server)
    assert "a match has a system prompt of its own: set none" in episode.last_error.message
    assert server.received == []


@pytest.mark.parametrize(("make", "told"), [
    (partial(load_environment, "kuhn_poke"), "unknown game 'kuhn_poke'; did you mean kuhn_poker"),
    (partial(load_environment, "kuhn_poker", ["mcts", "random"]), "no seat of kuhn_poker is steered"),
    (partial(load_environment, "el_farol(players=11)"), "seat 10 of .* but only the first 10 can be:"),
    (partial(load_environment, "kuhn_poker", [None]), "kuhn_poker has 2 seats, but seats names 1")])
def test_mistakes_are_told_before_a_match_begins(make, told):
    with pytest.raises(UsageError, match=told):
        make()


def test_the_example_of_the_documentation_plays_matches(server, monkeypatch, capsys):
    real = vf.EvalClientConfig
    monkeypatch.setattr(vf, "EvalClientConfig", lambda **named: real(**named | {"base_url": server.api_base}))
    names = {}
    exec(compile(read_example("environments.md", "verifiers"), "<doc>", "exec"), names)
    episodes = names["episodes"]
    assert [(episode.ok, sorted(by_agent(episode))) for episode in episodes] == [(True, ["player0", "player1"])] * 2
    printed = [f"{trace.agent.name} {trace.reward} {played(trace).outcome}"
               for episode in episodes for trace in episode.traces]
    assert capsys.readouterr().out.splitlines() == printed
    for episode in episodes:
        record = played(episode.traces[0])
        assert without_times(record) == without_times(replay(record, "kuhn_poker", [None, None]))

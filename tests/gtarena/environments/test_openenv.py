import asyncio
import random
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event, Thread

import httpx
import pytest
import uvicorn

import gtarena
from gtarena.errors import UsageError
from tests.gtarena.environments.test_environment import without_times
from tests.support.doc_examples import read_example

pytest.importorskip("openenv.core")

from openenv.core import GenericEnvClient

from gtarena.environments.openenv_client import MatchAction, MatchClient
from gtarena.environments.openenv_server import create_app

PAGE = Path(__file__).parents[3] / "docs/environments.md"


class _Server(uvicorn.Server):
    """Server in a thread that tells when it has a port."""

    def __init__(self, app) -> None:
        super().__init__(uvicorn.Config(app, port=0, log_config=None))
        self.ready = Event()

    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        self.ready.set()


@contextmanager
def served(app):
    """Serves an app and yields its address."""
    server = _Server(app)
    thread = Thread(target=server.run)
    thread.start()
    try:
        assert server.ready.wait(60)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def kuhn_poker():
    with served(create_app("kuhn_poker", seats=[None, "mcts"])) as address:
        yield address


def rollout(env, rng, **start):
    """Plays a match with random moves; returns the replies and all results."""
    said, results = [], [env.reset(**start)]
    while not results[-1].done:
        said.append(f"Answer: {rng.choice(results[-1].observation.legal)}")
        results.append(env.step(MatchAction(reply=said[-1])))
    return said, results


def record_of(game, seats, seed, said):
    """Returns the record of a match in which a model gives these replies."""
    replies = iter(said)

    def outside(messages):
        return next(replies)

    return gtarena.play(game, [outside if seat is None else seat for seat in seats], seed)


def test_the_example_of_the_documentation_plays_a_match_with_the_server_it_starts(monkeypatch, capsys):
    apps = []
    monkeypatch.setattr(uvicorn, "run", lambda app, port: apps.append((app, port)))
    section = PAGE.read_text(encoding="utf-8").partition("\n## OpenEnv\n")[2]
    exec(re.search(r"python -c '(.*?)'\n```", section, re.DOTALL)[1], {})
    (app, port), = apps
    with served(app) as address:
        code = read_example("environments.md", "OpenEnv")
        assert f"http://localhost:{port}" in code
        exec(compile(code.replace(f"http://localhost:{port}", address), "<doc>", "exec"), {})
    reward, outcome = capsys.readouterr().out.split()
    assert outcome == "finished"
    assert abs(float(reward)) in {1, 2}


@pytest.mark.parametrize("seats", [[None, "mcts"], ["random", None], [None, None]])
def test_the_records_of_two_sessions_at_once_are_those_of_matches_with_the_same_replies(seats):
    ends, together = {}, Barrier(2)

    def play(address, seed):
        with MatchClient(address).sync() as env:
            env.reset(seed=seed)
            together.wait(60)  # both sessions are in the middle of a match
            ends[seed] = rollout(env, random.Random(seed), seed=seed)

    with served(create_app("tic_tac_toe", seats)) as address:
        threads = [Thread(target=play, args=(address, seed)) for seed in (7, 8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for seed, (said, results) in ends.items():
        record = results[-1].observation.record
        assert without_times(record) == without_times(record_of("tic_tac_toe", seats, seed, said))
        rewards = [result.observation.rewards for result in results]
        assert [sum(got) for got in zip(*rewards, strict=True)] == record.returns
    assert set(ends) == {7, 8}


def test_sessions_that_wait_for_models_at_once_play_their_own_matches():
    async def play(address, seed):
        async with MatchClient(address) as env:
            result, said = await env.reset(seed=seed), []
            while not result.done:
                said.append(f"Answer: {result.observation.legal[0]}")
                result = await env.step(MatchAction(reply=said[-1]))
            return result.observation.record, said

    async def play_all(address):
        return await asyncio.gather(*(play(address, seed) for seed in range(4)))

    with served(create_app("tic_tac_toe", [None, "llm"])) as address:
        ends = asyncio.run(play_all(address))
    for seed, (record, said) in enumerate(ends):
        assert without_times(record) == without_times(record_of("tic_tac_toe", [None, "llm"], seed, said))


def test_in_self_play_the_seat_that_is_asked_replies_and_is_rewarded():
    with served(create_app("kuhn_poker")) as address, MatchClient(address).sync() as env:
        turns = [env.reset(seed=3)]
        while not turns[-1].done:
            turns.append(env.step(MatchAction(reply='{"move": "Pass"}')))
    assert [turn.observation.seat for turn in turns] == [0, 1, None]
    assert [turn.reward for turn in turns[:-1]] == [None, 0.0]
    assert turns[-1].reward == turns[-1].observation.rewards[1] == turns[-1].observation.record.returns[1] != 0


def test_an_observation_is_the_turn_of_the_environment_and_a_nudge_the_next_one(kuhn_poker):
    seats = gtarena.env("kuhn_poker", [None, "mcts"])
    with MatchClient(kuhn_poker).sync() as env:
        for told, turn in [(env.reset(seed=9), seats.reset(9)), (env.step(MatchAction(reply="no")), seats.step("no"))]:
            observation = told.observation
            assert (observation.seat, observation.messages, observation.reply_schema, observation.legal) == (
                turn.seat, list(turn.messages), turn.schema, list(turn.legal))
            assert observation.record is None
        assert len(observation.messages) == 4
        assert env.state().step_count == 1


def test_resets_without_a_seed_take_the_next_one_of_the_server_and_the_state_tells_it():
    with (served(create_app("kuhn_poker", seed=40)) as address, MatchClient(address).sync() as one,
          MatchClient(address).sync() as other):
        seeds = []
        for env in (one, other, one):
            env.reset()
            seeds.append(env.state().seed)
        one.reset(seed=2, episode_id="mine")
        state = one.state()
    assert seeds == [40, 41, 42]
    assert (state.game, state.seed, state.episode_id, state.step_count) == ("kuhn_poker", 2, "mine", 0)


@pytest.mark.parametrize(("ask", "told"), [
    (lambda env: env.step({"reply": "Bet"}), r"no reply is asked for: begin a match with reset, in the same session"),
    (lambda env: env.reset(seed="seven"), "seed='seven' is no whole number from 0"),
    (lambda env: env.reset(seed=-1), "seed=-1 is no whole number from 0"),
    (lambda env: env.reset(game="pig"), "a match takes a seed and an episode_id, not game: the server has set"),
    (lambda env: env.step({"reply": 5}), "Invalid message"),
    (lambda env: env.step({"move": "Bet"}), "Invalid message"),
])
def test_a_mistake_is_one_line_after_which_the_session_goes_on(kuhn_poker, ask, told):
    with GenericEnvClient(kuhn_poker).sync() as env:
        with pytest.raises(RuntimeError, match=told) as error:
            ask(env)
        assert "\n" not in str(error.value)
        assert env.reset(seed=1).observation["seat"] == 0


def test_plain_requests_are_told_of_sessions(kuhn_poker):
    answer = httpx.post(f"{kuhn_poker}/step", json={"action": {"reply": "Bet"}}, trust_env=False)
    assert answer.status_code == 400
    assert "begin a match with reset" in answer.json()["detail"]
    answer = httpx.post(f"{kuhn_poker}/reset", json={"seed": 3}, trust_env=False)
    assert answer.json()["observation"]["seat"] == 0


def test_a_client_that_leaves_in_the_middle_of_a_match_is_no_error(caplog):
    with served(create_app("kuhn_poker")) as address:
        for _ in range(5):
            with GenericEnvClient(address).sync() as env:
                env.reset()
    assert [record.getMessage() for record in caplog.records] == []


def test_mistakes_of_the_server_are_told_when_it_is_made_and_a_text_is_no_action(kuhn_poker):
    with pytest.raises(UsageError, match="kuhn_poker has 2 seats, but seats names 1"):
        create_app("kuhn_poker", [None], sessions=1)
    with MatchClient(kuhn_poker).sync() as env, pytest.raises(UsageError, match="'Bet' is no action: pass MatchAction"):
        env.step("Bet")


@pytest.mark.parametrize("module", ["openenv_client", "openenv_server"])
def test_without_the_library_the_import_says_how_to_install_it(monkeypatch, module):
    monkeypatch.setitem(sys.modules, "openenv.core", None)
    for name in ("openenv_client", "openenv_server"):
        monkeypatch.delitem(sys.modules, f"gtarena.environments.{name}")
    with pytest.raises(UsageError, match=r"needs openenv-core, which is not installed.*\[openenv\]"):
        __import__(f"gtarena.environments.{module}")

import asyncio
import re

import numpy as np
import pyspiel
import pytest
from open_spiel.python.bots.uniform_random import UniformRandomBot

import gtarena
from gtarena import games
from gtarena.agents.base import Move
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts, sha256
from gtarena.models.base import ModelError
from tests.support import ROOT, team_games

QUICK_START = ROOT / "docs" / "quick_start.md"


def test_the_same_seed_makes_the_same_match_and_prompts_are_collected_under_the_hashes_of_the_record():
    one, same, other = (gtarena.play("kuhn_poker", ["llm", "random"], seed=seed) for seed in (3, 3, 4))
    assert [(step.player, step.action) for step in one.history] == [(step.player, step.action) for step in same.history]
    assert one.returns == same.returns
    assert one.match_id == same.match_id != other.match_id

    async def cell():
        return gtarena.play("kuhn_poker", ["llm", "random"], seed=3)

    assert asyncio.run(cell()).returns == one.returns
    texts = InMemoryTexts()
    record = gtarena.play("nim", ["llm", "random"], prompt="v2", texts=texts)
    wanted = {message.sha256 for call in record.calls for message in call.messages}
    assert wanted <= texts.keys()
    assert wanted
    assert all(sha256(text) == digest for digest, text in texts.items())
    record = gtarena.play("nim", ["llm", "random"], model={"name": "offline/first", "temperature": 0.5})
    assert (record.seats[0].model, record.seats[0].params["temperature"]) == ("offline/first", 0.5)
    with pytest.raises(UsageError, match=r"unknown setting of model 'nme'; did you mean name\? \(choose from: name, "):
        gtarena.play("nim", ["llm", "random"], model={"nme": "offline/first"})


@pytest.mark.parametrize(("game", "agents", "message"), [
    ("kuhn_poker", ["random"], r"kuhn_poker has 2 seats, but agents names 1"),
    ("kuhn_poker(players=3)", ["random*4"], r"kuhn_poker\(players=3\) has 3 seats, but agents names 4"),
    ("kuhn_pokr", ["random*2"], r"unknown game 'kuhn_pokr'; did you mean kuhn_poker"),
    ("kuhn_poker(", ["random*2"], r"'kuhn_poker\(' is not a game"),
    ("kuhn_poker", [["random", "random"]], r"agents: \['random', 'random'\] is no agent"),
    ("connect_four(rows=0)", ["random*2"], r"connect_four\(rows=0\) cannot be played: OpenSpiel itself crashed"),
    ("kuhn_poker", ["random", "rndom"], r"unknown agent 'rndom'; did you mean random"),
    ("kuhn_poker", ["random", "always:Muck"], r"always: 'Muck' is not a legal move of kuhn_poker"),
    ("team_bidding", ["random*3"], "team_bidding has 2 teams in 4 seats, but agents names 3")])
def test_mistakes_are_explained(game, agents, message):
    team_games.register()
    with pytest.raises(UsageError, match=message):
        gtarena.play(game, agents)


def test_the_example_of_the_quick_start_runs_as_it_is_written(tmp_path, monkeypatch, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", QUICK_START.read_text(), re.DOTALL)
    record = gtarena.play("nim", ["random", "random"])
    folder = tmp_path / "results" / "arena"
    folder.mkdir(parents=True)
    (folder / "matches.jsonl").write_text(record.line() + "\n")
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(example, names)
    assert capsys.readouterr().out.strip() == str(names["record"].returns)
    assert list(names["frame"].match_id) == [record.match_id]


@pytest.mark.parametrize(("game", "agents", "seated"), [
    ("team_bidding", ["llm", "random"], ["llm", "llm", "random", "random"]),
    ("team_bidding(lineup=crossed)", ["llm", "random"], ["llm", "random", "llm", "random"]),
    ("team_bidding", ["llm", "random*3"], ["llm", "random", "random", "random"]),
    ("lone_bidding(lone=1)", ["mcts", "random"], ["random", "mcts", "random"])])
def test_a_game_of_teams_takes_a_word_for_each_team_or_for_each_seat(game, agents, seated):
    team_games.register()
    record = gtarena.play(game, agents)
    assert [seat.agent for seat in record.seats] == seated
    assert record.teams == list(games.teams(pyspiel.load_game(game)))


def first_move(messages):
    """Replies with the first of the legal moves, as a model would."""
    return "Answer: " + messages[-1]["content"].split("Legal moves: ")[1].split(" | ")[0]


async def slow_first_move(messages):
    await asyncio.sleep(0)
    return first_move(messages)


class LastMove(gtarena.Agent):
    async def act(self, decision):
        return Move((decision.legal_actions[-1],))


def test_a_function_plays_as_a_model_does_and_agents_and_bots_play_as_they_are():
    bot = UniformRandomBot(1, np.random.RandomState(1))
    for reply in (first_move, slow_first_move):
        record = gtarena.play("tic_tac_toe", [reply, bot], seed=2)
        assert record.outcome == "finished"
        assert [(seat.agent, seat.model) for seat in record.seats] == [
            ("llm", reply.__name__), ("UniformRandomBot", None)]
        assert [call.actions for call in record.calls] == [
            [step.action] for step in record.history if step.player == 0]
    record = gtarena.play("tic_tac_toe", [LastMove(), LastMove], seed=2)
    assert [step.action for step in record.history] == [8, 7, 6, 5, 4, 3, 2]
    assert [seat.agent for seat in record.seats] == ["LastMove", "LastMove_2"]


def test_a_reply_that_is_no_text_and_an_agent_that_is_none_are_refused():
    with pytest.raises(TypeError, match="replied with 7, not with text"):
        gtarena.play("tic_tac_toe", [lambda messages: 7, "random"])
    with pytest.raises(UsageError, match="agents: 7 is no agent: give a word such as 'mcts'"):
        gtarena.play("tic_tac_toe", [7, "random"])


def test_names_of_objects_end_with_the_match():
    gtarena.play("tic_tac_toe", [first_move, "random"])
    with pytest.raises(ModelError, match="unknown model provider 'first_move'"):
        gtarena.play("tic_tac_toe", ["llm@first_move", "random"])

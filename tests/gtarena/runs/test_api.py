import asyncio
import re

import pyspiel
import pytest

import gtarena
from gtarena import games
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts, sha256
from tests.support import ROOT, team_games

README = ROOT / "README.md"


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
    ("kuhn_poker", [["random", "random"]], r"agent \['random', 'random'\] is not of the form NAME"),
    ("connect_four(rows=0)", ["random*2"], r"connect_four\(rows=0\) cannot be played: OpenSpiel itself crashed"),
    ("kuhn_poker", ["random", "rndom"], r"unknown agent 'rndom'; did you mean random"),
    ("kuhn_poker", ["random", "always:Muck"], r"always: 'Muck' is not a legal move of kuhn_poker"),
    ("team_bidding", ["random*3"], "team_bidding has 2 teams in 4 seats, but agents names 3")])
def test_mistakes_are_explained(game, agents, message):
    team_games.register()
    with pytest.raises(UsageError, match=message):
        gtarena.play(game, agents)


def test_the_readmes_example_runs_as_it_is_written(tmp_path, monkeypatch, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
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

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from gtarena import games, load_records
from gtarena.agents.people.front_ends import Quit
from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs.reader import read_records
from gtarena.logs.records import MatchRecord
from gtarena.logs.writer import only_writer
from gtarena.models.base import ModelError
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings, GameSettings, RunSettings
from gtarena.runs.sittings import sitting as sittings
from gtarena.runs.sittings.journal import JournalledMove
from gtarena.runs.sittings.sitting import (
    JOURNALS,
    OTHERS_LEFT,
    Sitting,
    list_returns,
    moves_since,
    refuse_second,
    sit,
    tell_log,
    tell_outcome,
)
from gtarena.runs.sittings.sitting_plan import default_opponent, plan_sitting
from gtarena.runs.status import status_lines
from tests.support.people import ScriptedPerson
from tests.support.records import record, seat
from tests.support.scripted import ScriptedModel

SETTINGS = RunSettings(game=GameSettings("tic_tac_toe"), cache=CacheSettings(enabled=False))


def planned(folder: Path, *against: str, settings: RunSettings = SETTINGS) -> Sitting:
    return plan_sitting(settings, folder / "results", against or ("random",), 0)


def sat(sitting: Sitting, *answers: str) -> tuple[MatchRecord | None, ScriptedPerson]:
    person = ScriptedPerson(*answers)
    try:
        return asyncio.run(sit(sitting, person)), person
    except Quit:
        return None, person


def test_a_match_is_logged_like_every_other_and_its_journal_is_gone(tmp_path):
    played, person = sat(planned(tmp_path), *"111111111")
    assert played is not None
    folder = tmp_path / "results"
    assert read_records(folder) == [played]
    assert [each.agent for each in played.seats] == ["human", "random"]
    assert played.tags == {"run": 1, "sittings": 1}
    assert list((folder / JOURNALS).iterdir()) == []
    assert next(iter(status_lines(folder))) == f"{folder}: 1 of 1 matches done (1 finished)"
    assert len(load_records(str(folder))) == 1
    names = ["Player 0 (you)", "Player 1 (random)"]
    assert person.told[-3:] == [tell_outcome(played, names), *(": ".join(each) for each in list_returns(played, names))]
    assert person.ending.view.count("x") + person.ending.view.count("o") == len(played.history)
    assert "data-place" in person.ending.board


def test_a_match_goes_on_after_the_person_has_left_and_is_mentioned_when_other_words_begin_another_one(tmp_path):
    left, first = sat(planned(tmp_path), "1", "1")
    assert left is None
    assert len(first.turns) == 3
    played, later = sat(planned(tmp_path), *"1111111")
    assert played is not None
    assert (later.told[0], later.turns[0].seen) == ("The match goes on where you left off.", first.turns[-1].seen)
    assert later.turns[0].history == first.turns[-1].history
    assert len(played.history) > 4
    assert played.tags["sittings"] == 2
    sat(planned(tmp_path), "1")
    _, other = sat(planned(tmp_path, settings=replace(SETTINGS, seed=4)))
    assert other.told == [OTHERS_LEFT]


def test_the_next_match_of_the_series_follows_one_that_is_logged(tmp_path):
    first = planned(tmp_path)
    sat(first, *"111111111")
    second = planned(tmp_path)
    assert (second.before, second.spec.run) == ((first.spec,), 2)
    assert second.spec.seed != first.spec.seed
    stale = first.journal(first.spec)
    stale.write_text('{"seat": 0, "actions": [4]}\n')
    played, _ = sat(second, *"111111111")
    assert played is not None
    assert not stale.exists()
    assert next(iter(status_lines(tmp_path / "results"))).endswith("2 of 2 matches done (2 finished)")


def test_a_model_s_replies_are_not_paid_for_again(tmp_path, monkeypatch):
    def answering(*replies: str | ModelError) -> ScriptedModel:
        model = ScriptedModel(*replies)
        monkeypatch.setattr(sittings, "model_for", lambda settings, shared: model)
        return model

    settings = replace(SETTINGS, model=ModelSettings(name="offline/random"))
    answering("Answer: C1R1", "nonsense", "Answer: C2R1", ModelError("no connection"))
    with pytest.raises(UnfinishedError, match="no connection The moves so far are kept, and the same command goes on"):
        sat(planned(tmp_path, "llm", settings=settings), "C3R3", "C2R3", "C3R1")
    answering("Answer: C3R2")
    played, person = sat(planned(tmp_path, "llm", settings=settings), "C1R3")
    assert played is not None
    assert played.returns == [1.0, -1.0]
    assert [call.reply for call in played.calls] == ["Answer: C1R1", "nonsense", "Answer: C2R1", "Answer: C3R2"]
    assert [len(call.messages) for call in played.calls][1:3] == [2, 4]
    assert len(person.turns) == 1


@pytest.mark.parametrize(("name", "told"), [
    ("guess_two_thirds", "Player 1 (random): "), ("goofspiel", "Player 1 (random): Bid ")])
def test_the_end_tells_what_was_decided_at_the_same_time(tmp_path, name, told):
    game = GameSettings(name, {"players": 2, "rounds": 1} if name == "guess_two_thirds" else {"num_cards": 2})
    _, person = sat(planned(tmp_path, settings=replace(SETTINGS, game=game)), "1", "1")
    assert any(told in line for line in person.ending.lines)
    assert person.ending.view


def test_only_one_sitting_writes_to_a_folder(tmp_path):
    sitting = planned(tmp_path)
    sitting.folder.mkdir()
    with only_writer(sitting.folder):
        for begun in (lambda: sat(sitting, "1"), lambda: refuse_second(sitting)):
            with pytest.raises(UsageError, match="another gtarena is writing"):
                begun()


def test_a_bot_does_not_draw_again_what_it_drew_before(tmp_path):
    names = []
    for _ in range(8):
        played, person = sat(planned(tmp_path, settings=replace(SETTINGS, game=GameSettings("el_farol", {
            "players": 2, "rounds": 20}))), "stay")
        assert played is None
        names.append(person.turns[-1].history)
    journal = next((tmp_path / "results" / JOURNALS).iterdir()).read_text().splitlines()
    assert {row["actions"][0] for row in map(json.loads, journal) if row.get("seat") == 1} == {0, 1}


def test_the_end_tells_the_last_moves_the_returns_and_who_the_others_were():
    ended = record("m", seats=[seat("human"), seat("llm", model="m")], returns=[1.0, -1.0])
    made = [JournalledMove(0, 0, "C1R1"), JournalledMove(1, 1, "C2R1")]
    names = ["Ann (you)", "Bob (llm m)"]
    assert (moves_since(0, made, names), moves_since(1, made, names)) == (["Bob (llm m): C2R1"], [])
    assert moves_since(0, [*made, JournalledMove(2, 1, "")], names)[-1] == "Bob (llm m): (nothing)"
    at_once = [JournalledMove(*move) for move in ((0, 0, "rock"), (0, 1, "paper"), (2, 0, "paper"), (2, 1, "rock"))]
    assert [moves_since(seat, at_once, names) for seat in (0, 1)] == [["Bob (llm m): rock"], ["Ann (you): paper"]]
    assert moves_since(2, made, names) == ["Ann (you): C1R1", "Bob (llm m): C2R1"]
    assert tell_outcome(ended, names) == "Ann (you) has won."
    assert list_returns(ended, names) == [("Ann (you)", "1"), ("Bob (llm m)", "−1")]
    stopped = record("m", ended.seats, None, outcome="invalid", error="no move")
    assert tell_outcome(stopped, names) == "The match ended early: no move."
    assert list_returns(stopped, names) == [("Ann (you)", "no result"), ("Bob (llm m)", "no result")]


@pytest.mark.parametrize(("returns", "teams", "told"), [
    ([0.0, 0.0], [0, 1], "A draw between A and B."), ([0.5, 2.0], [0, 1], "B has won."),
    ([3.0, 3.0, 1.0], [0, 1, 2], "A draw between A and B."), ([1.0, 0.0, 1.0, 0.0], [0, 1, 0, 1], "A and C have won."),
    ([7.0, 7.0], [0, 0], "The match is over.")])
def test_those_have_won_who_have_more_than_all_others_as_teams(returns, teams, told):
    ended = record("m", seats=[seat("human")] * len(returns), returns=returns, teams=teams)
    assert tell_outcome(ended, "ABCD"[:len(returns)]) == told


def test_the_commands_that_show_a_match_again_name_its_folder_and_its_id():
    assert tell_log(Path("results/play/nim"), record("m7", seats=[seat("human")] * 2, returns=[1.0, 0.0])) == (
        "Logged in results/play/nim; `gtarena replay results/play/nim --match m7` shows it move by move, and "
        "`gtarena report results/play/nim` makes a page of the matches in this folder.")


def agents(tmp_path: Path, game: str, *against: str, seat: int | None = 0, partner: str | None = None) -> list[str]:
    name, params = games.parse(game)
    sitting = plan_sitting(RunSettings(game=GameSettings(name, params)), tmp_path, against, seat, partner)
    return [each.agent for each in sitting.spec.seats]


@pytest.mark.parametrize(("game", "opponent"), [
    ("tic_tac_toe", "mcts"), ("kuhn_poker", "ismcts"), ("public_goods", "mcts"), ("el_farol", "random"),
    ("chameleon", "random"), ("chess", "mcts"), ("leduc_poker", "ismcts"), ("bridge", "random"),
    ("gin_rummy", "random")])
def test_the_opponent_searches_where_it_can_without_seeing_what_is_hidden(game, opponent):
    assert default_opponent(games.load(game, {})) == opponent


def test_opponents_take_the_other_seats_partners_the_persons_team_and_seats_are_drawn_by_the_seed(tmp_path):
    assert agents(tmp_path, "pirate_game(players=4)", "random", seat=1) == ["random", "human", "random", "random"]
    assert agents(tmp_path, "pirate_game(players=3)", "random", "rational", seat=1) == ["random", "human", "rational"]
    assert agents(tmp_path, "pirate_game(players=3)", "random*2") == ["human", "random", "random"]
    assert agents(tmp_path, "sea_battle", "random", seat=4) == ["random"] * 4 + ["human", "random"]
    teams = agents(tmp_path, "sea_battle", "random", seat=4, partner="mcts")
    assert teams == ["random"] * 3 + ["mcts", "human", "mcts"]
    assert agents(tmp_path, "2048") == ["human"]
    drawn = {plan_sitting(RunSettings(game=GameSettings("nim"), seed=seed), tmp_path, ("random",)).seat
             for seed in range(20)}
    assert drawn == {0, 1}
    settings = RunSettings(game=GameSettings("el_farol"), players=3)
    assert len(plan_sitting(settings, tmp_path, ("random",)).spec.seats) == 3
    with pytest.raises(UsageError, match=r"^players=3: nim can only be played by a fixed number of players"):
        plan_sitting(replace(settings, game=GameSettings("nim")), tmp_path, ("random",))


@pytest.mark.parametrize(("game", "against", "seat", "partner", "message"), [
    ("nim", ("random", "mcts"), 0, None, "nim has 1 opponent and 2 agents are named: give 1"),
    ("nim", ("random",), 2, None, "--seat 2: nim has the seats 0 to 1"),
    ("nim", ("random",), 0, "mcts", "--partner mcts: nim has no teams"),
    ("2048", ("random",), 0, None, "against random: 2048 has no opponents"),
    ("nim", ("human",), 0, None, "one person plays at a time"), ("nim", ("robot",), 0, None, "unknown agent 'robot'"),
    ("sea_battle", ("random",), 0, "random*2", "one agent plays all partners"),
    ("chameleon", ("ismcts",), 0, None, "ismcts")])
def test_a_mistake_is_told_before_anything_is_played(tmp_path, game, against, seat, partner, message):
    with pytest.raises(UsageError, match=message):
        agents(tmp_path, game, *against, seat=seat, partner=partner)

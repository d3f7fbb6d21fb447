import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from gtarena import load_records
from gtarena.agents.people.front_ends import Quit
from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs.reader import read_records
from gtarena.logs.records import MatchRecord
from gtarena.logs.writer import only_writer
from gtarena.models.base import ModelError
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings, GameSettings, RunSettings
from gtarena.runs.sittings import sitting as sittings
from gtarena.runs.sittings.journal import Made
from gtarena.runs.sittings.sitting import JOURNALS, OTHERS_LEFT, Sitting, moves_since, refuse_second, results, sit
from gtarena.runs.sittings.sitting_plan import plan_sitting
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


def test_a_match_is_logged_like_every_other_and_its_journal_is_gone(tmp_path: Path) -> None:
    played, person = sat(planned(tmp_path), *"111111111")
    assert played is not None
    folder = tmp_path / "results"
    assert read_records(folder) == [played]
    assert [each.agent for each in played.seats] == ["human", "random"]
    assert played.tags == {"run": 1, "sittings": 1}
    assert list((folder / JOURNALS).iterdir()) == []
    assert next(iter(status_lines(folder))) == f"{folder}: 1 of 1 matches done (1 finished)"
    assert len(load_records(str(folder))) == 1
    assert person.told[-3:] == results(played, 0)
    assert person.ending.view.count("x") + person.ending.view.count("o") == len(played.history)
    assert person.ending.picture is not None


def test_a_match_goes_on_after_the_person_has_left_with_all_moves_made_once(tmp_path: Path) -> None:
    left, first = sat(planned(tmp_path), "1", "1")
    assert left is None
    assert len(first.turns) == 3
    played, later = sat(planned(tmp_path), *"1111111")
    assert played is not None
    assert later.told[0] == "The match goes on where you left off."
    assert later.turns[0].seen == first.turns[-1].seen
    assert later.turns[0].history == first.turns[-1].history
    assert len(played.history) > 4
    assert played.tags["sittings"] == 2


def test_the_next_match_of_the_series_follows_one_that_is_logged(tmp_path: Path) -> None:
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


def test_a_model_s_replies_are_not_paid_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_match_that_was_left_is_mentioned_when_other_words_begin_another_one(tmp_path: Path) -> None:
    sat(planned(tmp_path), "1")
    _, other = sat(planned(tmp_path, settings=replace(SETTINGS, seed=4)))
    assert other.told == [OTHERS_LEFT]


@pytest.mark.parametrize(("name", "told"), [
    ("guess_two_thirds", "Seat 1: "),
    ("goofspiel", "Seat 1: [P1]Bid: "),
])
def test_the_end_tells_what_was_decided_at_the_same_time(tmp_path: Path, name: str, told: str) -> None:
    game = GameSettings(name, {"players": 2, "rounds": 1} if name == "guess_two_thirds" else {"num_cards": 2})
    _, person = sat(planned(tmp_path, settings=replace(SETTINGS, game=game)), "1", "1")
    assert any(told in line for line in person.ending.lines)
    assert (person.ending.view == "") == (name == "guess_two_thirds")


def test_only_one_sitting_writes_to_a_folder(tmp_path: Path) -> None:
    sitting = planned(tmp_path)
    sitting.folder.mkdir()
    with only_writer(sitting.folder):
        for begun in (lambda: sat(sitting, "1"), lambda: refuse_second(sitting)):
            with pytest.raises(UsageError, match="another gtarena is writing"):
                begun()


def test_a_bot_does_not_draw_again_what_it_drew_before(tmp_path: Path) -> None:
    names = []
    for _ in range(8):
        played, person = sat(planned(tmp_path, settings=replace(SETTINGS, game=GameSettings("el_farol", {
            "players": 2, "rounds": 20}))), "stay")
        assert played is None
        names.append(person.turns[-1].history)
    journal = next((tmp_path / "results" / JOURNALS).iterdir()).read_text().splitlines()
    drawn = {row["actions"][0] for row in map(json.loads, journal) if row.get("seat") == 1}
    assert drawn == {0, 1}


def test_the_end_tells_the_last_moves_the_returns_and_who_the_others_were() -> None:
    ended = record("m", seats=[seat("human"), seat("llm", model="m")], returns=[1.0, -1.0])
    made = [Made(0, 0, "C1R1"), Made(1, 1, "C2R1")]
    assert moves_since(0, made) == ["Seat 1: C2R1"]
    assert moves_since(1, made) == []
    assert moves_since(0, [*made, Made(2, 1, "")])[-1] == "Seat 1: (nothing)"
    at_once = [Made(0, 0, "rock"), Made(0, 1, "paper"), Made(2, 0, "paper"), Made(2, 1, "rock")]
    assert (moves_since(0, at_once), moves_since(1, at_once)) == (["Seat 1: rock"], ["Seat 0: paper"])
    assert moves_since(2, made) == ["Seat 0: C1R1", "Seat 1: C2R1"]
    assert results(ended, 0) == ["The match is over.", "Seat 0 (you): 1", "Seat 1 (llm m): −1"]
    stopped = record("m", ended.seats, None, outcome="invalid", error="no move")
    assert results(stopped, 0) == [
        "The match ended early: no move", "Seat 0 (you): no result", "Seat 1 (llm m): no result"]

"""Whole matches of Two Rooms and a Boom between models that talk."""

import asyncio

import pytest

from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import MatchRecord
from gtarena.runs.matches.recording import LoadedGames, play_spec
from tests.support.chatter import Chatter, utterances
from tests.support.planned_runs import planned


def played(model: Chatter, seed: int) -> MatchRecord:
    spec = planned("game=two_rooms_and_a_boom", "game.rounds=1", "agents=[llm,cot]", f"seed={seed}")[0]
    return asyncio.run(play_spec(spec, LoadedGames().adapter(spec), lambda seat: model, InMemoryTexts()))


@pytest.mark.parametrize("seed", range(2))
def test_what_is_logged_is_what_the_models_said_to_the_character(seed):
    model = Chatter(seed)
    record = played(model, seed)
    assert record.outcome == "finished"
    assert sorted(record.returns) == [0, 0, 0, 1, 1, 1]
    assert len(set(record.returns[:3])) == 1
    assert len(model.said) >= 6
    assert list(utterances(record)) == model.said
    assert MatchRecord.model_validate_json(record.line()).history == record.history

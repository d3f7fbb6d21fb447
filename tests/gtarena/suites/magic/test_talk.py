import asyncio

import pytest

from gtarena.formatting import one_line
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import MatchRecord
from gtarena.reports.transcript import transcript
from gtarena.runs.matches.match_records import LoadedGames, record_match
from gtarena.runs.schedule import MatchSpec
from tests.support.chatter import Chatter, utterances
from tests.support.planned_runs import planned

TALKING = ("chameleon", "undercover", "cost_sharing")


def live_matches(game: str) -> list[MatchSpec]:
    return [spec for spec in planned("suite=magic", "agent.defender.openings=live") if spec.game == game]


def played(game: str, model: Chatter, number: int = 0) -> MatchRecord:
    """The match of the suite with that number, live from its first move."""
    spec = live_matches(game)[number]
    return asyncio.run(record_match(spec, LoadedGames().adapter(spec), lambda seat: model, InMemoryTexts()))


@pytest.mark.parametrize(("game", "seed"), [(TALKING[seed % 3], seed) for seed in range(6)])
def test_what_a_model_said_is_logged_to_the_character_and_shown_once_besides_the_raw_reply(game, seed):
    model = Chatter(seed)
    record = played(game, model, seed)
    assert record.outcome == "finished"
    assert len(model.said) >= 3
    assert list(utterances(record)) == model.said
    assert MatchRecord.model_validate_json(record.line()).history == record.history
    shown = [line for line in transcript(record) if not line.startswith("    | ")]
    for text in model.said:
        assert sum(line.count(one_line(text)) for line in shown) == 1, text


@pytest.mark.parametrize("game", TALKING)
def test_with_utterances_of_full_length_a_log_has_about_ten_times_the_bytes_that_models_write(game):
    record = played(game, Chatter(size=200))
    assert len(record.line().encode()) <= 10.5 * sum(len(call.reply.encode()) for call in record.calls)


def test_where_most_of_what_is_written_is_heard_a_log_has_at_most_ten_times_the_bytes_of_talk():
    record = played("cost_sharing", Chatter(size=200))
    assert len(record.line().encode()) <= 10 * sum(len(text.encode()) for text in utterances(record))


@pytest.mark.parametrize("game", TALKING)
def test_a_longer_utterance_is_logged_three_times_in_the_reply_the_call_and_the_history(game):
    short, long = (played(game, Chatter(size=size)) for size in (100, 200))
    assert len(short.calls) == len(long.calls)
    said = sum(len(text.encode()) for text in utterances(long)) - sum(len(text.encode()) for text in utterances(short))
    longer = len(long.line().encode()) - len(short.line().encode())
    assert said > 0
    assert longer == pytest.approx(3 * said, abs=200)  # seconds and the time of day differ in length

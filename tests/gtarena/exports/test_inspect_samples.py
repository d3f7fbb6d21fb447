import pytest

from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import TextRef
from tests.support.records import call, llm, record, seat, steps

pytest.importorskip("inspect_ai")

from gtarena.exports.inspect_samples import NOT_LOGGED, sample

TEXTS = {sha256(text): text for text in ("rules", "one", "two", "again", "bad", "cGljdHVyZQ==")}


def refs(*messages):
    return [TextRef(role=role, sha256=sha256(text)) for role, text in messages]


def chat(*calls, **fields):
    return sample(record("m", [llm(), seat()], [1, -1], calls=list(calls), **fields), 0, TEXTS)


def shown(found):
    return [(message.role, message.text) for message in found.messages]


def asked(move_number, *messages, **fields):
    return call(0, move_number, **fields).model_copy(update={"messages": refs(*messages)})


def test_a_sample_has_each_message_once_in_order_and_a_place_for_reasoning_pictures_and_missing_texts() -> None:
    found = chat(asked(0, ("system", "rules"), ("user", "one"), reply="A"),
                 asked(2, ("system", "rules"), ("user", "two"), reply="B"))
    assert shown(found) == [("system", "rules"), ("user", "one"), ("assistant", "A"), ("user", "two"),
                            ("assistant", "B")]
    assert [(message.role, message.text) for message in found.input] == [("system", "rules"), ("user", "one")]
    assert found.output.completion == "B"
    found = chat(asked(0, ("system", "rules"), ("user", "one"), reply="bad", failure="illegal"),
                 asked(0, ("system", "rules"), ("user", "one"), ("assistant", "bad"), ("user", "again"), reply="B",
                       form="json"))
    assert shown(found) == [("system", "rules"), ("user", "one"), ("assistant", "bad"), ("user", "again"),
                            ("assistant", "B")]
    assert found.messages[2].metadata["failure"] == "illegal"
    assert found.messages[-1].metadata["form"] == "json"
    picture = TextRef(role="user", sha256=sha256("one"), image=sha256("cGljdHVyZQ=="))
    messages = [picture, TextRef(role="user", sha256="0" * 64)]
    found = chat(call(0, 0, reply="A", reasoning="hm").model_copy(update={"messages": messages}))
    text, image = found.messages[0].content
    assert (text.text, image.image) == ("one", "data:image/png;base64,cGljdHVyZQ==")
    assert found.messages[1].text == NOT_LOGGED
    assert [part.type for part in found.messages[2].content] == ["reasoning", "text"]


def test_the_transcript_has_every_call_with_all_its_messages_and_the_times_added_up():
    system, one = ("system", "rules"), ("user", "one")
    found = chat(asked(0, system, one, reply="bad", failure="truncated", retries=2, cached=True),
                 asked(0, system, one, ("assistant", "bad"), ("user", "again"), reply="B", seconds=2.0),
                 asked(2, system, ("user", "two"), reply="C"))
    assert [[message.text for message in event.input] for event in found.events] == [
        ["rules", "one"], ["rules", "one", "bad", "again"], ["rules", "two"]]
    assert [event.output.completion for event in found.events] == ["bad", "B", "C"]
    assert [(event.working_start, event.working_time) for event in found.events] == [(0.0, 1.0), (1.0, 2.0), (3.0, 1.0)]
    assert [(event.cache, event.retries, event.output.stop_reason) for event in found.events] == [
        ("read", 2, "max_tokens"), (None, None, "stop"), (None, None, "stop")]
    assert found.events[2].timestamp.isoformat() == "2026-01-02T03:04:08+00:00"
    assert found.events[1].input[0] is found.events[2].input[0] is found.messages[0]


def test_scores_usage_and_metadata_are_those_of_the_seat_and_what_is_undefined_is_no_score():
    found = chat(asked(0, ("user", "one"), actions=[1]), asked(0, ("user", "one"), failure="empty", cached=True),
                 history=steps((0, 1)), params={"players": 2}, seed=7, suite="arena")
    assert {name: score.value for name, score in found.scores.items()} == {
        "return": 1.0, "result": 1.0, "failures": 1.0, "finished": 1.0}
    usage = found.model_usage["offline/random"]
    assert (usage.input_tokens, usage.output_tokens, usage.total_cost) == (10, 2, 0.5)
    assert found.id == "m-seat0"
    assert {"match_id": "m", "seed": 7, "params": {"players": 2}, "seat": 0}.items() <= found.metadata.items()
    assert found.messages[1].metadata["move"] == "move 1"
    found = sample(record("m", [llm(), seat()], None, outcome="invalid", calls=[call(0)]), 0, TEXTS)
    assert set(found.scores) == {"failures", "finished"}


def test_seats_and_moves_have_the_names_of_the_games_prompts():
    match = record("m", [llm(), seat()], [1, -1], game="connect_four", history=steps((0, 4), (1, 0)),
                   calls=[call(0, 0, actions=[4])], outcome="forfeit", offender=1)
    found = sample(match, 0, TEXTS)
    assert found.messages[-1].metadata["move"] == "C5"
    assert found.metadata["called"] == ["Player 0", "Player 1"]

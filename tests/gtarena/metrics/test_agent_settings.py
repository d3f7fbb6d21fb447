import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.formatting import short_value
from gtarena.metrics.agent_settings import settings_labels, stated_settings
from tests.support.records import llm, record, seat


def labels(*seats, **fields):
    records = [record(f"m{number}", [each], [0.0], **fields) for number, each in enumerate(seats)]
    return list(settings_labels(records).values())


POLICIES = [llm(illegal={"policy": "forfeit", "retries": retries}) for retries in (0, 2)]
OURS = llm(prompt="v1", memory="reports", forced_moves="asked")


@pytest.mark.parametrize(("seats", "expected"), [
    ([llm(prompt="v1", temperature=0.0), llm(prompt="v1", temperature=0)], ["", ""]),  # nothing varies
    ([llm(prompt=prompt, temperature=t, memory="none") for prompt in ("v1", "v2") for t in (0.0, 1.0)],
     ["prompt=v1 temperature=0", "prompt=v1 temperature=1", "prompt=v2 temperature=0", "prompt=v2 temperature=1"]),
    # Settings are compared within one agent and model.
    ([llm(prompt="v1"), seat("llm", "other/model", prompt="v2"), seat("cot", "offline/random", prompt="v3")], [""] * 3),
    ([seat("mcts", simulations=10), seat("mcts", simulations=1000), seat("random")],
     ["simulations=10", "simulations=1000", ""]),
    # A duplicate names what its original names.
    ([llm(temperature=0.0), llm(temperature=1.0), seat("null:llm", "offline/random", temperature=1.0)],
     ["temperature=0", "temperature=1", "temperature=1"]),
    ([*POLICIES, llm()], ["illegal.retries=0", "illegal.retries=2", ""]),
    ([POLICIES[0], llm()], ["illegal.policy=forfeit illegal.retries=0", ""]),
    # What only some seats state is not named if they are told apart without it.
    ([OURS, llm(prompt="gamabench_v1")], ["prompt=v1", "prompt=gamabench_v1"]),
    ([OURS, llm(prompt="v1"), llm(prompt="v2")],
     ["forced_moves=asked memory=reports prompt=v1", "prompt=v1", "prompt=v2"]),
    # Logs do not state that there is no disguise, which changes the wordings.
    ([llm(wording="a"), llm(wording="b", disguise="mirrored")], ["disguise=none", "disguise=mirrored"]),
    ([llm(disguise="mirrored"), seat("random")], ["", ""]),
    # Text that reads like another value is quoted.
    ([llm(a="1"), llm(a=1), llm(a="true"), llm(a=True), llm(a="b c"), llm(a=None)],
     ['a="1"', "a=1", 'a="true"', "a=true", 'a="b c"', "a=null"])])
def test_agents_are_labelled_with_the_settings_that_tell_them_apart(seats, expected):
    assert labels(*seats) == expected


@pytest.mark.parametrize("own", [
    {"a": "1", "b": 1, "c": True, "d": "b c=d", "e": None, "f": 0.5, "g": "x/y:z"},
    {"persona": 'say "x=1 y=2"', "z": [1, "p q"]}])
def test_the_settings_of_a_label_are_found_again(own):
    (label, _) = labels(llm(**own), llm(**{name: f"other {name}" for name in own}))
    assert stated_settings(label) == {name: short_value(value) for name, value in own.items()}


@given(st.text())
def test_no_text_keeps_the_reader_of_labels_from_ending(label):
    assert len(stated_settings(label)) <= len(label)


def test_the_digest_of_the_wordings_counts_only_if_a_prompt_was_edited_under_its_name():
    def match(name, game, wording, prompt="v1"):
        return record(name, [llm(prompt=prompt, wording=wording)], [0.0], game=game)

    assert set(settings_labels([match("a", "pig", "a1"), match("b", "nim", "b2")]).values()) == {""}
    different_prompts = [match("a", "pig", "a1"), match("b", "pig", "b2", prompt="v2")]
    assert list(settings_labels(different_prompts).values()) == ["prompt=v1", "prompt=v2"]
    edited = [match("a", "pig", "a1"), match("b", "pig", "b2"), match("c", "nim", "c3")]
    assert list(settings_labels(edited).values()) == ["wording=a1", "wording=b2", ""]

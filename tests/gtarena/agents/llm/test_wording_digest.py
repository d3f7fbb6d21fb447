import pyspiel
import pytest

import adapters
from gtarena.agents.llm.agent import LlmSettings
from gtarena.agents.llm.wording_digest import wording_digest
from gtarena.errors import UsageError

ADAPTER = adapters.for_game(pyspiel.load_game("tic_tac_toe"))


def test_the_digest_of_the_wordings_tells_prompt_versions_and_reasoning_schemes_apart():
    digests = {
        wording_digest(ADAPTER, LlmSettings(prompt=prompt, reasoning=reasoning))
        for prompt in ("v1", "v2") for reasoning in ("direct", "cot")
    }
    assert len(digests) == 4


def test_a_persona_is_part_of_the_wording():
    personas = (None, "selfish", "You are a pirate.")
    digests = {wording_digest(ADAPTER, LlmSettings(persona=persona)) for persona in personas}
    assert len(digests) == 3


def test_memory_of_reports_needs_a_wording_in_rounds():
    told = "memory=reports needs a prompt version that reports the rounds one by one: v1 of tic_tac_toe does not"
    with pytest.raises(UsageError, match=told):
        wording_digest(ADAPTER, LlmSettings(memory="reports"))


def test_a_guide_is_part_of_the_wording_only_where_one_is_given():
    plain = wording_digest(ADAPTER, LlmSettings())
    assert wording_digest(ADAPTER, LlmSettings(guide=None)) == wording_digest(ADAPTER, LlmSettings(guide="")) == plain
    digests = {wording_digest(ADAPTER, LlmSettings(guide=guide)) for guide in ("Take the centre.", "Take a corner.")}
    assert len({*digests, plain}) == 3
    with pytest.raises(UsageError, match="unknown guide of tic_tac_toe 'basics'"):
        wording_digest(ADAPTER, LlmSettings(guide="basics"))

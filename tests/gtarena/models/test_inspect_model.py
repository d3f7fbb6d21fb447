import asyncio

import pytest

import gtarena
from gtarena.models.base import Alternative, ModelError, Reply, Request, TokenLogprob

pytest.importorskip("inspect_ai")
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Logprob,
    Logprobs,
    ModelOutput,
    ModelUsage,
    TopLogprob,
    get_model,
)

from gtarena.models.inspect_model import InspectModel

SCHEMA = {"type": "object", "properties": {"move": {"type": "string", "enum": ["Bet", "Pass"]}}, "required": ["move"],
          "additionalProperties": False}
HELLO = Request(messages=({"role": "system", "content": "Rules."}, {"role": "user", "content": "Move."}))


def ask(request: Request, output: ModelOutput | None = None, **options) -> tuple[Reply, list, GenerateConfig]:
    """Returns the reply to a request, with the messages and the settings that a model of inspect was sent."""
    sent = []

    def answer(messages, tools, tool_choice, config):
        sent.extend([messages, config])
        return output or ModelOutput(
            choices=[ChatCompletionChoice(message=ChatMessageAssistant(content="Bet"), stop_reason="stop")],
            usage=ModelUsage())

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    settings = GenerateConfig(temperature=0.5, max_tokens=100)
    return asyncio.run(InspectModel(model, settings, **options).complete(request)), *sent


def without_lengths(schema):
    if isinstance(schema, dict):
        return {key: without_lengths(value) for key, value in schema.items() if key not in ("minItems", "maxItems")}
    return schema


def test_messages_are_sent_with_the_settings_of_the_seat():
    reply, messages, config = ask(HELLO)
    assert [(message.role, message.text) for message in messages] == [("system", "Rules."), ("user", "Move.")]
    assert (config.temperature, config.max_tokens, config.response_schema, config.logprobs) == (0.5, 100, None, None)
    assert (reply.text, reply.reasoning, reply.truncated) == ("Bet", None, False)


def test_a_request_may_have_a_schema_a_limit_of_its_own_and_log_probabilities():
    request = Request(messages=HELLO.messages, schema=SCHEMA, max_tokens=1, logprobs=5)
    _, _, config = ask(request)
    assert config.response_schema.json_schema.model_dump(exclude_none=True) == SCHEMA
    assert config.response_schema.strict is True
    assert (config.max_tokens, config.logprobs, config.top_logprobs) == (1, True, 5)
    assert ask(request, structured=False)[2].response_schema is None


@pytest.mark.parametrize("game", ["kuhn_poker", "negotiation", "codenames", "colored_trails", "cost_sharing", "pit"])
def test_of_a_schema_only_the_lengths_of_lists_are_lost_which_inspect_does_not_know(game):
    turn = gtarena.env(game).reset()
    assert turn.schema is not None
    sent = ask(Request(messages=tuple(turn.messages), schema=turn.schema))[2].response_schema.json_schema
    assert sent.model_dump(exclude_none=True) == without_lengths(turn.schema)


def test_a_picture_is_sent_beside_its_text():
    _, messages, _ = ask(Request(messages=({"role": "user", "content": "Look.", "image": "aGk="},)))
    assert [part.type for part in messages[0].content] == ["text", "image"]
    assert messages[0].content[1].image == "data:image/png;base64,aGk="


def test_thinking_counts_of_tokens_and_log_probabilities_are_those_of_the_output():
    content = [ContentReasoning(reasoning="I hold K."), ContentText(text="Bet")]
    token = Logprob(token="Bet", logprob=-0.5, top_logprobs=[TopLogprob(token="Pass", logprob=-1.5)])
    choice = ChatCompletionChoice(message=ChatMessageAssistant(content=content), stop_reason="max_tokens",
                                  logprobs=Logprobs(content=[token]))
    reply, _, _ = ask(HELLO, ModelOutput(choices=[choice], usage=ModelUsage(
        input_tokens=10, output_tokens=4, input_tokens_cache_read=7, reasoning_tokens=3, total_cost=0.25)))
    assert (reply.text, reply.reasoning, reply.truncated) == ("Bet", "I hold K.", True)
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning, reply.cost) == (17, 4, 3, 0.25)
    assert reply.logprobs == (TokenLogprob("Bet", -0.5, (Alternative("Pass", -1.5),)),)


def test_an_answer_without_a_reply_is_an_error():
    with pytest.raises(ModelError, match="refused by the provider"):
        ask(HELLO, ModelOutput(choices=[], error="refused by the provider", usage=ModelUsage()))

"""Servers that are sent the JSON schema of a reply: one holds replies to it, others refuse it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

from tests.support.openai_server import Payload, Raw, error, random_move

# What providers in strict mode take, of what is used here.
_KEYWORDS = {"type", "enum", "items", "minItems", "maxItems", "minimum", "maximum", "description"}
_OF_OBJECTS = {"type", "properties", "required", "additionalProperties"}


def schema_in(payload: Payload) -> Mapping[str, Any] | None:
    """Returns the schema of a request; ``None`` if it has none."""
    sent: Mapping[str, Any] | None = payload.get("response_format", {}).get("json_schema", {}).get("schema")
    return sent


def enforcing(payload: Payload) -> str:
    """Answers with a random legal move, in JSON that the request's schema allows if it has one.

    Raises:
        ValueError: the schema is none that strict modes take, or it does not allow the move.
    """
    reply, schema = random_move(payload), schema_in(payload)
    if schema is None:
        return reply
    jsonschema.Draft202012Validator.check_schema(schema)
    for part in _parts(schema):
        strict = part.keys() == _OF_OBJECTS and not part["additionalProperties"] and part["required"] == list(
            part["properties"]) if part.get("type") == "object" else part.keys() <= _KEYWORDS
        if not strict:
            raise ValueError(f"{part} is not in strict form")
    texts = {key: "Hm." for key, part in schema["properties"].items() if part == {"type": "string"}}
    held = {**texts, **json.loads(reply[reply.index("{"):])}
    jsonschema.validate(held, schema)
    return json.dumps({key: held[key] for key in schema["properties"]})


def refusing(payload: Payload) -> str | Raw:
    """Refuses a schema as OpenAI does."""
    message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    return error(400, message, "invalid_request_error") if schema_in(payload) else random_move(payload)


def unprocessable(payload: Payload) -> str | Raw:
    """Refuses a schema as servers built with FastAPI do."""
    fault = {"type": "extra_forbidden", "loc": ["body", "response_format"], "msg": "Extra inputs are not permitted"}
    return Raw(json.dumps({"detail": [fault]}), 422) if schema_in(payload) else random_move(payload)


def _parts(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yields a schema and those inside it."""
    yield schema
    for inner in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])):
        yield from _parts(inner)

"""JSON schemas in the strict form that providers require."""

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]


def strict_object(properties: Mapping[str, Schema]) -> Schema:
    """Returns the schema of an object that has all of these properties, in this order, and no others."""
    return {
        "type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False}


def nullable(schema: Schema) -> Schema:
    """Returns the schema of what another one describes, or ``null``."""
    if isinstance(schema["type"], list):
        return schema
    allowed = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **allowed}

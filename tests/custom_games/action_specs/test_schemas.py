import jsonschema
import pytest

from custom_games.action_specs.schemas import nullable, strict_object

NAMES = {"type": "string", "enum": ["a", "b"]}


def test_a_strict_object_has_all_of_its_properties_and_what_is_nullable_may_be_null_and_stays_so():
    schema = strict_object({"x": NAMES, "y": {"type": "integer"}})
    jsonschema.validate({"x": "a", "y": 1}, schema)
    for refused in ({"x": "a"}, {"x": "c", "y": 1}, {"x": "a", "y": 1, "z": 0}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(refused, schema)
    for value in (None, "a"):
        jsonschema.validate(value, nullable(nullable(NAMES)))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate("c", nullable(NAMES))

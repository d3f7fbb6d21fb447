import json
import math

import pytest

from gtarena.reports.match_browser.packing import mapped, packed
from tests.support.match_files import unpacked


def test_what_is_packed_comes_back_and_equal_values_give_equal_texts():
    value = {"a": [1, 0.5, None, True, "</script>é\u2028"], "b": {}}
    assert packed(value).isascii()
    assert packed(value) == packed(json.loads(json.dumps(value)))
    assert unpacked(packed(value)) == value


def test_secrets_are_hidden_without_harm_to_the_syntax(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_API_KEY", 'q"},{"w')
    monkeypatch.setenv("OTHER_API_KEY", "reply-key-0123456789")
    value = {"reply": ['say q"},{"w twice', "reply-key-0123456789"], "other": 1}
    assert unpacked(packed(value)) == {"reply": ["say [hidden] twice", "[hidden]"], "other": 1}


def test_every_string_is_changed_but_keys():
    assert mapped({"a": ["b", ("c", 1)], "d": {"e": "f"}}, str.upper) == {"a": ["B", ["C", 1]], "d": {"e": "F"}}


def test_numbers_that_scripts_cannot_hold_become_texts():
    numbers = [math.nan, -math.inf, 2**53, 2**53 + 1, -(2**70), 1e300, True]
    assert mapped(numbers, str) == ["nan", "-inf", 2**53, "9007199254740993", str(-(2**70)), 1e300, True]

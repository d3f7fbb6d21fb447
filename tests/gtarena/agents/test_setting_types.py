from collections.abc import Sequence
from typing import Annotated, Literal

import pytest
from pydantic import Field

from gtarena.agents.setting_types import require_type
from gtarena.errors import UsageError

COUNT = Annotated[int, Field(ge=1, le=9)]
WEIGHT = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@pytest.mark.parametrize(("value", "hint"), [
    (1, COUNT), (9, COUNT), (2, WEIGHT), (0.5, WEIGHT), (None, str | None), ("a", Literal["a", "b"]),
    (-1, COUNT | Literal[-1]), (["a", 1], str | Sequence[str | int]), (False, bool)])
def test_values_of_the_type_pass(value, hint):
    require_type("x", value, hint)


@pytest.mark.parametrize(("value", "hint", "allowed"), [
    (0, COUNT, "a whole number from 1 to 9"), (True, COUNT, "a whole number from 1 to 9"),
    ("3", COUNT, "a whole number from 1 to 9"), (float("nan"), WEIGHT, "a number of at least 0"),
    (float("inf"), WEIGHT, "a number of at least 0"), (5, str | None, "text"), ("c", Literal["a", "b"], "a or b"),
    (-2, COUNT | Literal[-1], "a whole number from 1 to 9 or -1"), (5, str | Sequence[str | int], "text or a list"),
    (1, bool, "true or false")])
def test_other_values_are_refused_with_what_is_allowed(value, hint, allowed):
    with pytest.raises(UsageError) as refused:
        require_type("x", value, hint)
    assert str(refused.value) == f"x={value} is not {allowed}"

"""Checks that the code in docs/gamebench.md can be run as it stands."""

import ast
import inspect
import re
from functools import reduce
from pathlib import Path

import gtarena

DOCUMENT = Path(__file__).parents[2] / "docs" / "gamebench.md"


def calls(code: str) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]


def test_every_function_in_the_documented_code_exists_with_these_arguments() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    called = [call for block in blocks for call in calls(block)]
    names = [ast.unparse(call.func).split(".") for call in called]
    assert ["gtarena", "ratings", "bradley_terry"] in names
    for (first, *rest), call in zip(names, called, strict=True):
        assert first == "gtarena"
        function = reduce(getattr, rest, gtarena)
        given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        inspect.signature(function).bind(*call.args, **given)  # type: ignore[arg-type]

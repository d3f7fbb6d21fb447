"""Functions stay small enough to be seen whole; a module is as long as its concept."""

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

LONGEST_FUNCTION = 40  # lines, docstring included
MODULES = [path for package in ("custom_games", "adapters", "gtarena")
           for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_are_short(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    functions = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in ast.walk(ast.parse(source))
                 if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [(name, lines) for name, lines in functions if lines > LONGEST_FUNCTION] == []

"""Modules and functions stay small enough to be seen whole."""

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

LONGEST_MODULE = 250  # lines
LONGEST_FUNCTION = 40  # lines, docstring included
MODULES = [path for package in ("custom_games", "adapters", "gtarena")
           for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_functions_are_short(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    functions = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in ast.walk(ast.parse(source))
                 if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert len(source.splitlines()) <= LONGEST_MODULE
    assert [(name, lines) for name, lines in functions if lines > LONGEST_FUNCTION] == []

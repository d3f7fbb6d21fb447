"""The first line of a docstring names a thing or says what a function does; it asks no question."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

OPENINGS = {"What", "Who", "Whom", "Whose", "How", "Whether", "Where", "Which", "That"}
MODULES = [path for folder in ("custom_games", "adapters", "gtarena", "scripts", "tests")
           for path in sorted((ROOT / folder).rglob("*.py"))]


def summaries(source: str) -> Iterator[str]:
    """The first lines of all docstrings of a module."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield text.splitlines()[0]


def asks(summary: str) -> bool:
    return summary.split()[0].rstrip(",:") in OPENINGS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_summary_line_opens_with_a_question_word(path: Path) -> None:
    assert [line for line in summaries(path.read_text(encoding="utf-8")) if asks(line)] == []


@pytest.mark.parametrize(("source", "found"), [
    ('"""What a match is."""', ["What a match is."]),
    ('def f():\n    """Whether it is\n    so."""', ["Whether it is"]),
    ('class A:\n    """An agent."""\n\n    def f(self):\n        """Whatever it takes."""', []),
])
def test_question_words_are_found_in_every_docstring(source: str, found: list[str]) -> None:
    assert [line for line in summaries(source) if asks(line)] == found

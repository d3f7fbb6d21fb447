"""The tests mirror the tree: every module has its own tests, where a reader looks for them."""

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

PACKAGES = ("custom_games", "adapters", "gtarena")


def has_code(path: Path) -> bool:
    """Checks that a module defines functions or classes; an ``__init__.py`` often does not."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for node in tree.body)


def mirrors(path: Path) -> list[Path]:
    """The places where the tests of a module may be."""
    module = path.relative_to(ROOT)
    if path.name == "__init__.py":
        name = f"test_{path.parent.name}.py"
        return [ROOT / "tests" / module.parent / name, ROOT / "tests" / module.parent.parent / name]
    return [ROOT / "tests" / module.parent / f"test_{path.stem.strip('_')}.py"]


MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
           if path.name != "__init__.py" or has_code(path)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_has_tests_of_its_own(path):
    assert any(mirror.exists() for mirror in mirrors(path)), f"write {mirrors(path)[0].relative_to(ROOT)}"

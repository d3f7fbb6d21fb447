"""The page on the architecture names what is in the tree, and all of it."""

import ast
import importlib
import re

import pytest

from tests.support import ROOT
from tests.test_layers import LAYERS

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = re.findall(r"^\| `([\w.]+)` \|", PAGE, re.MULTILINE)
PATHS = sorted({path for path in re.findall(r"`([\w./]+/[\w./]*)`", PAGE) if "NAME" not in path})


def test_the_list_of_packages_is_the_tree():
    rooms = {f"gtarena.{path.stem}" for path in (ROOT / "gtarena").iterdir()
             if (path / "__init__.py").exists() or (path.suffix == ".py" and not path.stem.startswith("__"))}
    assert set(PACKAGES) == rooms | {"adapters", "custom_games"}
    assert len(PACKAGES) == len(set(PACKAGES))


def test_imports_point_down_the_list_of_packages():
    listed = [package for layer in reversed(LAYERS) for package in sorted(layer, key=PACKAGES.index)]
    assert listed == PACKAGES


@pytest.mark.parametrize("path", PATHS)
def test_every_path_on_the_page_exists(path):
    places = (ROOT, ROOT / "gtarena")
    assert any((place / path).exists() for place in places)


@pytest.mark.parametrize("dotted", sorted(set(re.findall(r"`(runs\.\w+\.\w+)`", PAGE))))
def test_every_function_on_the_page_is_in_its_module(dotted):
    module, _, name = dotted.rpartition(".")
    assert callable(getattr(importlib.import_module(f"gtarena.{module}"), name))


@pytest.mark.parametrize("dotted", sorted(set(re.findall(r"`([A-Z]\w+\.\w+)`", PAGE))))
def test_every_method_on_the_page_is_in_its_class(dotted):
    owner, _, name = dotted.partition(".")
    classes = [node for path in (ROOT / "gtarena").rglob("*.py")
               for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
               if isinstance(node, ast.ClassDef) and node.name == owner]
    assert [name in {getattr(part, "name", None) for part in node.body} for node in classes] == [True]

"""Imports point one way, and no module does what data or a seed could not be trusted with afterwards."""

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("custom_games", "adapters", "gtarena")
FORBIDDEN_IMPORTS = {"custom_games": {"adapters", "gtarena"}, "adapters": {"gtarena"}, "gtarena": set()}
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
# Making a seeded generator is fine; calling the module's own shared one is not.
GENERATORS = {
    "random": {"Random"},
    "numpy.random": {"Generator", "PCG64", "RandomState", "SeedSequence", "default_rng"},
}
UNSAFE_CALLS = {
    "eval", "exec", "pickle.load", "pickle.loads", "yaml.load", "yaml.unsafe_load", "yaml.full_load", "marshal.loads",
    "dill.loads", "joblib.load",
}


def imported_packages(tree: ast.Module) -> set[str]:
    """The top-level packages that a module imports anywhere in it."""
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in ast.walk(tree)
              if isinstance(node, ast.ImportFrom) and node.module and node.level == 0]
    return {name.split(".")[0] for name in names}


def meanings(tree: ast.Module) -> dict[str, str]:
    """What each imported name stands for: ``np`` for ``numpy``, ``loads`` for ``pickle.loads``."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                found[name] = alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return found


def dotted(node: ast.expr) -> str:
    """``a.b.c`` for such an expression, and an empty text for any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def full_names(tree: ast.Module, expressions: Iterable[ast.expr]) -> set[str]:
    """What the expressions stand for, as far as the module's imports tell."""
    known = meanings(tree)
    parts = (dotted(expression).partition(".") for expression in expressions)
    return {".".join(filter(None, (known.get(first, first), rest))) for first, _, rest in parts}


def calls(tree: ast.Module) -> set[str]:
    return full_names(tree, [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)])


def base_classes(tree: ast.Module) -> set[str]:
    return full_names(tree, [base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases])


def draws_from_shared_generator(call: str) -> bool:
    module, _, function = call.rpartition(".")
    return module in GENERATORS and function not in GENERATORS[module]


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


every_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))


@every_module
def test_no_module_imports_a_layer_above_its_own(path):
    assert not imported_packages(parse(path)) & FORBIDDEN_IMPORTS[path.relative_to(ROOT).parts[0]]


@every_module
def test_no_module_runs_code_or_objects_out_of_data(path):
    assert not calls(parse(path)) & UNSAFE_CALLS


@every_module
def test_no_module_draws_from_a_shared_random_generator(path):
    assert not set(filter(draws_from_shared_generator, calls(parse(path))))


def test_only_the_glue_subclasses_pyspiel():
    subclassing = {path.name for path in MODULES if path.parent == ROOT / "custom_games"
                   and any(base.startswith("pyspiel.") for base in base_classes(parse(path)))}
    assert subclassing == {"spiel.py"}


@pytest.mark.parametrize(("source", "found"), [
    ("eval('1')", {"eval"}),
    ("import pickle\npickle.loads(b'')", {"pickle.loads"}),
    ("from pickle import loads as read\nread(b'')", {"pickle.loads"}),
    ("import yaml as y\ny.load('')", {"yaml.load"}),
    ("model.eval()\nyaml.safe_load('')\npattern.exec('')", set()),
])
def test_unsafe_calls_are_recognised_under_any_name(source, found):
    assert calls(ast.parse(source)) & UNSAFE_CALLS == found


@pytest.mark.parametrize(("source", "shared"), [
    ("import random\nrandom.choice([1])", True),
    ("from random import shuffle\nshuffle([1])", True),
    ("import numpy as np\nnp.random.seed(0)", True),
    ("import numpy.random\nnumpy.random.rand()", True),
    ("from numpy import random\nrandom.rand()", True),
    ("import random\nrandom.Random(0).choice([1])", False),
    ("import numpy as np\nnp.random.RandomState(0).rand()", False),
    ("rng.random()", False),
])
def test_draws_from_shared_generators_are_recognised_under_any_name(source, shared):
    assert any(map(draws_from_shared_generator, calls(ast.parse(source)))) == shared


@pytest.mark.parametrize(("source", "found"), [
    ("import adapters.readers", {"adapters"}),
    ("def late():\n    from gtarena.logs.records import Row", {"gtarena"}),
    ("from . import gtarena", set()),
])
def test_imports_are_found_wherever_they_stand(source, found):
    assert imported_packages(ast.parse(source)) == found

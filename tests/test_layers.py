"""The order of packages, and what no module may do: run code out of data, or draw from a shared generator."""

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support import ROOT

PACKAGES = ("custom_games", "adapters", "gtarena")
# From the bottom up. A room imports rooms of the lines above its own in this list, never of its own line or below.
LAYERS = [
    {"custom_games"},
    {"adapters"},
    {"gtarena.errors", "gtarena.seeds"},
    {"gtarena.system", "gtarena.formatting"},
    {"gtarena.games"},
    {"gtarena.models"},
    {"gtarena.logs"},
    {"gtarena.agents", "gtarena.metrics"},
    {"gtarena.runs", "gtarena.reports"},
    {"gtarena.suites"},
    {"gtarena.web"},
    {"gtarena.exports"},
    {"gtarena.cli"},
]
DOOR = "gtarena"  # the package itself, which offers names of the rooms to other projects
RANK = {room: rank for rank, rooms in enumerate([*LAYERS, {DOOR}]) for room in rooms}
SUITES = sorted(path.name for path in (ROOT / "gtarena" / "suites").iterdir() if (path / "__init__.py").exists())
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


def imported_modules(tree: ast.Module) -> set[str]:
    """The modules that a module imports anywhere in it, and its names: ``a.b.c``."""
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room_of(module: str) -> str | None:
    """The room that a module is in: ``gtarena.logs`` for ``gtarena.logs.records``, and ``None`` for other projects."""
    first, _, rest = module.partition(".")
    room = f"{first}.{rest.partition('.')[0]}" if first == "gtarena" else first
    return room if room in RANK else DOOR if first == DOOR else None


def arrows_up(room: str, tree: ast.Module) -> set[str]:
    """The rooms that a module of this room must not import, and does."""
    imported = {room_of(module) for module in imported_modules(tree)} - {None, room}
    return {other for other in imported if RANK[other] >= RANK[room]}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def meanings(tree: ast.Module) -> dict[str, str]:
    """Returns the full name of each imported name: ``numpy`` for ``np``, ``pickle.loads`` for ``loads``."""
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
    """Returns the full names of the expressions, as far as the module's imports tell."""
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
    assert arrows_up(room_of(name_of(path)), parse(path)) == set()


def test_every_room_has_a_layer():
    rooms = {name_of(path) for path in MODULES if path.parent == ROOT / "gtarena"} | {
        f"gtarena.{path.name}" for path in (ROOT / "gtarena").iterdir() if (path / "__init__.py").exists()}
    assert rooms - {DOOR, f"{DOOR}.__main__"} == {room for room in RANK if room.startswith("gtarena.")}


@pytest.mark.parametrize("suite", SUITES)
def test_suites_do_not_know_each_other(suite):
    for path in (ROOT / "gtarena" / "suites" / suite).rglob("*.py"):
        imported = {module.split(".")[2] for module in imported_modules(parse(path))
                    if module.startswith("gtarena.suites.")}
        assert not imported & (set(SUITES) - {suite})


@every_module
def test_no_module_runs_code_or_objects_out_of_data(path):
    assert not calls(parse(path)) & UNSAFE_CALLS


@every_module
def test_no_module_draws_from_a_shared_random_generator(path):
    assert not set(filter(draws_from_shared_generator, calls(parse(path))))


def test_only_the_glue_subclasses_pyspiel():
    subclassing = {path.name for path in MODULES if path.is_relative_to(ROOT / "custom_games")
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


@pytest.mark.parametrize(("room", "source", "found"), [
    ("gtarena.runs", "from gtarena.reports import html", {"gtarena.reports"}),
    ("gtarena.runs", "def late():\n    from gtarena.suites.scoring import score", {"gtarena.suites"}),
    ("gtarena.logs", "from gtarena import games, agents", {"gtarena.agents"}),
    ("gtarena.metrics", "import gtarena.agents.llm.agent", {"gtarena.agents"}),
    ("gtarena.suites", "from gtarena.runs.plan import plan", set()),
    ("custom_games", "import adapters.replies", {"adapters"}),
    ("adapters", "from custom_games.framework.rules import CHANCE", set()),
    ("gtarena.errors", "from gtarena.seeds import derive", {"gtarena.seeds"}),
    ("adapters", "from . import gtarena", set()),
    ("adapters", "from gtarena import play", {"gtarena"}),
    ("custom_games", "import gtarena", {"gtarena"}),
    ("gtarena", "from gtarena.cli import hydra_app", set()),
])
def test_arrows_that_point_up_are_found_wherever_they_stand(room, source, found):
    assert arrows_up(room, ast.parse(source)) == found

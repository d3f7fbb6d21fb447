"""The order of packages, sizes, docstrings and folders of the source, each file of which is read once.

No module runs code out of data or draws from a shared generator either.
"""

import ast
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from gtarena.suites import SUITES
from tests.support import ROOT

PACKAGES = ("custom_games", "adapters", "gtarena")
# From the bottom up. A room imports rooms of the lines above its own in this list, never of its own line or below.
LAYERS = [
    {"custom_games"}, {"adapters"}, {"gtarena.errors", "gtarena.seeds"}, {"gtarena.system", "gtarena.formatting"},
    {"gtarena.plugins"}, {"gtarena.games"}, {"gtarena.models"}, {"gtarena.logs"}, {"gtarena.agents", "gtarena.metrics"},
    {"gtarena.trackers"},
    {"gtarena.runs", "gtarena.reports", "gtarena.checks"},
    {"gtarena.suites", "gtarena.environments", "gtarena.game_theory"}, {"gtarena.web"},
    {"gtarena.exports"}, {"gtarena.cli"}]
DOOR = "gtarena"  # the package itself, which offers names of the rooms to other projects
RANK = {room: rank for rank, rooms in enumerate([*LAYERS, {DOOR}]) for room in rooms}
# Making a seeded generator is fine; calling the module's own shared one is not.
GENERATORS = {
    "random": {"Random"}, "numpy.random": {"Generator", "PCG64", "RandomState", "SeedSequence", "default_rng"}}
UNSAFE_CALLS = {
    "eval", "exec", "pickle.load", "pickle.loads", "yaml.load", "yaml.unsafe_load", "yaml.full_load", "marshal.loads",
    "dill.loads", "joblib.load"}
LONGEST_FUNCTION = 40  # lines, docstring included
LONG_MODULE = 400  # lines, of which a reader is warned
OPENINGS = {"What", "Who", "Whom", "Whose", "How", "Whether", "Where", "Which", "That"}

Trees = Mapping[Path, ast.Module]


@pytest.fixture(scope="module")
def trees() -> Trees:
    """Syntax trees of all source files, tests and scripts included, by their path in the repository."""
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8"))
            for folder in (*PACKAGES, "scripts", "tests") for path in sorted((ROOT / folder).rglob("*.py"))}


@pytest.fixture(scope="module")
def modules(trees: Trees) -> Trees:
    """Those of the packages."""
    return {path: tree for path, tree in trees.items() if path.parts[0] in PACKAGES}


def imported_modules(tree: ast.Module) -> set[str]:
    """Returns the modules that a module imports anywhere in it, and its names: ``a.b.c``."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room_of(module: str) -> str | None:
    """Returns the room of a module: ``gtarena.logs`` for ``gtarena.logs.records``, ``None`` for other projects."""
    first, _, rest = module.partition(".")
    room = f"{first}.{rest.partition('.')[0]}" if first == "gtarena" else first
    return room if room in RANK else DOOR if first == DOOR else None


def arrows_up(room: str | None, tree: ast.Module) -> set[str]:
    """Returns the rooms that a module of this room must not import, and does."""
    imported = {room_of(module) for module in imported_modules(tree)} - {None, room}
    return {other for other in imported if RANK[other] >= RANK[room]}


def name_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def full_names(tree: ast.Module, expressions: Iterable[ast.expr]) -> set[str]:
    """Returns the full names of the expressions, as far as the module's imports tell: ``numpy`` for ``np``."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                known[name] = alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom) and node.module:
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    parts = (dotted(expression).partition(".") for expression in expressions)
    return {".".join(filter(None, (known.get(first, first), rest))) for first, _, rest in parts}


def dotted(node: ast.expr) -> str:
    """Returns ``a.b.c`` for such an expression, and an empty text for any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def calls(tree: ast.Module) -> set[str]:
    return full_names(tree, [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)])


def base_classes(tree: ast.Module) -> set[str]:
    return full_names(tree, [base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases])


def draws_from_shared_generator(call: str) -> bool:
    module, _, function = call.rpartition(".")
    return module in GENERATORS and function not in GENERATORS[module]


def forbidden_calls(tree: ast.Module) -> set[str]:
    """Returns the calls that run code or objects out of data, and the draws from a shared random generator."""
    made = calls(tree)
    return made & UNSAFE_CALLS | set(filter(draws_from_shared_generator, made))


def long_functions(tree: ast.Module) -> list[tuple[str, int]]:
    """Returns the functions that are too long to be seen whole, with their numbers of lines."""
    functions = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in ast.walk(tree)
                 if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [(name, lines) for name, lines in functions if lines > LONGEST_FUNCTION]


def questions(tree: ast.Module) -> Iterator[str]:
    """Yields the first lines of docstrings that open with a question word, in place of a thing or a verb."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            summary = text.splitlines()[0]
            if summary.split()[0].rstrip(",:") in OPENINGS:
                yield summary


def defines(tree: ast.Module) -> bool:
    """Checks that a module defines functions or classes; an ``__init__.py`` often does not."""
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for node in tree.body)


def test_no_module_imports_a_layer_above_its_own_and_suites_do_not_know_each_other(modules: Trees) -> None:
    found = {name_of(path): arrows_up(room_of(name_of(path)), tree) for path, tree in modules.items()}
    assert {name: rooms for name, rooms in found.items() if rooms} == {}
    rooms = {name_of(path) for path in modules if path.parent == Path(DOOR)} | {
        name_of(path.parent) for path in modules if path.parent.parent == Path(DOOR) and path.name == "__init__.py"}
    assert rooms - {DOOR, f"{DOOR}.__main__"} == {room for room in RANK if room.startswith("gtarena.")}
    known = defaultdict(set)
    for path, tree in modules.items():
        if path.is_relative_to("gtarena/suites") and path.parts[2] in SUITES:
            known[path.parts[2]] |= {module.split(".")[2] for module in imported_modules(tree)
                                     if module.startswith("gtarena.suites.")}
    assert set(known) == set(SUITES)
    assert {suite: others for suite, imported in known.items() if (others := imported & (set(known) - {suite}))} == {}


def test_no_module_runs_code_out_of_data_or_draws_from_a_shared_random_generator(modules: Trees) -> None:
    assert {str(path): found for path, tree in modules.items() if (found := forbidden_calls(tree))} == {}


def test_only_the_glue_subclasses_pyspiel_functions_are_short_and_long_modules_are_named(modules: Trees) -> None:
    subclassing = {path.name for path, tree in modules.items() if path.parts[0] == "custom_games"
                   and any(base.startswith("pyspiel.") for base in base_classes(tree))}
    assert subclassing == {"spiel.py"}
    assert {str(path): found for path, tree in modules.items() if (found := long_functions(tree))} == {}
    # A module is as long as its concept.
    lines = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in modules}
    if longest := {path: count for path, count in lines.items() if count > LONG_MODULE}:
        warnings.warn(f"modules of more than {LONG_MODULE} lines: {longest}", stacklevel=1)


def test_no_summary_line_opens_with_a_question_word(trees: Trees) -> None:
    assert {str(path): found for path, tree in trees.items() if (found := list(questions(tree)))} == {}


def test_the_folders_of_tests_are_those_of_the_packages(modules: Trees, trees: Trees) -> None:
    with_code = {path.parent for path, tree in modules.items() if defines(tree)}
    tested = {path.parent.relative_to("tests") for path in trees if re.fullmatch(r"tests/.*/test_\w+\.py", str(path))}
    assert with_code - tested == set()
    assert {folder for folder in tested if not (ROOT / folder).is_dir()} == {Path("support")}


@pytest.mark.parametrize(("source", "found"), [
    ("eval('1')", {"eval"}), ("import pickle\npickle.loads(b'')", {"pickle.loads"}),
    ("from pickle import loads as read\nread(b'')", {"pickle.loads"}), ("import yaml as y\ny.load('')", {"yaml.load"}),
    ("model.eval()\nyaml.safe_load('')\npattern.exec('')", set()),
    ("import random\nrandom.choice([1])", {"random.choice"}),
    ("from random import shuffle\nshuffle([1])", {"random.shuffle"}),
    ("import numpy as np\nnp.random.seed(0)", {"numpy.random.seed"}),
    ("import numpy.random\nnumpy.random.rand()", {"numpy.random.rand"}),
    ("from numpy import random\nrandom.rand()", {"numpy.random.rand"}),
    ("import random\nrandom.Random(0).choice([1])", set()),
    ("import numpy as np\nnp.random.RandomState(0).rand()", set()), ("rng.random()", set())])
def test_forbidden_calls_are_recognised_under_any_name(source: str, found: set[str]) -> None:
    assert forbidden_calls(ast.parse(source)) == found


@pytest.mark.parametrize(("room", "source", "found"), [
    ("gtarena.runs", "from gtarena.reports import html", {"gtarena.reports"}),
    ("gtarena.runs", "def late():\n    from gtarena.suites.scoring import score", {"gtarena.suites"}),
    ("gtarena.logs", "from gtarena import games, agents", {"gtarena.agents"}),
    ("gtarena.metrics", "import gtarena.agents.llm.agent", {"gtarena.agents"}),
    ("gtarena.suites", "from gtarena.runs.plan import plan_matches", set()),
    ("custom_games", "import adapters.replies", {"adapters"}),
    ("adapters", "from custom_games.framework.rules import CHANCE", set()),
    ("gtarena.errors", "from gtarena.seeds import derive", {"gtarena.seeds"}),
    ("adapters", "from . import gtarena", set()), ("adapters", "from gtarena import play", {"gtarena"}),
    ("custom_games", "import gtarena", {"gtarena"}), ("gtarena", "from gtarena.cli import hydra_app", set())])
def test_arrows_that_point_up_are_found_wherever_they_stand(room: str, source: str, found: set[str]) -> None:
    assert arrows_up(room, ast.parse(source)) == found


@pytest.mark.parametrize(("source", "found"), [
    ('"""What a match is."""', ["What a match is."]), ('def f():\n    """Whether it is\n    so."""', ["Whether it is"]),
    ('class A:\n    """An agent."""\n\n    def f(self):\n        """Whatever it takes."""', [])])
def test_question_words_are_found_in_every_docstring(source: str, found: list[str]) -> None:
    assert list(questions(ast.parse(source))) == found


@pytest.mark.parametrize(("lines", "found"), [(39, []), (40, [("f", 41)])])
def test_a_function_is_counted_with_its_first_line(lines: int, found: list[tuple[str, int]]) -> None:
    assert long_functions(ast.parse("def f():\n" + "    pass\n" * lines)) == found

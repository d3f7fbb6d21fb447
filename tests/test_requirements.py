"""Requirements of gtarena: they have bounds, pins that keep them, and extras for all that code and pages name."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from gtarena.cli.error_messages import HYDRA_EXTRAS
from gtarena.system.extras import PACKAGES
from tests.support import ROOT
from tests.support.script_modules import load_script

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {name: [Requirement(each) for each in stated] for name, stated in PROJECT["optional-dependencies"].items()}
CORE = [Requirement(each) for each in PROJECT["dependencies"]]
DIRECT = [need for need in (*CORE, *(each for stated in EXTRAS.values() for each in stated)) if need.name != "gtarena"]
PINS = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:])


def with_included(extra: str) -> set[str]:
    """Returns an extra and those that it includes."""
    return {extra}.union(*(with_included(other) for need in EXTRAS[extra] if need.name == "gtarena"
                           for other in need.extras))


def packages(extra: str) -> set[str]:
    """Returns the canonical names of the packages that an extra and those that it includes state."""
    return {canonicalize_name(need.name) for each in with_included(extra) for need in EXTRAS[each]} - {"gtarena"}


@pytest.mark.parametrize("need", DIRECT, ids=str)
def test_every_requirement_has_a_lower_bound_and_a_pin_within_its_bounds(need: Requirement) -> None:
    assert any(bound.operator in (">=", "~=", "==") for bound in need.specifier)
    assert need.specifier.contains(PINS[canonicalize_name(need.name)])


def test_every_pin_is_written_once_under_its_canonical_name() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [name for name in PINS if name != canonicalize_name(name)] == []
    assert len(lines) == 1 + len(PINS)


def test_the_extra_all_plays_reports_and_shows_and_has_no_framework() -> None:
    assert with_included("all") == {"all", "joblib", "llm", "report", "web"}
    assert with_included("test") >= with_included("all")
    assert {"litellm", "matplotlib", "pyarrow", "starlette", "uvicorn"} <= packages("all")


def test_the_core_has_nothing_that_an_extra_brings() -> None:
    core = {canonicalize_name(need.name) for need in CORE}
    assert core.isdisjoint({name for extra in EXTRAS for name in packages(extra)})


@pytest.mark.parametrize("extra", PACKAGES)
def test_what_is_looked_for_before_a_part_begins_comes_with_its_extra(extra: str) -> None:
    assert set(PACKAGES[extra]) <= packages(extra)


def test_every_plug_in_of_hydra_comes_with_the_extra_of_its_name() -> None:
    for group, extras in HYDRA_EXTRAS.items():
        for extra in extras:
            assert packages(extra) == {f"hydra-{extra}-{group.partition('/')[2]}"}


def named_in_code() -> Iterator[str]:
    """Yields the extras that errors about missing packages name."""
    for path in (ROOT / "gtarena").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                    "not_installed", "require_extra", "missing_extra") and isinstance(node.args[-1], ast.Constant):
                yield str(node.args[-1].value)


def named_in_texts() -> Iterator[str]:
    """Yields the extras that commands on pages, in scripts and in settings install."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "scripts").iterdir(), ROOT / "Dockerfile"]
    for path in files:
        if path.is_file():
            for found in re.finditer(r"(?:gtarena|'\.|\"\.)\[([a-z,]+)\]", path.read_text(encoding="utf-8")):
                yield from found[1].split(",")
    for script in ("gtarena", "test"):
        yield from re.findall(r'^prepare "\$here" (\w+)$', (ROOT / "scripts" / script).read_text(), re.MULTILINE)


def test_every_extra_that_code_and_pages_name_exists() -> None:
    code, texts = set(named_in_code()), set(named_in_texts())
    assert {"llm", "report", "web", "populations"} <= code <= set(EXTRAS)
    assert {"all", "test", "optuna"} <= texts <= set(EXTRAS)


def test_the_page_about_installation_has_a_row_for_every_extra() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "installation.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(EXTRAS)


def unmet(name: str, extras: frozenset[str], seen: set[tuple[str, frozenset[str]]]) -> Iterator[str]:
    """Yields what an installed package and its extras need, and what they need in turn, if another version is there."""
    if (name, extras) in seen:
        return
    seen.add((name, extras))
    for stated in requires(name) or ():
        need = Requirement(stated)
        if need.marker and not any(need.marker.evaluate({"extra": extra}) for extra in extras or {""}):
            continue
        try:
            found = version(need.name)
        except PackageNotFoundError:
            yield f"{name} needs {need}, which is missing"
            continue
        if not need.specifier.contains(found, prereleases=True):
            yield f"{name} needs {need}, but there is {found}"
        yield from unmet(need.name, frozenset(need.extras), seen)


def test_what_is_installed_for_tests_fits_together() -> None:
    assert list(unmet("gtarena", frozenset({"test"}), set())) == []


def test_a_conflict_is_told_with_the_extras_that_have_it() -> None:
    script = load_script("scripts/resolve_extras.py")
    assert script.all_extras() == sorted(EXTRAS)
    found = script.Resolution(("ray", "joblib"), (), "cloudpickle has no version for both")
    assert re.sub(" +", " ", str(found)) == "ray + joblib cloudpickle has no version for both"
    assert str(script.Resolution((), ("a==1", "b==2"), "")).split() == ["core", "2", "packages"]
    assert str(script.Resolution(tuple("abcd"), ("x==1",), "")).split() == ["all", "4", "together", "1", "packages"]

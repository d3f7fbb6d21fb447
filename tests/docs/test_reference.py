"""The reference is that of the program: its settings, its command line, and its names in Python."""

import importlib
import re
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from pydantic import Field

import gtarena
from gtarena.cli.verbs import VERBS
from gtarena.metrics.ratings import public
from tests.support import ROOT
from tests.support.script_modules import load_script

DOCUMENTED = re.compile(r"^::: (\S+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def script():
    return load_script("scripts/write_reference.py")


def test_the_pages_are_up_to_date(script):
    for page, text in script.pages().items():
        # Versions of Python break the lines of a help differently.
        assert page.read_text(encoding="utf-8").split() == text.split(), "run python scripts/write_reference.py"


def test_the_page_of_the_command_line_has_every_verb_once(script):
    page = script.command_line_page()
    assert re.findall(r"^## gtarena (\w+)$", page, re.MULTILINE) == list(VERBS)
    assert page.count("usage: gtarena import gamabench") == 1


@dataclass
class Kind:
    a: int
    b: str | None = None
    c: Literal["x", "y"] = "x"
    d: Annotated[int, Field(ge=1, le=9)] | None = 3
    e: bool = True
    f: tuple[str, ...] = ()


def test_a_row_has_the_type_and_the_default_of_its_setting(script):
    meanings = dict.fromkeys("abcdef", "Is so.") | {"f": {"default": "none", "meaning": "Is not."}}
    assert list(script.rows("`k.{}`", script.settings_of(Kind), meanings)) == [
        "| `k.a` | whole number | must be given | Is so. |", "| `k.b` | text or `null` | `null` | Is so. |",
        "| `k.c` | `x` or `y` | `x` | Is so. |", "| `k.d` | whole number from 1 to 9 or `null` | `3` | Is so. |",
        "| `k.e` | true or false | `true` | Is so. |", "| `k.f` | list | none | Is not. |"]


@pytest.mark.parametrize(("names", "told"), [("abcde", "`f` has no line"), ("abcdefg", "`g` is no setting")])
def test_a_setting_without_a_line_is_refused_and_a_line_without_a_setting(script, names, told):
    with pytest.raises(ValueError, match=told):
        list(script.rows("`{}`", script.settings_of(Kind), dict.fromkeys(names, "Is so.")))


def test_the_page_on_python_has_every_name_that_is_offered_and_no_other_is_missing():
    documented = DOCUMENTED.findall((ROOT / "docs" / "python.md").read_text(encoding="utf-8"))
    assert len(set(documented)) == len(documented)
    offered = {f"gtarena.{name}" for name in gtarena.__all__ if name != "ratings"}
    assert offered | {f"{public.__name__}.{name}" for name in public.__all__} <= set(documented)
    for name in documented:
        module, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(module), last), name


def test_names_in_docstrings_read_as_code():
    pytest.importorskip("griffe")
    roles = load_script("scripts/docstring_roles.py")
    told = roles.without_roles("See :func:`~a.b`, :mod:`a.b`, :class:`C` and ``d``.")
    assert told == "See `b`, `a.b`, `C` and ``d``."

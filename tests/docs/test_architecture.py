"""The page on the architecture names what is in the tree, and its picture shows the imports as they are."""

import re
from functools import cache

import pytest

from tests.support import ROOT
from tests.support.script_modules import load_script
from tests.test_structure import PACKAGES as TOP
from tests.test_structure import RANK

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted({path for path in re.findall(r"`([\w./]+/[\w./]*)`", PAGE) if "NAME" not in path})
SCRIPT = ROOT / "scripts" / "draw_packages.py"


@pytest.fixture(scope="module")
def drawing():
    module = load_script("scripts/draw_packages.py")
    module.package_imports = cache(module.package_imports)  # which reads all modules
    return module


def test_every_path_and_every_module_on_the_page_exists():
    assert len(PATHS) > 10
    assert [path for path in PATHS if not any((place / path).exists() for place in (ROOT, ROOT / "gtarena"))] == []
    names = set(re.findall(r"`(\w+\.(?:py|yaml))`", PAGE))
    assert [name for name in names if not any(any((ROOT / top).rglob(name)) for top in TOP)] == []


def test_the_short_page_draws_the_imports_in_the_order_of_packages_without_arrows_that_follow(drawing):
    assert drawing.PICTURE.read_text(encoding="utf-8") == drawing.picture(), "run python scripts/draw_packages.py"
    heights = drawing.heights(drawing.package_imports())
    rank = {room.removeprefix("gtarena."): place for room, place in RANK.items()}
    assert [(package, other) for package, others in drawing.package_imports().items() for other in others
            if heights[package] <= heights[other] or rank[package] <= rank[other]] == []
    graph = {"cli": {"runs", "logs"}, "runs": {"logs"}, "logs": set()}
    assert drawing.without_shortcuts(graph) == {"cli": {"runs"}, "runs": {"logs"}, "logs": set()}
    assert len(PAGE.split()) < 1200

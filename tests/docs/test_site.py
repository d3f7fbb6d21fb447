"""The site has every page, all links lead somewhere, and nothing is fetched from another host."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import ROOT
from tests.support.script_modules import load_script

hooks = load_script("scripts/site_hooks.py")
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
PAGES = SETTINGS["extra"]["pages"]
SOURCES = sorted({*PAGES.values(), "SECURITY.md", *(
    str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md"))})
REPOSITORY = SETTINGS["repo_url"]
# Pictures in Markdown, and elements of HTML other than links to read on. A page tells search engines its own address.
FETCHED = re.compile(r"""!\[[^\]]*\]\((\w+:)?//|<(?:img|script|link(?! rel="canonical")|iframe)\b[^>]*"""
                     r"""(?:src|href)=["']?(\w+:)?//""")


def texts(place: Any) -> Iterator[str]:
    """Yields the pages of a part of the navigation."""
    if isinstance(place, str):
        yield place
    else:
        for inner in place.values() if isinstance(place, dict) else place:
            yield from texts(inner)


def read(source: str) -> str:
    return (ROOT / source).read_text(encoding="utf-8")


def broken(source: str) -> Iterator[str]:
    """Yields the links of a file that lead to no file, or to no heading."""
    for target in hooks.targets(read(source)):
        path = hooks.place(target, source)
        fragment = target.partition("#")[2]
        if path is None:
            continue
        found = not path.startswith("..") and (ROOT / path).exists()
        if not found or (fragment and path.endswith(".md") and fragment not in hooks.anchors(read(path))):
            yield target


def test_every_page_is_in_the_navigation_once_and_every_entry_is_a_page() -> None:
    listed = list(texts(SETTINGS["nav"]))
    docs = [source.removeprefix("docs/") for source in SOURCES if source.startswith("docs/")]
    assert sorted(listed) == sorted([*PAGES, *docs])
    assert [source for source in PAGES.values() if not (ROOT / source).is_file()] == []


def test_all_links_lead_to_a_file_and_a_heading() -> None:
    assert {source: found for source in SOURCES if (found := list(broken(source)))} == {}


def test_nothing_is_fetched_from_another_host() -> None:
    assert SETTINGS["theme"]["font"] is False
    assert [source for source in SOURCES if FETCHED.search(read(source))] == []
    styles = [ROOT / "docs" / name for name in SETTINGS["extra_css"]]
    assert [str(style) for style in styles if re.search(r"@import|url\(", style.read_text(encoding="utf-8"))] == []
    assert "extra_javascript" not in SETTINGS


def test_the_site_is_built_without_a_warning_and_fetches_nothing(tmp_path: Path) -> None:
    for package in ("material", "mkdocstrings", "mkdocstrings_handlers.python"):
        pytest.importorskip(package)
    built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--site-dir", tmp_path], cwd=ROOT,
                           env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    pages = [page.read_text(encoding="utf-8") for page in tmp_path.rglob("*.html")]
    assert len(pages) >= len(SOURCES)
    assert [found[0] for page in pages if (found := FETCHED.search(page))] == []
    assert [page for page in pages if 'data-md-component="source"' in page] == []


@pytest.mark.parametrize(("source", "target", "link"), [
    ("docs/a.md", "b.md#c", "b.md#c"), ("docs/a.md", "#c", "#c"), ("docs/a.md", "https://d.org", "https://d.org"),
    ("docs/a.md", "../CONTRIBUTING.md#c", "contributing.md#c"), ("docs/gallery/README.md", "../a.md", "../a.md"),
    ("docs/gallery/README.md", "../../README.md", "../index.md"), ("README.md", "docs/a.md", "a.md"),
    ("README.md", "docs/a.png", "a.png"), ("README.md", "LICENSE", f"{REPOSITORY}/blob/main/LICENSE"),
    ("docs/a.md", "../examples", f"{REPOSITORY}/tree/main/examples"),
    ("docs/a.md", "../gtarena/errors.py", f"{REPOSITORY}/blob/main/gtarena/errors.py")])
def test_a_link_leads_on_the_site_to_where_it_leads_in_the_repository(source: str, target: str, link: str) -> None:
    assert hooks.site_link(target, source, PAGES, REPOSITORY) == link


def test_links_are_rewritten_in_text_and_not_in_code() -> None:
    page = ('[a](../README.md) `[b](../README.md)` <img src="../docs/c.png">\n'
            "```sh\n[d](../README.md)\n```\n[e]: ../f.py\n")
    assert hooks.with_site_links(page, "docs/a.md", PAGES, REPOSITORY) == (
        f'[a](index.md) `[b](../README.md)` <img src="c.png">\n```sh\n[d](../README.md)\n```\n'
        f"[e]: {REPOSITORY}/blob/main/f.py\n")
    assert list(hooks.targets(page)) == ["../README.md", "../docs/c.png", "../f.py"]


def test_anchors_are_those_of_github() -> None:
    page = "# A b\n```sh\n# not one\n```\n## `c_d`, [E](f.md) - G\n"
    assert hooks.anchors(page) == {"a-b", "c_d-e---g"}


@pytest.mark.parametrize("page", ["![a](https://b.org/c.png)", '<script src="//b.org/c.js">', "![a](//b.org/c.png)"])
def test_what_is_fetched_is_recognised(page: str) -> None:
    assert FETCHED.search(page)


def test_a_broken_link_is_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n[1](b.md) [2](#a) [3](#b) [4](../../c.md) [5](a.md#a)", "utf-8")
    monkeypatch.setitem(broken.__globals__, "ROOT", tmp_path)
    assert list(broken("docs/a.md")) == ["b.md", "#b", "../../c.md"]

"""Hooks with which mkdocs builds the documentation site; its settings are in mkdocs.yml.

Files at the top of the repository become pages, links out of docs lead to the repository's own pages of those files,
and headings have the anchors that GitHub gives them, so that one link works in both places.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs"

_FENCED = r"^ *```.*?^ *```[ \t]*$"
_CODE = re.compile(rf"({_FENCED}|`(?:[^`\n]|\n(?! *\n))+`)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"""(\]\(|\b(?:src|href)="|^\[[^\]\n]+\]: +)([^)\s"]+)""", re.MULTILINE)
_ELSEWHERE = re.compile(r"[a-z]+:|//")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|`")


def anchor(heading: str, separator: str = "-") -> str:
    """Returns the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def anchors(markdown: str) -> set[str]:
    """Returns the anchors of all headings of a page."""
    headings = _HEADING.findall(re.sub(_FENCED, "", markdown, flags=re.MULTILINE | re.DOTALL))
    return {anchor(_MARKUP.sub(lambda found: found[1] or "", heading)) for heading in headings}


def targets(markdown: str) -> Iterator[str]:
    """Yields the targets of all links and pictures of a page, those in code left out."""
    for text in _CODE.split(markdown)[::2]:
        yield from (found[2] for found in _LINK.finditer(text))


def place(target: str, source: str) -> str | None:
    """Returns the path in the repository to which a link in the file ``source`` leads; ``None`` for an address."""
    if _ELSEWHERE.match(target):
        return None
    path = target.partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source


def site_link(target: str, source: str, pages: Mapping[str, str], repository: str) -> str:
    """Returns a link in the file ``source`` as its page of the site has it.

    ``pages`` has the files at the top of the repository by their pages, and ``repository`` is its address.
    """
    path = place(target, source)
    if path is None or target.startswith("#"):
        return target
    page_of = {file: page for page, file in pages.items()}
    _, sign, fragment = target.partition("#")
    page = page_of.get(path, path.removeprefix(f"{DOCS}/") if path.startswith(f"{DOCS}/") else "")
    if not page:
        return f"{repository}/{'tree' if (ROOT / path).is_dir() else 'blob'}/main/{path}{sign}{fragment}"
    own = page_of.get(source, source.removeprefix(f"{DOCS}/"))
    return posixpath.relpath(page, posixpath.dirname(own) or ".") + sign + fragment


def with_site_links(markdown: str, source: str, pages: Mapping[str, str], repository: str) -> str:
    """Returns the text of the file ``source`` with its links as its page of the site has them."""
    parts = _CODE.split(markdown)
    parts[::2] = [
        _LINK.sub(lambda found: found[1] + site_link(found[2], source, pages, repository), text) for text in parts[::2]]
    return "".join(parts)


def on_config(config: "MkDocsConfig") -> "MkDocsConfig":
    """Gives headings their anchors."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    return config


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Adds the pages made of files at the top of the repository."""
    from mkdocs.structure.files import File

    for page, source in config.extra["pages"].items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """Leads the links of a page to where they lead from the file that it is made of."""
    pages = config.extra["pages"]
    source = pages.get(page.file.src_uri, f"{DOCS}/{page.file.src_uri}")
    return with_site_links(markdown, source, pages, config.repo_url.rstrip("/"))


def asking_nobody(html: str) -> str:
    """Returns a page that does not ask GitHub for the repository's number of stars."""
    return html.replace(' data-md-component="source"', "")


def on_post_page(output: str, page: "Page", config: "MkDocsConfig") -> str:
    """Returns a page as it is written."""
    return asking_nobody(output)


def on_post_template(output: str, template_name: str, config: "MkDocsConfig") -> str:
    """Returns a page that is made of no file, such as that for addresses without a page, as it is written."""
    return asking_nobody(output)

"""Writes llms.txt, the list of the documentation's pages for language models: `python scripts/write_llms.py`.

Pages and sections are those of the site (mkdocs.yml); beside each link stands the first sentence of its page.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "llms.txt"
SENTENCE = re.compile(r".+?\.(?=\s+(?:[A-Z`]|gtarena\b)|$)")


def first_sentence(page: str) -> str:
    """Returns the first sentence of a page in Markdown as plain text, or an empty text if it has no paragraph."""
    blocks = re.split(r"\n\s*\n", re.sub(r"<!--.*?-->|```.*?```", "", page, flags=re.DOTALL))
    paragraph = next((" ".join(block.split()) for block in blocks if re.match(r"\s*[\w`*\[]", block)), "")
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph).replace("**", "")
    found = SENTENCE.match(text)
    return (found.group() if found else text).rstrip(":") if text else ""


def page_file(page: str, site: dict[str, Any]) -> Path:
    """Returns the file of a page of the site, from the repository's root."""
    return Path(site["extra"]["pages"].get(page) or Path(site["docs_dir"], page))


def lines(site: dict[str, Any]) -> Iterator[str]:
    """Yields the lines of llms.txt for a site, which is the content of mkdocs.yml."""
    home = page_file("index.md", site)
    yield from (f"# {site['site_name']}", "", f"> {first_sentence((ROOT / home).read_text(encoding='utf-8'))}")
    for section in site["nav"]:
        (name, pages), = section.items()
        yield from ("", f"## {name}", "")
        for title, page in (entry for named in pages for entry in named.items()):
            file = page_file(page, site)
            told = first_sentence((ROOT / file).read_text(encoding="utf-8"))
            yield f"- [{title}]({site['repo_url']}/raw/main/{file}){f': {told}' if told else ''}"


def text() -> str:
    """Returns the text of llms.txt as it should be."""
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    return "\n".join(lines(site)) + "\n"


if __name__ == "__main__":
    LIST.write_text(text(), encoding="utf-8")

"""Code of the documentation, for tests that run it."""

import re
from pathlib import Path

_DOCS = Path(__file__).parents[2] / "docs"


def read_example(page: str, heading: str) -> str:
    """Returns the first block of Python in the section of a page under ``docs`` with this heading.

    Raises:
        ValueError: the page has no such section, or no code in it.
    """
    _, found, rest = (_DOCS / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    code = re.search(r"```python\n(.*?)```", rest.partition("\n## ")[0], re.DOTALL)
    if not found or code is None:
        raise ValueError(f"docs/{page} has no section {heading!r} with Python in it")
    return code[1]

"""Writes the table of the lengths of prompts: `python scripts/write_lengths.py` changes docs/openspiel.md.

It takes some minutes. The table stands between `<!-- lengths of v1 -->` and `<!-- end -->`.
"""

import re
from pathlib import Path

from gtarena.cli.listings.game_listing import named_games
from gtarena.cli.listings.length_listing import list_lengths

PAGE = Path(__file__).resolve().parents[1] / "docs" / "openspiel.md"
VERSION = "v1"
# Beside the games with prompts of their own, some with a rules sheet.
OTHERS = (
    "amazons", "coin_game", "crazy_eights", "kriegspiel", "matrix_pd", "oshi_zumo", "oware", "shogi", "skat", "yacht")
OPENING, END = f"<!-- lengths of {VERSION} -->", "<!-- end -->"
PLACE = re.compile(rf"{OPENING}\n.*?{END}", re.DOTALL)


def with_table(page: str, table: str) -> str:
    """Returns the page with the table in its place.

    Raises:
        ValueError: the page has no place for it, or more than one.
    """
    page, places = PLACE.subn(lambda _: f"{OPENING}\n\n{table}\n\n{END}", page)
    if places != 1:
        raise ValueError(f"{PAGE.name} needs one line {OPENING}, followed by a line {END}")
    return page


if __name__ == "__main__":
    table = "\n".join(list_lengths(sorted([*named_games(), *OTHERS]), VERSION, 0))
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), table), encoding="utf-8")

"""Tables of words by game: the pairs of words that a disguise exchanges, in files of data."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adapters.disguises.exchanges import Exchange

_FOLDER = Path(__file__).parent / "words"
_KEPT = Path(__file__).parent / "kept.toml"

Table = Mapping[str, str]


@cache
def read_tables(game: str) -> Mapping[str, Table]:
    """Returns the tables of a game by the disguise that they are for; none if the game has no file."""
    path = _FOLDER / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def list_games(table: str) -> list[str]:
    """Returns the games that have a table for a disguise."""
    return [path.stem for path in sorted(_FOLDER.glob("*.toml")) if table in read_tables(path.stem)]


@cache
def read_exchange(game: str, table: str) -> Exchange | None:
    """Returns the exchange of words that a table of a game describes; ``None`` if it has no such table.

    Phrases of the texts that all games share are not changed.
    """
    pairs = read_tables(game).get(table)
    return None if pairs is None else Exchange.of_pairs({**{phrase: phrase for phrase in _kept_phrases()}, **pairs})


@cache
def _kept_phrases() -> list[str]:
    return list(tomllib.loads(_KEPT.read_text(encoding="utf-8"))["phrases"])

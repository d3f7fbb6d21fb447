import re
from pathlib import Path

import pytest

from adapters.disguises.disguise import KINDS
from adapters.disguises.word_tables import list_games, read_exchange, read_tables
from adapters.rendering.templates import PROMPTS

SHARED = ("layouts/form.jinja", "_layout.jinja", "_sections.jinja", "gtbench/layout.jinja", "nudge", "reasoning",
          "inquiries", "think", "tree", "look_up", "rap")
STATEMENT = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)
EXCHANGED = [(game, table) for table in ("renamed", "anonymous", "story", "players") for game in list_games(table)]


def files(place: str) -> list[Path]:
    path = PROMPTS / place
    return [path] if path.is_file() else sorted(path.glob("*.jinja"))


@pytest.mark.parametrize(("game", "table"), EXCHANGED)
def test_texts_that_all_games_share_stay_as_they_are(game: str, table: str) -> None:
    exchange = read_exchange(game, table)
    assert exchange is not None
    for path in (path for place in SHARED for path in files(place)):
        text = STATEMENT.sub(" ", path.read_text(encoding="utf-8"))
        assert exchange.apply(text) == text, path


def test_every_table_is_for_a_kind_of_disguise_and_has_an_exchange() -> None:
    for game in {game for game, _ in EXCHANGED}:
        for table in read_tables(game):
            assert table in KINDS
            assert read_exchange(game, table) is not None


def test_a_game_without_a_file_has_no_tables() -> None:
    assert read_tables("chess") == {}
    assert read_exchange("chess", "renamed") is None
    assert "chess" not in list_games("renamed")

"""Games with topics and explanations of moves that players may look up, in a prompt folder of a test's own."""

from pathlib import Path

import pytest

from adapters.rendering import templates

TOPICS = {"winning": "Three marks in a row win.",
          "Order_of_play": "Player {{ player }} moves among {{ legal | length }} free cells.",
          "full-board_draws": "A full board without a row is a draw."}
HEADINGS = ["Order of play", "full-board draws", "winning"]
EXPLANATION = "Player {{ player }} may take {{ move }}, of {{ legal | length }} moves: {{ values }}."


def withhold_rules(monkeypatch: pytest.MonkeyPatch, folder: Path, game: str = "tic_tac_toe") -> None:
    """Makes a game withhold the topics until the test ends."""
    place = folder / game / "topics"
    place.mkdir(parents=True)
    for name, text in TOPICS.items():
        (place / f"{name}.jinja").write_text(text, encoding="utf-8")
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(folder))


def explain_moves(
    monkeypatch: pytest.MonkeyPatch, folder: Path, game: str = "tic_tac_toe", text: str = EXPLANATION
) -> None:
    """Makes a game explain offered moves until the test ends."""
    place = folder / game / "moves"
    place.mkdir(parents=True)
    (place / "explanation.jinja").write_text(text, encoding="utf-8")
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(folder))

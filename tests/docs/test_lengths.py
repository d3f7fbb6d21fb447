"""The page's table of the lengths of prompts has all named games, and rows that are measured again."""

import re

import pytest

from gtarena.cli.listings.game_listing import named_games
from gtarena.cli.listings.length_listing import list_lengths
from tests.support.script_modules import load_script

QUICK = ("blotto", "coin_game", "kuhn_poker", "matrix_pd", "nim", "tic_tac_toe")


@pytest.fixture(scope="module")
def script():
    return load_script("scripts/write_lengths.py")


def test_the_table_has_every_named_game_and_rows_as_they_are_measured_now(script):
    (table,) = re.findall(rf"{script.OPENING}\n(.*?){script.END}", script.PAGE.read_text(encoding="utf-8"), re.DOTALL)
    rows = {line.split("|")[1].strip(): line for line in table.splitlines() if line.startswith("| ")}
    assert set(rows) - {"game", "---"} == {*named_games(), *script.OTHERS}
    measured = list(list_lengths(QUICK, script.VERSION, 0))
    assert [rows[game] for game in QUICK] == measured[2:2 + len(QUICK)], "run python scripts/write_lengths.py"
    assert measured[-1].strip() in table


def test_a_table_is_written_in_its_place_alone(script):
    page = script.with_table(f"a\n{script.OPENING}\nold\n{script.END}\nb", "| new |")
    assert page == f"a\n{script.OPENING}\n\n| new |\n\n{script.END}\nb"
    with pytest.raises(ValueError, match="needs one line"):
        script.with_table("a\n", "| new |")

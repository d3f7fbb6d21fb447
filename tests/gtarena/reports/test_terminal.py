import io
import re

import pytest
from rich.console import Console

from gtarena.reports.headline import state_differences
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.reports.tables import Cell, Table
from gtarena.reports.terminal import MEANS_ALONE, print_all_tables, print_leaderboard
from tests.support.records import record, seat
from tests.support.reported_matches import graded, hostile, swept
from tests.support.suite_matches import boards_of


def printed(records, width, sections=()):
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system="truecolor")
    print_all_tables(boards_of(records), console, sections)
    return console.file.getvalue()


def section(*tables, games=()):
    return Section("bench", frozenset(games), tables, {}, "the [red]folder")


def matches(*games):
    return [record(game, [seat(), seat("mcts")], [1, -1], game=game) for game in games]


def rows(shown, label):
    """The cells of the printed row with this label."""
    return [" ".join(line.split()[1:]) for line in shown.splitlines() if line.split()[:1] == [label]]


def test_sweeps_have_a_row_for_every_job_and_texts_of_a_log_are_printed_literally():
    shown = printed(swept(), 200)
    for settings in ("v1 temperature=0", "v1 temperature=1", "v2 temperature=0", "v2 temperature=1"):
        assert f"prompt={settings}" in shown
    rows = {line.split("prompt=")[1][:16]: line for line in printed(swept(), 200).splitlines()
            if line.strip().startswith("llm") and "prompt=" in line}
    assert rows["v1 temperature=0"].rstrip().endswith("$0.5000")
    assert rows["v1 temperature=1"].rstrip().endswith("?")
    output = printed([hostile()], 100)
    assert "[red]red[/red]" in output
    for mark in ("\x1b[31m", "\x1b]8", "\x07", "\x00", "\u202e", "\u2066"):
        assert mark not in output


@pytest.mark.parametrize("width", [80, 160])
def test_the_leaderboard_fits_the_terminal(width):
    console = Console(file=io.StringIO(), width=width)
    print_all_tables(boards_of(swept()), console)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in console.file.getvalue()
    assert any("NRA" in line and "Cost" in line for line in lines)
    assert any("Tokens" in line for line in lines) == (width > 100)
    assert "All games" in console.file.getvalue()


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize(("games", "title"), [(("nim",), "nim"), (("nim", "kuhn_poker"), "All games")])
def test_one_table_and_the_sentence_are_the_leaderboard_of_a_run(games, title, width):
    console, boards = Console(file=io.StringIO(), width=width), boards_of(matches(*games))
    print_leaderboard(boards, console)
    shown = console.file.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    assert shown.startswith(f"{title} ")
    assert shown.count(" Agent ") == 1
    assert " ".join(shown.split()).endswith(state_differences(boards))
    print_all_tables(boards, console)
    whole = console.file.getvalue().removeprefix(shown)
    assert whole.count(" Agent ") == len({*games, title})
    assert " ".join(whole.split()).endswith(state_differences(boards))


def test_ratings_stand_with_their_intervals_ranks_and_what_is_missing_but_not_of_two_agents_of_one_game():
    shown = printed(graded(), 140)
    assert re.search(r"best +[+]1\.\d\d \[[+]\d\.\d\d, [+]\d\.\d\d\] +1–2 ", shown)
    assert re.search(r"unbeaten +at least −1\.\d\d +1–5 ", shown)
    assert "– unbeaten: won everything (in part through others) against best, even, level and worst" in shown
    assert "Rank: the places that differences beyond noise" in shown
    assert "Rating" not in printed(matches("nim"), 140)


@pytest.mark.parametrize("width", [80, 100])
def test_ratings_fit_the_terminal(width):
    lines = printed(graded(), width).splitlines()
    assert max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in lines) <= width
    assert any("Rating" in line and "Cost" in line for line in lines)


def test_tables_of_a_benchmark_replace_those_of_its_games_and_only_the_first_tables_and_rows_are_printed():
    scores = Table("t", "Scores by player", ("<b>n</b>", "m"), (("nim", (Cell(0.5), None)),))
    shown = printed(matches("nim", "kuhn_poker"), 120, [section(scores, games=["nim"])])
    for text in ("kuhn_poker", "Scores by player", "<b>n</b>", "All games"):
        assert text in shown
    assert rows(shown, "nim") == ["0.5 –"]  # and no leaderboard of that title
    tables = [Table("t", f"Scores {number}", ("a",), (("row", (Cell(1),)),)) for number in range(TABLES_SHOWN + 2)]
    shown = printed(matches("nim"), 100, [section(*tables)])
    assert f"Scores {TABLES_SHOWN - 1}" in shown
    assert f"Scores {TABLES_SHOWN} " not in shown
    assert "2 more tables in the [red]folder" in shown
    long = Table("t", "Topics", ("a",), tuple((f"row{number}", (Cell(number),)) for number in range(7)), rows_printed=3)
    shown = printed(matches("nim"), 100, [section(long)])
    assert (rows(shown, "row2"), rows(shown, "row3")) == (["2.0"], [])
    assert "4 more of these rows in the [red]folder" in shown


def test_wide_tables_are_transposed_then_divided_and_long_labels_wrapped_before_intervals_are_left_out():
    columns = tuple(f"column{number}" for number in range(4))
    cells = tuple(Cell(number, low=-0.5, high=0.5) for number in range(4))
    wide = [section(Table("t", "Scores", columns, (("row1", cells), ("row2", cells))))]
    assert rows(printed(matches("nim"), 100, wide), "row2") == [
        "0.0 [-0.5, 0.5] 1.0 [-0.5, 0.5] 2.0 [-0.5, 0.5] 3.0 [-0.5, 0.5]"]
    assert rows(printed(matches("nim"), 50, wide), "column1") == ["1.0 [-0.5, 0.5] 1.0 [-0.5, 0.5]"]
    narrow = printed(matches("nim"), 24, wide)
    assert rows(narrow, "row2") == [f"{number}.0 [-0.5, 0.5]" for number in range(4)]
    assert narrow.count("(continued)") == 3
    assert rows(printed(matches("nim"), 20, wide), "row2") == [f"{number}.0" for number in range(4)]
    order = "TRB: llm offline/random guide=basics above llm offline/first rules=full"
    shown = printed(matches("nim"), 80, [section(Table("t", "Orders", ("a", "b"), ((order, (Cell(1), Cell(2))),) * 3))])
    assert "TRB: llm offline/random guide=basics above llm" in shown
    assert "\n offline/first rules=full " in shown
    columns = ("win rate of the chameleon", "three_player_prisoners_dilemma", "Pearson's r")
    cells = tuple(Cell(number, low=-0.5, high=0.5) for number in range(3))
    wide = [section(Table("t", "Scores", columns, tuple((f"row{row}", cells) for row in range(4))))]
    shown = printed(matches("nim"), 80, wide)
    assert rows(shown, "row3") == ["0.0 [-0.5, 0.5] 1.0 [-0.5, 0.5] 2.0 [-0.5, 0.5]"]
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    for line in ("three_player_", "win rate of prisoners_", "the chameleon dilemma Pearson's r"):
        assert line in {" ".join(each.split()) for each in plain.splitlines()}


@pytest.mark.parametrize(("width", "said"), [(60, True), (600, False)])
def test_a_table_of_means_alone_says_so(width, said):
    row = tuple(Cell(number, low=-0.5, high=0.5) for number in range(13))
    rows = tuple((f"row {number}", row) for number in range(9))
    table = Table("t", "Scores", tuple(f"game {number}" for number in range(13)), rows)
    assert (MEANS_ALONE in printed(matches("nim"), width, [section(table)])) == said

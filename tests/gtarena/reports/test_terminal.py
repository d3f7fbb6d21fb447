import io

import pytest
from rich.console import Console

from gtarena.reports.terminal import print_leaderboard
from tests.support.reported_matches import hostile, swept


@pytest.fixture
def sweep():
    return swept()


def printed(records, width):
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system="truecolor")
    print_leaderboard(records, console)
    return console.file.getvalue()


def test_every_job_of_a_sweep_has_its_row(sweep):
    shown = printed(sweep, 200)
    for settings in ("v1 temperature=0", "v1 temperature=1", "v2 temperature=0", "v2 temperature=1"):
        assert f"prompt={settings}" in shown


def test_an_unknown_cost_stays_unknown(sweep):
    rows = {line.split("prompt=")[1][:16]: line for line in printed(sweep, 200).splitlines() if "prompt=" in line}
    assert rows["v1 temperature=0"].rstrip().endswith("$0.5000")
    assert rows["v1 temperature=1"].rstrip().endswith("?")


def test_the_terminal_shows_what_a_log_says_and_does_not_act_on_it():
    output = printed([hostile()], 100)
    assert "[red]red[/red]" in output
    for mark in ("\x1b[31m", "\x1b]8", "\x07", "\x00", "\u202e", "\u2066"):
        assert mark not in output


@pytest.mark.parametrize("width", [80, 160])
def test_the_leaderboard_fits_the_terminal(sweep, width):
    console = Console(file=io.StringIO(), width=width)
    print_leaderboard(sweep, console)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in console.file.getvalue()
    assert any("NRA" in line and "Cost" in line for line in lines)
    assert any("Tokens" in line for line in lines) == (width > 100)
    assert "All games" in console.file.getvalue()


def test_no_matches_are_an_error_and_not_an_empty_leaderboard():
    with pytest.raises(ValueError, match="there are no matches to report"):
        print_leaderboard([])

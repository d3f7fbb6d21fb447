import sys

import pytest

from gtarena.logs.spending import Spending
from gtarena.runs.matches.workers import Ended
from gtarena.runs.progress import ProgressTally, show_progress


def test_the_last_match_is_told_with_the_cost_of_all_which_one_unknown_price_makes_unknown(capsys):
    with show_progress(total=3, done=1, quiet=False) as report:
        report(Ended("a", spent=Spending(cost=0.25)))
        assert capsys.readouterr().err == ""
        report(Ended("b", spent=Spending(cost=0.5)))
    assert capsys.readouterr().err.startswith("3/3 matches, ")
    with show_progress(total=1, done=0, quiet=False) as report:
        report(Ended("c", spent=Spending(cost=0.75)))
    assert capsys.readouterr().err.endswith(" matches/s, $0.7500\n")
    tally = ProgressTally(done=0)
    for cost in (0.25, None, 0.5):
        tally.add(Ended("a", spent=Spending(cost=cost)))
    assert tally.text().endswith("matches/s, cost unknown")
    clock = iter([0.0, 4.0])
    tally = ProgressTally(done=100, clock=lambda: next(clock))
    tally.add(Ended("a"))
    tally.add(Ended("b"))
    assert (tally.done, tally.text()) == (102, "0.5 matches/s, $0.0000")


def test_without_a_terminal_a_line_is_printed_every_ten_seconds_and_at_the_end(capsys):
    clock, shown = [0.0], []
    with show_progress(total=4, done=0, quiet=False, clock=lambda: clock[-1]) as report:
        for seconds in (9.9, 10.0, 19.9, 20.1):
            clock.append(seconds)
            report(Ended("a"))
            shown.append(capsys.readouterr().err)
    assert shown == ["", "2/4 matches, 0.2 matches/s, $0.0000\n", "", "4/4 matches, 0.2 matches/s, $0.0000\n"]


@pytest.mark.parametrize(("terminal", "quiet", "shown"), [(False, True, ""), (True, True, ""), (True, False, "2/2")])
def test_a_terminal_gets_a_bar_and_nothing_is_shown_while_a_person_plays(capsys, monkeypatch, terminal, quiet, shown):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with show_progress(total=2, done=1, quiet=quiet) as report:
        report(Ended("a"))
    told = capsys.readouterr().err
    assert shown in told
    assert bool(told) == bool(shown)


def test_matches_that_could_not_be_finished_are_not_told_as_done(capsys):
    with show_progress(total=2, done=0, quiet=False) as report:
        for match_id in "ab":
            report(Ended(match_id, "nothing answers"))
    told = capsys.readouterr().err
    assert told.startswith("0/2 matches, 0.0 matches/s, ")
    assert told.endswith(", 2 unfinished\n")

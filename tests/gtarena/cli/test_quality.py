import json
from pathlib import Path

import pytest

from tests.support.commands import Command

pytestmark = pytest.mark.usefixtures("without_pictures")


def test_matches_are_judged_and_those_that_cannot_be_are_counted_with_the_reason(command: Command):
    assert command("game=kuhn_poker", "agents=[random,always:Bet]", "matches=4", "name=bets").code == 0
    log = Path("results/bets/matches.jsonl")
    first, *rest = log.read_text().splitlines()
    match = json.loads(first)
    match["history"][2]["action"] = 7
    log.write_text("\n".join([json.dumps(match), *rest, ""]))
    shown = command("quality", "results/bets", "--out", "judged")
    assert shown.code == 0, shown.err
    assert "1 matches of kuhn_poker are not judged: match " in shown.err
    assert "action 7 of player 0 is not legal" in shown.err
    assert "Reference: solver, without noise." in shown.out
    rows = Path("judged/tables/quality_kuhn_poker.csv").read_text().splitlines()[1:]
    assert sorted(row.split(",")[0] for row in rows) == ["always:Bet", "random"]


def test_without_a_match_that_can_be_judged_there_are_no_tables(command: Command):
    command("game=undercover", "agents=[random]", "matches=1", "name=words")
    shown = command("quality", "results/words", "--out", "judged")
    assert shown.code == 2
    assert "no match could be judged" in shown.err
    assert not Path("judged").exists()

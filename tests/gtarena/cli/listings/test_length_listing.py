"""The table of `gtarena prompts --tokens`."""

import pyspiel
import pytest

from gtarena.checks.prompt_lengths import measure_prompts
from gtarena.cli.listings.length_listing import MATCHES, list_lengths
from gtarena.errors import UsageError


def test_a_row_tells_decisions_tokens_and_the_share_seen_before_of_each_version():
    head, rule, *rows, explained = list_lengths(["kuhn_poker", "matrix_pd"], None, 0)
    assert head.split(" | ")[-1] == "prefix seen before |"
    assert head.count("|") == rule.count("|") == rows[0].count("|")
    assert [row.split(" | ")[:2] for row in rows] == [
        *(["| kuhn_poker", version] for version in ("paper", "v1", "v2")),
        *(["| matrix_pd", version] for version in ("v1", "v2"))]
    found = measure_prompts(pyspiel.load_game("kuhn_poker"), "v1", range(MATCHES))
    assert rows[1].split(" | ")[2:] == [
        f"{found.decisions / MATCHES:.0f}", f"{found.tokens_each:.0f}", f"{found.longest}",
        f"{found.tokens_a_match:.0f}", f"{found.shared_prefix:.0%} |"]
    assert rows[3].endswith("| - |")
    assert f"Means of {MATCHES} matches" in explained


@pytest.mark.parametrize(("game", "version", "message"), [
    ("nosuch", None, "unknown game"), ("nim", "v9", "unknown prompt version of nim 'v9'")])
def test_an_unknown_game_or_version_is_refused_before_anything_is_shown(game, version, message):
    with pytest.raises(UsageError, match=message):
        next(iter(list_lengths([game], version, 0)))

import re

import pytest

from adapters.rendering import templates
from gtarena.cli.listings.prompt_listing import prompt_lines

HEADING = re.compile(r"=== (.+), (\w+): player (\d+), decision (\d+) of (\d+)")


def headings(game: str, version: str | None = None, seed: int = 0) -> list[tuple[str, ...]]:
    """Returns game, version, player, number of the decision and their total of each prompt."""
    return [found.groups() for line in prompt_lines(game, version, seed) if (found := HEADING.search(line))]


@pytest.mark.parametrize(
    ("game", "players"), [("nim", 2), ("kuhn_poker", 2), ("el_farol(rounds=4)", 10), ("pirate_game(players=4)", 4)])
def test_every_version_is_shown_for_every_seat_that_decides(game, players):
    shown = headings(game)
    assert {version for _, version, *_ in shown} == set(templates.list_versions(game.split("(")[0]))
    for version in templates.list_versions(game.split("(")[0]):
        assert len({player for _, name, player, *_ in shown if name == version}) == players


def test_decisions_are_shown_from_the_whole_match_and_of_another_seat_only_the_lines_that_differ():
    first = [(number, total) for _, _, player, number, total in headings("el_farol(rounds=9)", "v1") if player == "0"]
    assert first == [("1", "9"), ("5", "9"), ("9", "9")]
    shown = ["\n".join(prompt_lines("chameleon(chameleon=2)", "v2", seed)) for seed in range(12)]
    assert any('{"guess": ' in text for text in shown)
    lines = list(prompt_lines("battle_royale(players=3)", "v1", 0))
    start = next(index for index, line in enumerate(lines) if "player 2, decision 1" in line)
    assert lines[start].endswith("the lines that differ from those of player 0")
    told = lines[start + 1 :]
    assert told[0] == "You are player_2, your hit rate is 45%, and you are number 3 in the order."
    assert not set(told) & set(lines[: lines.index("--- user")])
    lines = list(prompt_lines("el_farol(rounds=2)", "v1", 0))
    start = next(index for index, line in enumerate(lines) if "player 3, decision 1" in line)
    assert lines[start].endswith("which reads like that of player 0")
    assert "player 4, decision 1" in lines[start + 1]


def test_messages_are_shown_whole_under_their_role_and_another_seed_shows_another_match():
    lines = list(prompt_lines("nim", "v1", 0))
    system, user = lines.index("--- system"), lines.index("--- user")
    assert system == 1
    assert system < user
    assert any(line.startswith("Legal moves: ") for line in lines[user:])
    assert list(prompt_lines("nim", "v1", 1)) != list(prompt_lines("nim", "v1", 2))


@pytest.mark.parametrize("seed", range(6))
def test_every_kind_of_decision_is_shown_whole_once(seed):
    keys = [line for line in prompt_lines("chameleon(chameleon=2)", "v1", seed) if line.startswith("{")]
    for key in ("role", "clue", "vote"):
        assert sum(f'"{key}"' in line for line in keys) == 1
    assert sum('"guess"' in line for line in keys) <= 1
    assert sum('"player_1_suspects"' in line for line in keys) == 1  # of the chameleon, who has no suspect of its own

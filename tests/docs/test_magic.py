"""The page on MAgIC states the parameters, sets and experiments that there are."""

import json
import re

import pytest

from custom_games.word_sets.word_lists import DATA
from gtarena import games
from tests.support import ROOT

PAGE = (ROOT / "docs" / "magic.md").read_text(encoding="utf-8")
GAMES = ("chameleon", "undercover", "cost_sharing", "three_player_prisoners_dilemma", "public_good")
TABLE = PAGE[PAGE.index("The parameters"):PAGE.index("The numbers of topics")]


def entries(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_parameter_of_a_game_is_listed_with_its_default(game):
    (row,) = re.findall(rf"^\| `{game}` \| (.*) \|$", TABLE, re.MULTILINE)
    defaults = {name: str(value) for name, value in games.complete(game, {}).items()}
    assert dict(re.findall(r"`(\w+)=([^`]+)`", row)) == defaults


def test_the_sizes_of_the_sets_and_the_experiments_on_the_page_are_those_that_there_are():
    topics, pairs, airlines = entries("chameleon"), entries("undercover"), entries("cost_sharing")
    assert f"{len(topics)} topics with 16 words and 16 to {max(len(each['clues']) for each in topics)} clues" in PAGE
    assert {len(each["words"]) for each in topics} == {16}
    assert f"{len(pairs)} pairs of related words with 8 clues each" in PAGE
    assert {len(each["clues"]) for each in pairs} == {8}
    assert f"{len(airlines['airlines'])} airlines" in PAGE
    assert f"{len(airlines['groups'])} groups" in PAGE
    named = set(re.findall(r"\+experiment=(\w+)", PAGE))
    assert named == {path.stem for path in (ROOT / "conf" / "experiment").glob("magic_*.yaml")}

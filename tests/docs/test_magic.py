"""The page on MAgIC states the sets and experiments that there are."""

import json
import re

from custom_games.word_sets.word_lists import DATA
from tests.support import ROOT

PAGE = (ROOT / "docs" / "magic.md").read_text(encoding="utf-8")


def entries(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


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

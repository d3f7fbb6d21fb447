"""The wordings of MAgIC's games tell what ``facts.yaml`` says that the published stimulus tells, and nothing else."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import pytest
import yaml

from gtarena.agents.llm.schemes import SCHEMES as ALL_SCHEMES
from tests.support.magic_decisions import decisions
from tests.support.named_games import VERSIONS

FACTS = yaml.safe_load(resources.files("gtarena.suites.magic").joinpath("facts.yaml").read_text(encoding="utf-8"))
SCHEMES = ("pgm",)  # the folders of schemes with words of their own for these games
# What tells an outcome or a rule of counting; a numbered point of a form is no number of the game.
GOALS = re.compile(r"(?<!player )\b\d+\b(?!\. )|\bwin(?:s|ner)?\b(?! the trust)|\bpoints\b|\bscores?\b|\bhighest\b|"
                   r"\bleast\b|\bequally\b|\bmultipl\w+|\bcredits?\b|\bfee\b", re.MULTILINE)

Told = tuple[str, str, str]  # the stage, the role and the text that a player is shown


@cache
def told(game: str, version: str) -> list[Told]:
    """Returns what is told at a decision of each kind of a game."""
    found = []
    for adapter, state, player in decisions().values():
        if state.get_game().get_type().short_name == game:
            text = "\n".join(message["content"] for message in adapter.prompt(state, player, version))
            observed = adapter.view.observe(state, player)
            found.append((observed.get("stage", ""), observed.get("role", ""), text))
    return found


def rows(kind: str) -> Iterator[Any]:
    for game, facts in FACTS.items():
        for row in facts[kind]:
            for version in VERSIONS:
                yield pytest.param(game, row, version, id=f"{game} {version}: {row['fact']}")


def concerned(game: str, row: dict[str, Any], version: str) -> list[str]:
    """Returns the texts of the stages and the role that a fact is of."""
    return [text for stage, role, text in told(game, version)
            if stage in row.get("stages", [stage]) and role == row.get("who", role)]


def is_told(row: dict[str, Any], text: str) -> bool:
    return re.search(row["words"], text, re.IGNORECASE) is not None


@pytest.mark.parametrize(("game", "row", "version"), rows("told"))
def test_a_fact_of_the_published_stimulus_is_told_to_whom_and_when_it_tells_it(game, row, version):
    texts = concerned(game, row, version)
    if game.endswith("dilemma") or game == "public_good":
        texts = texts[-1:]  # a decision after a round
    assert texts
    assert all(is_told(row, text) for text in texts), texts[0]


@pytest.mark.parametrize(("game", "row", "version"), rows("absent"))
def test_a_fact_that_the_published_stimulus_does_not_tell_is_not_told(game, row, version):
    texts = concerned(game, row, version)
    assert texts
    assert not any(is_told(row, text) for text in texts), texts[0]


def own_words(folder: str, decision: tuple[Any, Any, int]) -> str:
    """Returns all that a scheme may add at a decision, whatever an analysis said of the own role."""
    adapter, state, player = decision
    game = state.get_game().get_type().short_name
    return "\n".join(
        adapter.block(folder, game, block, state, player, analysis="Hm.", target="Player 1", own_role=role)
        for block in ("analysis", "decision") for role in ("innocent", "culprit", "unknown"))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("folder", SCHEMES)
def test_a_scheme_tells_no_fact_number_or_goal_of_a_game_that_its_wording_does_not_tell(folder, version):
    said = 0
    for name, decision in decisions().items():
        adapter, state, player = decision
        own = own_words(folder, decision)
        game, role = state.get_game().get_type().short_name, adapter.view.observe(state, player).get("role", "")
        wording = "\n".join(text for _, other, text in told(game, version) if other == role)  # at any stage
        for row in (*FACTS[game]["told"], *FACTS[game]["absent"]):
            if row.get("who", role) == role and is_told(row, own):
                said += 1
                assert is_told(row, wording), (name, row["fact"])
        words = set(GOALS.findall(own.lower()))
        assert words <= set(GOALS.findall(wording.lower())), name
    assert said


def test_these_are_all_the_schemes_that_have_words_for_one_of_the_games():
    found = {folder for scheme in ALL_SCHEMES.values() for adapter, state, _ in decisions().values()
             for folder, name in scheme.wordings(adapter) if name == state.get_game().get_type().short_name}
    assert found == set(SCHEMES)

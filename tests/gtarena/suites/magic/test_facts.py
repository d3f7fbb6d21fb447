"""The words that schemes add in MAgIC's games tell no fact that the games' own wordings do not tell."""

import re
from typing import Any

import pytest

from gtarena.agents.llm.schemes import SCHEMES as ALL_SCHEMES
from gtarena.suites.facts import facts_of
from tests.support.magic_decisions import decisions
from tests.support.named_games import VERSIONS
from tests.support.told_texts import told

FACTS = facts_of("magic").games
SCHEMES = ("pgm",)  # the folders of schemes with words of their own for these games
# What tells an outcome or a rule of counting; a numbered point of a form is no number of the game.
GOALS = re.compile(r"(?<!player )\b\d+\b(?!\. )|\bwin(?:s|ner)?\b(?! the trust)|\bpoints\b|\bscores?\b|\bhighest\b|"
                   r"\bleast\b|\bequally\b|\bmultipl\w+|\bcredits?\b|\bfee\b", re.MULTILINE)


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
        game, role = state.get_game().get_type().short_name, adapter.view.observe(state, player).get("role")
        wording = "\n".join(each.texts[""] for each in told(game, version)  # at any stage
                            if role is None or role in each.names)
        for fact in (*FACTS[game].told, *FACTS[game].absent):
            if fact.who in ("", role) and fact.is_told_in(own):
                said += 1
                assert fact.is_told_in(wording), (name, fact.fact)
        words = set(GOALS.findall(own.lower()))
        assert words <= set(GOALS.findall(wording.lower())), name
    assert said


def test_these_are_all_the_schemes_that_have_words_for_one_of_the_games():
    found = {folder for scheme in ALL_SCHEMES.values() for adapter, state, _ in decisions().values()
             for folder, name in scheme.wordings(adapter) if name == state.get_game().get_type().short_name}
    assert found == set(SCHEMES)

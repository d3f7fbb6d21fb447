import re

import pytest

from adapters import templates
from tests.adapters.named_games import SETTINGS, VERSIONS, loaded, some_decisions

NAMES = sorted({game_string.split("(")[0] for game_string in SETTINGS})


@pytest.mark.parametrize("name", [*NAMES, "generic"])
def test_every_named_game_and_the_generic_one_has_two_wordings(name):
    assert templates.versions(name) == ["v1", "v2"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("game_string", [*SETTINGS, "leduc_poker", "othello", "goofspiel(num_cards=4)"])
def test_every_prompt_of_a_playout_is_filled_in_and_lists_the_legal_moves(game_string, version):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=10):
        system, turn = adapter.prompt(state, player, version)
        assert (system["role"], turn["role"]) == ("system", "user")
        for text in (system["content"], turn["content"]):
            assert not re.search(r"\{\{|\{%|\{#|%\}|\}\}|None|Undefined|undefined|True|False|\n\n\n|<built-in", text)
            assert text == text.strip()
        listed = "Legal moves: " + " | ".join(adapter.view.patterns(state, player))
        assert [line for line in turn["content"].splitlines() if line.startswith("Legal moves")] == [listed]
        assert "Legal moves:" not in system["content"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_rules_end_with_the_form_of_the_reply(game_string, version):
    state, player = some_decisions(game_string, seeds=(0,), most=0)[0]
    system, _ = loaded(game_string).prompt(state, player, version)
    form = '{"decision": "<move>"}' if game_string.startswith("el_farol") else "Answer: <move>"
    assert system["content"].splitlines()[-1] == form
    assert system["content"].count("<move>") == 1
    assert "legal moves" in system["content"] or game_string.startswith("el_farol")


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_rules_do_not_change_in_the_course_of_a_match(game_string):
    adapter = loaded(game_string)
    for version in VERSIONS:
        by_seat: dict[int, set[str]] = {}
        for state, player in some_decisions(game_string, seeds=(0,)):
            by_seat.setdefault(player, set()).add(adapter.prompt(state, player, version)[0]["content"])
        assert all(len(texts) == 1 for texts in by_seat.values())


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_two_wordings_share_hardly_a_sentence(game_string):
    state, player = some_decisions(game_string, seeds=(0,), most=0)[0]
    one, two = (set(loaded(game_string).prompt(state, player, version)[0]["content"].splitlines())
                for version in VERSIONS)
    assert len(one & two - {""}) <= 1

import json
import random

import pytest

from adapters.move_names import MoveNames
from tests.support.named_games import SETTINGS, expanded, loaded, named_actions, named_decisions, some_decisions

REPLIES = {
    "answer line": "Some thoughts: {name} or not?\nAnswer: {name}",
    "bold": "**Answer:** **{name}**",
    "bold line": "**Answer: {name}**",
    "fenced": "```\nAnswer: {name}\n```",
    "full stop": "Answer: {name}.",
    "code": "Final answer: `{name}`",
}


def replies(name: str) -> list[str]:
    framed = [form.format(name=spelling) for form in REPLIES.values()
              for spelling in (name, name.upper(), name.lower())]
    return [*framed, json.dumps({"answer": name}), json.dumps({"reasoning": "none", "answer": name.lower()}, indent=1)]


def test_a_pattern_with_two_ranges_stands_for_every_pair():
    assert expanded("[0..1, 7, 2..3]") == ["[0, 7, 2]", "[0, 7, 3]", "[1, 7, 2]", "[1, 7, 3]"]


@pytest.mark.parametrize("game_string", SETTINGS)
def test_a_legal_move_is_understood_by_its_shown_name_however_the_reply_is_dressed(game_string):
    adapter = loaded(game_string)
    rng = random.Random(0)
    for state, player in named_decisions(game_string, most=4):
        legal = named_actions(adapter.view, state, player)
        for action in rng.sample(legal, min(4, len(legal))):
            name = adapter.view.names(state, player, action)[0]
            for reply in replies(name):
                assert adapter.parse(reply, state, player) == [action], reply


@pytest.mark.parametrize("game_string", SETTINGS)
def test_every_legal_move_is_understood_by_each_of_its_names(game_string):
    view = loaded(game_string).view
    for state, player in named_decisions(game_string, most=5):
        moves = MoveNames.of_legal_moves(view, state, player)
        for action in named_actions(view, state, player):
            for name in view.names(state, player, action):
                assert moves.resolve(name) == [action], name


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_patterns_stand_for_exactly_the_shown_names_of_the_legal_moves(game_string):
    view = loaded(game_string).view
    for state, player in named_decisions(game_string):
        shown = [name for pattern in view.patterns(state, player) for name in expanded(pattern)]
        names = [view.names(state, player, action)[0] for action in named_actions(view, state, player)]
        assert sorted(shown) == sorted(names)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_no_name_contains_what_separates_the_moves_of_the_list(game_string):
    view = loaded(game_string).view
    for state, player in some_decisions(game_string, most=2):
        assert not any(" | " in pattern or "\n" in pattern for pattern in view.patterns(state, player))


@pytest.mark.parametrize("game_string", SETTINGS)
def test_what_a_player_observes_is_plain_json(game_string):
    view = loaded(game_string).view
    for state, player in some_decisions(game_string, most=5):
        seen = view.observe(state, player)
        assert json.loads(json.dumps(seen)) == seen

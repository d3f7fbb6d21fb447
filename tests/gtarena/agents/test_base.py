import random

import pytest

import adapters
import custom_games  # noqa: F401
from adapters import ReplyError
from adapters.replies import Reading
from custom_games.framework.spiel import game_class
from gtarena.agents.base import Decision
from tests.support import keepers
from tests.support.llm_decisions import decision_at


def test_legal_moves_are_named_as_in_prompts():
    assert decision_at("el_farol").legal_names() == ["stay", "go"]
    assert decision_at("nim(pile_sizes=1;2)").legal_names() == ["pile:1, take:1", "pile:2, take:1..2"]
    assert decision_at("tic_tac_toe", 0, 1, 2, 4, 3, 5, 7).legal_actions == [6, 8]


LAST_CELL = (0, 1, 2, 4, 3, 5, 7, 6)  # nobody has three in a row, and only the lower right corner is free


def test_the_only_legal_move_is_forced_and_one_of_two_is_not():
    assert decision_at("tic_tac_toe", *LAST_CELL).forced_action == 8
    assert decision_at("tic_tac_toe", *LAST_CELL[:-1]).forced_action is None


def test_a_part_of_a_compound_move_is_never_forced():
    part = decision_at("pirate_game(players=3,gold=1)", 1)
    assert (part.legal_actions, part.forced_action) == ([0], None)


def test_the_penalty_is_an_action_that_is_not_legal():
    asked = decision_at("beauty_contest(upper=10,grid=1.0)")
    assert asked.charge() == (11,)  # 0 to 10 are numbers
    assert asked.legal_actions == list(range(11))


@pytest.mark.parametrize(("reply", "reason"), [
    ("Answer: C1R1", "illegal"), ("the middle, I think", "unparsable"), ("", "empty"),
    ("Answer: C1R2\nNo:\nAnswer: C2R2", "ambiguous"),
])
def test_a_reply_without_a_legal_move_is_refused_with_the_reason(reply, reason):
    with pytest.raises(ReplyError) as refused:
        decision_at("tic_tac_toe", 0).parse(reply)
    assert refused.value.reason == reason


def test_a_move_is_read_with_its_form():
    asked = decision_at("tic_tac_toe")
    assert asked.read('{"move": "C2R2"}') == Reading([4], "json")
    assert asked.read("Answer: C2R2", "paper").form == "line"
    assert asked.parse("C2R2") == [4]


def test_the_prompt_is_that_of_the_version():
    asked = decision_at("el_farol")
    first, second = (asked.prompt(version) for version in ("v1", "v2"))
    assert [message["role"] for message in first] == ["system", "user"]
    assert first != second
    with pytest.raises(ValueError, match="v99"):
        asked.prompt("v99")


def test_only_a_prompt_that_asks_for_json_has_a_schema():
    asked = decision_at("tic_tac_toe")
    schema = asked.reply_schema(asked.reply_form("v1"))
    assert schema is not None
    assert schema["required"] == ["move"]
    assert asked.reply_schema(asked.reply_form("paper")) is None


def test_a_random_move_is_whole():
    # The proposer divides 6 coins among 3 pirates: every number but the last, which is what remains.
    proposals = {decision_at("pirate_game(players=3,gold=6)").random_move(random.Random(seed)) for seed in range(20)}
    assert len(proposals) > 5
    assert {len(proposal) for proposal in proposals} == {3}
    assert {sum(proposal) for proposal in proposals} == {6}


def test_a_recorded_move_is_its_actions_and_of_a_game_without_records_nothing():
    state = keepers.started(game_class(keepers.RecordedKeepers)())
    asked = Decision(state, 0, adapters.for_game(state.get_game()), 9)
    assert asked.choices(asked.recorded_move()) == ["hush"]
    for game in ("tic_tac_toe", "el_farol"):
        assert decision_at(game).recorded_move() == ()

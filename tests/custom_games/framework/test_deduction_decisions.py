import pytest

from custom_games.action_specs import Choice
from custom_games.framework.deduction import (
    PENALTY,
    PLAYERS,
    beliefs_spec,
    clue_spec,
    others_of,
    role_spec,
    suspects,
    vote_spec,
)


@pytest.mark.parametrize(("player", "others"), [(0, (1, 2)), (1, (0, 2)), (2, (0, 1))])
def test_a_vote_is_for_one_of_the_two_others_and_its_action_is_the_seat(player, others):
    assert others_of(player) == others
    assert vote_spec(player).legal_actions() == others
    assert vote_spec(player).read({"vote": f"player {others[1] + 1}"}) == [others[1]]
    with pytest.raises(ValueError, match='"vote" must be Player'):
        vote_spec(player).read({"vote": f"Player {player + 1}"})


def test_the_role_question_asks_for_a_name_and_a_role():
    spec = role_spec(("undercover", "civilian"))
    assert spec.move(spec.read({"name": "Player 3", "role": "Civilian"})) == (2, 1)


def test_belief_questions_are_about_oneself_first_and_then_about_the_others():
    everybody = (tuple(range(PLAYERS)),) * PLAYERS
    spec = beliefs_spec(1, (1, 0, 2), everybody)
    assert spec.keys == ("suspect", "player_1_suspects", "player_3_suspects")
    stated = {"suspect": "Player 2", "player_1_suspects": "Player 1", "player_3_suspects": "Player 1"}
    assert suspects((1, 0, 2), spec.move(spec.read(stated))) == (0, 1, 0)
    assert suspects((0, 1), (2, 2)) == (2, 2, None)


def test_the_action_for_an_unusable_answer_is_beyond_those_of_every_decision():
    specs = [clue_spec(9, ("a",), ("b",)), vote_spec(0), role_spec(("one", "other")), Choice("x", ("y",))]
    assert max(spec.num_actions for spec in specs) == PENALTY


def test_a_clue_says_something():
    with pytest.raises(ValueError, match=r'"clue" must have at least 1 byte$'):
        clue_spec(9, (), ()).read({"clue": ""})

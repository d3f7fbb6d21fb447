import pytest

import adapters
from adapters import ReplyError
from adapters.replies.published import gamabench
from tests.support.named_games import after

PLAN = [98, 1, 1]


def read(reply, game, *moves, player=0):
    state = after(game, *moves)
    return gamabench.read(reply, adapters.for_game(state.get_game()).view, state, player).actions


@pytest.mark.parametrize(("game", "reply", "actions"), [
    ("el_farol", ' {"decision": "Go"}\n', [1]), ("diners_dilemma", '{"chosen_dish": "COSTLY"}', [1]),
    ("guess_two_thirds", '{"chosen_number": 33.9}', [33]), ("guess_two_thirds", '{"chosen_number": "34"}', [34]),
    ("divide_dollar", '{"bid_amount": true}', [1]),
    ("public_goods", 'I give {"tokens_contributed": "3"}, as always.', [3]),
    ("battle_royale", '{"action": "miss", "target": null}', [10]),
    ("battle_royale", 'Bang! "action": "shoot", "target": "player_4"', [4]),
    ("pirate_game(players=3)", 'See {"a": 1}. {"proposal": {"x": "98", "y": 1, "z": 1}} Aye.', PLAN)])
def test_a_reply_is_cut_and_converted_as_the_program_does(game, reply, actions):
    assert list(read(reply, game)) == actions


@pytest.mark.parametrize(("reply", "vote"), [
    ('{"decision": "I accept it"}', "accept"), ('{"decision": "Reject, or accept?"}', "accept"),
    ('Hm. {"decision": "Rejected"}', "reject"), ('\\{"decision": "reject"}', "reject")])
def test_a_vote_of_the_pirates_is_the_word_in_it(reply, vote):
    assert list(read(reply, "pirate_game(players=3)", *PLAN, player=1)) == [["reject", "accept"].index(vote)]


@pytest.mark.parametrize(("game", "reply", "reason"), [
    ("el_farol", 'I say {"decision": "go"}', "unparsable"), ("el_farol", '{"decision": 1}', "unparsable"),
    ("el_farol", '["go"]', "unparsable"), ("el_farol", "", "unparsable"),
    ("guess_two_thirds", '{"chosen_number": 101}', "illegal"), ("guess_two_thirds", '{"number": 7}', "unparsable"),
    ("guess_two_thirds", '{"chosen_number": "33.9"}', "unparsable"), ("guess_two_thirds", "[" * 100_000, "unparsable"),
    ("battle_royale", '{"target": "playerID_or_null", "action": "miss"}', "illegal"),
    ("public_goods", "I give 3.", "unparsable")])
def test_a_reply_for_which_the_program_would_ask_again_states_no_move(game, reply, reason):
    with pytest.raises(ReplyError) as refused:
        read(reply, game)
    assert refused.value.reason == reason

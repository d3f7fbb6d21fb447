import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import malformed_replies


@pytest.mark.parametrize("game_string", malformed_replies.GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_whatever_happens_to_a_reply_it_gives_a_legal_move_or_a_named_reason(game_string, data):
    decision = data.draw(st.sampled_from(malformed_replies.decisions(game_string)))
    text = malformed_replies.reply(malformed_replies.names(*decision), data.draw(st.randoms(use_true_random=False)))
    malformed_replies.outcome(*decision, text)


@pytest.mark.parametrize("game_string", ["tic_tac_toe", "el_farol(rounds=3)", "chess", "small_talk"])
def test_so_does_every_beginning_of_a_well_formed_answer(game_string):
    decision = malformed_replies.decisions(game_string)[0]
    truncated = malformed_replies.truncations(malformed_replies.names(*decision))
    outcomes = {malformed_replies.outcome(*decision, text) for text in truncated}
    assert outcomes >= {"move", "empty", "unparsable"}


def test_the_replies_are_of_all_kinds():
    decision, rng = malformed_replies.decisions("tic_tac_toe")[0], random.Random(0)
    moves = malformed_replies.names(*decision)
    found = [malformed_replies.outcome(*decision, malformed_replies.reply(moves, rng)) for _ in range(1000)]
    assert set(found) == {"move", *malformed_replies.REASONS}
    assert 100 < found.count("move") < 900

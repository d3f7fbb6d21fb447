import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import malformed


@pytest.mark.parametrize("game_string", malformed.GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_happens_to_a_reply_it_gives_a_legal_move_or_a_named_reason(game_string, data):
    decision = data.draw(st.sampled_from(malformed.decisions(game_string)))
    text = malformed.reply(malformed.names(*decision), data.draw(st.randoms(use_true_random=False)))
    malformed.outcome(*decision, text)


@pytest.mark.parametrize("game_string", ["tic_tac_toe", "el_farol(rounds=3)", "chess", "small_talk"])
def test_so_does_every_beginning_of_a_well_formed_answer(game_string):
    decision = malformed.decisions(game_string)[0]
    outcomes = {malformed.outcome(*decision, text) for text in malformed.truncations(malformed.names(*decision))}
    assert outcomes >= {"move", "empty", "unparsable"}


def test_the_replies_are_of_all_kinds():
    decision, rng = malformed.decisions("tic_tac_toe")[0], random.Random(0)
    moves = malformed.names(*decision)
    found = [malformed.outcome(*decision, malformed.reply(moves, rng)) for _ in range(1000)]
    assert set(found) == {"move", *malformed.REASONS}
    assert 100 < found.count("move") < 900

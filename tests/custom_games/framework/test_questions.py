import random

import pytest

from custom_games.framework.questions import ANSWERS, answer_spec, question_spec

BANK = ("", "?", "Who are you?")


@pytest.mark.parametrize(("spec", "bank"), [(question_spec(5, BANK), BANK), (answer_spec(5), ANSWERS)])
def test_a_text_is_a_line_may_be_empty_and_is_cut_off_at_the_limit_after_a_whole_character(spec, bank):
    (key,) = spec.keys
    assert [spec.move(spec.read({key: said})) for said in ("", "Red?", "Are you?", "abcd\u00e9")] == [
        "", "Red?", "Are y", "abcd"]
    assert spec.overlong_bytes({key: "Are you?"}) == 3
    with pytest.raises(ValueError, match="any text of one line"):
        spec.read({key: "Red\n?"})


def test_random_players_say_something_of_the_bank_that_fits_or_nothing_at_all():
    rng = random.Random(0)
    long, short = question_spec(400, BANK), question_spec(1, BANK)
    for spec, bank in ((long, BANK), (answer_spec(400), ANSWERS), (short, BANK[:2])):
        assert {spec.draw(rng) for _ in range(200)} == set(bank)

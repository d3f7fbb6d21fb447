from math import isnan, nan

from gtarena.game_theory.profiles.measures import MEASURES


def test_every_measure_says_in_sentences_what_it_is_and_what_it_does_not_say():
    for measure in MEASURES.values():
        assert all(words.endswith(".") and words[0].isupper() for words in (measure.about, measure.limits))
        assert not measure.source.endswith(".")
        assert measure.unit
        assert measure.title[0].isupper()


def test_lower_ranks_are_better_in_the_direction_of_each_measure():
    assert MEASURES["rating"].rank(2) < MEASURES["rating"].rank(1)
    assert MEASURES["exploitability"].rank(0.1) < MEASURES["exploitability"].rank(0.2)
    assert MEASURES["disguise_effect"].rank(-0.1) < MEASURES["disguise_effect"].rank(0.2)
    assert MEASURES["disguise_effect"].rank(0.1) < MEASURES["disguise_effect"].rank(-0.2)
    assert isnan(MEASURES["recognition"].rank(1))
    assert isnan(MEASURES["rating"].rank(nan))

from gtarena import ratings


def test_the_public_names_are_there():
    assert all(callable(getattr(ratings, name)) for name in ratings.__all__)
    assert {"bradley_terry", "fit", "win_probabilities", "elo", "nash_averaging", "alpha_rank"} == set(ratings.__all__)

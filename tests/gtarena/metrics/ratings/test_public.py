import numpy as np

from gtarena.metrics.ratings import public
from tests.support.ratings import duels


def test_the_public_names_are_there():
    assert all(callable(getattr(public, name)) for name in public.__all__)
    assert set(public.__all__) == {
        "GeneralFactor", "alpha_rank", "bradley_terry", "elo", "fit", "general_factor", "leave_one_out",
        "nash_averaging", "reversals", "win_probabilities"}


def simulated(agents, matches, generator):
    """Matches of all pairs, won as the model says, and the true ratings by name."""
    truth = generator.normal(0, 1, agents)
    truth -= truth.mean()
    names = [f"agent {number}" for number in range(agents)]
    played = [(names[i], names[j], float(generator.random() < 1 / (1 + np.exp(truth[j] - truth[i]))))
              for i in range(agents) for j in range(i) for _ in range(matches)]
    return duels(played), dict(zip(names, truth, strict=True))


def test_intervals_of_95_per_cent_hold_the_true_ratings():
    # The full study is scripts/rating_coverage.py. 100 intervals: 95 on average, 88 or fewer in 1 of 300 studies.
    generator = np.random.default_rng(15)
    held = 0
    for number in range(10):
        played, truth = simulated(10, 12, generator)
        frame = public.bradley_terry(played, 400, seed=number).query("game == 'overall'")
        held += sum(row["low_95"] <= truth[row["agent"]] <= row["high_95"] for _, row in frame.iterrows())
    assert 89 <= held <= 99

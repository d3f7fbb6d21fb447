import numpy as np
import pytest

from gtarena.game_theory.axioms.choice_counts import (
    Choice,
    count_choices,
    draw_counts,
    luce_chances,
    observed_chances,
    pair_shares,
    shares,
    transitive_chances,
    triples,
)

A, B, C = "30:50+0:50", "20:80+0:20", "90:20+0:80"  # none dominates another
WORSE = "25:50+-5:50"


def counts_of(**by_menu):
    """Returns counts by menus such as ``AB=(3, 1)``."""
    options = {"A": A, "B": B, "C": C}
    found = {}
    for name, numbers in by_menu.items():
        pairs = sorted(zip([options[letter] for letter in name], numbers, strict=True))
        found[tuple(option for option, _ in pairs)] = np.array([[float(number) for _, number in pairs]])
    return found


def test_choices_are_counted_whatever_the_order_of_the_menu():
    counts = count_choices([Choice("a", (A, B), 0), Choice("a", (B, A), 1), Choice("a", (B, A), 0),
                            Choice("a", (A, B), None), Choice("a", (C, A), None)])
    assert {menu: numbers.tolist() for menu, numbers in counts.items()} == {(B, A): [[1.0, 2.0]]}


def test_shares_sum_to_one_and_pairs_have_both_sides():
    counts = counts_of(AB=(3, 1), ABC=(1, 1, 2))
    assert shares(counts)[B, A] == pytest.approx(np.array([[0.25, 0.75]]))
    pairs = pair_shares(counts)
    assert {two: share.tolist() for two, share in pairs.items()} == {(A, B): [0.75], (B, A): [0.25]}


def test_pairs_with_a_dominated_option_say_nothing_of_preferences():
    assert pair_shares({tuple(sorted((A, WORSE))): np.array([[3.0, 1.0]])}) == {}


def test_drawn_counts_have_the_chances_and_as_many_choices():
    counts = counts_of(AB=(30, 10))
    (drawn,) = draw_counts(counts, observed_chances(counts), 4000, seed=0).values()
    assert drawn.shape == (4000, 2)
    assert set(drawn.sum(axis=1)) == {40.0}
    assert drawn.mean(axis=0) == pytest.approx(np.array([10, 30]), abs=0.3)


def test_the_transitive_chooser_keeps_the_noise_and_turns_what_contradicts_the_ranking():
    # Mean shares: A (0.9 + 0.4) / 2, B (0.1 + 0.9) / 2, C (0.6 + 0.1) / 2, so the order is A, B, C.
    counts = counts_of(AB=(9, 1), BC=(9, 1), AC=(4, 6), ABC=(5, 3, 2))
    chances = {menu: dict(zip(menu, each, strict=True)) for menu, each in transitive_chances(counts).items()}
    assert chances[B, A][A] == pytest.approx(0.9)
    assert chances[tuple(sorted((A, C)))][A] == pytest.approx(0.6)  # was 0.4
    assert chances[tuple(sorted((B, C)))][B] == pytest.approx(0.9)
    assert chances[tuple(sorted((A, B, C)))] == pytest.approx({A: 0.5, B: 0.3, C: 0.2})


def test_choices_by_luces_axiom_are_found_again():
    values = {A: 0.5, B: 0.3, C: 0.2}
    counts = counts_of(AB=(500, 300), BC=(300, 200), AC=(500, 200), ABC=(500, 300, 200))
    for menu, chances in luce_chances(counts).items():
        total = sum(values[option] for option in menu)
        assert chances == pytest.approx([values[option] / total for option in menu], abs=1e-6)


def test_luces_chances_are_known_where_an_option_was_never_chosen():
    for menu, chances in luce_chances(counts_of(AB=(8, 0), BC=(8, 0), AC=(8, 0))).items():
        assert sum(chances) == pytest.approx(1)
        assert max(chances) > 0.98, menu


def test_triples_have_all_their_pairs():
    assert triples([A, B, C], pair_shares(counts_of(AB=(1, 1), BC=(1, 1)))) == []
    assert triples([A, B, C], pair_shares(counts_of(AB=(1, 1), BC=(1, 1), AC=(1, 1)))) == [tuple(sorted((A, B, C)))]

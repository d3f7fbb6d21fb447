import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs.patterns import (
    Parts,
    Pattern,
    Range,
    Some,
    Words,
    count_compositions,
    draw_move,
    fold_numbers,
    random_composition,
)


@pytest.mark.parametrize(("piece", "shown", "size", "lowest", "possible"), [
    (Range("3", "6"), "3..6", 4, "3", {"3", "4", "5", "6"}),
    (Range("0.0", "0.2"), "0.0..0.2", 3, "0.0", {"0.0", "0.1", "0.2"}),
    (Range("-4", "4", step=4), "-4..4 in steps of 4", 3, "-4", {"-4", "0", "4"}),
    (Range("0.00", "1.00", step=50), "0.00..1.00 in steps of 0.50", 3, "0.00", {"0.00", "0.50", "1.00"}),
    (Parts(2, 2), "[0..2, 0..2] summing to 2", 3, "[0, 2]", {"[0, 2]", "[1, 1]", "[2, 0]"}),
    (Parts(20, 2, step=10), "[0..20, 0..20] in steps of 10 summing to 20", 3, "[0, 20]", {
        "[0, 20]", "[10, 10]", "[20, 0]"}),
    # Texts count as one move, and nothing at all is said only if nothing may be.
    (Words("a word", "ab", 0, 2), "a word", 1, "a", {"a", "b", "aa", "ab", "ba", "bb"}),
    (Words("a word", "ab", 2, 2), "a word", 1, "aa", {"aa", "ab", "ba", "bb"}),
    (Words("nothing", "ab", 0, 0), "nothing", 1, "", {""})])
def test_a_piece_is_shown_counted_and_drawn(piece, shown, size, lowest, possible):
    rng = random.Random(0)
    assert str(piece) == str(Pattern(piece)) == shown
    assert piece.size == Pattern(piece).size == size
    assert piece.lowest() == lowest
    assert {piece.draw(rng) for _ in range(500)} == possible


def test_a_pattern_is_the_text_of_its_pieces_and_stands_for_all_their_combinations():
    pattern = Pattern("pile:", Range("1", "2"), ", take:", Range("1", "3"))
    assert (pattern, pattern.size, pattern.lowest()) == ("pile:1..2, take:1..3", 6, "pile:1, take:1")
    assert {pattern.draw(random.Random(seed)) for seed in range(200)} == {
        f"pile:{pile}, take:{count}" for pile in (1, 2) for count in (1, 2, 3)}


@pytest.mark.parametrize(("pattern", "names"), [
    (Pattern("stay"), ["stay"]), (Pattern(Range("0.5", "1.5", step=5)), ["0.5", "1.0", "1.5"]),
    (Pattern("pile:", Range("1", "2"), ", take:", Range("1", "2")), [
        "pile:1, take:1", "pile:1, take:2", "pile:2, take:1", "pile:2, take:2"]),
    (Pattern("TRASH ", Some.of(["Net", "Spear", "Spear"])), [
        "TRASH Spear", "TRASH Spear x2", "TRASH Net", "TRASH Net and Spear", "TRASH Net and Spear x2"])])
def test_the_moves_that_a_pattern_stands_for_can_be_told_one_by_one(pattern, names):
    assert (list(pattern.names()), pattern.size) == (names, len(names))


@pytest.mark.parametrize("piece", [Parts(2, 2), Words("a word", "ab", 1, 2)])
def test_free_texts_and_divisions_are_not_told_one_by_one(piece):
    assert list(Pattern("say ", piece, Range("1", "2")).names()) == []


def test_a_range_of_a_billion_numbers_is_drawn_from_without_being_listed():
    wide = Range("0", "1000000000", step=1000)
    assert wide.size == 1_000_001
    assert int(wide.draw(random.Random(0))) % 1000 == 0


def test_of_several_patterns_each_counts_for_all_the_moves_that_it_stands_for():
    rng = random.Random(0)
    moves = [draw_move([Pattern("none"), Pattern(Range("1", "9"))], rng) for _ in range(1000)]
    assert set(moves) == {"none", *"123456789"}
    assert 60 < moves.count("none") < 140


@pytest.mark.parametrize(("total", "parts"), [(0, 1), (5, 1), (0, 3), (2, 3), (4, 4)])
def test_ways_to_split_a_total_are_counted_and_every_one_can_be_drawn(total, parts):
    listed = {split for split in itertools.product(range(total + 1), repeat=parts) if sum(split) == total}
    assert count_compositions(total, parts) == len(listed)
    rng = random.Random(0)
    # Each of at most 35 ways is missed with a probability of (34/35) ** 1000, less than 10 ** -12.
    assert {tuple(random_composition(total, parts, rng)) for _ in range(1000)} == listed


@pytest.mark.parametrize(("names", "entries"), [
    (["a1", "a2", "a3", "b1", "b2", "pass"], ["a1..3", "b1", "b2", "pass"]),
    (["(h,1,0)", "(h,1,1)", "(h,1,2)", "(v,1,2)"], ["(h,1,0..2)", "(v,1,2)"]),
    (["9", "10", "11", "13"], ["9..11", "13"]), (["a07", "a08", "a09"], ["a07", "a08", "a09"]),
    (["5a4b", "5a5b", "5a6b"], ["5a4b", "5a5b", "5a6b"]),
    (["0,1", "0,2", "0,3"], ["0,1", "0,2", "0,3"]), ([], [])])
def test_moves_that_differ_in_a_number_at_their_end_are_one_range(names, entries):
    assert sorted(fold_numbers(names)) == sorted(entries)


@given(st.lists(st.tuples(
    st.sampled_from(["", "a", "b ", "c-", "3 d"]), st.integers(0, 30), st.sampled_from(["", ")", "!"])),
    unique=True))
def test_a_folded_list_stands_for_the_same_moves_each_once(parts):
    names = [f"{before}{number}{after}" for before, number, after in parts]
    assert sorted(name for entry in fold_numbers(names) for name in entry.names()) == sorted(names)
    assert len(fold_numbers(names)) <= len(names)

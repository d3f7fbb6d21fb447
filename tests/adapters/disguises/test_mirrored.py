import random

import pyspiel
import pytest

import adapters
from adapters.disguises.disguise import find_disguise
from adapters.disguises.mirrored import Symmetry, find_symmetry, list_mirrored, mirror
from adapters.native._native_view import NativeView
from tests.support.named_games import after


def symmetry_of(game: str, *labels: str) -> Symmetry:
    loaded = pyspiel.load_game(game)
    view = adapters.for_game(loaded).view
    assert isinstance(view, NativeView)
    return Symmetry(view, loaded, labels)


def test_columns_change_places_and_marks_stay() -> None:
    state = after("tic_tac_toe", 0, 1)  # x in the first column, o in the middle one
    shown = find_symmetry(adapters.for_game(state.get_game()))
    assert shown is not None
    image = shown.image(state)
    assert str(image.state) == ".ox\n...\n..."
    assert image.actions == {2: 0, 3: 5, 4: 4, 5: 3, 6: 8, 7: 7, 8: 6}


def test_the_piles_of_nim_change_their_order_with_their_sizes() -> None:
    state = after("nim(pile_sizes=1;2;4)", 2)  # one object of the last pile
    adapter = adapters.for_game(state.get_game())
    shown = find_symmetry(adapter)
    assert shown is not None
    mirrored = mirror(adapter, shown)
    assert mirrored.view.observe(state, 1)["piles"] == [3, 2, 1]
    assert "in this order, are 4, 2, 1." in mirrored.prompt(state, 1)[0]["content"]
    assert mirrored.parse("pile:1, take:3", state, 1) == adapter.parse("pile:3, take:3", state, 1)


def test_a_capture_and_a_step_of_one_name_are_told_apart() -> None:
    shown = find_symmetry(adapters.for_game(pyspiel.load_game("breakthrough")))
    assert shown is not None
    assert shown.turn("a2->b3") == "h2->g3"


def test_a_line_between_two_dots_is_named_from_its_first_dot() -> None:
    shown = find_symmetry(adapters.for_game(pyspiel.load_game("dots_and_boxes")))
    assert shown is not None
    assert [shown.turn("a1-b1"), shown.turn("a1-a2")] == ["b1-c1", "c1-c2"]


def matches_its_image(symmetry: Symmetry, rng: random.Random) -> bool:
    """Returns whether a random match has an image at every position, and equal returns."""
    state = symmetry.game.new_initial_state()
    try:
        while not state.is_terminal():
            symmetry.image(state)
            state.apply_action(rng.choice(state.legal_actions()))
        return symmetry.image(state).state.returns() == state.returns()
    except ValueError as error:
        assert "has no symmetry by" in str(error)  # noqa: PT017 - another error is a fault of the test
        return False


@pytest.mark.parametrize(("game", "wrong", "right"), [
    ("othello", [r"([a-z])\d+"], [r"([a-z])\d+", r"[a-z](\d+)"]),  # the start has black where the image has white
    ("hex(num_cols=4,num_rows=4)", [r"([a-z])\d+"], [r"([a-z])\d+", r"[a-z](\d+)"]),  # cells have other neighbours
    ("connect_four", [r"C([1-6])"], [r"C(\d+)"]),  # the last column stays
    ("nim", [r"pile:(\d+)"], [r"nothing (\d+)"]),  # piles of other sizes
])
def test_what_is_no_symmetry_is_caught_in_random_matches(game: str, wrong: list[str], right: list[str]) -> None:
    rng, kept, broken = random.Random(1), symmetry_of(game, *right), symmetry_of(game, *wrong)
    assert all(matches_its_image(kept, rng) for _ in range(30))
    assert not all(matches_its_image(broken, rng) for _ in range(30))


def test_parameters_that_break_the_symmetry_are_refused() -> None:
    handicapped = adapters.for_game(pyspiel.load_game("go(handicap=3)"))
    with pytest.raises(ValueError, match="disguise=mirrored does not apply to go: it has no board whose symmetry"):
        find_disguise("mirrored", handicapped)


def test_every_listed_game_has_its_symmetry() -> None:
    for name in list_mirrored():
        assert find_symmetry(adapters.for_game(pyspiel.load_game(name))) is not None

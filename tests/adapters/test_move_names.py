from types import SimpleNamespace

import pytest
from pyspiel import GameType

from adapters import ReplyError
from adapters.generic_view import GenericView
from adapters.move_names import LISTED_MOVES, MAX_NAME_LENGTH, MoveNames, SpelledMoves
from adapters.views import BaseView
from custom_games.action_specs import Number


class Moves:
    """The part of a state that names are read from: one action per name, in order."""

    def __init__(self, *names):
        self.names = names

    def legal_actions(self, player):
        return list(range(len(self.names)))

    def action_to_string(self, player, action):
        return self.names[action]


def names(*listed: str) -> MoveNames:
    return MoveNames.of_legal_moves(BaseView(), Moves(*listed), 0)


class Generic(Moves):
    """Moves of a game whose names may be shortened."""

    def get_game(self):
        kind = SimpleNamespace(
            short_name="moves", information=GameType.Information.IMPERFECT_INFORMATION,
            dynamics=GameType.Dynamics.SEQUENTIAL)
        return SimpleNamespace(get_type=lambda: kind)


def shortened(*listed: str) -> MoveNames:
    return MoveNames.of_legal_moves(GenericView(), Generic(*listed), 0)


@pytest.mark.parametrize("answer", ["pile 2", " PILE  2 ", "**pile 2.**", "<pile 2>", "\\boxed{pile 2}", "pile2"])
def test_a_move_is_found_by_its_name_whatever_its_case_and_dress(answer):
    assert names("pile 1", "pile 2").find(answer) == [1]


@pytest.mark.parametrize("answer", ["", "pile", "pile 3", "pile 2 or pile 1", "not pile 2"])
def test_whatever_is_no_name_finds_nothing(answer):
    assert names("pile 1", "pile 2").find(answer) is None


def test_a_name_that_two_moves_share_finds_neither():
    assert names("draw", "draw", "pass").find("draw") is None
    assert names("draw", "draw", "pass").find("pass") == [2]


def test_case_tells_moves_apart_where_some_names_are_capitalised_and_others_are_not():
    assert names("Bxc3", "a4").find("bxc3") is None
    assert names("Bxc3", "bxc3").find("bxc3") == [1]
    assert names("Bxc3", "Ra1").find("bxc3") == [0]


def test_an_answer_that_is_longer_than_any_name_is_not_compared():
    name = "x" * MAX_NAME_LENGTH
    assert names(name).find(name) == [0]
    assert names(name).find(f"{name} ") is None


@pytest.mark.parametrize("answer", ["go", "go (it is fun)", "go. It is fun.", "go - it is fun", "go because I like it"])
def test_a_name_may_be_followed_by_a_remark(answer):
    assert names("stay", "go").resolve(answer) == [1]


@pytest.mark.parametrize("answer", ["go (stay)", "go. Stay."])
def test_a_remark_that_names_a_move_is_a_second_answer(answer):
    with pytest.raises(ReplyError, match=r"states two moves\.$") as refused:
        names("stay", "go").resolve(answer)
    assert refused.value.reason == "illegal"


def test_a_remark_may_name_the_same_move_again():
    assert names("stay", "go").resolve("go (Go!)") == [1]


@pytest.mark.parametrize("answer", ["(2, 1)", "[2, 1]", "2,1", "{2, 1}", "<[2, 1]>"])
def test_brackets_around_a_name_do_not_matter(answer):
    assert names("[1, 2]", "[2, 1]").find(answer) == [1]


@pytest.mark.parametrize(("answer", "found"), [("5 points", [1]), ("$5", [1]), ("4 points", None), ("9 points", None)])
def test_a_number_may_have_a_unit_where_a_move_is_called_by_it(answer, found):
    assert names("pile 4", "5").find(answer) == found


def test_characters_that_stand_for_cards_pieces_and_directions_tell_names_apart():
    assert names("6♠", "6♦").find("6♦") == [1]
    assert names("♔", "♚", "6").find("♚") == [1]
    assert names("6♠", "6♦").find("👉 6♦ ✅") == [1]


def test_a_spec_reads_its_moves_itself():
    bids = SpelledMoves(Number("bid", 0, 10**6))
    assert bids.find("**48 coins.**") == [48]
    assert bids.resolve("48 (half of my value)") == [48]
    assert bids.find("forty-eight") is None
    with pytest.raises(ReplyError, match=r'^Your answer \'-1\' is not a legal move: "bid" must be a whole'):
        bids.resolve("-1")
    with pytest.raises(ReplyError, match=r"^Your answer '48 \(49\)' states two moves\.$"):
        bids.resolve("48 (49)")


@pytest.mark.parametrize("answer", ["", "  ", "**", "."])
def test_an_empty_answer_states_no_move(answer):
    with pytest.raises(ReplyError, match=r"^Your reply did not state a move in the required form\.$") as refused:
        names("stay", "go").resolve(answer)
    assert refused.value.reason == "unparsable"


def test_an_unknown_name_is_quoted_back_with_the_moves():
    with pytest.raises(ReplyError, match=r"^Your answer 'sleep' is not a legal move\. Legal moves: stay \| go$"):
        names("stay", "go").resolve("sleep")


@pytest.mark.parametrize(("count", "end"), [(LISTED_MOVES, " | m59"), (LISTED_MOVES + 1, " | m59 | ...")])
def test_of_many_moves_the_first_sixty_are_listed_and_of_a_long_answer_its_beginning(count, end):
    with pytest.raises(ReplyError) as refused:
        names(*[f"m{number}" for number in range(count)]).resolve("y" * 101)
    assert str(refused.value).startswith(f"Your answer '{'y' * 100}' is not")
    assert str(refused.value).endswith(end)


@pytest.mark.parametrize("answer", ["d4", "**D4**", "d4.", "`d4`", "d4 (takes the corner)", "d4 - the best", "B d4"])
def test_a_part_of_a_name_is_understood_where_one_move_has_it(answer):
    assert shortened("B d4", "B d5", "B pass").resolve(answer) == [0]


def test_an_ambiguous_part_of_a_name_is_refused_with_the_moves_that_have_it():
    with pytest.raises(ReplyError, match=r"^Your answer 'd4' may mean several moves: From d4 \| To d4\.$") as refused:
        shortened("From d4", "To d4", "To d5").resolve("d4")
    assert refused.value.reason == "illegal"


def test_what_two_moves_are_called_alike_is_told_with_their_numbers():
    with pytest.raises(ReplyError, match=r"may mean several moves: draw #0 \| draw #1\.$"):
        shortened("draw", "draw", "pass").resolve("draw")


def test_a_whole_name_is_no_part_of_another():
    moves = shortened("turn left", "step and turn left", "left")
    assert moves.resolve("left") == [2]
    assert moves.resolve("turn left") == [0]


def test_a_bracket_behind_a_part_of_a_name_is_no_remark_unless_it_has_words():
    moves = shortened("X From (7, 1)", "X To (9, 9)")
    assert moves.resolve("From (nearest to the corner)") == [0]
    for answer in ("From (9, 9)", "From (a1)"):
        with pytest.raises(ReplyError):
            moves.resolve(answer)


def test_a_remark_that_is_a_part_of_a_name_is_a_second_answer():
    with pytest.raises(ReplyError):
        shortened("B d4", "B d5").resolve("d4 (d5)")

"""Moves named on the command line, which a game knows at the first decision or not at all."""

import pytest

import adapters
from gtarena import games
from gtarena.agents.named_moves import NamedMoves
from gtarena.errors import UsageError


def check(game: str, first: list[str], later: list[str]) -> None:
    NamedMoves("fixed", first, later).require_known(adapters.for_game(games.load(*games.parse(game))))


@pytest.mark.parametrize(("game", "first", "later"), [
    ("nim", ["pile:1, take:1"], []),
    ("guess_two_thirds", ["0"], ["100", "50"]),
    ("iterated_prisoners_dilemma", ["defect"], ["Cooperate"]),
    ("tic_tac_toe", ["C1R1"], ["C2R2", "C3R3"]),
    ("chess", ["e4"], ["exd5", "Qxf7#"]),  # legal after some answers only
    ("chess", ["e5"], []),  # as Black
    ("liars_dice", ["Liar"], []),  # of the seat that moves second
    ("kuhn_poker", ["Pass"], ["Bet"]),
    ("pirate_game(players=3)", ["accept"], []),  # of the voters
    ("codenames", ['{"clue": "zz", "number": 1}'], []),
    ("chameleon(questions=skipped)", ["banana"], []),
])
def test_moves_that_can_be_played_are_known(game: str, first: list[str], later: list[str]) -> None:
    check(game, first, later)


@pytest.mark.parametrize(("game", "first", "later", "message"), [
    ("nim", ["999"], [], r"^fixed: '999' is not a legal move of nim here; legal are: pile:1, take:1,"),
    ("nim", ["nosuch"], ["moves"], "'nosuch' is not a legal move of nim"),
    ("iterated_prisoners_dilemma", [""], [], "'' is not a legal move .* legal are: Cooperate, Defect$"),
    ("iterated_prisoners_dilemma", ["Defect"], ["nosuch"], "'nosuch' is not"),
    ("guess_two_thirds", ["0"], ["101"], "'101' is not .* legal are: 0..100$"),
    ("go", ["zz"], [], "'zz' is not a legal move of go"),
])
def test_other_moves_are_refused_with_the_legal_ones(
    game: str, first: list[str], later: list[str], message: str
) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        check(game, first, later)
    assert len(str(refused.value)) < 300

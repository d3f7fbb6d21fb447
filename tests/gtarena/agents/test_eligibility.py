"""Games that each kind of agent can play, and reasons why it cannot play others."""

from typing import Any

import pyspiel
import pytest

import custom_games  # noqa: F401
from gtarena.agents.base import Seating
from gtarena.agents.eligibility import reason_not_playable, reason_not_reasoned
from gtarena.agents.registry import KINDS
from gtarena.errors import UsageError
from tests.support.chat_game import small_talk
from tests.support.compound_games import clue, duet

TWO_AT_ONCE = "it needs two players who choose at the same time"
SAME_MOVES = "it needs the same moves for both players in every round"
NOT_SOLVED = "the game is too large to solve exactly, or no solver supports it"
ONE_AT_A_TIME = "it needs hidden information and players who move one at a time"


@pytest.mark.parametrize(("kind", "game", "reason"), [
    ("tit_for_tat", "iterated_prisoners_dilemma", None),
    ("tit_for_tat", "iterated_prisoners_dilemma(max_rounds=1)", None),
    ("tit_for_tat", "matrix_pd", None),
    ("tit_for_tat", "repeated_game(stage_game=matrix_rps(),num_repetitions=4)", None),
    ("tit_for_tat", "el_farol(players=2)", None),
    ("tit_for_tat", "el_farol", TWO_AT_ONCE),
    ("tit_for_tat", "tic_tac_toe", TWO_AT_ONCE),
    ("grim", "matching_pennies_3p", TWO_AT_ONCE),
    # A card that has been played is gone, and the two have played different ones.
    ("grim", "goofspiel(num_cards=4)", SAME_MOVES),
    ("mcts", "tic_tac_toe", None),
    ("mcts", "el_farol", None),
    ("mcts", "goofspiel(num_cards=4)", None),
    ("mcts", "repeated_game(stage_game=matrix_rps(),num_repetitions=4)", "it needs a game with terminal rewards"),
    ("mcts", "mfg_crowd_modelling", "a mean-field game has no separate players"),
    ("random", "mfg_crowd_modelling", "a mean-field game has no separate players"),
    ("random", "tic_tac_toe", None),
    ("ismcts", "kuhn_poker", None),
    ("ismcts", "negotiation", None),
    ("ismcts", "tic_tac_toe", ONE_AT_A_TIME),
    ("ismcts", "el_farol", ONE_AT_A_TIME),
    ("solver", "nim", None),
    ("solver", "kuhn_poker", None),
    ("solver", "kuhn_poker(players=3)", NOT_SOLVED),
    ("solver", "chess", NOT_SOLVED),
    ("solver", "el_farol", NOT_SOLVED),
    ("ismcts", "tarok", "it needs a game that states what each player knows and lists its chance outcomes"),
])
def test_each_kind_says_what_it_can_play(kind: str, game: str, reason: str | None) -> None:
    assert reason_not_playable(kind, pyspiel.load_game(game)) == reason


@pytest.mark.parametrize(("kind", "game", "message"), [
    ("tit_for_tat", "el_farol", f"tit_for_tat cannot play el_farol: {TWO_AT_ONCE}"),
    ("grim", "tic_tac_toe", f"grim cannot play tic_tac_toe: {TWO_AT_ONCE}"),
    ("mcts", "coop_box_pushing", "mcts cannot play coop_box_pushing: it needs a game with terminal rewards"),
    ("ismcts", "pig", f"ismcts cannot play pig: {ONE_AT_A_TIME}"),
])
def test_an_agent_refuses_a_game_that_it_cannot_play(kind: str, game: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        KINDS[kind](Seating(pyspiel.load_game(game), 0, 1))
    assert str(refused.value) == message


SPOKEN = "its players say free texts, among which it cannot search"
BOTH_CAN_MAKE = "it needs moves that both players can make, and its players say free texts"


@pytest.mark.parametrize(("kind", "game", "reason"), [
    ("ismcts", small_talk, SPOKEN),
    ("ismcts", clue, SPOKEN),
    ("ismcts", duet, ONE_AT_A_TIME),
    ("tit_for_tat", small_talk, TWO_AT_ONCE),
    ("tit_for_tat", duet, BOTH_CAN_MAKE),
    ("grim", duet, BOTH_CAN_MAKE),
    ("solver", small_talk, NOT_SOLVED),
    ("rational", small_talk, "the game defines no optimal strategy"),
    ("mcts", small_talk, None),
    ("mcts", duet, None),
    ("random", duet, None),
])
def test_each_kind_says_whether_it_can_play_games_with_texts(kind: str, game: Any, reason: str | None) -> None:
    assert reason_not_playable(kind, game()) == reason


def test_a_scheme_that_analyses_others_needs_several_of_them():
    assert reason_not_reasoned("pgm", pyspiel.load_game("tic_tac_toe")) == "it needs more than two players"
    assert reason_not_reasoned("pgm", pyspiel.load_game("kuhn_poker", {"players": 3})) is None
    assert reason_not_reasoned("single", pyspiel.load_game("tic_tac_toe")) is None

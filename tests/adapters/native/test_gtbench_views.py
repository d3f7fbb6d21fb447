"""Views of GTBench's games.

``test_gtbench_wordings.py`` finds all that v1 and the papers' wordings tell again in random play; here is what v2 tells
of the same observations, and what replies and special settings need.
"""

import pyspiel
import pytest

from adapters import ReplyError
from tests.support.named_games import GTBENCH_VERSIONS, VERSIONS, after, loaded, prompt_text
from tests.support.svg_pictures import played

JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1
ROLL, STOP = 0, 1
COOPERATE, DEFECT = 0, 1
CONTINUE = DEAL = 0  # chance
AGREE, SILENCE = 216, 217  # acceptance, the utterance [0, 0, 0]
SMALL = "breakthrough(columns=3)"
RESET_QUANTITY = "liars_dice(numdice=2,bidding_rule=reset-quantity)"
TWO_PILES = "nim(pile_sizes=2;12,is_misere=False)"
DILEMMA = "iterated_prisoners_dilemma"

every_version = pytest.mark.parametrize("version", GTBENCH_VERSIONS)


def proposal(*items):
    return (items[0] * 6 + items[1]) * 6 + items[2]


def bid(quantity, face):
    return (quantity - 1) * 6 + face - 1


def take(pile, number):
    return (number - 1) * 4 + pile - 1


def negotiated(*moves, limit=7):
    """Returns GTBench's instance of the negotiation, with at most so many proposals."""
    history = ", ".join(map(str, [DEAL, *moves]))
    return pyspiel.load_game("negotiation").deserialize_state(f"{limit}\n5 5 5\n10 1 7\n10 10 10\n{history}")


TWO_PROPOSALS = negotiated(proposal(5, 0, 3), SILENCE, proposal(1, 2, 4), SILENCE + 1)
ROUNDS = after(DILEMMA, [COOPERATE, DEFECT], CONTINUE, [DEFECT, DEFECT], CONTINUE)
# Two turns with dice 5 and 4, then 3; a 1, and then 4 so far.
ROLLS = after("pig", ROLL, 4, ROLL, 3, STOP, ROLL, 2, STOP, ROLL, 0, ROLL, 3)


@pytest.mark.parametrize(("state", "player", "facts"), [
    (after("tic_tac_toe", 4, 2, 3), 0, ["You are x.", "Your marks (x): C2R2, C1R2"]),
    (after("tic_tac_toe", 4, 2, 3), 1, ["You are o.", "Your marks (o): C3R1"]),
    (after("connect_four(rows=5,columns=10,x_in_row=3)"), 0, [
        "3 of their discs into an unbroken line", "10 columns, C1 (far left) to C10 (far right), each 5 cells"]),
    (played(SMALL, ["b7b6", "c2c3"]), 0, [
        "You are black (b): from row 8 and row 7 you go down, and you win on row 1."]),
    (played(SMALL, ["b7b6", "c2c3"]), 1, [
        "You are white (w): from row 1 and row 2 you go up, and you win on row 8.",
        "Your moves so far (white): c2->c3\nYour opponent's moves so far (black): b7->b6\n"]),
    (after("kuhn_poker", QUEEN, KING, PASS, BET), 0, ["Card: Q\n", "1. you: Pass\n2. your opponent: Bet\n"]),
    (after("liars_dice", 0, 0, bid(1, 2), bid(2, 1)), 1, ["1. your opponent: 1-2\n2. you: 2-1\n", "Wild face: 6.",
                                                          "a larger QUANTITY with any FACE"]),
    (after(RESET_QUANTITY, 4, 1, 0, 0), 0, ["## Your dice\n2, 5\n", "a higher FACE with any QUANTITY"]),
    (after("first_sealed_auction(players=3,max_value=20)", 4, 7, 12, 0), 1, [
        "Your valuation: 7\n", "You are bidder 1 "]),
    (TWO_PROPOSALS, 0, [
        "1. you: keep [5, 0, 3], utterance [0, 0, 0]\n2. your opponent: keep [1, 2, 4], utterance [0, 0, 1]\n",
        "A new proposal, or Agree, which gives you [4, 3, 1].\n"]),
    (after("nim", take(2, 3), take(4, 1)), 1, [
        "- Pile 4: 7\n", "- Pile 2: 0\n", "- Pile 4: 6\n", "1. your opponent: pile:2, take:3\n2. you: pile:4, take:1\n",
        "Whoever took the last object of all loses."]),
    (after(TWO_PILES), 0, ["Whoever took the last object of all wins."]),
    (ROLLS, 1, ["- You: 3\n", "- Opponent: 9\n", "Turn total: 4\n", "adds its number", "-1 if your opponent wins"]),
    (after("pig(players=4,piglet=True,diceoutcomes=8)"), 0, [
        "Every other face adds 1 point", "faces 1 to 8", "-1/3 if another player wins"]),
    (ROUNDS, 0, ["- Round 1: you Cooperate (0), opponent Defect (10)\n- Round 2: you Defect (1), opponent Defect (1)\n",
                 "You 1, opponent 11\n"]),
    (ROUNDS, 1, ["- Round 1: you Defect (10), opponent Cooperate (0)\n", "You 11, opponent 1\n"]),
    (after(f"{DILEMMA}(temptation=12,reward=7,punishment=2,sucker=-3)"), 1, [
        "Cooperate, opponent Cooperate: you 7, opponent 7", "Cooperate, opponent Defect: you -3, opponent 12",
        "Defect, opponent Cooperate: you 12, opponent -3", "Defect, opponent Defect: you 2, opponent 2"])])
def test_the_second_wording_tells_the_same_facts(state, player, facts):
    text = prompt_text(state, player, "v2")
    assert [fact for fact in facts if fact not in text] == []


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("state", "drawing"), [
    (after("tic_tac_toe", 4, 2), "   C1 C2 C3\nR1  .  .  o\nR2  .  x  .\nR3  .  .  .\n"),
    (after("connect_four(rows=3,columns=10,x_in_row=3)", 0, 9, 0), "  1  2  3  4  5  6  7  8  9 10\n"
     "  .  .  .  .  .  .  .  .  .  .\n  x  .  .  .  .  .  .  .  .  .\n  x  .  .  .  .  .  .  .  .  o\n"),
    (played(SMALL, ["b7b6"]), "  a b c\n8 b b b\n7 b . b\n6 . b .\n5 . . .\n4 . . .\n3 . . .\n2 w w w\n1 w w w\n")])
def test_boards_are_drawn_with_the_names_of_rows_and_columns(state, drawing, version):
    assert drawing in prompt_text(state, state.current_player(), version)


@every_version
@pytest.mark.parametrize(("one", "other"), [
    (after("pig(horizon=777)"), after("pig(horizon=778)")),
    (after("first_sealed_auction(max_value=97)", 40, 50), after("first_sealed_auction(max_value=98)", 40, 50)),
    (negotiated(*[proposal(1, 1, 1), SILENCE] * 6), negotiated(*[proposal(1, 1, 1), SILENCE] * 6, limit=10)),
    (negotiated(*[proposal(1, 1, 1), SILENCE] * 6, proposal(0, 0, 0)),
     negotiated(*[proposal(1, 1, 1), SILENCE] * 6, proposal(0, 0, 0), limit=10))])
def test_nobody_is_told_when_a_game_ends_or_how_values_are_drawn(one, other, version):
    assert prompt_text(one, 0, version) == prompt_text(other, 0, version)


@every_version
def test_without_utterances_nobody_speaks_of_them(version):
    state = after("negotiation(enable_utterances=False)", DEAL, proposal(1, 1, 1))
    assert "utterance" not in prompt_text(state, 1, version)


def test_further_goods_have_numbers_and_the_papers_frame_is_years_in_prison_without_an_end():
    text = prompt_text(after("negotiation(rng_seed=3,num_items=4,utterance_dim=2)", DEAL), 0, "paper")
    assert "The pool holds 2 peppers, 4 strawberries, 0 cherries and 0 items of type 4." in text
    assert "An utterance is a list of 2 numbers" in text
    assert not any(word in prompt_text(ROUNDS, 1, "paper") for word in (
        "point", "probability", "rounds", "Cooperate", "Defect"))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_fixed_end_is_told_with_its_round_and_of_a_random_one_nothing_but_that_it_is_unknown(version):
    fixed = prompt_text(after(f"{DILEMMA}(termination_probability=0.0,max_rounds=6)"), 0, version)
    uncertain = prompt_text(after(DILEMMA), 0, version)
    assert "6 rounds" in fixed
    assert "ound 1 of 6" in fixed
    assert "not know how many rounds" in uncertain or "not told how many rounds" in uncertain
    assert not any(told in uncertain for told in ("0.125", "9999", "probability", "ound 1 of"))


CAPTURE = played(SMALL, ["b7b6", "c2c3", "a7a6", "c3c4", "a8a7", "c4c5"])


@pytest.mark.parametrize(("state", "reply", "action"), [
    *((CAPTURE, f"Answer: {name}", CAPTURE.string_to_action("b6c5*")) for name in (
        "b6->c5", "<b6->c5*>", "b6c5*", "B6 → C5")),
    *((after(RESET_QUANTITY, *[0] * 4), f"Answer: {name}", 17) for name in ("2-5", "<2 dice, 5 value>", "2 - 5")),
    (after("first_sealed_auction", 7, 5), "Answer: Player 0 bid: 3", 3),
    (TWO_PROPOSALS, "Answer: <Proposal: [1, 2, 3]>", proposal(1, 2, 3)), (TWO_PROPOSALS, "**Answer: Agree!**", AGREE),
    *((after(DILEMMA), reply, DEFECT) for reply in (
        "Action: <Testify>", "Action:\n<Testify>", "Answer: testify", '{"move": "Testify"}')),
    (after(DILEMMA), "Action: Silent", COOPERATE)])
def test_openspiels_and_the_papers_names_are_read(state, reply, action):
    assert loaded(str(state.get_game())).parse(reply, state, max(state.current_player(), 0)) == [action]


@pytest.mark.parametrize(("state", "reply"), [
    (after("connect_four"), "Answer: x3"),  # OpenSpiel's own name, which counts from zero
    (after("connect_four", *[3] * 6), "Answer: C4"), (after("nim"), "Answer: pile:1, take:1..3"),
    (after("nim"), '{"move": "pile:0, take:1"}')])
def test_a_move_that_is_not_legal_is_never_replaced(state, reply):
    with pytest.raises(ReplyError, match="not a legal move") as caught:
        loaded(str(state.get_game())).parse(reply, state, 0)
    assert caught.value.reason == "illegal"

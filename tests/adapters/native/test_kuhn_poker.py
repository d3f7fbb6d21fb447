import pytest

from tests.support.named_games import GTBENCH_VERSIONS, after, loaded, prompt_text

JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1


@pytest.mark.parametrize(("player", "moves", "v1", "v2"), [
    (1, [BET], "Bet (your opponent).", "1. your opponent: Bet\n"),
    (1, [PASS], "Pass (your opponent).", "1. your opponent: Pass\n"),
    (0, [PASS, BET], "Pass (you); Bet (your opponent).", "1. you: Pass\n2. your opponent: Bet\n"),
])
def test_each_seat_is_told_who_made_which_move(player, moves, v1, v2):
    state = after("kuhn_poker", QUEEN, KING, *moves)
    assert v1 in prompt_text(state, player, "v1")
    assert v2 in prompt_text(state, player, "v2")


@pytest.mark.parametrize(("moves", "bet_made", "pot"), [([], False, 2), ([PASS], False, 2), ([BET], True, 3)])
def test_the_pot_holds_the_antes_and_the_bets(moves, bet_made, pot):
    state = after("kuhn_poker", QUEEN, KING, *moves)
    seen = loaded("kuhn_poker").view.observe(state, state.current_player())
    assert (seen["bet_made"], seen["pot"]) == (bet_made, pot)


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
@pytest.mark.parametrize("player", [0, 1])
def test_a_player_sees_its_own_card_and_nothing_of_the_other(player, version):
    deals = [(QUEEN, JACK), (QUEEN, KING)] if player == 0 else [(JACK, QUEEN), (KING, QUEEN)]
    one, two = (prompt_text(after("kuhn_poker", *deal, *[PASS] * player), player, version) for deal in deals)
    assert one == two
    assert any(told in one for told in ("Your card is Q.", "Card: Q\n", "Your card in this match is Q."))


def test_with_more_players_cards_and_players_have_numbers():
    state = after("kuhn_poker(players=3)", 3, 0, 2, PASS, BET)
    text = prompt_text(state, 2)
    assert "one each of 0, 1, 2, 3, from the lowest to the highest" in text
    assert "Your card is 2." in text
    assert "Pass (player 0); Bet (player 1)." in text


def test_the_tenth_player_may_hold_card_ten():
    state = after("kuhn_poker(players=10)", *range(1, 11), *[PASS] * 9)
    assert loaded("kuhn_poker(players=10)").view.observe(state, 9)["your_card"] == "10"


@pytest.mark.parametrize(("deal", "moves", "returns"), [
    ((2, 1, 3), (PASS, PASS, PASS), [-1, -1, 2]),            # nobody bets: the highest card of all wins the antes
    ((2, 1, 3), (PASS, BET, PASS, PASS), [-1, 2, -1]),       # a player who bets alone wins whatever the cards
    ((2, 1, 3), (PASS, BET, PASS, BET), [3, -2, -1]),        # the highest card among those who bet wins
])
def test_the_showdown_that_the_prompts_describe_is_openspiels(deal, moves, returns):
    assert after("kuhn_poker(players=3)", *deal, *moves).returns() == returns

import random
import statistics

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.framework.rules import CHANCE, TERMINAL
from custom_games.pit.game import Pit
from custom_games.pit.scoring import Hand
from custom_games.pit.turns import NO_OFFERS, PASS, Position
from gtarena.checks.playouts import states

WHEAT, BARLEY, CORN, SOYBEANS, BULL, BEAR = range(6)
RULES = Pit()
DECK = (9, 9, 9, 9, 1, 1)
# Nobody has a corner: Player 1 holds the Bear and five Wheat, Player 2 the Bull.
QUIET = Position(None, ((5, 2, 1, 1, 0, 1), (2, 2, 3, 1, 1, 0), (1, 4, 2, 3, 0, 0), (1, 1, 3, 4, 0, 0)))


def offer(kind, number):
    return 1 + 4 * kind + number - 1


def accept(seat, kind):
    return 1 + 4 * 6 + 6 * seat + kind


def after(position, *actions, rules=RULES):
    for action in actions:
        assert action in rules.action_spec(position, rules.current_player(position)).legal_actions()
        position = rules.apply_action(position, action)
    return position


def dealt(rules, hands):
    """The position after a deal of these hands, card by card."""
    position, left = rules.initial_state(), [list(held) for held in hands]
    while rules.current_player(position) == CHANCE:
        seat = position.deal.receivers[0]
        kind = next(kind for kind, count in enumerate(left[seat]) if count)
        left[seat][kind] -= 1
        position = rules.apply_action(position, kind)
        if position.hands:
            break
    return position


def test_38_cards_are_dealt_round_seats_take_turns_in_order_and_the_next_opens_each_hand():
    state = pyspiel.load_game("pit").new_initial_state()
    assert dict(state.chance_outcomes()) == pytest.approx({
        WHEAT: 9 / 38, BARLEY: 9 / 38, CORN: 9 / 38, SOYBEANS: 9 / 38, BULL: 1 / 38, BEAR: 1 / 38})
    assert state.node.position.deal.receivers[:6] == (0, 2, 1, 3, 0, 2)
    position = dealt(RULES, QUIET.cards)
    assert position == QUIET
    assert [sum(held) for held in position.cards] == [10, 9, 10, 9]
    position, seats = QUIET, []
    for _ in range(8):
        seats.append(RULES.current_player(position))
        position = after(position, PASS)
    assert seats == [0, 2, 1, 3] * 2
    assert RULES.teams() == (0, 0, 1, 1)
    assert [RULES.order(hand) for hand in range(5)] == [
        (0, 2, 1, 3), (2, 1, 3, 0), (1, 3, 0, 2), (3, 0, 2, 1), (0, 2, 1, 3)]
    second = QUIET._replace(hands=(Hand(),))
    assert (RULES.current_player(second), RULES.current_player(after(second, PASS))) == (2, 1)
    assert after(second, *[PASS] * 80).deal.receivers[:4] == (1, 3, 0, 2)


def test_a_player_offers_up_to_four_cards_of_its_own_and_any_other_accepts_with_as_many_the_partner_too():
    legal = RULES.action_spec(QUIET, 0).legal_actions()
    assert legal == (PASS, *(offer(WHEAT, number) for number in (1, 2, 3, 4)), offer(BARLEY, 1), offer(BARLEY, 2),
                     offer(CORN, 1), offer(SOYBEANS, 1), offer(BEAR, 1))
    offers = (offer(WHEAT, 2), offer(BULL, 1), offer(BARLEY, 4), 0)
    legal = RULES.action_spec(QUIET._replace(offers=offers, made=()), 1).legal_actions()
    accepted = [action for action in legal if action >= accept(0, WHEAT)]
    # Player 2 has two or more Wheat, Barley and Corn, four of nothing, and does not accept its own offer.
    assert accepted == [accept(0, WHEAT), accept(0, BARLEY), accept(0, CORN)]


@pytest.mark.parametrize(("actions", "offers"), [
    ([offer(CORN, 1), accept(0, CORN)], NO_OFFERS),
    # An offer stays through passes and the trades of others, until a new one replaces it.
    ([offer(CORN, 1), offer(WHEAT, 1), accept(2, WHEAT), PASS], (offer(CORN, 1), 0, 0, 0)),
    ([offer(CORN, 1), PASS, PASS, PASS, offer(WHEAT, 3)], (offer(WHEAT, 3), 0, 0, 0)),
    # Who accepts one takes back its own, since its cards have changed.
    ([offer(CORN, 1), offer(SOYBEANS, 3), accept(0, WHEAT)], (0, 0, offer(SOYBEANS, 3), 0)),
    ([offer(CORN, 1), offer(SOYBEANS, 3), accept(2, CORN)], (offer(CORN, 1), 0, 0, 0)),
    ([offer(CORN, 1), PASS, offer(WHEAT, 1), PASS, accept(1, BARLEY)], NO_OFFERS)])
def test_an_offer_stays_until_it_is_accepted_or_replaced_or_its_maker_accepts_another(actions, offers):
    assert after(QUIET, *actions).offers == offers


@pytest.mark.parametrize(("actions", "cards"), [
    ([offer(BARLEY, 1), accept(0, SOYBEANS)], ((5, 1, 1, 2, 0, 1), QUIET.cards[1], (1, 5, 2, 2, 0, 0), QUIET.cards[3])),
    ([offer(CORN, 1), accept(0, CORN)], QUIET.cards),
    # Player 1 gets a sixth Wheat and holds the Bear: no corner.
    ([offer(BARLEY, 1), accept(0, WHEAT)], ((6, 1, 1, 1, 0, 1), QUIET.cards[1], (0, 5, 2, 3, 0, 0), QUIET.cards[3]))])
def test_a_swap_moves_the_cards_of_the_two_who_trade_and_of_nobody_else(actions, cards):
    position = after(QUIET, *actions)
    assert (position.cards, position.hands) == (cards, ())


def test_a_trade_that_gives_a_corner_ends_the_hand_and_all_cards_are_dealt_again():
    # Player 3 gives Player 1 Wheat for the Bear.
    position = after(QUIET, offer(BEAR, 1), accept(0, WHEAT))
    assert position.points == (100, -20, -20, 0)
    assert (position.cards, position.offers, position.made) == ((), NO_OFFERS, ())
    assert (position.deal.deck, position.deal.receivers[:2]) == (DECK, (2, 1))


# Player 1 has four Wheat and the Bull; one Wheat more makes a corner and two make a double one.
BULL_AND_WHEAT = Position(None, ((4, 2, 1, 2, 1, 0), (3, 2, 1, 2, 0, 1), (1, 3, 3, 3, 0, 0), (1, 2, 4, 2, 0, 0)))
# By swapping Barley for Wheat Player 1 gets six Wheat and Player 3 six Barley.
BOTH_CORNER = Position(None, ((5, 1, 1, 3, 0, 0), (3, 2, 1, 1, 1, 1), (1, 5, 3, 1, 0, 0), (0, 1, 4, 4, 0, 0)))


@pytest.mark.parametrize(("start", "actions", "hand"), [
    # Player 3 accepts two Barley and has six. Player 1 loses 20 for the Bear and Player 2 loses 20 for the Bull.
    (QUIET, [offer(BARLEY, 2), accept(0, SOYBEANS)], Hand((-20, -20, 85, 0), 2, BARLEY)),
    (BULL_AND_WHEAT, [offer(CORN, 1), accept(0, WHEAT)], Hand((100, -20, 0, 0), 0, WHEAT)),
    (BULL_AND_WHEAT, [offer(BARLEY, 2), PASS, accept(0, WHEAT)], Hand((200, -20, 0, 0), 0, WHEAT)),
    # Of two corners by one trade that of the player to move counts.
    (BOTH_CORNER, [offer(BARLEY, 1), accept(0, WHEAT)], Hand((0, -40, 85, 0), 2, BARLEY)),
    (BOTH_CORNER, [PASS, offer(WHEAT, 1), PASS, PASS, accept(2, BARLEY)], Hand((100, -40, 0, 0), 0, WHEAT))])
def test_a_corner_pays_its_holder_and_costs_those_with_the_bull_or_the_bear(start, actions, hand):
    assert after(start, *actions).hands == (hand,)


@pytest.mark.parametrize(("hands", "hand"), [
    # Player 1 has six Wheat but the Bear; Player 2 has six Barley.
    (((6, 1, 1, 1, 0, 1), (0, 6, 2, 1, 0, 0), (2, 2, 3, 3, 0, 0), (1, 0, 3, 4, 1, 0)),
     Hand((-20, 85, 0, -20), 1, BARLEY)),
    # Of two dealt corners the one of the earlier player counts.
    (((3, 0, 6, 1, 0, 0), (0, 6, 0, 2, 0, 1), (6, 2, 1, 1, 0, 0), (0, 1, 2, 5, 1, 0)),
     Hand((75, -20, 0, -20), 0, CORN))])
def test_a_hand_may_be_over_as_soon_as_it_is_dealt(hands, hand):
    position = dealt(RULES, hands)
    assert position.hands == (hand,)
    assert RULES.current_player(position) == CHANCE


def test_without_a_corner_a_hand_ends_without_points_and_one_in_the_last_turn_counts():
    position = after(QUIET, *[PASS] * 79)
    assert RULES.current_player(position) == 3
    position = after(position, PASS)
    assert (position.points, position.hands) == ((0, 0, 0, 0), (Hand(),))
    assert RULES.current_player(position) == CHANCE
    position = after(QUIET, *[PASS] * 76, offer(BEAR, 1), *[PASS] * 2)
    position = after(position, accept(0, WHEAT))
    assert position.hands == (Hand((100, -20, 0, -20), 0, WHEAT),)
    last = after(QUIET._replace(hands=(Hand(),) * 29, points=(100, 0, 0, -20)), *[PASS] * 80)
    assert (RULES.current_player(last), RULES.returns(last)) == (TERMINAL, [1, 1, 0, 0])


@pytest.mark.parametrize(("before", "over"), [((400, 0, 0, 0), False), ((300, 120, 0, 0), True)])
def test_the_game_is_over_when_the_points_of_a_team_come_to_500(before, over):
    # The corner of Player 1 pays 100, and its partner loses 20 for the Bull.
    position = after(QUIET._replace(points=before), offer(BEAR, 1), accept(0, WHEAT))
    assert (RULES.current_player(position) == TERMINAL) == over


@pytest.mark.parametrize(("settings", "most"), [
    ({"cards": 3, "commodities": 2, "corner_size": 3}, 2), ({"corner_size": 10}, 9),
    ({"corner_size": 8, "cards": 7, "commodities": 4}, 7)])
def test_corners_that_nobody_could_hold_are_refused(settings, most):
    with pytest.raises(ValueError, match=f"corner_size.*at most {most}: a commodity has"):
        Pit(**settings)


@pytest.mark.parametrize("player", range(4))
def test_a_player_sees_its_own_cards_the_number_of_all_and_of_swaps_only_its_own(player):
    position = after(QUIET, offer(CORN, 1), offer(WHEAT, 1), accept(0, WHEAT))
    seen = RULES.observation(position, player)
    assert list(seen["cards"].values()) == list(position.cards[player])
    assert list(seen["numbers_of_cards"].values()) == [10, 9, 10, 9]
    assert seen["partner"] == f"Player {(2, 1, 4, 3)[player]}"
    assert [set(made) >= {"cards"} for made in seen["turns"][:2]] == [player == 0, player == 2]
    assert ("given" in seen["turns"][2]) == (player in (0, 1))
    assert seen["offers"] == [{"player": "Player 3", "number": 1} | ({"cards": "1 Wheat"} if player == 2 else {})]


@pytest.mark.parametrize("game_string", [
    "pit", "pit(corner_size=9,max_hands=3)", "pit(corner_size=4,commodities=3,cards=6,trades=open,max_turns=8)"])
def test_cards_are_conserved_scores_sum_to_two_and_limits_are_kept(game_string):
    game = pyspiel.load_game(game_string)
    rules = game.rules
    deck = (rules.cards,) * rules.commodities + (1, 1)
    for seed in range(2):
        for state in states(game, seed):
            position = state.node.position
            if position.cards:
                assert tuple(map(sum, zip(*position.cards, strict=True))) == deck
                assert min(map(min, position.cards)) >= 0
                assert max(map(sum, position.cards)) - min(map(sum, position.cards)) <= 1
                assert not any(rules.scoring.corner(held)[0] for held in position.cards)
                assert len(position.made) < rules.max_turns
            assert len(position.hands) <= rules.max_hands
        assert (sum(state.returns()), state.returns()[0]) == (pytest.approx(2), state.returns()[1])
        assert sum(position.points) == sum(sum(hand.changes) for hand in position.hands)


def test_random_matches_are_even():
    # The reference's first agent got 66 %, which always moved first with the larger hands.
    scores = [RULES.random_returns(RULES.initial_state(), random.Random(seed))[0] for seed in range(150)]
    assert abs(statistics.fmean(scores) - 0.5) < 0.1

"""Skat's view names cards, and tells bids, tricks and points; of the skat it tells the solo player alone."""

import random
from collections.abc import Iterator, Sequence

import pyspiel
import pytest

import adapters
from adapters.native.skat import BIDS, CARDS, VIEW, sort_hand

GAME = pyspiel.load_game("skat")
# Deal, by the players who get the cards: three each, two for the skat, four each, three each.
ORDER = [*"000111222", "", "", *"000011112222", *"000111222"]
HANDS = {
    "0": "CJ DA DT DK HA HT SA ST CA CT", "1": "SJ D9 D8 HK HQ H9 SK SQ CK CQ", "2": "HJ DJ D7 H8 H7 S9 S8 S7 C9 C8",
    "": "DQ C7"}


def after(hands: dict[str, str], moves: str) -> pyspiel.State:
    """Returns the state after a deal and moves by their names."""
    state, left = GAME.new_initial_state(), {owner: cards.split() for owner, cards in hands.items()}
    for owner in ORDER:
        state.apply_action(CARDS.index(left[owner].pop(0)))
    for move in moves.split():
        state.apply_action((*CARDS, *BIDS).index(move))
    return state


def lines(state: pyspiel.State, player: int) -> tuple[Sequence[str], Sequence[str]]:
    seen = VIEW.observe(state, player)
    return seen["record"].splitlines(), seen["text"].splitlines()


PLAYED = "pass diamonds D9 HK CJ DQ D7 HA HQ H7 CA"


def test_the_solo_player_sees_the_skat_and_others_do_not():
    state = after(HANDS, PLAYED)
    tricks = "; won by player 0, points 5", "; won by player 0, points 14"
    assert lines(state, 1) == ([
        "Bids: player 0: pass; player 1 (you): diamonds", "Skat taken by player 1 (you): DQ, C7",
        "Put away by player 1 (you): D9, HK",
        f"Trick 1: player 0: CJ; player 1 (you): DQ; player 2: D7{tricks[0]}",
        f"Trick 2: player 0: HA; player 1 (you): HQ; player 2: H7{tricks[1]}"], [
        "Game: diamonds; solo player: player 1 (you)",
        "Points in tricks: solo player: 0; the others: 19; in the cards put away: 4", "On the table: player 0: CA",
        "Your hand: trumps: SJ, D8; clubs: CK, CQ, C7; spades: SK, SQ; hearts: H9"])
    assert lines(state, 2) == ([
        "Bids: player 0: pass; player 1: diamonds", "Put away by player 1: hidden, hidden",
        f"Trick 1: player 0: CJ; player 1: DQ; player 2 (you): D7{tricks[0]}",
        f"Trick 2: player 0: HA; player 1: HQ; player 2 (you): H7{tricks[1]}"], [
        "Game: diamonds; solo player: player 1", "Points in tricks: solo player: 0; the others: 19",
        "On the table: player 0: CA", "Your hand: trumps: HJ, DJ; clubs: C9, C8; spades: S9, S8, S7; hearts: H8"])


def test_cards_are_to_be_put_away_and_points_do_not_count_in_null():
    assert lines(after(HANDS, "grand ST"), 0)[1] == [
        "Game: grand; solo player: player 0 (you)", "Cards to put away: 1",
        "Your hand: trumps: CJ; clubs: CA, CT, C7; spades: SA; hearts: HA, HT; diamonds: DA, DT, DK, DQ"]
    assert lines(after(HANDS, "grand ST"), 1)[0] == ["Bids: player 0: grand", "Put away by player 0: hidden"]
    record, text = lines(after(HANDS, "pass pass null C9 C8 CA CK C7"), 1)
    assert record[-1] == "Trick 1: player 0: CA; player 1 (you): CK; player 2: C7; won by player 0"
    assert text[:2] == ["Game: null; solo player: player 2", "On the table: nothing"]


def test_hands_are_sorted_by_the_strength_of_the_game():
    hand = ["D7", "DT", "DJ", "CJ", "CK", "CT"]
    assert list(sort_hand(hand, "")) == [("jacks", ["CJ", "DJ"]), ("clubs", ["CT", "CK"]), ("diamonds", ["DT", "D7"])]
    assert list(sort_hand(hand, "diamonds")) == [("trumps", ["CJ", "DJ", "DT", "D7"]), ("clubs", ["CT", "CK"])]
    assert list(sort_hand(hand, "null")) == [("clubs", ["CK", "CJ", "CT"]), ("diamonds", ["DJ", "DT", "D7"])]


@pytest.mark.parametrize(("one", "other", "unaware"), [
    ("S8", "CT", "1"), ("C9", "ST", "1"), ("SK", "CT", "2"), ("SQ", "S8", "0"), ("C7", "CK", "02"),
    ("HK", "D9", "012")])
def test_cards_that_change_places_in_the_deal_are_noticed_by_nobody_else(one, other, unaware):
    swap = {one: other, other: one}
    hands = {owner: " ".join(swap.get(card, card) for card in cards.split()) for owner, cards in HANDS.items()}
    true, redealt = after(HANDS, PLAYED), after(hands, PLAYED)
    alike = {str(player) for player in range(3) if VIEW.observe(true, player) == VIEW.observe(redealt, player)}
    assert alike == set(unaware)


def test_cards_put_away_are_unseen_by_others():
    possible = [after(HANDS, PLAYED.replace("D9 HK", away)) for away in ("D9 HK", "SQ D8", "CK C7")]
    for player in (0, 2):
        assert len({str(lines(state, player)) for state in possible}) == 1
    assert len({str(lines(state, 1)) for state in possible}) == 3


def some_match(seed: int) -> Iterator[pyspiel.State]:
    """Yields the decisions of a random match."""
    state, rng = GAME.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("seed", range(3))
def test_names_are_read_back_and_the_true_hand_is_shown(seed):
    adapter = adapters.for_game(GAME)
    for state in some_match(seed):
        player, legal = state.current_player(), state.legal_actions()
        for action in legal:
            own = state.action_to_string(player, action)
            shown, *others = VIEW.names(state, player, action)
            assert shown == ("pass" if own == "unknown/pass" else own)
            for name in (shown, own, *others[-3:]):
                assert adapter.parse(f"Answer: {name}", state, player) == [action]
        hand = lines(state, player)[1][-1]
        assert legal[0] >= len(CARDS) or all(CARDS[action] in hand for action in legal)
        assert hand.count(",") + hand.count(";") + 1 == sum(state.observation_tensor(player)[6:38])


def test_at_the_end_the_last_trick_lies_on_the_table():
    *_, state = some_match(seed=1)
    record, text = lines(state, 0)
    assert state.is_terminal()
    assert len([line for line in record if line.startswith("Trick")]) == 9
    assert text[2].startswith("On the table: ")
    assert text[2].count(": ") == 4

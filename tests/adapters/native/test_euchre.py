import pytest

from adapters.native._cards import list_hand
from adapters.native.euchre import ALONE, FIRST_SUIT, PASS, TOGETHER, VIEW, strength_with
from gtarena.checks.playouts import states
from tests.support.named_games import after, load, loaded
from tests.support.read_back import check_names

RANKS, SUITS = "9TJQKA", "CDHS"
HANDS = (["9C", "TC", "JC", "QC", "KC"], ["9D", "TD", "JD", "QD", "KD"],
         ["9H", "TH", "JH", "QH", "KH"], ["9S", "TS", "JS", "QS", "KS"])
CLUBS, HEARTS = FIRST_SUIT, FIRST_SUIT + 2


def card(name: str) -> int:
    return 4 * RANKS.index(name[0]) + SUITS.index(name[1])


def cards(*names: str) -> list[int]:
    return [card(name) for name in names]


def dealt(dealer: int = 0, upcard: str = "AC") -> list[int]:
    """Returns a deal in which North has clubs, East diamonds, South hearts and West spades."""
    order = [(dealer + place) % 4 for place in range(4)]
    return [dealer, *(card(HANDS[seat][place]) for place in range(5) for seat in order), card(upcard)]


@pytest.mark.parametrize(("trump", "best_first"), [
    ("H", "JH JD AH KH QH TH 9H"), ("S", "JS JC AS KS QS TS 9S"), ("C", "JC JS AC KC"), ("D", "JD JH AD")])
def test_bowers_are_the_highest_trumps(trump, best_first):
    strength = strength_with(trump)
    assert sorted(best_first.split(), key=lambda name: strength(name, "9C"), reverse=True) == best_first.split()
    led, other = ("9C", "AD") if trump in "HS" else ("9S" if trump == "D" else "9H", "AS" if trump == "C" else "AC")
    assert strength(best_first.split()[-1], led) > strength(led, led) > strength(other, led)


def test_the_dealer_takes_the_card_that_was_turned_up_and_only_the_dealer_knows_the_discard():
    state = after("euchre", *dealt(), PASS, PASS, CLUBS)
    seen = VIEW.observe(state, 0)
    assert (seen["stage"], seen["maker"], seen["trump"]) == ("discard", "West", "clubs")
    assert [bid["move"] for bid in seen["bids"]] == ["Pass", "Pass", "Order up"]
    assert list_hand(seen["hand"]) == ["AC", "KC", "QC", "JC", "TC", "9C"]
    assert seen["bowers"] == ["JC", "JS"]
    state.apply_action(card("9C"))
    assert list_hand(VIEW.observe(state, 0)["hand"]) == ["AC", "KC", "QC", "JC", "TC"]
    assert [VIEW.observe(state, seat)["discard"] for seat in range(4)] == ["9C", None, None, None]
    assert VIEW.patterns(state, 3) == ["Play alone", "Play with partner"]


def test_bids_have_the_names_that_players_of_the_game_use():
    state = after("euchre", *dealt())
    assert VIEW.patterns(state, 1) == ["Pass", "Order up"]
    state = after("euchre", *dealt(), PASS, PASS, PASS)
    assert VIEW.patterns(state, 0) == ["Pass", "Pick up"]
    state = after("euchre", *dealt(), PASS, PASS, PASS, PASS)
    assert VIEW.observe(state, 1)["stage"] == "second"
    assert VIEW.patterns(state, 1) == ["Pass", "Diamonds", "Hearts", "Spades"]
    assert "Pass" not in VIEW.patterns(after("euchre", *dealt(), *[PASS] * 7), 0)


def test_the_partner_of_one_who_plays_alone_sits_out():
    state = after("euchre", *dealt(), *[PASS] * 4, HEARTS, ALONE, *cards("9D", "9H", "TC"))  # a heart takes it
    seen = VIEW.observe(state, 2)
    assert (seen["alone"], seen["idle"], seen["maker"]) == (["East"], ["West"], "East")
    assert [trick["winner"] for trick in seen["tricks"]] == [2]
    assert (seen["taken"], list_hand(seen["hand"])) == ([1, 0], ["KH", "QH", "JH", "TH"])


def test_an_opponent_may_play_alone_as_well():
    game = "euchre(allow_lone_defender=True)"
    state = after(game, *dealt(), *[PASS] * 4, HEARTS, TOGETHER)
    assert state.current_player() == 2
    assert VIEW.observe(state, 2)["stage"] == "alone"
    state.apply_action(ALONE)
    assert (VIEW.observe(state, 1)["idle"], VIEW.observe(state, 1)["stage"]) == (["North"], "play")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game_string", ["euchre", "euchre(allow_lone_defender=True)"])
def test_hand_and_winners_are_those_of_openspiel(game_string, seed):
    for state in states(load(game_string), seed):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        text, seen = state.information_state_string(player), VIEW.observe(state, player)
        hand = text.partition("Hand:\n")[2].splitlines()[:4]
        assert {f"{rank}{line[0]}" for line in hand if "none" not in line for rank in line[2:]} == {
            *list_hand(seen["hand"])}
        if seen["stage"] == "play" and not seen["table"] and seen["tricks"]:
            assert seen["tricks"][-1]["winner"] == player


@pytest.mark.parametrize(("moves", "said", "action"), [
    ([], "order it up", CLUBS), ([], "clubs", CLUBS), ([PASS] * 3, "pick it up", CLUBS),
    ([PASS] * 4, "hearts as trumps", HEARTS), ([PASS] * 4 + [HEARTS], "go alone", ALONE),
    ([PASS] * 4 + [HEARTS], "Partner", TOGETHER),
    ([PASS] * 4 + [HEARTS, TOGETHER], "play the king of diamonds", card("KD"))])
def test_other_names_are_understood(moves, said, action):
    state = after("euchre", *dealt(), *moves)
    assert loaded("euchre").parse(f"Answer: {said}", state, state.current_player()) == [action]


@pytest.mark.parametrize("game_string", ["euchre", "euchre(allow_lone_defender=True,stick_the_dealer=False)"])
def test_names_are_clear(game_string):
    check_names(game_string)

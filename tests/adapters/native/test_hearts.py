import pytest

from adapters.native._cards import list_hand
from adapters.native.hearts import VIEW
from gtarena.checks.playouts import states
from tests.support.card_deals import by_rank, suits_deal
from tests.support.named_games import after, load, loaded
from tests.support.read_back import check_names

DEAL = suits_deal(by_rank)  # North has the clubs, East the diamonds, South the hearts and West the spades
NONE, LEFT, ACROSS, RIGHT = range(4)


def passes(*cards: str) -> list[int]:
    return [by_rank(card) for card in cards]


ALL_PASSES = passes("4C", "3C", "AC", "2D", "3D", "4D", "2H", "3H", "4H", "QS", "3S", "4S")


@pytest.mark.parametrize(("direction", "received", "name"), [
    (LEFT, ["3S", "4S", "QS"], "left"), (ACROSS, ["2H", "3H", "4H"], "across"), (RIGHT, ["2D", "3D", "4D"], "right")])
def test_passed_cards_leave_the_hand_and_come_in_when_all_have_passed(direction, received, name):
    before = VIEW.observe(after("hearts", direction, *DEAL, *ALL_PASSES[:11]), 0)
    assert (before["passing"], before["passed"], before["received"]) == (True, ["3C", "4C", "AC"], [])
    assert len(list_hand(before["hand"])) == 10
    seen = VIEW.observe(after("hearts", direction, *DEAL, *ALL_PASSES), 0)
    assert (seen["passing"], seen["received"], seen["direction"]) == (False, received, name)
    assert {*list_hand(seen["hand"])} == {f"{rank}C" for rank in "256789TJQK"} | {*received}


def test_tricks_the_table_and_points_are_told():
    # Nobody but North has clubs, and South has only hearts.
    state = after("hearts", NONE, *DEAL, *passes("2C", "2D", "2H", "2S", "3C", "QD", "3H", "QS"), by_rank("4C"))
    seen = VIEW.observe(state, 1)
    assert [trick["winner"] for trick in seen["tricks"]] == [0, 0]
    assert seen["points"] == [15, 0, 0, 0]
    assert seen["table"] == [{"player": 0, "card": "4C"}]
    assert seen["broken"]
    assert (seen["direction"], seen["passing"]) == (None, False)
    assert "QD" not in list_hand(seen["hand"])


def test_hearts_are_broken_by_a_heart_and_by_the_queen_where_the_rules_say_so():
    assert not VIEW.observe(after("hearts", NONE, *DEAL, *passes("2C", "2D")), 0)["broken"]
    first = suits_deal(by_rank, "CDSH")
    for rule in (True, False):
        state = after(f"hearts(no_pts_on_first_trick=False,qs_breaks_hearts={rule})", NONE, *first,
                      *passes("2C", "2D", "QS"))
        assert VIEW.observe(state, 0)["broken"] is rule
    assert VIEW.observe(after("hearts(must_break_hearts=False)", NONE, *DEAL), 0)["broken"]


@pytest.mark.parametrize("seed", range(3))
def test_hand_and_points_are_those_of_openspiel(seed):
    for state in states(load("hearts(jd_bonus=True)"), seed):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        text, seen = state.information_state_string(player), VIEW.observe(state, player)
        hand = text.partition("Hand: \n")[2].splitlines()[:4]
        assert {f"{rank}{line[0]}" for line in hand if "none" not in line for rank in line[2:].strip()} == {
            *list_hand(seen["hand"])}
        if "Points:" in text:
            assert [float(line[3:]) for line in text.splitlines()[-4:]] == seen["points"]


@pytest.mark.parametrize("said", ["QS", "SQ", "queen of spades", "Q♠"])
def test_cards_have_other_names(said):
    state = after("hearts", LEFT, *DEAL, *ALL_PASSES[:9])
    assert loaded("hearts").parse(f"Answer: {said}", state, 3) == [by_rank("QS")]


def test_names_are_clear():
    check_names("hearts")

import pytest

from tests.support.named_games import GTBENCH_VERSIONS, after, loaded, prompt_text

RESET_QUANTITY = "liars_dice(numdice=2,bidding_rule=reset-quantity)"


def bid(game_string, quantity, face):
    dice, sides = (2, 6) if game_string == "liars_dice" else (4, 6)
    return (quantity - 1) * sides + face - 1 if "quantity" not in game_string else (face - 1) * dice + quantity - 1


@pytest.mark.parametrize("reply", ["Answer: 2-5", "Answer: <2 dice, 5 value>", "**Answer:** 2 - 5"])
@pytest.mark.parametrize("game_string", ["liars_dice", RESET_QUANTITY])
def test_a_bid_is_named_quantity_first_under_either_rule(game_string, reply):
    rolls = [0, 0] if game_string == "liars_dice" else [0, 0, 0, 0]
    assert loaded(game_string).parse(reply, after(game_string, *rolls), 0) == [bid(game_string, 2, 5)]


@pytest.mark.parametrize(("version", "fact"), [
    ("v1", "Face 6 is wild: a die that shows 6 counts as any face."), ("v2", "Wild face: 6."),
    ("paper", "The value 6 is wild: a die that shows 6 counts towards a bid on any value."),
])
def test_sixes_are_said_to_be_wild(version, fact):
    assert fact in prompt_text(after("liars_dice", 0, 0), 0, version)


def test_sixes_are_wild_for_openspiel_but_a_bid_on_sixes_is_met_by_sixes_only():
    liar = 12
    assert after("liars_dice", 5, 2, bid("liars_dice", 2, 3), liar).returns() == [1, -1]
    assert after("liars_dice", 5, 2, bid("liars_dice", 2, 6), liar).returns() == [-1, 1]


@pytest.mark.parametrize(("game_string", "version", "fact"), [
    ("liars_dice", "v1", "A bid is higher if its quantity is larger, whatever its face,"),
    ("liars_dice", "v2", "a larger QUANTITY with any FACE"),
    (RESET_QUANTITY, "v1", "A bid is higher if its face is higher, whatever its quantity,"),
    (RESET_QUANTITY, "v2", "a higher FACE with any QUANTITY"),
    ("liars_dice", "paper", "a larger number of dice of any value, or the same number of dice of a higher value"),
    (RESET_QUANTITY, "paper", "any number of dice of a higher value, or a larger number of dice of the same value"),
])
def test_the_order_of_bids_is_that_of_the_loaded_rule(game_string, version, fact):
    rolls = [0, 0] if game_string == "liars_dice" else [0, 0, 0, 0]
    assert fact in prompt_text(after(game_string, *rolls), 0, version)


@pytest.mark.parametrize(("game_string", "rolls", "last", "legal", "illegal"), [
    ("liars_dice", [0, 0], (1, 5), "2-1", "1-4"),
    (RESET_QUANTITY, [0, 0, 0, 0], (4, 2), "1-3", "3-2"),
])
def test_the_order_of_bids_is_openspiels(game_string, rolls, last, legal, illegal):
    state = after(game_string, *rolls, bid(game_string, *last))
    patterns = loaded(game_string).view.patterns(state, 1)
    assert legal in patterns
    assert illegal not in patterns
    assert patterns[-1] == "Liar"


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
@pytest.mark.parametrize("player", [0, 1])
def test_a_player_sees_its_own_dice_and_nothing_of_the_others(player, version):
    def prompt(others):
        rolls = [4, 1, *others] if player == 0 else [*others, 4, 1]
        return prompt_text(after("liars_dice(numdice=2)", *rolls, *[0] * player), player, version)

    assert prompt([0, 0]) == prompt([5, 3])
    assert any(told in prompt([0, 0]) for told in ("You rolled 2, 5.", "## Your dice\n2, 5\n", "Your dice show 2, 5."))


def test_dice_with_ten_sides_are_read_apart():
    game_string = "liars_dice(numdice=2,dice_sides=11)"
    state = after(game_string, 10, 0, 9, 8, 0)
    view = loaded(game_string).view
    assert (view.observe(state, 0)["your_dice"], view.observe(state, 1)["your_dice"]) == ([1, 11], [9, 10])


def test_each_seat_is_told_who_made_which_bid():
    state = after("liars_dice", 0, 0, bid("liars_dice", 1, 2), bid("liars_dice", 2, 1))
    assert "1-2 (you); 2-1 (your opponent)." in prompt_text(state, 0)
    assert "1. your opponent: 1-2\n2. you: 2-1\n" in prompt_text(state, 1, "v2")


def test_the_player_who_faces_the_highest_bid_can_only_call_liar():
    state = after("liars_dice", 0, 0, bid("liars_dice", 2, 6))
    assert "No higher bid is possible, so you can only call Liar." in prompt_text(state, 1)

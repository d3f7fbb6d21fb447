from collections import Counter

import pyspiel
import pytest

import adapters
from adapters import Adapter
from adapters.disguises.disguise import UNDISGUISED, Disguise, find_disguise, list_disguises, parts_of
from adapters.rendering.messages import make_message
from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Pattern, Range, Some
from tests.support.disguises import GAMES, check_matches, disguises_of


def adapter_of(game: str) -> Adapter:
    return adapters.for_game(pyspiel.load_game(game))


def disguise_of(game: str, name: str) -> Disguise:
    return find_disguise(name, adapter_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_map_one_to_one_to_disguised_ones_of_equal_returns(game: str) -> None:
    for name in disguises_of(game):
        checked = check_matches(game, name, range(3))
        assert checked.matches == 3
        assert checked.replies >= checked.decisions >= 3


def leaves(state: pyspiel.State) -> Counter[tuple[float, ...]]:
    """Returns how many ends of the game pay what."""
    if state.is_terminal():
        return Counter([tuple(state.returns())])
    return sum((leaves(state.child(action)) for action in state.legal_actions()), Counter())


def test_misere_is_another_game_and_no_disguise() -> None:
    # Of the ends of equal games equally many pay the same, whatever the names of moves.
    normal, misere, turned = (leaves(pyspiel.load_game(game).new_initial_state()) for game in (
        "nim(pile_sizes=1;2,is_misere=False)", "nim(pile_sizes=1;2,is_misere=True)",
        "nim(pile_sizes=2;1,is_misere=False)"))
    # Three orders in which three moves take one object each, and two in which the pile of two is taken whole.
    assert normal == turned == {(1, -1): 3, (-1, 1): 2}
    assert misere == {(-1, 1): 3, (1, -1): 2}


def test_a_refusal_says_what_the_game_lacks_what_it_takes_and_which_games_have_it() -> None:
    with pytest.raises(ValueError, match="does not apply to kuhn_poker: it has no board whose symmetry is known; it "
                                         "takes swapped, renamed, anonymous, story, affine, and mirrored is for "
                                         "breakthrough, connect_four, "):
        disguise_of("kuhn_poker", "mirrored")
    with pytest.raises(ValueError, match="disguise=story does not apply to hex: no story is known for it; it takes "):
        disguise_of("hex", "swapped+story")


@pytest.mark.parametrize(("name", "fault"), [
    ("mirored", "disguise=mirored is not none, mirrored, swapped, .*: 'mirored' is none"),
    ("renamed+", "'' is none"), ("none+renamed", "'none' is none"),
    ("affine+affine", "names a disguise twice"),
    ("story+affine+anonymous", "gives a game two names: choose one of renamed, anonymous, story"),
])
def test_a_wrong_name_is_refused(name: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parts_of(name)


def test_a_game_without_data_can_still_be_told_with_other_payoffs() -> None:
    assert list_disguises(adapter_of("blotto")) == ["affine"]


def test_eight_games_have_a_story() -> None:
    told = [game for game in GAMES if "story" in disguises_of(game)]
    assert told == ["kuhn_poker", "tic_tac_toe", "connect_four", "iterated_prisoners_dilemma", "first_sealed_auction",
                    "nim", "pig(winscore=20)", "liars_dice"]


def test_nothing_changes_without_a_disguise() -> None:
    adapter, chat = adapter_of("nim"), (make_message("user", "Take an object."),)
    assert find_disguise("none", adapter) == UNDISGUISED
    assert UNDISGUISED.conceal_chat(chat) == chat
    assert UNDISGUISED.show(adapter) is adapter
    assert UNDISGUISED.reveal_span("text", (1, 2)) == (1, 2)
    assert UNDISGUISED.digest() == ""


@pytest.mark.parametrize("name", ["swapped+renamed", "renamed+swapped"])
def test_parts_of_a_disguise_are_worn_in_one_order_and_taken_off_in_the_opposite_one(name: str) -> None:
    both = disguise_of("kuhn_poker", name)
    told, shown = "Nobody has bet yet. Bet with a K, or Pass.", "Nobody has made a dax yet. Dax with a T, or Wug."
    assert both.conceal(told) == shown
    assert both.reveal(shown) == told
    assert disguise_of("kuhn_poker", "renamed").digest() != both.digest()
    assert both.digest() == disguise_of("kuhn_poker", "swapped+renamed").digest()


def test_the_number_of_a_player_also_changes_in_boxes_that_the_player_owns() -> None:
    numbers = disguise_of("dots_and_boxes", "players")
    shown = "a 0 or 1 is in a box that player 0 or player 1 owns:\n2 +---+---+\n  | 1 | 0 |\nYou have 0 boxes."
    assert numbers.conceal(shown) == (
        "a 1 or 0 is in a box that player 1 or player 0 owns:\n2 +---+---+\n  | 0 | 1 |\nYou have 0 boxes.")


RULE = ("One rule is added: at the end of the match, what each player has got in all is multiplied by 3, and 10 is "
        "added. This makes the player's final payoff.")
FORM = 'End your reply with one JSON object:\n{"move": "<move>"}'


@pytest.mark.parametrize(("told", "concealed"), [
    (("The rules.", "Your turn."), (f"The rules.\n\n{RULE}", "Your turn.")),
    ((f"The rules.\n\n{FORM}", "Your turn."), (f"The rules.\n\n{RULE}\n\n{FORM}", "Your turn.")),
    (("Be brief.", f"The rules.\n\n{FORM}"), ("Be brief.", f"The rules.\n\n{RULE}\n\n{FORM}")),
])
def test_the_added_rule_stands_before_the_form_of_a_reply_and_is_taken_off_again(
    told: tuple[str, str], concealed: tuple[str, str]
) -> None:
    affine = disguise_of("tic_tac_toe", "affine")
    chat, seen = ((make_message("system", first), make_message("user", last)) for first, last in (told, concealed))
    assert affine.conceal_chat(chat) == seen
    assert affine.reveal_chat(seen) == chat


def test_schemas_have_concealed_keys_and_values_and_the_words_of_json_stay() -> None:
    exchanged = disguise_of("pig", "renamed")
    schema = {"type": "object", "properties": {
        "score": {"anyOf": [{"type": "string", "enum": ["roll", "stop", None]}, {"type": "null"}]},
        "point": {"type": "array", "items": {"type": "string", "enum": ["total"]}}}, "required": ["score", "point"]}
    assert exchanged.conceal_schema(schema) == {"type": "object", "properties": {
        "nerl": {"anyOf": [{"type": "string", "enum": ["dax", "wug", None]}, {"type": "null"}]},
        "fep": {"type": "array", "items": {"type": "string", "enum": ["zib"]}}}, "required": ["nerl", "fep"]}
    assert exchanged.conceal_schema(None) is None


def test_forms_keep_their_numbers() -> None:
    exchanged = disguise_of("nim", "story")
    moves = (Pattern("pile:3, take:", Range("1", "5")), Pattern(Some.of(["pile", "pile"])))
    form = exchanged.conceal_form(ReplyForm(moves, (FormKey("pile", True, moves),)))
    assert form is not None
    assert form.moves == form.keys[0].moves == ("jar:3, pick:1..5", "any of jar x2")
    assert form.keys[0].key == "jar"
    assert form.moves[0].size == 5
    assert exchanged.conceal_form(None) is None


def test_the_place_of_an_answer_is_found_in_what_the_model_said() -> None:
    exchanged = disguise_of("kuhn_poker", "renamed")
    said = "My blick is low.\nAnswer: Dax"
    assert exchanged.reveal(said) == "My card is low.\nAnswer: Pass"
    assert exchanged.reveal_span(said, (16, 28)) == (17, 28)
    assert exchanged.reveal_span(said, None) is None
    assert exchanged.reveal_span(said, (16, 26)) is None  # half of a word

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
                                         "takes renamed, swapped, anonymous, story, affine, and mirrored is for "
                                         "breakthrough, connect_four, "):
        disguise_of("kuhn_poker", "mirrored")
    with pytest.raises(ValueError, match="disguise=story does not apply to hex: no story is known for it; it takes "):
        disguise_of("hex", "renamed+story")


@pytest.mark.parametrize(("name", "fault"), [
    ("mirored", "disguise=mirored is not none, mirrored, renamed, .*: 'mirored' is none"),
    ("renamed+", "'' is none"), ("none+renamed", "'none' is none"),
    ("affine+affine", "names a disguise twice"),
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


def test_disguises_worn_together_are_taken_off_in_the_opposite_order() -> None:
    both = disguise_of("kuhn_poker", "swapped+renamed")
    assert both.conceal("Bet with a K, or Pass.") == "Dax with a T, or Wug."
    assert both.reveal("Dax with a T, or Wug.") == "Bet with a K, or Pass."
    assert disguise_of("kuhn_poker", "renamed").digest() != both.digest()


def test_the_added_rule_ends_the_first_message_and_is_taken_off_again() -> None:
    affine = disguise_of("tic_tac_toe", "affine")
    chat = (make_message("system", "The rules."), make_message("user", "Your turn."))
    concealed = affine.conceal_chat(chat)
    assert concealed[0]["content"] == (
        "The rules.\n\nOne rule is added: everybody's result is multiplied by 3, and then 10 is added to it.")
    assert concealed[1] == chat[1]
    assert affine.reveal_chat(concealed) == chat


def test_schemas_have_concealed_keys_and_values_and_the_words_of_json_stay() -> None:
    exchanged = disguise_of("pig", "renamed")
    schema = {"type": "object", "properties": {
        "score": {"anyOf": [{"type": "string", "enum": ["roll", "stop", None]}, {"type": "null"}]},
        "point": {"type": "array", "items": {"type": "string", "enum": ["die"]}}}, "required": ["score", "point"]}
    assert exchanged.conceal_schema(schema) == {"type": "object", "properties": {
        "nerl": {"anyOf": [{"type": "string", "enum": ["dax", "wug", None]}, {"type": "null"}]},
        "fep": {"type": "array", "items": {"type": "string", "enum": ["toma"]}}}, "required": ["nerl", "fep"]}
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

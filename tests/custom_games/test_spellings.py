import pytest

from custom_games.action_specs import Choice
from custom_games.spellings import check_frames, parts_of, require_parts, spellings

FORMS = ("{action} {card} to {theater}",)
CHOICE = Choice("move", ("go north", "go south"), forms=("{move} {way}",), rewordings=((r"\bwalk\b", "go"),))


def test_a_form_puts_a_name_together_from_parts_beside_a_key_or_under_it():
    parts = {"action": "Deploy", "card": "Tanks", "theater": "Land"}
    for struct in (parts, {"action": parts}):
        assert "Deploy Tanks to Land" in spellings(struct, "action", FORMS, ())


@pytest.mark.parametrize("struct", [
    {"action": "Deploy", "card": "Tanks"}, {"action": "Deploy", "card": "Tanks", "theater": None},
    {"action": "Deploy", "card": ["Tanks"], "theater": "Land"}, {"action": "Deploy", "card": True, "theater": "Land"}])
def test_a_form_without_all_parts_names_nothing(struct):
    assert list(spellings(struct, "action", FORMS, ())) == ["Deploy", "deploy"]


def test_rewordings_follow_each_other_and_leave_long_texts_alone():
    rewordings = ((r"\bone\b", "1"), (r"1 card", "it"))
    assert list(spellings({"a": "One card"}, "a", (), rewordings)) == ["One card", "it"]
    assert list(spellings({"a": "one " * 100}, "a", (), rewordings))[1] == ("one " * 100).strip()


def test_a_choice_is_read_in_other_spellings_and_keeps_its_own_message():
    assert CHOICE.read({"move": "walk north"}) == CHOICE.read({"move": "go", "way": "north"}) == [0]
    assert CHOICE.part_keys == ("way",) == parts_of(CHOICE.forms)[1:]
    with pytest.raises(ValueError, match='"move" must be go north or go south'):
        CHOICE.read({"move": "walk east"})


def test_a_part_that_names_another_option_contradicts_a_name():
    require_parts({"move": "go north", "way": "due North"}, "move", CHOICE.forms, "go north", CHOICE.options)
    with pytest.raises(ValueError, match='"way" does not fit "move", which is go north: leave south out'):
        CHOICE.read({"move": "go north", "way": "south"})


@pytest.mark.parametrize("frame", ["I go.", "{} or {}"])
def test_a_frame_has_one_place_for_a_name(frame):
    with pytest.raises(ValueError, match="must have one"):
        check_frames((frame,))


def test_a_negative_number_is_no_number_of_a_name():
    with pytest.raises(ValueError, match="must be"):
        Choice("offer", ("Offer 1", "Offer 2")).read({"offer": "Offer -1"})
    assert Choice("seat", ("Player 1",)).read({"seat": "player-1"}) == [0]

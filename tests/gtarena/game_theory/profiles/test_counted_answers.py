import pytest

from gtarena.game_theory.profiles.counted_answers import count_answers
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.positions import Position
from tests.support.records import llm

GAMBLE, SAFE, WORSE = "50:50+0:50", "24:100", "45:50+-5:50"


def answer(menu=SAFE, **more):
    return Answer("0", llm(), Position("menu_choice", {"menu": menu}, (), 0), 0, **more)


MOVE, SAYING, NOTHING = answer(choices=(1,)), answer(inquiry="policy", probabilities=(0.5, 0.5)), answer()


@pytest.mark.parametrize(("measure", "count"), [
    ("nash_conv", 1), ("exploitability", 1), ("nash_conv_bound", 1), ("says_does_distance", 2), ("recognition", 2)])
def test_what_an_agent_does_rests_on_its_moves_and_nothing_on_answers_without_content(measure, count):
    assert count_answers(measure, [MOVE, SAYING, NOTHING]) == count


def test_an_action_of_number_zero_is_a_move():
    assert count_answers("nash_conv", [answer(choices=(0,))]) == 1


@pytest.mark.parametrize(("measure", "count"), [("dominated_rate", 2), ("intransitivity", 1)])
def test_choices_count_where_their_menu_can_tell(measure, count):
    menus = [f"{GAMBLE}/{WORSE}", f"{SAFE}/{GAMBLE}", f"{WORSE}/{SAFE}/{GAMBLE}"]
    assert count_answers(measure, [*(answer(menu, choices=(0,)) for menu in menus), NOTHING]) == count

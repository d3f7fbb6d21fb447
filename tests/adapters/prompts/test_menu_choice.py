import pytest

from tests.support.named_games import loaded, prompt_text


@pytest.mark.parametrize(("version", "lines"), [
    ("v1", ["Option A: -5 points with a chance of 10%, 10 points with a chance of 90%.",
            "Option B: 4 points for certain.", "Option C: 1 point for certain."]),
    ("v2", ["- A:", "  - 10% for -5 points", "  - 90% for 10 points", "- B:", "  - 100% for 4 points",
            "  - 100% for 1 point"])])
def test_the_menu_states_every_outcome_with_its_chance(version, lines):
    adapter = loaded("menu_choice(menu=-5:10+10:90/4/1)")
    text = prompt_text(adapter.game.new_initial_state(), 0, version)
    assert [line for line in lines if line not in text.splitlines()] == []
    assert "3 options" in text if version == "v1" else "menu of 3" in text

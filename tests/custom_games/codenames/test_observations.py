from custom_games.codenames.observations import Turn, board_text
from tests.support.codenames_boards import act, dealt

SMALL = "codenames(rows=2,columns=3,first=2,second=2)"
KINDS = (("beach", "boat"), ("piano", "rope"), ("tent",), ("wax",))


def played():
    return act(dealt(SMALL, KINDS), ("ocean", 2), "beach", "end turn", ("music", 0), "tent", ("Ship", 1))


def test_spymasters_see_the_key_and_operatives_only_what_is_revealed():
    state = played()
    for player, team in enumerate(("Red", "Red", "Blue", "Blue")):
        seen = state.observation(player)
        assert (seen["team"], seen["role"]) == (team, "operative" if player % 2 else "spymaster")
        assert [each["word"] for each in seen["board"]] == ["beach", "boat", "piano", "rope", "tent", "wax"]
        assert [each["revealed"] for each in seen["board"]] == [True, False, False, False, True, False]
        kinds = [each["kind"] for each in seen["board"]]
        assert kinds == (["Red", None, None, None, "neutral", None] if player % 2 else
                         ["Red", "Red", "Blue", "Blue", "neutral", "assassin"])


def test_everybody_is_told_all_clues_and_guesses_and_what_is_left():
    state = played()
    for player in range(4):
        seen = state.observation(player)
        assert seen["turns"] == [
            {"team": "Red", "clue": "ocean", "number": 2, "guesses": [{"word": "beach", "kind": "Red"}], "ended": True},
            {"team": "Blue", "clue": "music", "number": 0, "guesses": [{"word": "tent", "kind": "neutral"}],
             "ended": False},
            {"team": "Red", "clue": "Ship", "number": 1, "guesses": [], "ended": False}]
        assert seen["left"] == {"Red": 1, "Blue": 2, "neutral": 0, "assassin": 1}
        assert seen["guesses_left"] == 2


def test_guesses_are_counted_from_the_number_and_unlimited_after_zero():
    assert Turn("ocean", 2, (4,)).guesses_left() == 2
    assert Turn("ocean", 0, (4, 5)).guesses_left() is None
    assert dealt(SMALL, KINDS).observation(0)["guesses_left"] is None
    assert act(dealt(SMALL, KINDS), ("ocean", 2), "tent").observation(2)["guesses_left"] is None


def test_people_are_shown_the_board_with_the_key_and_the_last_clue():
    state = played()
    assert state.node.rules.text(state.node.position).splitlines() == [
        "[beach (Red)]  boat (Red)  piano (Blue)", "rope (Blue)  [tent (neutral)]  wax (assassin)", "Red: Ship 1"]
    assert board_text(["beach", "boat"], (0, 1), (), 1) == "beach (Red)\nboat (Blue)"

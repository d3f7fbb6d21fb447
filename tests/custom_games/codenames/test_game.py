import random
from fractions import Fraction
from statistics import fmean

import pyspiel
import pytest

from custom_games.codenames.game import BONUS, Codenames
from custom_games.framework.rules import TERMINAL
from custom_games.word_sets.word_lists import words
from tests.support.codenames_boards import ASSASSIN, BLUE, NEUTRAL, RED, act, dealt

RED_SPYMASTER, RED_OPERATIVE, BLUE_SPYMASTER, BLUE_OPERATIVE = range(4)
ANY = ("ocean", 0)  # any number of guesses


def guesses(state):
    return tuple(map(str, state.action_spec(state.current_player()).patterns()))


def test_the_list_has_400_single_words_of_which_boards_are_drawn_one_by_one_and_then_their_kinds():
    listed = words("codenames")
    assert len(listed) == len({word.lower() for word in listed}) == 400
    assert all(word.isascii() and word.isalpha() and len(word) <= 11 for word in listed)
    assert (Codenames()._counts, Codenames(rows=3, columns=7)._counts) == ((9, 8, 7, 1), (9, 8, 3, 1))
    state = pyspiel.load_game("codenames").new_initial_state()
    assert len(state.chance_outcomes()) == 400
    for drawn in range(25):
        assert len(state.chance_outcomes()) == 400 - drawn
        state.apply_action(state.chance_outcomes()[0][0])
    assert dict(state.chance_outcomes()) == {0: 9 / 25, 1: 8 / 25, 2: 7 / 25, 3: 1 / 25}
    state.apply_action(3)
    assert dict(state.chance_outcomes()) == pytest.approx({0: 9 / 24, 1: 8 / 24, 2: 7 / 24})
    assert state.action_to_string(-1, 0) == f"{words('codenames')[1]}: Red"


@pytest.mark.parametrize(("moves", "player"), [
    ((), RED_SPYMASTER), ((("ocean", 1),), RED_OPERATIVE), ((("ocean", 1), "tent", ("music", 1)), BLUE_OPERATIVE),
    ((("ocean", 1), "tent", ("music", 1), "tiger"), RED_SPYMASTER),
    # A number allows one guess more if all are right, and zero any number.
    *(((("ocean", number), *RED[:guessed]), RED_OPERATIVE if guessed <= number else BLUE_SPYMASTER)
      for number in (1, 2, 5) for guessed in (number, number + 1)),
    ((ANY, *RED[:8]), RED_OPERATIVE), ((ANY, *RED[:8], "end turn"), BLUE_SPYMASTER),
    # A word that is not the team's ends its turn.
    ((("ocean", 5), "beach", NEUTRAL[0]), BLUE_SPYMASTER), ((("ocean", 5), "beach", BLUE[0]), BLUE_SPYMASTER)])
def test_teams_take_turns_of_a_clue_and_guesses_and_red_begins(moves, player):
    state = act(dealt(), *moves)
    assert (state.current_player(), list(state.get_game().rules.teams())) == (player, [0, 0, 1, 1])


def test_a_turn_can_be_ended_after_one_guess_and_words_that_are_revealed_may_be_said_but_not_guessed():
    state = act(dealt(), ("ocean", 2))
    assert guesses(state) == (*RED, *BLUE, *NEUTRAL, *ASSASSIN)
    assert guesses(act(state, "beach")) == (*RED[1:], *BLUE, *NEUTRAL, *ASSASSIN, "end turn")
    assert act(state, "end turn").current_player() == BLUE_SPYMASTER
    state = act(dealt(), ("ocean", 1), "beach", "end turn")
    with pytest.raises(ValueError, match='as with "boat"'):
        act(state, ("boats", 1))
    act(state, ("beaches", 1))
    assert "beach" not in guesses(state)


def team_scores(red, blue):
    total = red + blue
    return pytest.approx([red / total, red / total, blue / total, blue / total])


@pytest.mark.parametrize(("moves", "expected"), [
    # Red wins with its ninth word: 9 + 3 points against 7, the published example of 12/19.
    ((ANY, *RED[:8], "end turn", ANY, *BLUE[:7], "end turn", ANY, "goose"), (12, 7)), ((ANY, *RED), (12, 0)),
    # Blue wins with its eighth word.
    ((ANY, *RED[:5], "end turn", ANY, *BLUE), (5, 11)),
    # A team whose last word the opponents guess has won.
    ((ANY, *RED[:2], "tent", ANY, *BLUE[:7], "tiger", ANY, "taxi"), (2, 11)),
    ((ANY, *RED[:8], "end turn", ANY, "piano", "goose"), (12, 1)),
    # Who guesses the assassin loses all points.
    ((ANY, "wax"), (0, 3)), ((ANY, *RED[:8], "wax"), (0, 3)),
    ((ANY, *RED[:4], BLUE[0], ANY, *BLUE[1:3], "end turn", ANY, "wax"), (0, 6)),
    ((ANY, "tent", ANY, *BLUE[:7], "wax"), (3, 0)), ((ANY, *RED[:4], "tent", ANY, *BLUE[:7], "wax"), (7, 0))])
def test_points_are_shared_by_the_words_found_and_three_for_the_winner(moves, expected):
    state = act(dealt(), *moves)
    assert (state.current_player(), state.returns()) == (TERMINAL, team_scores(*expected))


def test_every_ending_gives_the_winner_three_points_and_without_an_assassin_it_is_a_complete_team():
    rules, rng = Codenames(rows=2, columns=3, first=1, second=1, assassins=2), random.Random(0)
    for _ in range(200):
        red, _, blue, _ = rules.random_returns(rules.initial_state(), rng)
        assert max(red, blue) >= BONUS / (BONUS + 1)
    state = dealt("codenames(rows=1,columns=4,first=2,second=1,assassins=0)", (RED[:2], BLUE[:1], NEUTRAL[:1], ()))
    assert act(state, ANY, "tent", ANY, "beach", ANY, "boat").returns() == team_scores(5, 0)


def test_at_random_the_assassin_ends_as_many_games_as_computed():
    """Words are guessed in a random order, and the assassin or the last word of a team ends the game.

    What ends the turns does not matter. All Red words come before the assassin with probability 1/10, all Blue ones
    with 1/9, and both with 1/18. That is 84.4 % for the assassin; the published program's random play has 86 %.
    """
    expected = 1 - (Fraction(1, 10) + Fraction(1, 9) - Fraction(1, 18))
    rules, rng = Codenames(), random.Random(0)
    hit = [0 in rules.random_returns(rules.initial_state(), rng) for _ in range(500)]
    # A winner can also have all points without the assassin, which is rare: no word of the other team was found.
    assert abs(fmean(hit) - expected) < 5 * float(expected * (1 - expected) / 500) ** 0.5


def test_a_redraw_exchanges_the_kinds_of_hidden_words_alone_and_for_a_spymaster_nothing():
    position, rng = act(dealt(), ("ocean", 2), "beach", "tent", ("music", 1)).node.position, random.Random(0)
    counts = dict.fromkeys(range(25), 0)
    for _ in range(400):
        drawn = Codenames().redraw([position], BLUE_OPERATIVE, rng)
        assert sorted(drawn.key) == sorted(position.key)
        assert (drawn.words, drawn.turns, drawn.key[0], drawn.key[17]) == (position.words, position.turns, 0, 2)
        counts[drawn.key.index(3)] += 1
    # The assassin is equally likely to be any of the 23 hidden words: chi-square with 22 degrees of freedom, 0.1 %.
    hidden = [count for place, count in counts.items() if place not in (0, 17)]
    assert sum((count - 400 / 23) ** 2 / (400 / 23) for count in hidden) < 48.3
    position = act(dealt(), ("ocean", 2), "tent").node.position
    assert Codenames().redraw([position], BLUE_SPYMASTER, random.Random(0)) == position


@pytest.mark.parametrize(("setting", "message"), [
    ("rows=5,columns=6", "rows=5 is not a number of rows that makes at most 25 words with columns=6"),
    ("rows=2,columns=4", "first=9 is not small enough: first, second and assassins are 18, and the board has 8 words"),
    ("words=nothing", "word list 'nothing' does not exist")])
def test_settings_that_do_not_fit_each_other_are_refused(setting, message):
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(f"codenames({setting})")


@pytest.mark.parametrize(("listed", "message"), [
    ("one\ntwo", "is not a list of at least 3 words"),
    ("ice cream\ntwo\nthree", "is not a list of single words of the letters A to Z"),
    ("aabbccddeeffgghhiijjkkll\nmmnnooppqqrrssttuuvvwwxxyyzz\nzebra", "max_clue_bytes=2 is not enough for a clue")])
def test_a_word_list_of_ones_own_has_to_fit_the_board(listed, message, tmp_path, monkeypatch):
    (tmp_path / "mine.txt").write_text(listed, encoding="utf-8")
    monkeypatch.setenv("GTARENA_WORDS", str(tmp_path))
    with pytest.raises(ValueError, match=message):
        Codenames(rows=1, columns=3, first=1, second=1, words="mine", max_clue_bytes=2)


def test_the_longest_game_has_as_many_moves_as_stated():
    """Of six words at most five are guessed, each after a clue of two letters, END and a number.

    After a right one the operative can end the turn: 5 x (2 + 2 + 1) + 2 actions, of which this game lacks the last.
    """
    state = dealt("codenames(rows=2,columns=3,first=2,second=2,max_clue_bytes=2)",
                  (RED[:2], BLUE[:2], NEUTRAL[:1], ASSASSIN))
    before, clue = len(state.history()), ("zz", 1)
    act(state, clue, "beach", "end turn", clue, "piano", "end turn", clue, "tent", clue, "boat")
    assert state.is_terminal()
    assert len(state.history()) - before == 4 * 5 + 2
    assert state.get_game().max_game_length() == 5 * 5 + 2

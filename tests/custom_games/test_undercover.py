
import pyspiel
import pytest

from custom_games.framework.states import movers
from custom_games.undercover import Position, Undercover
from custom_games.word_sets.topic_sets import pairs
from gtarena.checks.playouts import states
from tests.support.deduction_play import UNUSABLE, answers, play, role, to_the_vote

CLUES = [f"It is clue {number}." for number in range(6)]
# The words are "cup" and "mug"; Player 1 is the undercover and has "mug".
CUP = "undercover(pair=1,undercover_word=2,undercover=1)"


def start(game=CUP):
    return pyspiel.load_game(game).new_initial_state()


@pytest.mark.parametrize(("votes", "expected", "returns"), [
    # The undercover is accused: flag 0.
    (("Player 2", "Player 1", "Player 1"), "caught", [0, 3, 3]),
    ((UNUSABLE, "Player 1", UNUSABLE), "caught", [0, 3, 3]),
    # A civilian is accused: flag 1.
    (("Player 2", "Player 1", "Player 2"), "escaped", [3, 0, 0]),
    (("Player 3", "Player 3", UNUSABLE), "escaped", [3, 0, 0]),
    # Nobody has more votes than all others: flag 2.
    (("Player 2", "Player 3", "Player 1"), "tie", [2, 1, 1]), (("Player 2", "Player 1", UNUSABLE), "tie", [2, 1, 1]),
    ((UNUSABLE, UNUSABLE, UNUSABLE), "tie", [2, 1, 1])])
def test_the_votes_decide_the_outcome(votes, expected, returns):
    state = play(to_the_vote(start(), CLUES), votes)
    assert state.is_terminal()
    assert (state.get_game().rules.outcome(state.node.position), state.returns()) == (expected, returns)


def test_chance_draws_only_what_is_left_open_and_questions_follow_the_clues_of_a_round_or_are_left_out():
    assert Undercover(pair=2, undercover_word=1, undercover=3).initial_state() == Position(1, 0, 2)
    assert Undercover(pairs="magic_undercover", pair=2).initial_state() == Position(1, 0, 1)
    assert Undercover(pairs="magic_undercover", pair=2, undercover_word=2).initial_state() == Position(1, 1, 1)
    state = start("undercover(pair=1)")
    assert [state.action_to_string(-1, word) for word, _ in state.chance_outcomes()] == [
        "undercover_word 1: cup", "undercover_word 2: mug"]
    state.apply_action(1)
    state.apply_action(2)
    assert state.node.position == Position(0, 1, 2)
    assert [state.observation(player)["word"] for player in range(3)] == ["cup", "cup", "mug"]
    for extra, expected in (("", [*["clue"] * 3, "name", "suspect"] * 2), (",questions=skipped", ["clue"] * 6)):
        keys = [state.action_spec(movers(state)[0]).keys[0]
                for state in states(pyspiel.load_game(CUP.replace(")", f"{extra})")), seed=1)
                if movers(state) and not state.node.begun]
        assert keys == [*expected, "vote"]


def test_a_player_may_suspect_itself_and_answers_are_kept_by_seat():
    state = play(start(), *CLUES[:3], [
        role("Player 1", "civilian"), role("Player 2", "undercover"), role("Player 3", "civilian")])
    assert [state.action_spec(player).keys for player in range(3)] == [
        ("suspect", "player_2_suspects", "player_3_suspects"), ("suspect", "player_1_suspects", "player_3_suspects"),
        ("suspect", "player_1_suspects", "player_2_suspects")]
    play(state, [{"suspect": "Player 1", "player_2_suspects": "Player 2", "player_3_suspects": "Player 1"}, UNUSABLE,
                 {"suspect": "Player 2", "player_1_suspects": "Player 3", "player_2_suspects": "Player 1"}])
    assert state.node.position.roles == (((0, 1), (1, 0), (2, 1)),)
    assert state.node.position.beliefs == (((0, 1, 0), None, (2, 0, 1)),)


def test_players_are_told_their_word_and_the_clues_and_no_roles():
    state = play(start(), CLUES[0], UNUSABLE, CLUES[2])
    clues = [{"round": 1, "player": "Player 1", "clue": "It is clue 0."},
             {"round": 1, "player": "Player 2", "clue": None},
             {"round": 1, "player": "Player 3", "clue": "It is clue 2."}]
    assert state.observation(0) == {
        "you": "Player 1", "others": ["Player 2", "Player 3"], "word": "mug", "stage": "role", "round": 1, "rounds": 2,
        "clues": clues, "accused": None}
    play(state, answers(state))
    play(state, answers(state))
    assert (state.observation(1)["word"], state.observation(1)["stage"], state.observation(1)["round"]) == (
        "cup", "clue", 2)
    to_the_vote(state, CLUES[3:])
    assert (state.observation(2)["stage"], state.observation(2)["round"], len(state.observation(2)["clues"])) == (
        "vote", 2, 6)
    play(state, ("Player 2", "Player 1", "Player 1"))
    assert (state.observation(2)["stage"], state.observation(2)["accused"]) == ("over", "Player 1")


def test_a_clue_must_not_contain_the_players_own_word_and_none_is_recorded_once_another_was_said():
    with pytest.raises(ValueError, match=r"^the clue must not contain your word, mug$"):
        play(start(), "a mug")
    state = play(start(), "a cup")
    with pytest.raises(ValueError, match=r"^the clue must not contain your word, cup$"):
        play(state, "The Cup.")
    assert play(state, "mug").node.position.clues == ("a cup", "mug")
    # That all that are recorded can be said one after the other, see word_sets/test_topic_data.py.
    first, _, third = (clues[0] for clues in pairs("magic_undercover")[0].first_clues)
    state = play(start("undercover(pairs=magic_undercover,pair=1)"), first, "Something else.")
    assert state.recorded_move(2) is None
    play(state, third)
    play(state, answers(state))
    play(state, answers(state))
    assert state.recorded_move(0) is None


@pytest.mark.parametrize(("parameters", "fault"), [
    ({"pair": 1000}, f"pair=1000 is not a whole number from 0 to {len(pairs('undercover'))}, the size of its set"),
    ({"pairs": "nope"}, "set of pairs 'nope' does not exist: shipped are chameleon, ")])
def test_a_parameter_that_its_set_does_not_have_is_refused(parameters, fault):
    with pytest.raises(ValueError, match=fault):
        Undercover(**parameters)

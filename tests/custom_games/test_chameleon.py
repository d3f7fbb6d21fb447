import random

import pyspiel
import pytest

from custom_games.chameleon import Chameleon, Position
from custom_games.framework.node import Node
from custom_games.framework.rules import TERMINAL
from custom_games.framework.states import movers
from custom_games.word_sets.topic_sets import topics
from gtarena.agents.search.searched_states import RulesState, SearchedGame
from gtarena.checks.playouts import states
from tests.support.deduction_play import UNUSABLE, answers, play, role, to_the_vote

CLUES = ["It is small.", "It is sweet.", "It grows on vines."]
# Fruits, of which word 4 is "grape"; Player 3 is the chameleon.
GRAPE = "chameleon(topic=1,secret=4,chameleon=3)"


def start(game=GRAPE):
    return pyspiel.load_game(game).new_initial_state()


def voted(*votes, game=GRAPE):
    return play(to_the_vote(start(game), CLUES), votes)


def outcome(state):
    return state.get_game().rules.outcome(state.node.position)


@pytest.mark.parametrize(("votes", "guess", "expected", "returns"), [
    # The chameleon is accused and guesses wrong: flag 0.
    (("Player 3", "Player 3", "Player 1"), "apple", "caught", [2, 2, 0]),
    (("Player 3", "Player 3", "Player 1"), "grapes", "caught", [2, 2, 0]),
    (("Player 3", "Player 3", "Player 1"), UNUSABLE, "caught", [2, 2, 0]),
    (("Player 3", UNUSABLE, UNUSABLE), "fig", "caught", [2, 2, 0]),
    # It guesses right: flag 1.
    (("Player 3", "Player 3", "Player 2"), "grape", "guessed", [1, 1, 1]),
    (("Player 3", "Player 3", "Player 2"), ' The "Grape".', "guessed", [1, 1, 1]),
    # Another player is accused: flag 2.
    (("Player 2", "Player 1", "Player 1"), None, "escaped", [0, 0, 2]),
    (("Player 2", "Player 3", "Player 2"), None, "escaped", [0, 0, 2]),
    ((UNUSABLE, UNUSABLE, "Player 1"), None, "escaped", [0, 0, 2]),
    # Nobody has more votes than all others: flag 3.
    (("Player 2", "Player 3", "Player 1"), None, "tie", [1, 1, 1]),
    (("Player 3", "Player 1", UNUSABLE), None, "tie", [1, 1, 1]),
    ((UNUSABLE, UNUSABLE, UNUSABLE), None, "tie", [1, 1, 1])])
def test_votes_and_guess_decide_the_outcome(votes, guess, expected, returns):
    state = voted(*votes)
    if guess is not None:
        assert (state.current_player(), state.returns()) == (2, [0, 0, 0])
        play(state, guess)
    assert state.is_terminal()
    assert (outcome(state), state.returns()) == (expected, returns)


def test_chance_draws_only_what_is_left_open():
    assert Chameleon(topic=2, secret=3, chameleon=1).initial_state() == Position(1, 2, 0)
    assert Chameleon(topics="magic_chameleon", topic=1).initial_state() == Position(0, 5, 1)
    assert Chameleon(topics="magic_chameleon", topic=1, secret=2).initial_state() == Position(0, 1, 1)
    state = start("chameleon(secret=2)")
    assert len(state.chance_outcomes()) == len(topics("chameleon"))
    assert state.action_to_string(-1, 0) == "topic 1: Fruits"
    state.apply_action(0)
    assert [state.action_to_string(-1, seat) for seat, _ in state.chance_outcomes()] == [
        "chameleon 1: Player 1", "chameleon 2: Player 2", "chameleon 3: Player 3"]
    state.apply_action(2)
    assert state.node.position == Position(0, 1, 2)
    state = start("chameleon(topics=magic_chameleon)")
    state.apply_action(0)
    assert state.node.position == Position(0, 5, 1)


def test_questions_are_put_around_each_clue_or_left_out_and_suspects_asked_of_those_who_know_the_word():
    asked, skipped = [], []
    for game, keys in ((GRAPE, asked), (GRAPE.replace(")", ",questions=skipped)"), skipped)):
        for state in states(pyspiel.load_game(game), seed=1):
            if movers(state) and not state.node.begun:
                keys.append(state.action_spec(movers(state)[0]).keys[0])
    assert [key for key in asked if key != "guess"] == [*["name", "clue", "suspect"] * 3, "vote"]
    assert [key for key in skipped if key != "guess"] == ["clue", "clue", "clue", "vote"]
    state = play(start(), answers(start()), "It is small.")
    assert [state.action_spec(player).keys for player in range(3)] == [
        ("suspect", "player_2_suspects", "player_3_suspects"), ("suspect", "player_1_suspects", "player_3_suspects"),
        ("player_1_suspects", "player_2_suspects")]
    assert state.action_spec(0).properties()["suspect"]["enum"] == ["Player 2", "Player 3"]
    assert state.action_spec(0).properties()["player_2_suspects"]["enum"] == ["Player 1", "Player 3"]


def test_answers_are_kept_by_seat():
    first, second = "Player 1", "Player 2"
    state = play(start(), [role(first, "non-chameleon"), UNUSABLE, role(second, "chameleon")], "It is small.",
                 [{"suspect": "Player 3", "player_2_suspects": "Player 1", "player_3_suspects": "Player 2"},
                  {"suspect": "Player 1", "player_1_suspects": "Player 2", "player_3_suspects": "Player 1"},
                  {"player_1_suspects": "Player 3", "player_2_suspects": "Player 3"}])
    position = state.node.position
    assert position.roles == (((0, 1), None, (1, 0)),)
    assert position.beliefs == (((2, 0, 1), (1, 0, 0), (2, 2, None)),)
    play(state, answers(state), UNUSABLE, [UNUSABLE] * 3)
    assert state.node.position.clues == ("It is small.", None)
    assert state.node.position.beliefs[1] == (None, None, None)


def test_players_are_told_the_topic_and_the_clues_and_all_but_the_chameleon_the_word():
    state = to_the_vote(start(), [*CLUES[:2], UNUSABLE])
    assert state.observation(0) == {
        "you": "Player 1", "others": ["Player 2", "Player 3"], "topic": "Fruits", "role": "non-chameleon",
        "word": "grape", "stage": "vote", "accused": None,
        "clues": [{"player": "Player 1", "clue": "It is small."}, {"player": "Player 2", "clue": "It is sweet."},
                  {"player": "Player 3", "clue": None}]}
    known = state.observation(2)
    assert (known["role"], known["word"], known["others"]) == ("chameleon", None, ["Player 1", "Player 2"])
    play(state, ("Player 3", "Player 3", "Player 1"))
    assert [(state.observation(player)["stage"], state.observation(player)["accused"]) for player in range(3)] == [
        ("guess", "Player 3")] * 3
    assert play(state, "plum").observation(1)["stage"] == "over"


def test_a_clue_must_not_contain_the_word_of_those_who_know_it():
    state = play(start(), answers(start()))
    with pytest.raises(ValueError, match=r"^the clue must not contain your word, grape$"):
        play(state, "A GRAPE!")
    play(state, "Not grapes.")
    assert state.node.position.clues == ("Not grapes.",)
    allowed = start(GRAPE.replace(")", ",own_word=allowed)"))
    assert play(allowed, answers(allowed), "A grape!").node.position.clues == ("A grape!",)
    chameleon = start("chameleon(topic=1,secret=4,chameleon=1)")
    assert play(chameleon, answers(chameleon), "A grape!").node.position.clues == ("A grape!",)


def test_random_clues_and_guesses_come_from_the_topic_and_are_the_same_for_all_seats():
    (entry, *_), rng = topics("chameleon"), random.Random(0)
    state, clues, guesses = start(), [], []
    while len(clues) < 3:
        if state.is_simultaneous_node():
            play(state, answers(state))
        else:
            player = state.current_player()
            spec = state.action_spec(player)
            clues.append({spec.move(state.random_move(player, rng)) for _ in range(400)})
            play(state, "It is small.")
    assert clues == [set(entry.clues)] * 3
    state = voted("Player 3", "Player 3", "Player 1")
    guesses = {state.action_spec(2).move(state.random_move(2, rng)) for _ in range(400)}
    assert guesses == set(entry.words)


def test_a_recorded_clue_is_the_seats_first_one_until_somebody_says_another_if_the_parameters_allow_it():
    entry = topics("magic_chameleon")[0]
    recorded = [clue for (clue,) in entry.first_clues]
    state = start("chameleon(topics=magic_chameleon,topic=1,questions=skipped)")
    for seat, clue in enumerate(recorded):
        assert [state.recorded_move(player) for player in range(3) if player != seat] == [None, None]
        assert state.recorded_move(seat) == [*clue.encode(), 256]
        for action in state.recorded_move(seat):
            state.apply_action(action)
    assert [state.recorded_move(player) for player in range(3)] == [None] * 3
    for live in ("Something else.", UNUSABLE):
        state = play(start("chameleon(topics=magic_chameleon,topic=1,questions=skipped)"), live)
        assert state.recorded_move(1) is None
    short = start("chameleon(topics=magic_chameleon,topic=1,questions=skipped,clue_limit=5)")
    assert short.recorded_move(0) is None
    assert start("chameleon(topic=1,secret=1,chameleon=1,questions=skipped)").recorded_move(0) is None


@pytest.mark.parametrize(("parameters", "fault"), [
    ({"topic": 1000}, f"topic=1000 is not a whole number from 0 to {len(topics('chameleon'))}, the size of its set"),
    ({"topic": 1, "secret": 17}, "secret=17 is not a whole number from 0 to 16, the number of words"),
    ({"topics": "nope"}, "set of topics 'nope' does not exist: shipped are chameleon, ")])
def test_a_parameter_that_its_set_does_not_have_is_refused(parameters, fault):
    with pytest.raises(ValueError, match=fault):
        Chameleon(**parameters)


def test_a_search_looks_at_clues_and_guesses_of_the_bank_as_single_actions():
    rules = Chameleon(topic=1, secret=4, chameleon=3, questions="skipped")
    state = RulesState.at_node(Node.from_moves(rules), SearchedGame(rules, 2, texts=6), key=5)
    entry, *_ = topics("chameleon")
    said = set()
    while state.player != TERMINAL:
        actions, keys = state.legal_actions(), state.specs[state.player].keys
        if keys[0] in ("clue", "guess"):
            assert actions == range(6)
            said |= {bytes(state.spell(action)[:-1]).decode() for action in actions}
            assert set(state.random_returns(random.Random(1))) <= {0, 1, 2}
        # The searcher votes first; both others vote for it, so that it has to guess.
        state = state.after(2 if 2 in actions and keys == ("vote",) else actions[0])
    assert said <= {*entry.clues, *entry.words}
    assert said & set(entry.clues)
    assert said & set(entry.words)

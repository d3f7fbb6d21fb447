import pytest

from adapters import ReplyError, for_game
from adapters.replies.published import magic
from custom_games.word_sets.topic_sets import topics
from tests.support.magic_chats import after_answers

CHAMELEON = "chameleon(topic=1,secret=1,chameleon=2,own_word=allowed)"
UNDERCOVER = "undercover(pair=1,undercover_word=1,undercover=2,own_word=allowed)"
ROLES = [{"name": f"Player {seat}", "role": "chameleon"} for seat in (1, 2, 3)]
NONE = [None] * 3
CLUE = {"clue": "It is."}
OFFER = {"proposal": [40, 30, 30], "message": ""}
ACCUSED = [*[ROLES, CLUE, NONE] * 3, [{"vote": "Player 2"}, {"vote": "Player 1"}, {"vote": "Player 2"}]]


def read(game, answers, reply, player, *lines):
    """Returns the values by key of the move that the program plays."""
    state = after_answers(game, answers)
    view = for_game(state.get_game()).view
    actions = magic.read(reply, view, state, player, *lines).actions
    return dict(view.action_spec(state, player).values(actions))


# The reply, and what the program makes of it at tables without and with beliefs; None if it stops there.
@pytest.mark.parametrize(("reply", "plain", "beside_pgm"), [
    ("I contribute 20.", 20, 20), ("[Player 1]: I contribute 7<EOS>", 7, 7), ("Player 1: I contribute 7", 7, 7),
    ("Of 3 players, I contribute 15", 3, 15), ("My contribution is 12 points.", 12, 0), ("Nothing.", None, 0),
    ("I contribute 3.5", 3, 3), ("5<EOS> or 6", 5, 0), ("5<|endoftext|> I contribute 6", 5, 0), ("x12 4", 4, 0),
    ("I contribute 101", None, None), ("-4", 4, 0)])
def test_a_contribution_is_the_first_number_or_beside_beliefs_the_one_after_its_words(reply, plain, beside_pgm):
    for lines, number in (((), plain), (("pgm",), beside_pgm)):
        if number is None:
            with pytest.raises(ReplyError):
                read("public_good", [], reply, 0, *lines)
        else:
            assert read("public_good", [], reply, 0, *lines) == {"contribution": number}


@pytest.mark.parametrize(("reply", "move"), [
    ("Cooperate", "Cooperate"), ("Defect.", "Defect"), ("I will not COOPERATE.", "Cooperate"), ("", "Defect"),
    ("I pass", "Defect"), ("[System]: x [Player 1]: Cooperate<EOS>", "Cooperate"), ("Defect<EOS> cooperate", "Defect")])
def test_whoever_does_not_say_cooperate_defects(reply, move):
    assert read("three_player_prisoners_dilemma", [], reply, 0) == {"move": move}


@pytest.mark.parametrize(("reply", "shares"), [
    ("Airline A: 40%\nAirline B: 35%\nAirline C: 25%", [40, 35, 25]),
    ("As Player 2, I propose:\n- **Airline C: 25%**\n- Airline B: 35% of it\n- Airline A: 40%\nBye", [40, 35, 25]),
    ("Airline A: 5%\nAirline B: 35%\nAirline C: 60%", None),  # one digit is not found
    ("Airline A: 40%, Airline B: 35%, Airline C: 25%", None),  # in one line
    ("Airline A: 33.3%\nAirline B: 33.3%\nAirline C: 33.4%", None),
    ("Airline A: 40%\nAirline B: 40%\nAirline C: 40%", None), ("Airline A: $40\nAirline B: 35%\nAirline C: 25%", None),
    ("No.", None)])
def test_a_proposal_is_read_line_by_line_and_its_message_is_the_whole_reply(reply, shares):
    if shares is None:
        with pytest.raises(ReplyError):
            read("cost_sharing(group=1)", [OFFER], reply, 1)
    else:
        assert read("cost_sharing(group=1)", [OFFER], f"Player 2: {reply}<EOS>", 1) == {
            "proposal": shares, "message": reply}


@pytest.mark.parametrize(("reply", "plain", "beside_pgm"), [
    ("I vote for Player 2's proposal", "Player 2", "Player 2"), ("Player 3 is fair.", None, "Player 3"),
    ("Not Player 1: I vote for Player 3's.", "Player 3", "Player 1"), ("I vote for Player 7", None, None),
    ("None.", None, None), ("i vote for player 2", None, None)])
def test_a_vote_of_cost_sharing_follows_its_words_or_beside_beliefs_is_the_first_name(reply, plain, beside_pgm):
    for lines, name in (((), plain), (("pgm",), beside_pgm)):
        if name is None:
            with pytest.raises(ReplyError):
                read("cost_sharing(group=1)", [OFFER] * 3, reply, 0, *lines)
        else:
            assert read("cost_sharing(group=1)", [OFFER] * 3, reply, 0, *lines) == {"vote": name}


@pytest.mark.parametrize(("reply", "clue"), [
    ("It's sweet and juicy.", "It's sweet and juicy."), ("Player 1: It is red.<EOS>", "It is red."),
    ('"Red"', '"Red"'), ("[Player 1]: [x]: red", "red"), ("One\n\ntwo", "One  two")])
def test_any_text_is_a_clue_without_the_name_in_front_of_it(reply, clue):
    assert read(UNDERCOVER, [], reply, 0) == {"clue": clue}


@pytest.mark.parametrize(("reply", "vote"), [
    ("I vote for Player 3.", "Player 3"), ("Not player_2, but Player 3", "Player 2"), ("PLAYER3!", "Player 3"),
    ("Nobody", None), ("I am Player 1 and vote for Player 3", None)])
def test_a_vote_of_the_word_games_is_for_the_first_seat_that_is_named_anywhere_and_not_for_oneself(reply, vote):
    state = [*[ROLES, CLUE, NONE] * 3]
    if vote is None:
        with pytest.raises(ReplyError):
            read(CHAMELEON, state, reply, 0)
    else:
        assert read(CHAMELEON, state, reply, 0) == {"vote": vote}


@pytest.mark.parametrize(("game", "reply", "role"), [
    (UNDERCOVER, "I am Player 1, my role is undercover, because...", "undercover"),
    (UNDERCOVER, "I am Player 1, my role is Non-Undercover.", "civilian"),
    (UNDERCOVER, "I am Player 1, my role is not sure, because", "not sure"),
    (UNDERCOVER, "I am Player 1, my role is undercover because", None), (UNDERCOVER, "I am not sure.", None),
    (UNDERCOVER, "my role is undercover", None), (CHAMELEON, "I am Player 1, my role is the chameleon.", "chameleon"),
    (CHAMELEON, "I am Player 1, my role is not sure", None),
    (CHAMELEON, "I am Player 1 and my role is a non-chameleon!", "non-chameleon")])
def test_name_and_role_follow_their_words_up_to_the_next_sign(game, reply, role):
    answers = [CLUE] * 3 if game == UNDERCOVER else []
    if role is None:
        with pytest.raises(ReplyError):
            read(game, answers, reply, 0)
    else:
        assert read(game, answers, reply, 0) == {"name": "Player 1", "role": role}


SEEN = """As Player 1,
I think:
Player 2 is less suspicious, because it is.
Player 3 is more suspicious, because it is not.
As for other players' thoughts:
I think now Player 2 thinks:
Player 1 is less suspicious, because
Player 3 is no change
I think now Player 3 thinks:
Player 1 is suspicious
Player 2 is no change, or more suspicious"""


def test_suspicions_in_chameleon_are_read_from_the_lines_of_the_template():
    game = after_answers(CHAMELEON, [])
    assert magic.read_changes(SEEN, game, 0) == [[0, -1, 1], [-1, 0, 0], [0, 1, 0]]
    assert read(CHAMELEON, [ROLES, CLUE], SEEN, 0) == {
        "suspect": "Player 3", "player_2_suspects": "Player 3", "player_3_suspects": "Player 2"}
    # Of equals the first who may be named: the program would take Player 1 for the suspect of Player 1.
    assert read(CHAMELEON, [ROLES, CLUE], "I know nothing.", 0) == {
        "suspect": "Player 2", "player_2_suspects": "Player 1", "player_3_suspects": "Player 1"}
    assert read(CHAMELEON, [ROLES, CLUE], SEEN, 1) == {"player_1_suspects": "Player 3", "player_3_suspects": "Player 2"}
    assert magic.read_changes("Player 2 is more suspicious", game, 2) == [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    with pytest.raises(ReplyError, match="names Player 4"):
        read(CHAMELEON, [ROLES, CLUE], "Player 4 is more suspicious", 0)


def test_suspicions_in_undercover_are_sentences_and_by_a_slip_of_the_program_also_denials():
    answers = [CLUE] * 3 + [NONE]
    assert read(UNDERCOVER, answers, "1. I think Player 3 is undercover, because\n"
                "2. I think Player 1 thinks Player 2 is the undercover\n3. I think Player 3 thinks: Player 2", 1) == {
        "suspect": "Player 3", "player_1_suspects": "Player 2", "player_3_suspects": "Player 1"}
    assert read(UNDERCOVER, answers, "I think Player 2 is not the undercover", 0)["suspect"] == "Player 2"
    assert read(UNDERCOVER, answers, "I think Player 2 could be undercover", 0)["suspect"] == "Player 1"


@pytest.mark.parametrize(("reply", "guess"), [
    ('I guess the code is "water melon".', "water melon"), ("It must be apple.", "apple."), ('"a" or "b"', "a")])
def test_a_guess_is_quoted_or_as_many_last_words_as_the_secret_word_has(reply, guess):
    assert read(CHAMELEON, ACCUSED, reply, 1) == {"guess": guess}


def test_of_a_secret_of_three_words_the_last_three_are_the_guess():
    drawers = next(place for place, word in enumerate(topics("chameleon")[14].words, start=1) if " of " in word)
    game = f"chameleon(topic=15,secret={drawers},chameleon=2,own_word=allowed)"
    assert read(game, ACCUSED, "It is a chest of drawers", 1) == {"guess": "chest of drawers"}


@pytest.mark.parametrize(("reply", "found"), [
    ("undercover", 1), (" Non-undercover\n", -1), ("unsure", 0), ("undercover.", 0), ("", 0)])
def test_a_diagnosis_is_one_word_of_another_model(reply, found):
    assert magic.read_diagnosis(reply) == found

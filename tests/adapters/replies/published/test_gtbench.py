"""The table holds replies in the program's form and what the program made of them; given a checkout, it is asked again.

Negotiation: 216 is Agree, and utterances begin at 217.
"""

import random

import pytest

import adapters
from adapters import ReplyError
from adapters.replies.published import gtbench, load_reader
from tests.support import published_gtbench as published
from tests.support.named_games import after
from tests.support.playouts import decision_points
from tests.support.svg_pictures import played

beside = pytest.mark.skipif(published.checkout() is None, reason=f"{published.VARIABLE} names no checkout of GTBench")

AUCTION = after("first_sealed_auction", 5, 2)  # the first valuation is 5: legal bids are 0 to 4
PROPOSING, UTTERING = after("negotiation", 0), after("negotiation", 0, 0)
ANSWERING = after("negotiation", 0, 0, 217)
WHITE = played("breakthrough(columns=3)", ["a7b6"])
A2_TO_B3 = next(action for action in WHITE.legal_actions() if WHITE.action_to_string(1, action) == "a2b3")
CAPTURE = played("breakthrough(columns=3)", ["a7b6", "a2b3", "b6a5", "b3b4"])
TWO_PILES_LEFT = after("nim", 0, 1 + 4 * 2, 2 + 4 * 4, 3)  # 6 in the last pile alone
READ = [
    (after("tic_tac_toe"), "C1R2", 3), (after("tic_tac_toe"), "Action: <C3R1>, not <C2R2>", 4),
    (after("tic_tac_toe"), "C4R1", "unparsable"), (after("tic_tac_toe", 4), "C2R2", "illegal"),
    (after("tic_tac_toe"), "c1r1", "unparsable"), (after("tic_tac_toe"), "", "unparsable"),
    (after("connect_four"), "Action: C3", "unparsable"), (after("connect_four"), "<C3>", 2),
    (after("connect_four"), "column 5", 4), (after("connect_four"), "Column No 2", "unparsable"),
    (after("connect_four"), "Column: 12", 6), (after("connect_four"), "Column 0 5", "illegal"),
    (CAPTURE, "<a5->b4*>", "capture"), (CAPTURE, "a5->b4", "capture"), (CAPTURE, "<a5-b4>", "unparsable"),
    (CAPTURE, "b7->b5", "illegal"), (CAPTURE, "<c6->c6>", "illegal"), (WHITE, "<b2->b5>", A2_TO_B3),
    (after("nim"), "<pile:4, take:7>", 27), (after("nim"), "Action: pile:4, take:1", "unparsable"),
    (after("nim"), "<pile:2, take:2>, no, <pile:2, take:4>", 5), (TWO_PILES_LEFT, "<pile:1, take:1>", "illegal"),
    (after("kuhn_poker", 0, 1), "<Pass> or <Bet>", 1), (after("kuhn_poker", 0, 1), "<bet>", "unparsable"),
    (after("liars_dice", 0, 0), "<2 dices, 6 value>", 11), (after("liars_dice", 0, 0), "<1 dice, 3 value>", 2),
    (after("liars_dice", 0, 0), "<1 die, 3 value>", "unparsable"), (after("liars_dice", 0, 0), "<Liar>", "illegal"),
    (after("liars_dice", 0, 0, 2), "<Liar>", 12), (after("liars_dice", 0, 0, 2), "<1 dice, 2 value>", "illegal"),
    (AUCTION, "<10>", 4), (AUCTION, "<3>", 3), (AUCTION, "Action: 3", "unparsable"), (AUCTION, "<11>", "unparsable"),
    (after("pig"), "stop\n\nI roll, and then stop", 0), (after("pig"), "<STOP>\n", 1), (after("pig"), "stroll", 0),
    (after("pig"), "<roll>\nThat is all.", "illegal"), (after("pig"), "\n\n", "unparsable"),
    (PROPOSING, "[6, 3, 3]", 5 * 36 + 21), (PROPOSING, "[3,3,3]", "illegal"), (PROPOSING, "<agree>", 215),
    (PROPOSING, "[1, 2, 3] AGREE", 215), (PROPOSING, "I disagree: [1, 2, 3]", 51), (PROPOSING, "1, 2, 3", "unparsable"),
    (PROPOSING, f"[{'9' * 5000}, 0, 0]", "illegal"), (ANSWERING, "<Agree>", 216), (UTTERING, "Agree", "illegal"),
    (UTTERING, "<Utterance: [5, 0, 1]>", 217 + 101), (UTTERING, "[4,  0, 1]", "illegal"),
    (after("iterated_prisoners_dilemma"), "<Silent>", 0), (after("iterated_prisoners_dilemma"), "<Testify>", 1),
    (after("iterated_prisoners_dilemma"), "Testify", "unparsable")]
VOTES = [("The best choice is 2", 1), ("the best choice is Choice3.", 2), ("The best choice is {2}\nor so", 1),
         ("best choice is 1 of 3", 2), ("The best choice is 12", 1), ("The best choice is 1\nbest choice is 4", "no"),
         ("2", "no"), ("The best choice is\n2", "no"), ("The best choice is 0", "no"), ("", "no")]


def read(state, reply):
    view = adapters.for_game(state.get_game()).view
    try:
        (action,) = gtbench.read(reply, view, state, max(state.current_player(), 0)).actions
    except ReplyError as error:
        return error.reason
    return "capture" if state is CAPTURE and action % 2 else action


def name_of(state):
    short = state.get_game().get_type().short_name
    return next(game for game in published.GAMES if game.startswith(short))


@pytest.mark.parametrize(("state", "reply", "expected"), READ)
def test_a_reply_is_read_as_the_program_reads_it(state, reply, expected):
    assert read(state, reply) == expected


def test_the_place_of_the_last_move_is_told():
    state = after("tic_tac_toe")
    found = gtbench.read("<C1R1>? <C2R2>!", adapters.for_game(state.get_game()).view, state, 0)
    assert found.span == (9, 13)


@pytest.mark.parametrize(("reply", "expected"), VOTES)
def test_a_vote_is_counted_as_the_program_counts_it(reply, expected):
    if expected == "no":
        with pytest.raises(ReplyError):
            gtbench.read_option(reply, 3)
    else:
        assert load_reader("gtbench").read_option(reply, 3) == expected


# What replies are put together from, besides the moves as the program lists them.
PIECES = ("C1R1", "<C2>", "Column 1", "column no 3", "a7->a6", "b2->b3*", "b7->b5", "c8->a8", "<pile:2, take:", "3>",
          "1>", "<1 dice, ", "<2 dices, ", "4 value>", "<Liar>", "<10>", "<7>", "<0>", "stop", "ROLL", "\n",
          "[6, 3, 3]", "[1,2,3]", "[ 1, 2, 3]", "[4, 0, 4]", "Agree", "agree", "AGREE", "<Pass>", "<Bet>",
          "<Testify>", "<Silent>", "Action: ", "12", " ", "The best choice is ", "best choice is", "3")


def some_reply(rng, listed):
    return "".join(rng.choice(listed) if rng.random() < 0.3 else rng.choice(PIECES) for _ in range(rng.randint(0, 6)))


@beside
@pytest.mark.parametrize("game", [game for game in published.GAMES if game != published.DILEMMA])
def test_random_replies_in_random_play_are_read_as_by_the_program_itself(game):
    rng = random.Random(game)
    points = [point for seed in range(20) for point in decision_points(game, seed)]
    for state, player in rng.sample(points, min(150, len(points))):
        listed = list(published.names(game, state, player))
        for _ in range(10):
            reply = some_reply(rng, listed)
            ours = read(state, reply)
            expected = published.read_by_program(game, state, [reply])
            assert (ours if isinstance(ours, int) else None) == expected, reply


@beside
def test_the_table_is_what_the_program_itself_reads():
    for state, reply, expected in READ:
        game = name_of(state)
        if game == published.DILEMMA:
            continue  # which is another game there
        action = published.read_by_program(game, state, [reply])
        if expected == "capture":
            assert action % 2 == 1
        else:
            assert action == (expected if isinstance(expected, int) else None), reply
    for reply, expected in VOTES:
        counted = [int(number == expected) for number in range(3)]
        assert published.votes_of_program([reply], 3) == counted, reply


@beside
def test_random_votes_are_counted_as_by_the_program_itself():
    rng = random.Random(1)
    for _ in range(2000):
        reply = some_reply(rng, ["The best choice is ", "1", "2", "\n"])
        try:
            counted = [int(number == gtbench.read_option(reply, 3)) for number in range(3)]
        except ReplyError:
            counted = [0, 0, 0]
        assert published.votes_of_program([reply], 3) == counted, reply

import re

import pyspiel
import pytest

import adapters
from adapters.native.go_fish import read_log
from tests.support.playouts import decision_points

VIEW = adapters.views()["go_fish"]
SMALL = "go_fish(players=2,ranks=4,suits=2,initial_cards=2)"
RANKS = "abcd"


def played(game_string: str, *steps: str) -> pyspiel.State:
    """Returns the state after cards are dealt or drawn, as "a", and after players are asked, as "1a"."""
    state = pyspiel.load_game(game_string).new_initial_state()
    for step in steps:
        asked = int(step[:-1] or 0)
        state.apply_action(asked * len(RANKS) + RANKS.index(step[-1]))
    return state


def told(state: pyspiel.State, player: int) -> tuple[list[str], list[str]]:
    seen = VIEW.observe(state, player)
    return seen["record"].splitlines(), seen["text"].splitlines()


def test_after_the_deal_there_are_only_cards_to_tell():
    assert told(played(SMALL, *"abcd"), 0) == ([], [
        "Cards in the pool: 4", "Cards in hand: player 0 (you): 2; player 1: 2",
        "Books: player 0 (you): none; player 1: none", "Your hand: 1 of a, 1 of b"])


def test_asks_draws_and_books_are_told_in_words_a_line_for_each_turn():
    state = played(SMALL, *"abcd", "1a", "c", "0c", "0d", "a")
    assert told(state, 0) == ([
        "player 0 (you): asked player 1 for a, got none; drew c",
        "player 1: asked player 0 (you) for c, got 1, book of c; asked player 0 (you) for d, got none; drew a"], [
        "Cards in the pool: 2", "Cards in hand: player 0 (you): 2; player 1: 2",
        "Books: player 0 (you): none; player 1: c", "Your hand: 1 of a, 1 of b"])
    assert told(state, 1)[0][0] == "player 0: asked player 1 (you) for a, got none; drew c"
    assert told(state, 1)[1][-1] == "Your hand: 1 of a, 1 of d"


def test_a_player_without_cards_draws():
    state = played(SMALL, *"abcd", "1a", "a", "1b", "c", "0c", "0d", "b", "1b", "d")
    assert told(state, 1) == ([
        "player 0: asked player 1 (you) for a, got none; drew a, book of a; "
        "asked player 1 (you) for b, got none; drew c",
        "player 1 (you): asked player 0 for c, got 1, book of c; asked player 0 for d, got none; drew b",
        "player 0: asked player 1 (you) for b, got 1, book of b; drew d"], [
        "Cards in the pool: 0", "Cards in hand: player 0: 1; player 1 (you): 1",
        "Books: player 0: a b; player 1 (you): c", "Your hand: 1 of d"])


def test_a_book_that_is_dealt_is_told():
    state = played(SMALL, *"aabcbc")
    assert told(state, 1)[1][1:3] == [
        "Cards in hand: player 0: 2; player 1 (you): 2", "Books: player 0: a; player 1 (you): none"]


@pytest.mark.parametrize(("player", "deals"), [(0, ["abcd", "abcc", "abbd"]), (1, ["abcd", "aacd", "adcd"])])
def test_what_others_were_dealt_and_what_is_in_the_pool_is_not_shown(player, deals):
    states = [played(SMALL.replace("suits=2", "suits=3"), *deal, "1a", "c") for deal in deals]
    assert len({str(state) for state in states}) == len(deals)
    assert all(told(state, player) == told(states[0], player) for state in states)
    assert all(told(state, 1 - player) != told(states[0], 1 - player) for state in states[1:])


@pytest.mark.parametrize("game_string", [
    "go_fish", "go_fish(players=4,ask_after_empty_draw=false,initial_cards=3,ranks=8,suits=3)", "go_fish(players=3)"])
def test_the_log_agrees_with_the_latest_events_that_openspiel_tells(game_string):
    for state, player in decision_points(game_string, 0):
        text = state.observation_string(player)
        log = read_log(state.get_game(), state.full_history(), player)
        openspiels = re.findall(r"^(\d+) asked (\S+) for (\d+)( recieved \d+)?( booked \d+)?$", text, re.MULTILINE)
        latest = log.events[len(log.events) - len(openspiels):]
        for (seat, event), (by, target, rank, got, booked) in zip(reversed(latest), openspiels, strict=True):
            letter = chr(ord("a") + int(rank))
            number = got.split()[-1] if got else "none"
            name = f"player {target} (you)" if target == str(player) else f"player {target}"
            asked = f"drew {letter}" if target == "-3" else f"asked {name} for {letter}, got {number}"
            assert (seat, event) == (int(by), asked + (f", book of {letter}" if booked else ""))
        books = [int(number) for number in re.findall(r"books (\d+)", text)]
        assert [len(laid) for laid in log.books] == books


@pytest.mark.parametrize(("game_string", "seed"), [("go_fish", 0), ("go_fish", 1), ("go_fish(players=3)", 0)])
def test_names_are_read_back(game_string, seed):
    for state, player in decision_points(game_string, seed):
        adapter = adapters.for_game(state.get_game())
        for action in state.legal_actions():
            for name in VIEW.names(state, player, action):
                assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]


def test_an_ask_may_be_said_in_words_and_with_one_opponent_by_its_rank_alone():
    state = played(SMALL, *"abcd")
    assert {"1b", "b", "ask player 1 for b", "1,b"} <= set(VIEW.names(state, 0, 4 + 1))
    state = played(SMALL.replace("players=2", "players=3"), *"abcdab")
    assert "b" not in VIEW.names(state, 0, 4 + 1)

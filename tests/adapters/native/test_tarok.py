"""Tarok's view names the cards of OpenSpiel's record, and knows the hand and the trick as they are."""

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pyspiel
import pytest

import adapters
from adapters.native.tarok import CARDS, VIEW, read_record

RECORD = ("1,3,7,9,13,14,21,31,34,38,46,53;3,0,0,0,3;37;11,16,32,17,4,25;2;d,d;5,18,21,12;34,30,37,33;40,41,")


def match_states(players: int, seed: int) -> Iterator[pyspiel.State]:
    """Yields the decisions of a random match, in which players mostly bid low."""
    state, rng = pyspiel.load_game(f"tarok(players={players},rng_seed={seed})").new_initial_state(), random.Random(seed)
    state.apply_action(0)
    while not state.is_terminal():
        yield state
        legal = state.legal_actions()
        state.apply_action(rng.choice(legal[:2] if "phase: Bidding" in str(state) else legal))


class Stub:
    """Wraps a state: of the history it tells who moved and not what, and of records the player's alone."""

    def __init__(self, state: pyspiel.State, player: int, record: str | None = None) -> None:
        self._state, self._player, self._record = state, player, record

    def __getattr__(self, name):
        assert name in {"get_game", "num_players", "current_player", "is_simultaneous_node"}, name
        return getattr(self._state, name)

    def full_history(self):
        return [SimpleNamespace(player=step.player, action=None) for step in self._state.full_history()]

    def information_state_string(self, player):
        assert player == self._player
        return self._record or self._state.information_state_string(player)


def test_a_middle_position_is_told_in_words():
    movers = [-1, 1, 2, 3, 0, 1, 1, 1, 1, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1]
    state = SimpleNamespace(
        get_game=lambda: pyspiel.load_game("tarok(players=4)"), num_players=lambda: 4, current_player=lambda: 2,
        is_simultaneous_node=lambda: False, information_state_string=lambda player: RECORD,
        full_history=lambda: [SimpleNamespace(player=player) for player in movers])
    seen = VIEW.observe(state, 2)
    assert seen["record"].splitlines() == [
        "Bids: player 1: Two; player 2 (you): Pass; player 3: Pass; player 0: Pass; player 1: Two",
        "King named: King of Diamonds",
        "Talon: set 1: XII, XVII; set 2: 2 of Diamonds, XVIII; set 3: V, 1 of Hearts",
        "Taken by player 1: set 3",
        "Put away by player 1: hidden, hidden",
        "Trick 1: player 0: VI; player 1: XIX; player 2 (you): Skis; player 3: XIII; won by player 2 (you)",
        "Trick 2: player 2 (you): Jack of Diamonds; player 3: 4 of Diamonds; player 0: King of Diamonds;"
        " player 1: 1 of Diamonds; won by player 0"]
    assert seen["text"].splitlines() == [
        "Contract: Two; declarer: player 1",
        "On the table: player 0: 9 of Spades; player 1: 10 of Spades",
        "Your hand: II, IIII, VIII, X, XIV, XV; 3 of Diamonds; 7 of Spades; 7 of Clubs, King of Clubs"]


@pytest.mark.parametrize("players", [3, 4])
def test_hand_table_contract_and_names_are_those_of_the_game(players):
    phases = set()
    for seed in range(6):
        for state in match_states(players, seed):
            player, lines = state.current_player(), dict(
                line.split(": ", 1) for line in VIEW.observe(state, state.current_player())["text"].splitlines())
            true = dict(line.split(": ", 1) for line in str(state).splitlines() if ": " in line)
            assert lines["Your hand"].replace("; ", ", ").split(", ") == name_cards(true["Player cards"])
            if "On the table" in lines:
                table = name_cards(true["Trick cards"])
                leader = (player - len(table)) % players
                assert lines["On the table"] == ("; ".join(
                    f"player {(leader + place) % players}: {card}" for place, card in enumerate(table)) or "nothing")
            assert ("Contract" in lines) == ("Bidding" not in true["Game phase"])
            assert lines.get("Contract", "").split(";")[0] in ("", true["Selected contract"])
            phases.add(true["Game phase"])
            for action in state.legal_actions():
                (shown, *_) = VIEW.names(state, player, action)
                assert adapters.for_game(state.get_game()).parse(f"Answer: {shown}", state, player) == [action]
    assert phases >= {"Bidding", "Talon exchange", "Tricks playing"}


def name_cards(numbers: str) -> list[str]:
    return [CARDS[int(number)] for number in numbers.split(",") if number]


@pytest.mark.parametrize("players", [3, 4])
def test_nothing_is_read_but_the_own_record_and_who_moved(players):
    for state in match_states(players, seed=3):
        for player in range(players):
            assert VIEW.observe(Stub(state, player), player) == VIEW.observe(state, player)


def test_in_klop_a_trick_has_a_talon_card_and_nobody_is_declarer():
    state = pyspiel.load_game("tarok(players=3,rng_seed=5)").new_initial_state()
    for action in (0, 0, 0, 1):  # the deal, two passes, Klop
        state.apply_action(action)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    known, seen = read_record(state.information_state_string(0), 3), VIEW.observe(state, 0)
    assert [len(trick) for trick in known.tricks] == [4]
    assert seen["record"].splitlines()[-1].endswith(
        f"; won by player {state.current_player()}{' (you)' if state.current_player() == 0 else ''}, "
        f"with the talon card {known.tricks[0][3]}")
    assert seen["text"].startswith("Contract: Klop\nOn the table: nothing\nYour hand: ")

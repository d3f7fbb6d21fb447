"""Mancala: seeds are told to each player, and matches are played by the rules that the prompts tell."""

import random

import pytest

from adapters.native.mancala import PITS, STORES
from tests.support.named_games import VERSIONS, after, loaded, rules, turn


@pytest.mark.parametrize("version", VERSIONS)
def test_each_player_is_told_the_own_pits_and_another_turn(version):
    assert [f"You are player {seat}" in rules("mancala", version, seat) for seat in (0, 1)] == [True, True]
    state = after("mancala", 3)
    told = turn(state, 0, version)
    assert "your store, so it is your turn again" in told or "You move once more" in told
    assert "again" not in turn(after("mancala", 1), 1, version).replace("No move", "")


def test_the_drawing_has_player_1_above_and_the_list_the_own_pits_first():
    state = after("mancala", 3, 6)
    assert turn(state, 1, "v1").splitlines()[2:7] == [
        "    [13] [12] [11] [10]  [9]  [8]", "      4    4    5    5    5    5",
        "  0" + " " * 32 + "2", "      4    4    0    5    5    0", "     [1]  [2]  [3]  [4]  [5]  [6]"]
    assert "- You: pit 8: 5, pit 9: 5, pit 10: 5, pit 11: 5, pit 12: 4, pit 13: 4, store: 0" in turn(state, 1, "v2")


def play(seeds: list[int], player: int, pit: int) -> int:
    """Sows by the rule that the prompts tell, and returns who moves next."""
    hand, seeds[pit], place = seeds[pit], 0, pit
    while hand:
        place = (place + 1) % 14
        if place != STORES[1 - player]:
            seeds[place] += 1
            hand -= 1
    if place in PITS[player] and seeds[place] == 1 and seeds[14 - place]:
        seeds[STORES[player]] += 1 + seeds[14 - place]
        seeds[place] = seeds[14 - place] = 0
    return player if place == STORES[player] else 1 - player


def test_random_matches_go_and_end_as_the_rules_say():
    rng, results, view = random.Random(2), set(), loaded("mancala").view
    for _ in range(25):
        state, seeds, player = after("mancala"), [0, *[4] * 6, 0, *[4] * 6], 0
        while all(any(seeds[pit] for pit in pits) for pits in PITS):
            assert state.current_player() == player
            action = rng.choice(state.legal_actions())
            assert state.legal_actions() == [pit for pit in PITS[player] if seeds[pit]]
            player = play(seeds, player, action)
            state.apply_action(action)
            assert view.observe(state, 0)["seeds"] == seeds
        assert state.is_terminal()
        first, second = (sum(seeds[pit] for pit in (*PITS[seat], STORES[seat])) for seat in (0, 1))
        results.add((first > second) - (first < second))
        assert state.returns() == [(first > second) - (first < second), (second > first) - (second < first)]
    assert {1, -1} <= results

import random
import re

import pyspiel
import pytest

from tests.support.named_games import prompt_parts, some_decisions, turn

VERSIONS = ("v1", "v2")
GAMMONS, FULL = (f"backgammon(scoring_type={scoring})" for scoring in ("enable_gammons", "full_scoring"))
HYPER = "backgammon(hyper_backgammon=True)"
SHORT = "backgammon(max_player_turns=5)"

every_version = pytest.mark.parametrize("version", VERSIONS)


def started(game_string: str) -> pyspiel.State:
    """Returns the first decision of a match."""
    state = pyspiel.load_game(game_string).new_initial_state()
    state.apply_action(0)
    return state


def told(game_string: str, version: str) -> str:
    return prompt_parts(started(game_string), 0, version)[0]


def read_side(line: str) -> dict[str, int]:
    """Returns the checkers of a side by point, on the bar and off, as a prompt tells them."""
    if "; " in line:
        found = re.findall(r"(\d+) (?:on (?:the )?)?(\d+|bar|off)", line)
        return {place: int(checkers) for checkers, place in found}
    return {place: int(checkers) for place, checkers in re.findall(r"(\d+|bar|off): (\d+)", line)}


@every_version
@pytest.mark.parametrize("game_string", ["backgammon", HYPER])
def test_both_sides_are_told_in_the_players_numbers(game_string, version):
    for state, player in some_decisions(game_string, most=12):
        text = turn(state, player, version)
        lines = re.findall(r"(?:checkers|point: checkers\)|in your numbers): (\d.*|none.*|bar.*)$", text, re.MULTILINE)
        for seat, line in zip((player, 1 - player), lines, strict=True):
            side = read_side(line)
            for place in range(24):
                point = 24 - place if player == 0 else place + 1
                assert side.get(str(point), 0) == state.board(seat, place)
            assert side["bar"] == state.board(seat, 100)
            scores = [int(score) for score in re.findall(r"[XO]: (\d+)", str(state))]
            assert side["off"] == scores[seat]
        dice = re.search(r"Dice: (\d)(\d)", str(state))
        assert re.search(rf"(?:rolled|double of|dice:) {dice[2]} and {dice[1]}", text)
        assert ("second" in text) == ("Extra turn: 1" in str(state))


@every_version
def test_scoring_turns_and_the_number_of_checkers_are_told(version):
    texts = {game: told(game, version) for game in ("backgammon", GAMMONS, FULL, HYPER, SHORT)}
    assert {game for game, text in texts.items() if re.search("a gammon[,.]|Gammon:", text)} == {GAMMONS, FULL}
    assert {game for game, text in texts.items() if re.search(r"\b3 and -3\b", text)} == {FULL}
    assert {game for game, text in texts.items() if re.search("all three checkers|All 3 checkers", text)} == {HYPER}
    assert {game for game, text in texts.items() if re.search(r"\b6 turns|turn 6,", text)} == {SHORT}
    assert {game for game, text in texts.items() if re.search(r"\b501 turns|turn 501,", text)} == {*texts} - {SHORT}


def finish(game_string: str, seed: int) -> tuple[pyspiel.State, int]:
    """Returns the end of a random match, and the number of turns."""
    state, rng, turns = pyspiel.load_game(game_string).new_initial_state(), random.Random(seed), 0
    while not state.is_terminal():
        turns += state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state, turns


def stake(state: pyspiel.State, winner: int, most: int) -> int:
    """Returns what a win is worth by the rules that prompts tell."""
    loser = 1 - winner
    left = [state.board(loser, place) for place in range(24)]
    if sum(left) + state.board(loser, 100) < 15:
        return 1
    home = left[18:] if winner == 0 else left[:6]
    return min(most, 3 if sum(home) + state.board(loser, 100) else 2)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("game_string", "most"), [("backgammon", 1), (GAMMONS, 2), (FULL, 3)])
def test_the_return_is_what_is_told(game_string, most, seed):
    state, _ = finish(game_string, seed)
    winner = next(seat for seat in (0, 1) if not any(state.board(seat, place) for place in (*range(24), 100)))
    assert state.returns()[winner] == -state.returns()[1 - winner] == stake(state, winner, most)


@pytest.mark.parametrize("seed", range(5))
def test_a_match_that_is_too_long_and_one_of_hyper_backgammon_bring_nothing(seed):
    assert (finish(SHORT, seed)[0].returns(), finish(SHORT, seed)[1]) == ([0, 0], 6)
    assert finish(HYPER, seed)[0].returns() == [0, 0]

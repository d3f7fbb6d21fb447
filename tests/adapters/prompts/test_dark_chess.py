import random
import re

import pytest

from tests.support.named_games import prompt_text, rules, some_decisions, turn
from tests.support.playouts import load
from tests.support.svg_pictures import played

VERSIONS = ("v1", "v2")
SMALL = "dark_chess(board_size=4)"
BLACK, WHITE = 0, 1

every_version = pytest.mark.parametrize("version", VERSIONS)


@every_version
@pytest.mark.parametrize("game_string", ["dark_chess", SMALL])
def test_the_board_is_what_openspiel_shows_the_player_and_hidden_squares_have_no_piece(game_string, version):
    for state, player in some_decisions(game_string, most=8):
        rows = re.findall(r"^[1-8]((?: [.?KQRBNPkqrbnp])+)$", turn(state, player, version), re.MULTILINE)
        told = ["".join(row.split()) for row in rows]
        seen = state.observation_string(player).split()[0]
        assert told == re.sub(r"\d", lambda found: "." * int(found[0]), seen).split("/")


@every_version
def test_prompts_do_not_depend_on_moves_that_the_player_did_not_see(version):
    for first in ("a3", "h4"):
        pawns = {prompt_text(played("dark_chess", [first, f"{file}6"]), WHITE, version) for file in "abcdefgh"}
        knights = {prompt_text(played("dark_chess", [first, move]), WHITE, version) for move in ("Nf6", "Na6", "Nh6")}
        assert (len(pawns), len(knights)) == (1, 1)
    told = prompt_text(played("dark_chess", ["e4", "d5", "exd5", "Qxd5"]), WHITE, version)
    assert "takes the pawn on d5" in told
    assert "Qxd5" not in told


@every_version
def test_the_start_of_a_small_board_is_drawn_without_what_it_does_not_have(version):
    told = rules(SMALL, version, WHITE)
    for rank, row in ((4, "r . k r"), (3, "p p p p"), (2, "P P P P"), (1, "R . K R")):
        assert [line for line in told.splitlines() if str(rank) in line and line.endswith(f" {row}")]
    assert "a to d" in told
    for word in ("castl", "en passant", "two squares forward", "Two steps from", "O-O"):
        assert word.lower() not in told.lower()
        assert word.lower() in "".join(rules("dark_chess", each, WHITE).lower() for each in VERSIONS)


@pytest.mark.parametrize("game_string", ["dark_chess", SMALL])
@pytest.mark.parametrize("seed", range(6))
def test_whoever_captures_the_king_wins(game_string, seed):
    state, rng = load(game_string).new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    pieces = str(state).split()[0]
    assert state.returns() == ([1, -1] if "K" not in pieces else [-1, 1] if "k" not in pieces else [0, 0])

"""OpenSpiel's own bots of single games as agents."""

import pyspiel
import pytest

import gtarena
from gtarena.agents.base import Seating
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.game_bots import BOTS, game_bot
from gtarena.errors import UsageError


def test_openspiels_bot_of_gin_rummy_beats_random_play(tmp_path):
    settings = gtarena.compose_settings(["game=gin_rummy", "agents=[game_bot,random]", "matches=6"])
    gtarena.run(settings, tmp_path)
    seats = gtarena.load_records(tmp_path)
    assert list(seats["outcome"]) == ["finished"] * 6
    won = [row.returns[row.agents.index("game_bot")] > 0 for row in seats.itertuples()]
    assert sum(won) == 6


def test_other_games_have_none():
    assert list(BOTS) == ["gin_rummy"]
    assert reason_not_playable("game_bot", pyspiel.load_game("gin_rummy")) is None
    with pytest.raises(UsageError, match="game_bot cannot play nim: OpenSpiel has bots of its own for gin_rummy alone"):
        game_bot(Seating(pyspiel.load_game("nim"), 0, 1))

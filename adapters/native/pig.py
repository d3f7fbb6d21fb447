"""Pig: a dice game in which a player rolls on, or stops and scores its turn total."""

import re
from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView


class PigView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        # "Scores: 12 0, Turn total: 5", followed by a line that names the player to move.
        first_line = state.observation_string(player).splitlines()[0]
        *scores, turn_total = map(int, re.findall(r"\d+", first_line))
        return {
            "your_score": scores[player],
            "others": [{"player": seat, "score": score} for seat, score in enumerate(scores) if seat != player],
            "turn_total": turn_total}

    def name(self, game: pyspiel.Game, action: int) -> str:
        return ("roll", "stop")[action]


VIEW = PigView()

"""Hive without beetles: the view of Hive, with fewer kinds of pieces."""

from collections.abc import Mapping
from typing import Any

from adapters.native.hive import HiveView
from custom_games.hive_without_beetles.moves import KINDS

IN_SET = "QAGS"


class HiveWithoutBeetlesView(HiveView):
    def kinds(self, parameters: Mapping[str, Any]) -> Mapping[str, str]:
        return {letter: KINDS[letter] for letter in IN_SET}


VIEW = HiveWithoutBeetlesView()

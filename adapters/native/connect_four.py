"""Connect Four: columns count from 1; OpenSpiel's own names (``x3``), which count from 0, are not understood."""

from collections.abc import Sequence

import pyspiel

from adapters.native._shared import MarksView


class ConnectFourView(MarksView):
    def name(self, game: pyspiel.Game, action: int) -> str:
        return f"C{action + 1}"

    def aliases(self, game: pyspiel.Game, action: int) -> Sequence[str]:
        return (f"column {action + 1}",)


VIEW = ConnectFourView()

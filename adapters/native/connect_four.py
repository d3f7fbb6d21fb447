"""Connect Four: columns count from 1, while OpenSpiel's own names (``x3``) count from 0 and are not understood."""

import pyspiel

from adapters.native._native_view import MarksView


class ConnectFourView(MarksView):
    def name(self, game: pyspiel.Game, action: int) -> str:
        return f"C{action + 1}"


VIEW = ConnectFourView()

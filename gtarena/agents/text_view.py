"""View of games with texts in which a text is one action, for search algorithms that try actions one by one."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from gtarena.agents.sequential_view import SequentialView
from gtarena.seeds import derive


@dataclass
class TextView(SequentialView):
    """Sequential view that offers ``draws`` random moves wherever a player speaks, as actions 0, 1, 2, ...

    Each stands for what is left of the player's move, drawn whole: the text and all that is to be stated after it.
    Wherever no text is asked for, the actions are the game's. What a search proves holds for these draws alone.
    ``key`` is a seed that the actions taken since the search began change, so that the same action means the same words
    whenever the search comes by.
    """

    draws: int = 1
    key: int = 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(range(self.draws)) if self._is_text() else super().legal_actions(player)

    def spelled(self, action: int) -> Sequence[int]:
        """Returns the actions of the game for which an action of the search stands."""
        if not self._is_text():
            return super().spelled(action)
        # Drawn only when it is needed: a playout takes one of the draws and never looks at the others.
        rng = random.Random(derive(self.key, int(action)))
        return tuple(self.state.random_move(self.current_player(), rng))

    def apply_action(self, action: int) -> None:
        super().apply_action(action)
        self.key = derive(self.key, int(action))

    def _is_text(self) -> bool:
        return bool(self.state.is_speaking(self.current_player()))

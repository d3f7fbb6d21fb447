"""Places of a board in the names of moves, so that clicks on the board can state a move."""

import re
from collections.abc import Mapping, Sequence
from html import unescape

from gtarena.agents.people.turns import Turn

_PLACE = re.compile(r'data-place="([^"]*)"')  # as boards have them


def list_move_places(turn: Turn, board: str | None) -> Mapping[str, Sequence[str]]:
    """Returns the places that the moves of a turn name, in order, by the moves' names as they are offered.

    Of the names of a move the one with the most places counts: ``a2a4``, not ``a4``. Moves that name none are left out.
    """
    places = sorted(set(map(unescape, _PLACE.findall(board or ""))), key=len, reverse=True)
    if not places:
        return {}
    one = re.compile("|".join(map(re.escape, places)))  # of two at one spot the longer, as `a10` and `a1`
    state, player, view = turn.decision.state, turn.decision.player, turn.decision.adapter.view
    named = (list(view.names(state, player, action)) for action in turn.decision.legal_actions)
    found = {names[0]: max(map(one.findall, names), key=len) for names in named if names}
    return {name: made for name, made in found.items() if made}

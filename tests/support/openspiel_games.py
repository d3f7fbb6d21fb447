"""All OpenSpiel games that can be loaded without parameters, including those written in Python."""

from pyspiel import GameType

from gtarena import games

NO_LEGAL_ACTIONS = {"crossword"}  # its moves exist only as structs

PLAYABLE = {
    name: kind for name, kind in sorted(games.all_types().items())
    if kind.default_loadable and kind.dynamics != GameType.Dynamics.MEAN_FIELD
    and name not in NO_LEGAL_ACTIONS
}
SEQUENTIAL = GameType.Dynamics.SEQUENTIAL
PERFECT = GameType.Information.PERFECT_INFORMATION

"""Every game that can be played without giving a parameter, those that OpenSpiel writes in Python included."""

import pyspiel

from gtarena import games

NO_LEGAL_ACTIONS = {"crossword"}  # its moves exist as structs alone

PLAYABLE = {
    name: kind for name, kind in sorted(games.all_types().items())
    if kind.default_loadable and kind.dynamics != pyspiel.GameType.Dynamics.MEAN_FIELD
    and name not in NO_LEGAL_ACTIONS
}
SEQUENTIAL = pyspiel.GameType.Dynamics.SEQUENTIAL
PERFECT = pyspiel.GameType.Information.PERFECT_INFORMATION

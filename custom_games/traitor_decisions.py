"""The decisions of Are You the Traitor?: whom to ask, what to say, whether to stop the talk, and whom to accuse."""

from functools import cache

from custom_games.action_specs import Choice
from custom_games.labels import player_labels
from custom_games.traitor_treasures import PLAYERS

NAMES = player_labels(PLAYERS).names
PASS, STOP = range(2)
STOPPING = Choice("stop", ("pass", "stop"))
"""The choice between stopping the talk, in order to accuse somebody, and letting it go on."""
# What random players ask, whatever their role.
QUESTIONS = ("", "?", "Who are you?", "Are you a wizard?", "Whom do you trust?")


@cache
def other_spec(key: str, own: int) -> Choice:
    """Returns the choice of a player by one whose label is ``own``, whose action is the label of the other."""
    labels = tuple(label for label in range(PLAYERS) if label != own)
    return Choice(key, tuple(NAMES[label] for label in labels), labels)

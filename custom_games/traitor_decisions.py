"""The decisions of Are You the Traitor?: whom to ask, what to say, whether to stop the talk, and whom to accuse."""

from collections.abc import Sequence
from functools import cache

from custom_games.action_specs import Choice
from custom_games.asking import PARTNER_FRAMES
from custom_games.labels import player_labels
from custom_games.traitor_treasures import PLAYERS

NAMES = player_labels(PLAYERS).names
PASS, STOP = range(2)
# What random players ask, whatever their role.
QUESTIONS = ("", "?", "Who are you?", "Are you a wizard?", "Whom do you trust?")
STOP_FRAMES = (
    "I {}.", *(f"I {verb} {{}}." for verb in (
        "say", "will say", "would say", "call", "choose", "choose to", "decide to", "want to", "would like to", "will",
        "would rather")))
_ACCUSED = ("I accuse {}", "I will accuse {}", "I would accuse {}", "I choose to accuse {}",
            "I am accusing {}", "I point at {}")
STOP_NAMES = (
    *((name, PASS) for name in (
        "no", "no stop", "not stop", "not stop the talk", "do not stop", "don't stop", "not yet", "wait", "continue",
        "continue the talk", "continue talking", "keep talking", "go on", "go on talking", "let the talk go on",
        "false")),
    *((name, STOP) for name in ("yes", "stop the talk", "stop talking", "stop now", "stop!", "true")))


@cache
def partner_spec(own: int) -> Choice:
    """Returns the choice of the player to be asked, by one whose label is ``own``."""
    return _other("partner", own, PARTNER_FRAMES)


@cache
def accused_spec(own: int, target: str) -> Choice:
    """Returns the choice of the player to be accused of having the role ``target``."""
    endings = (".", f" of being the {target}.", f" as the {target}.")
    frames = [f"{start}{end}" for start in _ACCUSED for end in endings]
    return _other("accused", own, (*frames, f"{{}} is the {target}."))


def _other(key: str, own: int, frames: Sequence[str]) -> Choice:
    """Returns the choice of a player other than oneself, whose action is the label."""
    labels = tuple(label for label in range(PLAYERS) if label != own)
    numbers = tuple((f"{before}{label + 1}", label) for label in labels for before in ("", "P", "Player"))
    return Choice(key, tuple(NAMES[label] for label in labels), labels, numbers, tuple(frames))


@cache
def stop_spec() -> Choice:
    """Returns the choice between stopping the talk, in order to accuse somebody, and letting it go on."""
    return Choice("stop", ("pass", "stop"), aliases=STOP_NAMES, frames=STOP_FRAMES)

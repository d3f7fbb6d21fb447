"""The decisions of Two Rooms and a Boom: partners, questions, answers and hostages."""

from collections.abc import Sequence
from functools import cache

from custom_games.action_specs import Choice, Text

PARTNER_FRAMES = (
    *(f"I {verb} {{}}." for verb in (
        "choose", "will choose", "choose to ask", "choose to talk to", "choose to speak to", "choose to speak with",
        "choose to talk with", "ask", "will ask", "want to ask", "would like to ask", "would ask", "pick", "will pick",
        "talk to", "will talk to", "talk with", "will talk with", "speak to", "will speak to", "speak with",
        "will speak with", "turn to", "will turn to", "question", "will question", "choose to question")),
    "I choose {} as my partner.", "I will choose {} as my partner.", "I pick {} as my partner.", "I ask {} a question.",
    "I will ask {} a question.", "I choose to ask {} a question.", "Let me ask {}.")
HOSTAGE_FRAMES = (
    *(f"I {verb} {{}}{end}." for verb in (
        "choose", "will choose", "send", "will send", "choose to send", "pick", "will pick", "trade", "will trade",
        "choose to trade", "swap", "will swap", "give up", "will give up", "would send", "select")
      for end in ("", " as hostage", " as a hostage", " as the hostage", " as my hostage")),
    *(f"I {verb} {{}} to {where}." for verb in ("send", "will send", "choose to send", "would send")
      for where in ("the other room", "Room 1", "Room 2")),
    "The hostage is {}.", "My hostage will be {}.", "The hostage will be {}.", "{} is my hostage.",
    "{} will be the hostage.", "{} will be my hostage.", "{} goes.", "{} goes to the other room.")


@cache
def partner(players: tuple[int, ...], names: Sequence[str]) -> Choice:
    """Returns the choice of one of these players, to be asked a question."""
    return _player("partner", players, names, PARTNER_FRAMES)


@cache
def hostage(players: tuple[int, ...], names: Sequence[str]) -> Choice:
    """Returns a leader's choice of one of these players, to go to the other room."""
    return _player("hostage", players, names, HOSTAGE_FRAMES)


def _player(key: str, players: tuple[int, ...], names: Sequence[str], frames: tuple[str, ...]) -> Choice:
    listed = tuple(sorted(players))
    aliases = tuple((stated, player) for player in listed for stated in (str(player + 1), f"P{player + 1}"))
    return Choice(key, tuple(names[player] for player in listed), listed, aliases, frames)


@cache
def text(key: str, limit: int) -> Text:
    """Returns a question or an answer of at most ``limit`` bytes, beyond which it is cut off."""
    return Text(key, limit, overlong="cut")

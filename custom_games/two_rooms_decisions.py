"""The decisions of Two Rooms and a Boom: partners, questions and hostages."""

from collections.abc import Sequence
from functools import lru_cache

from custom_games.action_specs import Choice
from custom_games.asking import PARTNER_FRAMES

# What random players ask, whatever their card.
QUESTIONS = ("", "?", "Who are you?", "Which team are you on?", "Whom should the leader send?")
HOSTAGE_FRAMES = (
    *(f"I {verb} {{}}{end}." for verb in (
        "choose", "will choose", "would choose", "pick", "will pick", "select", "name", "nominate", "send", "will send",
        "would send", "choose to send", "am sending", "trade", "will trade", "choose to trade", "swap", "will swap",
        "exchange", "will exchange", "give up", "will give up")
      for end in ("", " as hostage", " as a hostage", " as the hostage", " as my hostage")),
    "Let me send {}.", "My choice of hostage is {}.", "My hostage will be {}.", "The hostage is {}.",
    "The hostage will be {}.", "{} is my hostage.", "{} is the hostage.", "{} will be my hostage.",
    "{} will be the hostage.", "{} goes.")
SENDING = ("I send {}", "I will send {}", "I want to send {}", "I would send {}", "I choose to send {}",
           "I am sending {}", "{} goes")


# All players' choices of a match with three players in a room; others come back within a match.
@lru_cache(maxsize=1000)
def partner(players: tuple[int, ...], leader: int, names: Sequence[str]) -> Choice:
    """Returns the choice of one of these players, perhaps the leader of the room among them, to be asked a question."""
    name = names[leader]
    called = ("the leader", f"the leader, {name}", *(f"{name}{how}" for how in (
        ", the leader", ", leader", " - leader", " (leader)", " (the leader)")))
    other = [(stated, leader) for stated in called if leader in players]
    return _player("partner", players, names, ("ask", "talk to"), other, PARTNER_FRAMES)


@lru_cache(maxsize=1000)
def hostage(players: tuple[int, ...], room: int, names: Sequence[str]) -> Choice:
    """Returns a leader's choice of one of these players, to go to the room of this number."""
    ends = [f" to {where}" for where in ("the other room", f"Room {room}")]
    frames = [f"{start}{end}." for start in SENDING for end in ends]
    other = [(f"{names[player]}{end}", player) for player in players for end in ends]
    return _player("hostage", players, names, ("send",), other, (*HOSTAGE_FRAMES, *frames))


def _player(
    key: str, players: tuple[int, ...], names: Sequence[str], verbs: Sequence[str], other: Sequence[tuple[str, int]],
    frames: tuple[str, ...]
) -> Choice:
    listed = tuple(sorted(players))
    aliases = [(stated, player) for player in listed for stated in (
        str(player + 1), f"P{player + 1}", *(f"{verb} {names[player]}" for verb in verbs))]
    return Choice(key, tuple(names[player] for player in listed), listed, (*aliases, *other), frames)

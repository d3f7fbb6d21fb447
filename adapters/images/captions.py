"""Captions of pictures: the player is addressed, and people who watch are told of the player."""

from collections.abc import Mapping
from typing import Any

WATCHED = "watched"  # the key of an observation under which people who watch find the player's name


def address(obs: Mapping[str, Any], own: str, watched: str) -> str:
    """Returns a caption: ``own`` for the player, or for people who watch ``watched``, in which ``{}`` is the name."""
    name = obs.get(WATCHED)
    return watched.format(name) if name else own

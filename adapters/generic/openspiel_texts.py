"""OpenSpiel's own texts of a state, as far as they tell people something and show a player nothing hidden."""

import re
from collections.abc import Sequence

import pyspiel
from pyspiel import GameType

_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_LETTER = re.compile(r"[^\W\d_]")


def read_texts(state: pyspiel.State, player: int) -> list[str]:
    """Returns what the player sees and, if it adds something, the record of what the player knows; or nothing.

    A text without a letter, such as a list of moves by number, is left out if there is another one, and so is a text
    that is part of the other. Before the only move of a game there is nothing to see.
    """
    if state.get_game().get_type().information == GameType.Information.ONE_SHOT:
        return []
    texts = [_strip_colours(text) for text in _read_own_texts(state, player)]
    telling = [text for text in texts if _LETTER.search(text)] or _choose_text(state, texts)
    return [text for index, text in enumerate(telling) if not _is_told(text, telling[:index], telling[index + 1:])]


def has_perfect_information(kind: GameType) -> bool:
    """Returns whether players of such a game know all that has happened."""
    return bool(kind.information == GameType.Information.PERFECT_INFORMATION)


def _read_own_texts(state: pyspiel.State, player: int) -> list[str]:
    """Returns OpenSpiel's texts for the player alone, what it draws first."""
    kind = state.get_game().get_type()
    texts = []
    if kind.provides_observation_string:
        texts.append(str(state.observation_string(player)))
    if kind.provides_information_state_string:
        texts.append(str(state.information_state_string(player)))
    return texts


def _choose_text(state: pyspiel.State, texts: Sequence[str]) -> list[str]:
    """Returns the best text where the player's own tell people nothing: that of the state where nothing is hidden."""
    kind = state.get_game().get_type()
    # Where chance moves, a state may print what players are about to find out, such as the word of hangman.
    if has_perfect_information(kind) and (kind.chance_mode == GameType.ChanceMode.DETERMINISTIC or not texts):
        return [_strip_colours(str(state))]
    return [text for text in texts if text][:1]


def _strip_colours(text: str) -> str:
    """Returns the text without colours for a terminal and without blank lines around it."""
    return _COLOURS.sub("", text).lstrip("\n").rstrip()


def _is_told(text: str, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Returns whether other texts tell all of a text; of two that say the same the first one stays."""
    said = " ".join(text.split())
    fuller = [" ".join(other.split()) for other in behind]
    return any(said in " ".join(other.split()) for other in before) or any(said in other != said for other in fuller)

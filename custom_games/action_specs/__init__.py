"""Action specs: descriptions of a decision from which its names, JSON, prompts' lists and random moves are derived."""

from custom_games.action_specs.base import ActionSpec, random_moves
from custom_games.action_specs.branches import Branch, Branches
from custom_games.action_specs.division import Division
from custom_games.action_specs.fields import Fields
from custom_games.action_specs.selection import Selection
from custom_games.action_specs.single import Choice, NamedActions, Number, RoundedNumber
from custom_games.action_specs.text import Text

__all__ = [
    "ActionSpec", "Branch", "Branches", "Choice", "Division", "Fields", "NamedActions", "Number", "RoundedNumber",
    "Selection", "Text", "random_moves",
]

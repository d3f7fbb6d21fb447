"""Strategy guides of games: templates ``<game>/guides/<name>.jinja`` in the package's or the user's folder of prompts.

A guide sees what the prompts of its game see.
"""

from adapters.rendering import templates


def folder(game: str) -> str:
    """Returns the folder of a game's guides among the prompts."""
    return f"{game}/guides"


def names(game: str) -> list[str]:
    """Returns the names of a game's guides, sorted; many games have none."""
    return templates.versions(folder(game))


def digest(game: str, name: str) -> str:
    """Returns a short hash of a guide.

    Raises:
        ValueError: the game has no such guide.
    """
    return templates.prompt_digest(folder(game), name)[:8]

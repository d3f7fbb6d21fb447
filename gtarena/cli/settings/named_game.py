"""Settings of commands that name their game, as in `gtarena play 'pig(winscore=20)' seed=3`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gtarena.runs.settings import RunSettings


def settings_of_game(game: str, overrides: Sequence[str]) -> "RunSettings":
    """Returns the settings of a run of the game, which may have parameters, with these overrides.

    Raises:
        UsageError: the game does not exist, or a setting is not allowed.
    """
    from gtarena import games
    from gtarena.cli.settings.hydra_config import compose_settings

    name, given = games.parse(game)
    games.type_of(name)
    settings = compose_settings([f'game="{name}"' if name.isdigit() else f"game={name}", *overrides])
    assert settings.game is not None, "the game was named"
    params = {**settings.game.params, **given}
    return replace(settings, game=replace(settings.game, params=params))

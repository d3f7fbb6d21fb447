"""The matches that a command would play, without playing them."""

from functools import cache

from gtarena.cli.settings.hydra_config import compose_settings
from gtarena.runs.plan import plan_matches
from gtarena.runs.schedule import MatchSpec


@cache  # the same runs are asked for again and again
def planned(*overrides: str) -> list[MatchSpec]:
    """Returns the matches of the run with these settings."""
    return plan_matches(compose_settings(overrides))


def settings(specs: list[MatchSpec], game: str, *names: str) -> list[tuple[object, ...]]:
    """Returns the values of these parameters in the order in which they are played."""
    return list(dict.fromkeys(tuple(spec.params[name] for name in names) for spec in specs if spec.game == game))

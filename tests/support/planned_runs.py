"""The matches that a command would play, without playing them."""

from gtarena.cli.settings.hydra_config import compose_settings
from gtarena.runs.plan import plan_matches
from gtarena.runs.schedule import MatchSpec


def planned(*overrides: str) -> list[MatchSpec]:
    """Returns the matches of the run with these settings."""
    return plan_matches(compose_settings(overrides))

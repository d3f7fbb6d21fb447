"""The matches that a command would play."""

from gtarena.agents.lineup import Lineup, maker
from gtarena.cli import hydra_config
from gtarena.cli.hydra_app import _illegal, _model_settings, _Unasked
from gtarena.logs import prompt_texts
from gtarena.runs.plan import plan
from gtarena.runs.schedule import MatchSpec


def planned(*overrides: str) -> list[MatchSpec]:
    """Returns the matches of the run with these settings."""
    settings = hydra_config.compose_settings(overrides)
    lineup = Lineup(settings["agent"], _model_settings(settings["model"]), settings["prompt"],
                    _illegal(settings["illegal"]))
    return plan(settings, lineup, lambda seat: maker(seat, lambda _: _Unasked(), prompt_texts.Memory()))

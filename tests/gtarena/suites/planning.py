"""What a command would play, without playing it."""

from gtarena import config, texts
from gtarena.app import _illegal, _model_settings, _Unasked
from gtarena.lineup import Lineup, maker
from gtarena.plan import plan
from gtarena.schedule import MatchSpec


def planned(*overrides: str) -> list[MatchSpec]:
    """The matches of the run that these settings make."""
    settings = config.compose_settings(overrides)
    lineup = Lineup(settings["agent"], _model_settings(settings["model"]), settings["prompt"],
                    _illegal(settings["illegal"]))
    return plan(settings, lineup, lambda seat: maker(seat, lambda _: _Unasked(), texts.Memory()))

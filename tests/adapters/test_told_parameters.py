"""Wordings of OpenSpiel's games tell each parameter that changes moves or returns."""

import pyspiel
import pytest

import adapters
from adapters import Told, told_by
from custom_games import GAMES
from custom_games.framework.states import movers
from gtarena import games
from gtarena.checks.playouts import states
from tests.support.named_games import VERSIONS
from tests.support.openspiel_games import PLAYABLE
from tests.support.parameter_changes import changes, other_rules

OWN = sorted(name for name in PLAYABLE if told_by(name) == Told.OWN and name not in GAMES)
UNTOLD = {
    ("bargaining", "max_num_instances"),  # the number of pools of which one is drawn
    ("first_sealed_auction", "max_value"),  # of the others' valuations GTBench says nothing
    ("negotiation", "enable_proposals")}  # without proposals nothing can be agreed to


def rules(game: pyspiel.Game, version: str) -> str:
    """Returns the rules that the first player to move is told; nothing if nobody is ever to move."""
    for state in states(game, 0):
        for player in movers(state):
            return adapters.for_game(game).prompt(state, player, version)[0]["content"]
    return ""


@pytest.mark.parametrize("name", OWN)
def test_a_parameter_that_changes_moves_or_returns_changes_the_rules_told(name):
    plain = {version: rules(games.load(name, {}), version) for version in VERSIONS}
    for parameter, value, game in changes(name):
        same = [version for version in VERSIONS if rules(game, version) == plain[version]]
        if (name, parameter) not in UNTOLD:
            assert not same or not other_rules(name, parameter, value), f"{same} do not tell {parameter}={value}"

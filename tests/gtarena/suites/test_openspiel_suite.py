"""The suite `openspiel`: twelve of OpenSpiel's games of all kinds, ready for a first run with a model."""

from collections.abc import Iterator

import pyspiel
import pytest
from pyspiel import GameType

import gtarena
from gtarena import games
from gtarena.agents import registry
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.presets import all_presets
from gtarena.errors import UsageError
from gtarena.runs.settings import PlannedGame


def entries() -> Iterator[tuple[PlannedGame, pyspiel.Game]]:
    """Yields the entries of the suite with their games."""
    suite = gtarena.compose_settings(["suite=openspiel"]).suite
    assert suite is not None
    for entry in suite.games:
        yield entry, games.load(entry.game.name, dict(entry.game.params))


def test_it_has_twelve_games_of_all_kinds() -> None:
    kinds = [game.get_type() for _, game in entries()]
    assert len({kind.short_name for kind in kinds}) == len(kinds) == 12
    assert {kind.information for kind in kinds} == set(GameType.Information.__members__.values())
    assert {kind.dynamics for kind in kinds} == {GameType.Dynamics.SEQUENTIAL, GameType.Dynamics.SIMULTANEOUS}
    assert {GameType.ChanceMode.DETERMINISTIC, GameType.ChanceMode.EXPLICIT_STOCHASTIC} <= {
        kind.chance_mode for kind in kinds}
    assert {GameType.Utility.IDENTICAL, GameType.Utility.GENERAL_SUM, GameType.Utility.ZERO_SUM} <= {
        kind.utility for kind in kinds}


def test_models_meet_searches_solvers_and_bots_that_can_play_and_a_random_player_in_each() -> None:
    met: set[str] = set()
    for entry, game in entries():
        assert {"llm", "random"} <= set(entry.agents or ())
        kinds = {all_presets()[agent].kind for agent in entry.agents or ()} & set(registry.kinds())
        assert {kind: reason_not_playable(kind, game) for kind in kinds} == dict.fromkeys(kinds)
        met |= kinds
    assert {"mcts", "ismcts", "solver", "cfr", "game_bot"} <= met


@pytest.mark.parametrize(("entry", "problem"), [
    ({"preset": "go0"}, r"unknown preset in suite tiny 'go0'; did you mean go9"),
    ({"preset": "go9", "game": "go"}, "has no game, or both a game and a preset"), ({}, "has no game, or both")])
def test_an_entry_names_a_game_or_a_preset_that_exists(tmp_path, entry, problem) -> None:
    lines = "".join(f"    {key}: {value}\n" for key, value in {**entry, "agents": "[random]"}.items())
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "tiny.yaml").write_text(f"name: tiny\ngames:\n  -\n{lines}")
    with pytest.raises(UsageError, match=problem):
        gtarena.compose_settings(["suite=tiny", f"hydra.searchpath=[file://{tmp_path}]"])

"""Named parameter sets of games: files of conf/preset."""

import pytest

import adapters
from gtarena import games
from gtarena.checks.playouts import states
from gtarena.games.game_presets import GamePreset, game_presets, presets_of
from tests.support import ROOT

PRESETS = sorted(game_presets())


def test_there_is_a_preset_for_each_file() -> None:
    assert sorted(file.stem for file in (ROOT / "conf" / "preset").glob("*.yaml")) == PRESETS
    assert {"go9", "chess960", "nl_holdem_heads_up"} <= set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_a_playable_game_with_other_parameters_and_a_sentence(name: str) -> None:
    preset = game_presets()[name]
    assert preset.about.endswith(".")
    assert any(games.defaults(preset.game)[parameter] != value for parameter, value in preset.params.items())
    game = games.load(preset.game, dict(preset.params))
    *_, last = states(game, seed=1)
    assert last.is_terminal()
    assert adapters.for_game(game).prompts == preset.game, "people who know a preset find prompts made for it"


def test_presets_of_a_game_are_sorted_and_those_of_others_are_left_out() -> None:
    assert [preset.name for preset in presets_of("go")] == ["go13", "go9"]
    assert presets_of("nim") == []


def test_a_file_says_its_game_its_parameters_and_in_its_comments_what_it_is(tmp_path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text("# @package _global_\n# Nim with\n# one pile.\ndefaults:\n  - override /game: nim\n"
                    "game:\n  pile_sizes: '4'\n")
    assert GamePreset.from_file(file) == GamePreset("tiny", "nim", {"pile_sizes": "4"}, "Nim with one pile.")
    file.write_text("game:\n  pile_sizes: '4'\n")
    with pytest.raises(ValueError, match=r"tiny\.yaml names no game"):
        GamePreset.from_file(file)

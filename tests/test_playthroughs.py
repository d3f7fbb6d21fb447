import pytest

from custom_games import GAMES
from tests.support.playthrough import FOLDER, path, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_and_prompts_of_a_game_are_those_of_its_golden_playthrough(name):
    command = f"read what changed, then run: python scripts/record_playthrough.py {name}"
    assert path(name).exists(), f"{path(name)} is missing; {command}"
    recorded = path(name).read_text(encoding="utf-8").splitlines()
    assert playthrough(name).splitlines() == recorded, command


def test_every_golden_playthrough_belongs_to_a_game():
    assert {file.stem for file in FOLDER.iterdir()} <= set(GAMES)

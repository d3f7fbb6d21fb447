import subprocess
import sys

import pyspiel

from custom_games import GAMES


def test_every_game_has_a_module_of_its_short_name():
    assert {name: rules.__module__ for name, rules in GAMES.items()} == {
        name: f"custom_games.{name}" for name in GAMES}


def test_importing_the_package_is_all_that_pyspiel_needs_to_load_a_game():
    script = "import pyspiel, custom_games; print(pyspiel.load_game('pirate_game(gold=7)'))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown == "pirate_game(gold=7,players=10)\n"


def test_a_registered_game_plays_by_the_rules_of_its_class():
    assert all(type(pyspiel.load_game(name).rules) is rules for name, rules in GAMES.items())

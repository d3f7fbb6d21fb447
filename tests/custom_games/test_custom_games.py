import subprocess
import sys

import pyspiel

from custom_games import GAMES


def test_every_game_has_a_module_of_its_short_name_is_played_by_its_rules_and_is_there_after_the_import():
    for name, rules in GAMES.items():
        assert rules.facts.short_name == name
        assert rules.__module__ in (f"custom_games.{name}", f"custom_games.{name}.game")
        assert type(pyspiel.load_game(name).rules) is rules
    script = "import pyspiel, custom_games; print(pyspiel.load_game('pirate_game(gold=7)'))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown == "pirate_game(gold=7,players=10)\n"

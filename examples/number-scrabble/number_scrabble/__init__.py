"""Plug-in of gtarena: Number Scrabble with prompts, an agent, a reasoning scheme and a metric."""

from pathlib import Path

from gtarena import Plugin
from number_scrabble import rules
from number_scrabble.agents import Completer
from number_scrabble.metrics import OPENINGS
from number_scrabble.schemes import SecondOpinion

__all__ = ["PLUGIN", "rules"]  # importing the rules registers them

PLUGIN = Plugin(
    folder=Path(__file__).parent,  # which holds prompts and conf
    agents={"completer": Completer},
    schemes={SecondOpinion.name: SecondOpinion},
    metrics={"openings": OPENINGS},
)

"""Ratings of agents from match records: the names that other projects use."""

from gtarena.metrics.bradley_terry import bradley_terry, win_probabilities
from gtarena.metrics.luce_spectral import fit

__all__ = ["bradley_terry", "fit", "win_probabilities"]

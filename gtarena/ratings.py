"""Ratings of agents from match records: the names that other projects use."""

from gtarena.metrics.bradley_terry import bradley_terry, win_probabilities
from gtarena.metrics.elo import elo
from gtarena.metrics.luce_spectral import fit
from gtarena.metrics.populations import alpha_rank, nash_averaging

__all__ = ["alpha_rank", "bradley_terry", "elo", "fit", "nash_averaging", "win_probabilities"]

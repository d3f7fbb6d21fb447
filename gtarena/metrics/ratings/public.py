"""Ratings of agents from match records: the names that other projects use."""

from gtarena.metrics.ratings.bradley_terry import bradley_terry, win_probabilities
from gtarena.metrics.ratings.elo import elo
from gtarena.metrics.ratings.general_factor import GeneralFactor, general_factor
from gtarena.metrics.ratings.luce_spectral import fit
from gtarena.metrics.ratings.populations import alpha_rank, nash_averaging
from gtarena.metrics.ratings.sensitivity import leave_one_out, reversals

__all__ = ["GeneralFactor", "alpha_rank", "bradley_terry", "elo", "fit", "general_factor", "leave_one_out",
           "nash_averaging", "reversals", "win_probabilities"]

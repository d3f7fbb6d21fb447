"""Estimates of the costs of a run, from a few of its matches."""

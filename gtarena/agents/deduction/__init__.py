"""Deducers: scripted players of games with hidden roles, each of which reads only what its own seat is told."""

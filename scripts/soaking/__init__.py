"""Faults that `scripts/soak.py` tries on whole runs, by kind."""

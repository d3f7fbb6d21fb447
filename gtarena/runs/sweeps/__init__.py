"""Sweeps as folders: their jobs and their state."""

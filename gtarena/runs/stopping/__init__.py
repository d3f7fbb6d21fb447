"""Stopping of runs as soon as enough is known about the differences of agents."""

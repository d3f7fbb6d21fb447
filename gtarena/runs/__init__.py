"""Runs: plan, schedule, matches, worker processes, progress and status."""

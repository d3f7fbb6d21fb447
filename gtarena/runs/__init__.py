"""Runs of matches: settings, plan, schedule, matches, workers, progress and status."""

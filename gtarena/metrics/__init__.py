"""Metrics: data frames of match records, leaderboards, bootstrap intervals."""

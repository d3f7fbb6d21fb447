"""Frames of match records, leaderboards, ratings and intervals."""

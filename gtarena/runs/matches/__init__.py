"""Matches: how they are played, recorded and spread over processes."""

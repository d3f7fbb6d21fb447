"""Ratings: Bradley-Terry, Elo, populations and a general factor."""

"""Policies of agents in small games: how much could be won against them, and how far they are from best play."""

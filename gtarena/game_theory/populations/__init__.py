"""Populations of agents: who exploits whom, and how groups of different agents fare."""

"""Decisions asked of agents outside of matches: positions, questions, their plan and their answers."""

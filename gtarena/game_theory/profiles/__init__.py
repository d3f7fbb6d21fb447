"""Profiles of agents with a model: all that matches and studies have measured about them, side by side."""

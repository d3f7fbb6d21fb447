"""Reasoning via planning: a search of states that a model imagines."""

"""Exports: matches and decisions in the formats of other programs, and folders to publish."""

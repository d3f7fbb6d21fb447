"""Formats of other programs, and folders to publish."""

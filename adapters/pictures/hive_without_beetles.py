"""Hive without beetles: the picture of Hive."""

from adapters.pictures.hive import draw

__all__ = ["draw"]

"""Fixtures: a small study."""

from tests.support.studies import bets

__all__ = ["bets"]

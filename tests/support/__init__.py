"""Helpers that tests share: fake models and servers, records made by hand, games for tests."""

from pathlib import Path

ROOT = Path(__file__).parents[2]

"""Drawings of positions: a canvas that makes PNG and SVG."""

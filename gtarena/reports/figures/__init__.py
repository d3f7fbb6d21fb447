"""Shared building blocks of figures: style, dot plots, heat maps, violins."""

"""Texts for models: templates, guides, quoted words and messages."""

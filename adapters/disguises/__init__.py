"""Disguises: the same game in another form, for a model to see in place of the one that everybody knows."""

"""Comparisons of a report: agents against each other, over swept settings, for their cost, and against the noise."""

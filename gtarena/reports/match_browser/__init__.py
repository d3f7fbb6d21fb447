"""The match browser of a report: every match of a run, found by search, and stepped through move by move."""

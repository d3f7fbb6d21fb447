"""Match browser of a report: every match of a run, found by search and opened move by move."""

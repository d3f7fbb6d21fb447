"""Match browser of a report: every match, found in an index in the page and loaded from files beside it."""

"""Match records on disk: format, reading, writing, replay, turns and spending."""

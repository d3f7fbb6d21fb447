"""Match records on disk: their format, storage, replay, turns and spending."""

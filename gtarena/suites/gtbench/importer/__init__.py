"""Import of GTBench's published wordings."""

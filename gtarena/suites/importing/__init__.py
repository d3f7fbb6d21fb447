"""Import of published wordings as prompt versions, from a checkout of a benchmark's program that is never run."""

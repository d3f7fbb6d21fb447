"""Command line: verbs, the Hydra application, installation checks, and errors in one line."""

"""Command line: verbs, the Hydra application, checks of the installation, errors in one line."""

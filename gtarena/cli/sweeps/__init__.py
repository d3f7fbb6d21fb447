"""Sweeps on the command line: jobs, launches and results."""

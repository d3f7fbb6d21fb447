"""Runs the command line as ``python -m gtarena``."""

from gtarena.cli.main import main

main()

"""``python -m gtarena`` is the command ``gtarena``."""

from gtarena.cli import main

main()

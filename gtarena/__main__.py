"""``python -m gtarena`` is the command ``gtarena``."""

from gtarena.cli.main import main

main()

"""The command line with the game of keepers, for tests that start it in a process of its own."""

from gtarena.cli.main import main
from tests.support import keepers

if __name__ == "__main__":
    keepers.register()
    main()

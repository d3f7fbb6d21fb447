"""Runs the command line: `python -m gtarena`, and the command `gtarena`."""

import sys

from gtarena.errors import UsageError
from gtarena.system.checkout import require_own_packages


def main() -> None:
    """Runs the command line, unless another project's packages stand in the place of gtarena's own."""
    try:
        require_own_packages()
    except UsageError as error:
        print(f"gtarena: {error}", file=sys.stderr)
        sys.exit(2)
    from gtarena.cli.main import main as run_command_line

    run_command_line()


if __name__ == "__main__":
    main()

"""Verb `gtarena profile`: one page with all that matches and studies have measured about each model."""

from collections.abc import Sequence

from gtarena.cli.settings.arguments import Parser, path_argument
from gtarena.system.extras import require_extra


def show_profiles(arguments: Sequence[str]) -> int:
    """Writes the profiles of all agents with a model below results folders, and prints their numbers.

    Raises:
        UsageError: there are neither matches nor answers to a study.
        OSError: the folder cannot be written.
    """
    parser = Parser(
        prog="gtarena profile", description="Writes one page with all that the matches and studies below folders have "
        "measured about each agent with a model, from the logs alone, and prints the numbers.")
    parser.add_argument("paths", nargs="+", type=path_argument, metavar="DIR",
                        help="a results folder, or one above several")
    parser.add_argument("--out", required=True, type=path_argument, metavar="DIR",
                        help="folder for profiles.html and profiles.csv")
    parsed = parser.parse_args(arguments)
    require_extra("gtarena profile", "report")
    from gtarena.game_theory.profiles.collection import read_profiles
    from gtarena.game_theory.profiles.page import state_sources, write_profiles
    from gtarena.game_theory.profiles.tables import summary_tables
    from gtarena.logs import damage
    from gtarena.reports.sections import Section
    from gtarena.reports.terminal import print_section

    profiles = read_profiles(parsed.paths)
    page = write_profiles(profiles, parsed.out)
    print_section(Section("profiles", frozenset(), summary_tables(profiles), {}, parsed.out))
    print("\n".join([state_sources(profiles), *(f"Not counted: {line}" for line in profiles.skipped),
                     f"Profiles: {page}"]))
    if skipped := damage.summarise_skipped(*parsed.paths):
        print(skipped)
    return 0

"""Verb `gtarena populations`: how agents fare in the population of all that played, and what their groups earn."""

from collections.abc import Sequence

from gtarena.cli.settings.arguments import Parser, path_argument
from gtarena.errors import UsageError
from gtarena.system.extras import require_extra

SECTION = "populations"


def show_populations(arguments: Sequence[str]) -> int:
    """Shows and writes the tables of the populations in all matches below folders.

    Raises:
        UsageError: the matches make no population.
        OSError: the folder cannot be written.
    """
    parser = Parser(
        prog="gtarena populations", description="Shows the empirical game of all agents that played, who exploits and "
        "who resists, and what groups of different agents earn.")
    parser.add_argument("paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of "
                        "matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="DIR", help="folder for the tables")
    parsed = parser.parse_args(arguments)
    require_extra("gtarena populations", "report")
    from gtarena.game_theory.populations.tables import population_tables
    from gtarena.logs import damage
    from gtarena.logs.reader import Records
    from gtarena.metrics.frames import load_records
    from gtarena.reports.sections import Findings, write_section
    from gtarena.reports.terminal import print_section

    Records(*parsed.paths).require_some("look at")
    records = load_records(*parsed.paths)
    tables = population_tables(records)
    if not tables:
        raise UsageError("these matches make no population: it takes three agents in a game of two, or several "
                         "compositions of a table, as pairings=mixed plays them")
    parsed.out.mkdir(parents=True, exist_ok=True)
    print_section(write_section(SECTION, frozenset(records["game"]), Findings({"tables": tables}, ()), parsed.out))
    print(f"Tables: {parsed.out}")
    damage.warn_of_skipped(*parsed.paths)
    return 0

"""Table shown by `gtarena prompts --tokens`."""

from collections.abc import Iterator, Sequence

import adapters
from gtarena import games
from gtarena.checks.prompt_lengths import PromptLengths, measure_prompts
from gtarena.cli.listings.prompt_listing import choose_versions
from gtarena.formatting import format_count, format_percent

MATCHES = 3  # of which the means are shown
HEADS = ("game", "version", "decisions", "tokens each", "longest", "a match", "prefix seen before")
EXPLAINED = (
    f"Means of {MATCHES} matches of random moves, all seats together, without replies, instruction and nudges, in "
    "tokens of OpenAI's cl100k. The last column is the share of a prompt with which the same seat's prompt before "
    "begins too: what a provider's cache can spare.")


def list_lengths(named: Sequence[str], version: str | None, seed: int) -> Iterator[str]:
    """Yields a Markdown table of the lengths of prompts in the games, in one version or in all.

    Raises:
        UsageError: a game or the version does not exist, or a game cannot be loaded.
    """
    parsed = [(game, *games.parse(game)) for game in named]
    loaded = [(game, games.load(name, given, seed)) for game, name, given in parsed]
    shown = [(game, each, choose_versions(adapters.for_game(each), version)) for game, each in loaded]
    yield f"| {' | '.join(HEADS)} |"
    yield f"| --- | --- |{' ---: |' * (len(HEADS) - 2)}"
    for game, each, versions in shown:
        for wording in versions:
            yield _row(game, wording, measure_prompts(each, wording, range(seed, seed + MATCHES)))
    yield f"\n{EXPLAINED}"


def _row(game: str, version: str, found: PromptLengths) -> str:
    """Returns the row of a game in one version."""
    share = "-" if found.shared_prefix is None else format_percent(found.shared_prefix)
    cells = (f"{found.decisions / found.matches:.0f}", format_count(round(found.tokens_each)),
             format_count(found.longest), format_count(round(found.tokens_a_match)), share)
    return f"| {game} | {version} | {' | '.join(cells)} |"

"""Missing matches: those of a run that its folder does not hold yet.

Invalid matches are attempted again, within a budget that the matches of a pairing share.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from pathlib import Path

from gtarena.logs import reader
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings


def missing_matches(
    specs: Sequence[MatchSpec], folder: Path, settings: RunSettings, tried: Set[str] = frozenset()
) -> list[MatchSpec]:
    """Returns the matches that are not in the folder yet, without those that the command has ``tried`` already."""
    outcomes = reader.read_outcomes(folder) if folder.is_dir() else {}
    wanted = next_matches(specs, outcomes, settings.illegal.replays)
    return [spec for spec in wanted if spec.match_id not in tried]


def next_matches(specs: Sequence[MatchSpec], outcomes: Mapping[str, str], replays: int) -> Iterator[MatchSpec]:
    """Yields the matches that are to be played next, given the outcomes of the logged ones by match id.

    A pairing of ``n`` planned matches may start ``n * replays`` further ones for those that were invalid, so that
    ``replays=1`` plays 50 valid matches or starts 100. (GTBench's program starts whole batches while there are fewer
    than 100, ``main.run_game``.) When every match has been played, the invalid ones are attempted again in the order of
    the schedule, then those that are still invalid, and so on while the budget lasts. The order in which matches end
    plays no part, so the same command plays the same ones.
    """
    # Without repeats it does not matter who meets whom, and to compare the seats of many matches takes time.
    for planned in _pairings(specs) if replays else [specs]:
        yield from _next_of_pairing(planned, outcomes, replays)


def _pairings(specs: Sequence[MatchSpec]) -> Collection[list[MatchSpec]]:
    found: dict[tuple[str, ...], list[MatchSpec]] = defaultdict(list)
    for spec in specs:
        found[_pairing(spec)].append(spec)
    return found.values()


def _pairing(spec: MatchSpec) -> tuple[str, ...]:
    """Returns the game and the agents of a match, whatever their seats."""
    return spec.game, str(spec.params), *sorted(str(seat) for seat in spec.key["seats"])


def _next_of_pairing(planned: Sequence[MatchSpec], outcomes: Mapping[str, str], replays: int) -> list[MatchSpec]:
    attempts, left = list(planned), len(planned) * replays
    while attempts:
        missing = [spec for spec in attempts if spec.match_id not in outcomes]
        if missing:
            return missing
        attempts = [spec.again() for spec in attempts if outcomes[spec.match_id] == "invalid"][:left]
        left -= len(attempts)
    return []

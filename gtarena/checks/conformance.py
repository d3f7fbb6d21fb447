"""The check of one game: all laws on the same random matches, and its speed."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter

from gtarena import games, plugins
from gtarena.checks import game_laws, prompt_laws, secret_laws
from gtarena.checks.draws import describe_draws
from gtarena.checks.law import Law, LawBroken
from gtarena.checks.playouts import Sample, describe_error, evenly
from gtarena.checks.prompt_laws import PROMPTED
from gtarena.errors import UsageError

LAWS: tuple[Law, ...] = (*game_laws.LAWS, *secret_laws.LAWS, *prompt_laws.LAWS)
BEGINNING = "it loads and begins"
CHANCE = "who knows at once what chance draws"
SPEED = "speed"


@dataclass(frozen=True)
class Finding:
    """Result of a law: the number of positions that were looked at, the seconds, and how it is ``broken`` if it is.

    Of speed and chance, which break no law, ``told`` says all.
    """

    law: str
    looked: int
    seconds: float
    broken: str = ""
    told: str = ""

    def __str__(self) -> str:
        if self.broken:
            return f"{self.law}: broken: {self.broken}"
        told = self.told or f"ok ({self.looked} position{'s' * (self.looked != 1)}, {self.seconds:.2f} s)"
        return f"{self.law}: {told if self.looked else 'does not apply'}"


def check_game(game: str, matches: int, seed: int) -> Iterator[Finding]:
    """Yields what is found of each law, on random matches with the seeds from ``seed`` on, and last chance and speed.

    Args:
        game: a game string such as ``pig(winscore=20)``.
        matches: number of random matches.
        seed: of the first match.

    Raises:
        UsageError: the game or a parameter does not exist, or the game cannot be loaded.
    """
    plugins.load()
    begun = perf_counter()
    name, given = games.parse(game)
    try:
        loaded = games.load(name, given, seed)
        drawing = perf_counter()
        sample = Sample.draw(loaded, matches, seed)
        drawn = perf_counter() - drawing
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001  (whatever a game raises)
        yield Finding(BEGINNING, 0, perf_counter() - begun, f"{game}: {describe_error(error)}")
        return
    yield Finding(BEGINNING, len(sample.positions()), perf_counter() - begun)
    for law in LAWS:
        begun, looked, broken = perf_counter(), 0, ""
        try:
            looked = law.check(sample)
        except LawBroken as error:
            broken = str(error)
        yield Finding(law.name, looked, perf_counter() - begun, broken)
    with suppress(Exception):  # a law tells it
        told = describe_draws(sample)
        yield Finding(CHANCE, len(told), 0.0, told=told)
    yield _measure_speed(sample, drawn)


def _measure_speed(sample: Sample, seconds: float) -> Finding:
    """Returns the speed of the random matches, which took so many seconds, and of prompts in the default version."""
    reached, decisions, begun = sum(playout.length for playout in sample.playouts), sample.decisions(), perf_counter()
    prompts, adapter = 0, replace(sample.adapter)  # which has made no prompt yet
    with suppress(Exception):  # a law tells it
        for prompts, at in enumerate(evenly(decisions, PROMPTED), 1):  # noqa: B007
            adapter.prompt(at.state, at.player)
    took = perf_counter() - begun
    return Finding(SPEED, reached, seconds + took,
                   told=f"{reached / seconds:.0f} positions and {prompts / took:.0f} prompts per second")

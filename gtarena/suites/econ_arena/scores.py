"""Measures of a player in one run of an Economics Arena session, computed from the actions alone.

The equilibrium is the game's own ``rational`` profile, played from the start of the same run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import nan
from typing import Any

from custom_games.english_auction import STAY
from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE
from gtarena.suites.contract import Trace

MOST_LEVELS = 4
RATIONAL_LEVEL = "rational"
LEVELS = (*map(str, range(MOST_LEVELS)), f"{MOST_LEVELS}+", RATIONAL_LEVEL)
# Section 4.2: assets, mean and standard deviation of the values.
AUCTION_GROUPS = {(100, 50, 10): "L", (1000, 500, 100): "M", (10_000, 5000, 1000): "H"}
GROUP_ORDER = tuple(AUCTION_GROUPS.values())
AUCTION_PARAMETERS = ("assets", "value_mean", "value_std")


@dataclass(frozen=True)
class RunPlay:
    """A player's action in a run and its outcome. Undefined values are NaN.

    ``run`` counts from 1. ``action`` is the number stated (beauty contest), the bid, or in the English auction the
    highest price at which the player stayed; ``equilibrium_action`` is the equilibrium's. ``scale`` is the unit for
    comparing actions: the upper bound, or the assets. ``rule_break`` and ``won`` are 1 or 0.

    ``net_gain`` is the run's payoff, fees included, and ``gap`` its difference from that of the equilibrium.
    ``asset_ratio`` is a bidder's assets after the run over those before it, and ``payoff_ratio`` over those after
    equilibrium play (equation 1). In a beauty contest, which has no assets, ``payoff_ratio`` is the payoff over that of
    equilibrium play, an equal share of the prize. ``deviation`` (equations 2 and 3) is the distance of ``payoff_ratio``
    from 1 in an auction. In a beauty contest the paper divides the number by that of the equilibrium, which is 0; here
    the distance between the two is divided by the upper bound. It is undefined after a rule break.

    ``level`` is the level of reasoning that a number implies (see :func:`level_of`), and empty in auctions.
    """

    run: int
    seat: int
    action: float
    equilibrium_action: float
    scale: float
    rule_break: float
    won: float
    net_gain: float
    gap: float
    asset_ratio: float
    payoff_ratio: float
    deviation: float
    level: str


@dataclass(frozen=True)
class RunReader:
    """The functions that interpret the runs of a game.

    ``number`` converts a player's actions in a run to the game's units. ``winners`` and ``scale`` apply to a finished
    run. ``assets`` are a player's assets before a run, 0 in a game without assets. ``level`` is the level of reasoning
    that a number implies, given the scale and the equilibrium's number.
    """

    number: Callable[[Any, Sequence[int]], float]
    winners: Callable[[Any, Any], Sequence[int | None]]
    scale: Callable[[Any, Any], float]
    assets: Callable[[Any], float]
    group: Callable[[Mapping[str, Any]], str]
    level: Callable[[Any, float, float, float], str] = lambda rules, number, scale, equilibrium: ""


@dataclass(frozen=True)
class FinishedRun:
    """A finished run: its stage, each seat's actions in order, and the seats that broke a rule."""

    stage: Any
    actions: Sequence[Sequence[int]]
    broke: frozenset[int]


def plays(trace: Trace) -> Iterator[RunPlay]:
    """Yields every player's action and outcome in every finished run of a match of Economics Arena.

    Raises:
        ValueError: a logged action is illegal.
    """
    kind, node = RUN_READERS[trace.game], trace.node
    found = list(_runs(node))
    if not found:
        return
    equilibrium = _equilibrium(node)
    for number, run in enumerate(found, start=1):
        for seat in range(len(trace.seats)):
            yield _play(kind, node.rules, number, seat, run, equilibrium)


def _runs(end: Node) -> Iterator[FinishedRun]:
    """Yields the finished runs of a match, without the chance nodes before the first one."""
    turns = [(node, node.parent) for node in end.path() if node.parent and node.parent.player != CHANCE]
    for number, group in groupby(turns, lambda turn: len(turn[1].position.rounds)):
        if number < len(end.position.rounds):
            yield _run(list(group))


def _run(turns: Sequence[tuple[Node, Node]]) -> FinishedRun:
    """Returns the run of these nodes, each of which is paired with the node before it."""
    actions: list[list[int]] = [[] for _ in range(turns[0][0].rules.bounds().players)]
    broke: set[int] = set()
    for after, before in turns:
        assert isinstance(after.move, tuple)
        for seat, action in enumerate(after.move):
            if isinstance(action, int) and before.legal_actions(seat):
                actions[seat].append(action)
                if action == before.rules.penalty_action(before.position, seat):
                    broke.add(seat)
    return FinishedRun(turns[-1][0].position.rounds[-1], actions, frozenset(broke))


def _equilibrium(end: Node) -> FinishedRun:
    """Returns the first run as equilibrium agents play it; all runs of a match start alike, so it stands for each."""
    start = next(node for node in end.path() if node.player != CHANCE)
    turns: list[tuple[Node, Node]] = []
    seats, node = range(start.rules.bounds().players), start
    while not node.position.rounds:
        after = node.after(tuple(_rational(node, seat) for seat in seats))
        turns.append((after, node))
        node = after
    return _run(turns)


def _rational(node: Node, seat: int) -> int:
    return node.rules.rational_strategy(node.position, seat)[0][0] if node.legal_actions(seat) else 0


def _play(kind: RunReader, rules: Any, number: int, seat: int, run: FinishedRun, equilibrium: FinishedRun) -> RunPlay:
    assets, scale, broke = kind.assets(rules), kind.scale(rules, run.stage), seat in run.broke
    gain, expected = (float(rules.payoffs(each.stage)[seat]) for each in (run, equilibrium))
    action = nan if broke else kind.number(rules, run.actions[seat])
    optimal = kind.number(rules, equilibrium.actions[seat])
    ratio = _quotient(assets + gain, assets + expected)
    distance = abs(ratio - 1) if assets else abs(action - optimal) / scale
    return RunPlay(
        run=number, seat=seat, action=action, equilibrium_action=optimal, scale=scale,
        rule_break=float(broke), won=float(seat in kind.winners(rules, run.stage)), net_gain=gain, gap=gain - expected,
        asset_ratio=_quotient(assets + gain, assets), payoff_ratio=ratio, deviation=nan if broke else distance,
        level="" if broke else kind.level(rules, action, scale, optimal))


def _quotient(value: float, divisor: float) -> float:
    return value / divisor if divisor else nan


def level_of(number: float, bound: float, ratio: float) -> str:
    """Returns the level of reasoning (Nagel) that a number in a beauty contest implies, any of ``LEVELS`` but the last.

    It is the level with the nearest number. The number of level 0 is half of the bound; that of each further
    level is the best response to the level before, ``ratio`` times its number. Levels from ``MOST_LEVELS`` on are one.
    A tie goes to the lower level.
    """
    steps = [min(bound, bound / 2 * ratio**step) for step in range(MOST_LEVELS + 1)]
    return LEVELS[min(range(len(steps)), key=lambda step: abs(steps[step] - number))]


def _contest_level(rules: Any, number: float, bound: float, equilibrium: float) -> str:
    return RATIONAL_LEVEL if number == equilibrium else level_of(number, bound, rules.ratio)


def _contest_group(params: Mapping[str, Any]) -> str:
    return f"upper={params['upper']}" if params["group"] == "fixed" else str(params["group"])


def _auction_group(params: Mapping[str, Any]) -> str:
    drawn = tuple(params[name] for name in AUCTION_PARAMETERS)
    return AUCTION_GROUPS.get(drawn) or " ".join(f"{name}={params[name]}" for name in AUCTION_PARAMETERS)


def ordered_groups(groups: Iterable[str]) -> list[str]:
    """Returns the distinct groups: those of the paper from the lowest, then any others by name."""
    present = set(groups)
    return [*filter(present.__contains__, GROUP_ORDER), *sorted(present.difference(GROUP_ORDER))]


def group_of(game: str, params: Mapping[str, Any]) -> str:
    """Returns the configuration group, ``L``, ``M`` or ``H``, or the parameters of any other configuration."""
    return RUN_READERS[game].group(params)


def _auction(number: Callable[[Any, Sequence[int]], float]) -> RunReader:
    return RunReader(
        number=number, winners=lambda rules, run: [rules.sale(run).winner], scale=lambda rules, run: rules.assets,
        assets=lambda rules: rules.assets, group=_auction_group)


RUN_READERS: Mapping[str, RunReader] = {
    "beauty_contest": RunReader(
        number=lambda rules, actions: actions[0] * rules.grid, winners=lambda rules, run: rules.winners(run),
        scale=lambda rules, run: run.bound, assets=lambda rules: 0.0, group=_contest_group, level=_contest_level),
    "second_price_auction": _auction(lambda rules, actions: actions[0] * rules.step),
    "english_auction": _auction(lambda rules, actions: actions.count(STAY) * rules.step),
}

"""Facts that GTBench's wordings v1 and paper may state, computed from a match's history and not by the views.

A fact is a pattern and what it finds in a prompt that tells the truth. The parameters of the games are OpenSpiel's.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import pyspiel

Fact = tuple[str, Sequence[Any]]


class Step(NamedTuple):
    """A move of a player, or of chance (-1), with OpenSpiel's own name."""

    player: int
    action: int
    name: str


def steps(state: pyspiel.State) -> list[Step]:
    """Returns the moves so far, named by replaying them; only in games where players move in turn."""
    replayed, made = state.get_game().new_initial_state(), []
    for step in state.full_history():
        made.append(Step(step.player, step.action, replayed.action_to_string(replayed.current_player(), step.action)))
        replayed.apply_action(step.action)
    return made


def untold(text: str, facts: Sequence[Fact]) -> str:
    """Returns the text without what the facts account for.

    Raises:
        AssertionError: the text states something else than a fact.
    """
    for pattern, expected in facts:
        found = re.findall(pattern, text, re.MULTILINE)
        assert found == list(expected), f"{pattern}: {found}, not {list(expected)}"
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    return text


def check(text: str, facts: Sequence[Fact]) -> None:
    """Checks that each fact is told and that no number is left that no fact accounts for.

    Raises:
        AssertionError: the text is untrue, or states a number that is no fact.
    """
    rest = untold(text, facts)
    assert not re.search(r"\d", rest), f"no fact accounts for a number in: {rest}"


def listed(moves: Sequence[str]) -> Fact:
    return (r"^Legal moves: (.*)$", [" | ".join(moves)])


def some(value: Any, told: bool = True) -> list[Any]:
    return [value] if told else []


def in_order(made: Sequence[tuple[int, str]], player: int, players: int = 2) -> Fact:
    who = ["you" if seat == player else "your opponent" if players == 2 else f"player {seat}" for seat, _ in made]
    shown = "; ".join(f"{name} ({seat})" for (_, name), seat in zip(made, who, strict=True))
    return (r"^The (?:moves|bids) so far, in order: (.*)\.$", some(shown, bool(made)))


def by_side(made: Sequence[tuple[int, str]], player: int) -> list[Fact]:
    sides = [", ".join(name for seat, name in made if seat == side) or "none yet" for side in (1 - player, player)]
    return [(r"^Your opponent's moves so far: (.*)\.$", sides[:1]), (r"^Your moves so far: (.*)\.$", sides[1:])]


def win_and_loss(state: pyspiel.State, draws: bool = False) -> Fact:
    game = state.get_game()
    drawn = "0" if draws else ""
    return (r"A win is worth (\S+) point to you(?:, a draw (\S+) points)? and a loss (\S+) point",
            [(f"{game.max_utility():g}", drawn, f"{game.min_utility():g}")])

"""Draws of chance, and the players to whom a game's own strings tell them at once, which no law can judge."""

from collections import defaultdict
from collections.abc import Iterator

import pyspiel

from gtarena.checks.playouts import Playout, Sample, evenly

DRAWS = 12  # of a match, the first
OUTCOMES = 6  # of a draw, besides the one that was drawn


def describe_draws(sample: Sample) -> str:
    """Returns which players know of each of the first draws at once; empty if the game draws or tells nothing.

    A player knows of a draw if another outcome, with the same draws after it, changes what its information state, or
    without one its observation, tells at the next decision.
    """
    kind = sample.adapter.game.get_type()
    if not (kind.provides_information_state_string or kind.provides_observation_string):
        return ""
    seen: dict[int, set[int]] = {}
    for playout in sample.playouts:
        for number, players in _draws(playout):
            seen.setdefault(number, set()).update(players)
    told: dict[str, list[int]] = defaultdict(list)
    for number, players in sorted(seen.items()):
        told[_name_players(players, sample.adapter.game.num_players())].append(number)
    return "; ".join(f"{who} see{'' if who.startswith(('all', 'players')) else 's'} draw{'s' * (len(numbers) > 1)} "
                     f"{', '.join(map(str, numbers))}" for who, numbers in told.items())


def _name_players(players: set[int], number: int) -> str:
    if len(players) in (0, number):
        return "all" if players else "nobody"
    return f"player{'s' * (len(players) > 1)} {' and '.join(map(str, sorted(players)))}"


def _draws(playout: Playout) -> Iterator[tuple[int, set[int]]]:
    """Yields the number of each of the first draws, from 1 on, with the players who know of it."""
    if len(playout.states) < playout.length:
        return  # some states were not kept
    places = [index for index, state in enumerate(playout.states) if state.is_chance_node()]
    for number, index in enumerate(places[:DRAWS], 1):
        drawn = next((state for state in playout.states[index:] if not state.is_chance_node()), None)
        before = playout.states[index]
        taken, *after = drawn.history()[len(before.history()):] if drawn is not None else [None]
        others = [outcome for outcome, _ in before.chance_outcomes() if outcome != taken]
        states = [state for outcome in evenly(others, OUTCOMES) if (state := _draw(before, [outcome, *after]))]
        if drawn is not None and states:
            known = _knowledge(drawn)
            yield number, {player for player, text in known.items()
                           if any(_knowledge(state)[player] != text for state in states)}


def _draw(before: pyspiel.State, outcomes: list[int]) -> pyspiel.State | None:
    """Returns the decision to which these outcomes lead; ``None`` if they do not, because one is not possible."""
    state = before.clone()
    for outcome in outcomes:
        if not state.is_chance_node() or outcome not in dict(state.chance_outcomes()):
            return None
        state.apply_action(outcome)
    return None if state.is_chance_node() or state.is_terminal() else state


def _knowledge(state: pyspiel.State) -> dict[int, str]:
    """Returns what each player knows in a state, as the game tells it."""
    told = state.get_game().get_type().provides_information_state_string
    tell = state.information_state_string if told else state.observation_string
    return {player: tell(player) for player in range(state.num_players())}

"""Sets of positions of a game, the same for all agents, from matches of mixed strength."""

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from typing import Any

import adapters
from custom_games.framework.states import legal_actions
from gtarena import games
from gtarena.agents.base import Agent, Decision, Move, Response, Seating
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.search.mcts_agents import mcts
from gtarena.errors import UsageError
from gtarena.game_theory.quality.made_decisions import MadeDecision, made_decisions
from gtarena.game_theory.quality.phases import PHASES, phase_of
from gtarena.game_theory.quality.whole_moves import knowledge
from gtarena.logs.records import MatchRecord, Seat
from gtarena.runs.asking.positions import Position
from gtarena.runs.matches.match import play_match
from gtarena.seeds import derive

SIMULATIONS = 50  # of the moves that are not random
MATCHES = 3  # played for each position, at most, and MATCHES more than that
NOBODY = Seat(agent="mixed")


def draw_positions(name: str, params: Mapping[str, Any], count: int, seed: int = 0) -> list[Position]:
    """Returns positions of a game, drawn by the seed: as many of each phase as there are, up to a third of ``count``.

    They come from matches in which every seat plays random moves, and MCTS ones with a probability that is drawn for
    the match. In each the player has several moves, and no two are equal in what the player knows. There are fewer than
    ``count`` if the matches have no more.

    Raises:
        UsageError: the count is too small, or the game does not exist or does not take these parameters.
    """
    if count < 1:
        raise UsageError(f"positions={count} is not a whole number of at least 1")
    found: dict[str, list[Position]] = {phase: [] for phase in PHASES}
    known: set[tuple[int, str]] = set()
    for number in range(MATCHES * (count + 1)):
        match_seed = derive(seed, "positions", number)
        record = _play(name, params, match_seed)
        decisions = list(made_decisions(record))
        random.Random(derive(match_seed, "decisions")).shuffle(decisions)
        for phase, made in _one_of_each_phase(decisions, known):
            history = tuple((step.player, step.choice) for step in record.history[:made.begins])
            found[phase].append(Position(name, record.params, history, made.player, record.seed))
        if all(len(positions) * len(PHASES) >= count for positions in found.values()):
            break
    # In turn, so that phases with few positions are made up for by the others.
    in_turn = [position for one_of_each in zip_longest(*found.values()) for position in one_of_each if position]
    return in_turn[:count]


def _one_of_each_phase(
    decisions: Sequence[MadeDecision], known: set[tuple[int, str]]
) -> Iterator[tuple[str, MadeDecision]]:
    """Yields the first decision of each phase that is not known yet and has several moves."""
    seen: set[str] = set()
    for made in decisions:
        phase, key = phase_of(made.state), (made.player, knowledge(made.state, made.player))
        if phase not in seen and key not in known and len(legal_actions(made.state, made.player)) > 1:
            seen.add(phase)
            known.add(key)
            yield phase, made


def _play(name: str, params: Mapping[str, Any], seed: int) -> MatchRecord:
    """Plays one match of mixed strength."""
    game = games.load(name, params, seed)
    strength = random.Random(derive(seed, "strength")).random()

    def make(seating: Seating) -> Agent:
        return _Mixed(seating, strength)

    with ThreadPoolExecutor(1) as pool:  # the caller's own thread may run an event loop
        play = play_match(adapters.for_game(game), [make] * game.num_players(), seed)
        played = pool.submit(asyncio.run, play).result()
    return MatchRecord(
        match_id="", key={}, game=name, params=games.literal(name, games.complete(name, params)), seed=seed,
        seats=[NOBODY] * game.num_players(), history=played.history, returns=played.returns, outcome=played.outcome,
        started="", seconds=0.0)


class _Mixed(Agent):
    """Random agent that plays a move of MCTS with a probability, where MCTS can play the game."""

    def __init__(self, seating: Seating, strength: float) -> None:
        self._rng = random.Random(seating.seed)
        can_search = reason_not_playable("mcts", seating.game) is None
        self._searcher = mcts(seating, simulations=SIMULATIONS) if can_search else None
        self._strength = strength

    async def act(self, decision: Decision) -> Response:
        if self._searcher is not None and self._rng.random() < self._strength:
            return await self._searcher.act(decision)
        return Move(decision.random_move(self._rng))

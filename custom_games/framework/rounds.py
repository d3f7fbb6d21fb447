"""Games in rounds: the same stage game is played again and again."""

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import ActionSpec, random_moves
from custom_games.framework.chance import draw
from custom_games.framework.position_texts import OF_ITS_OWN, join_views
from custom_games.framework.rules import CHANCE, MOST_PLAYERS, SIMULTANEOUS, TERMINAL, Bounds, Rules, parameter

CONTINUE, STOP = 0, 1
MOST_TOTALS = 1000  # that are kept

Stage = tuple[Any, ...]


class Position(NamedTuple):
    """The finished rounds, and the current one: ``None`` between two rounds and after the last."""

    rounds: tuple[Stage, ...] = ()
    stage: Stage | None = ()
    over: bool = False


class RoundBased(Rules[Position]):
    """A stage game that is played ``length`` times, or fewer if chance stops it earlier.

    A game defines what a round pays and what a player is told of it. In the default stage game all players choose
    once, at the same time: a stage is the empty tuple before and their joint move after. A game with chance or with
    several choices in its rounds also overrides ``new_stage`` and the methods of a stage from ``stage_player`` to
    ``after_choices``. A game that keeps payoffs to itself overrides ``report_payoff`` and ``report_total``.
    """

    players: int

    @property
    @abstractmethod
    def length(self) -> int:
        """The maximum number of rounds."""

    @property
    def stop_probability(self) -> float:
        """The probability that the game ends after a round, unless it is the last."""
        return 0.0

    @abstractmethod
    def payoffs(self, stage: Any) -> Sequence[float]:
        """Returns each player's payoff in a finished round."""

    @abstractmethod
    def report(self, stage: Any, player: int) -> Mapping[str, Any]:
        """Returns what the player is told of a finished round: ``you``, its own choice, and whatever else it learns."""

    @property
    def common_spec(self) -> ActionSpec | None:
        """The description of what everybody decides, if a round is this one decision; ``None`` in other games."""
        return None

    def stage_spec(self, stage: Any, player: int) -> ActionSpec | None:
        """Returns the description of what the player has to decide now in the current round."""
        return self.common_spec

    def stage_specs(self, stage: Any) -> Sequence[ActionSpec | None]:
        """Returns the :meth:`stage_spec` of every seat where all choose at once."""
        common = self.common_spec
        return [self.stage_spec(stage, seat) if common is None else common for seat in range(self.players)]

    def report_payoff(self, stage: Any, player: int) -> Mapping[str, Any]:
        """Returns what the player is told of its payoff in a finished round."""
        return {"your_payoff": self.payoffs(stage)[player]}

    def report_total(self, rounds: Sequence[Any], player: int) -> Mapping[str, Any]:
        """Returns what the player is told of its total payoff in the finished rounds."""
        return {"your_total": sum(self.payoffs(stage)[player] for stage in rounds)}

    def private_facts(self, stage: Any, player: int) -> Mapping[str, Any]:
        """Returns what else the player knows when it decides in the current round."""
        return {}

    def new_stage(self, rounds: tuple[Any, ...]) -> Stage:
        """Returns the stage at the start of the round that follows these."""
        return ()

    def stage_player(self, stage: Any) -> int:
        """Returns who moves next in the round, ``SIMULTANEOUS`` or ``CHANCE``; ``TERMINAL`` if it is over."""
        return TERMINAL if stage else SIMULTANEOUS

    def stage_chance(self, stage: Any) -> Sequence[tuple[int, float]]:
        """Returns chance's ``(outcome, probability)`` pairs in the current round."""
        raise NotImplementedError(f"{self.facts.short_name} has no chance in its rounds")

    def after_chance(self, stage: Any, outcome: int) -> Stage:
        """Returns the stage after an outcome of chance."""
        raise NotImplementedError(f"{self.facts.short_name} has no chance in its rounds")

    def stage_chance_name(self, stage: Any, outcome: int) -> str:
        """Returns the name of an outcome of chance in the current round."""
        raise NotImplementedError(f"{self.facts.short_name} has no chance in its rounds")

    def after_choices(self, stage: Any, moves: tuple[Any, ...]) -> Stage:
        """Returns the stage after all players have chosen at once."""
        return moves

    def bounds_of_rounds(self, actions: int, payoff: tuple[float, float], chance_outcomes: int = 0) -> Bounds:
        """Returns the bounds of the whole game, given the lowest and the highest payoff of one round."""
        # Added up as returns are, since a product may be rounded to less than the sum. A game that chance may cut
        # short can end with one round's payoff.
        low, high = (sum([extreme] * self.length) for extreme in payoff)
        return Bounds(
            players=self.players, actions=actions, length=self.length, chance_outcomes=max(2, chance_outcomes),
            utility=(min(low, payoff[0]), max(high, payoff[1])))

    def initial_state(self) -> Position:
        return self._initial_state

    @cached_property
    def _initial_state(self) -> Position:
        return Position(stage=self.new_stage(()))

    def current_player(self, state: Position) -> int:
        if state.stage is None:
            return TERMINAL if state.over else CHANCE
        return self.stage_player(state.stage)

    def action_spec(self, state: Position, player: int) -> ActionSpec | None:
        return self.stage_spec(state.stage, player)

    def action_specs(self, state: Position) -> Sequence[ActionSpec | None]:
        return self.stage_specs(state.stage)

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        if state.stage is not None:
            return self.stage_chance(state.stage)
        return [(CONTINUE, 1 - self.stop_probability), (STOP, self.stop_probability)]

    def apply_action(self, state: Position, action: Any) -> Position:
        rounds, stage, _ = state
        if stage is None:
            return Position(rounds, None, over=True) if action == STOP else Position(rounds, self.new_stage(rounds))
        return self._after_stage(rounds, self.after_chance(stage, action))

    def apply_actions(self, state: Position, actions: tuple[Any, ...]) -> Position:
        return self._after_stage(state.rounds, self.after_choices(state.stage, actions))

    def _after_stage(self, rounds: tuple[Stage, ...], stage: Stage) -> Position:
        if self.stage_player(stage) != TERMINAL:
            return Position(rounds, stage)
        rounds = (*rounds, stage)
        if len(rounds) == self.length:
            return Position(rounds, None, over=True)
        return Position(rounds, None if self.stop_probability else self.new_stage(rounds))

    def returns(self, state: Position) -> Sequence[float]:
        return self.paid(state)

    def paid(self, state: Position) -> Sequence[float]:
        # Never by totals that are kept: sums in another order may differ in their last digit.
        return self._add_payoffs([0] * self.players, state.rounds)

    def _total_payoffs(self, rounds: tuple[Stage, ...]) -> list[float]:
        """Returns each player's total payoff in finished rounds, before a playout."""
        before = self._kept_totals.get(rounds[:-1])
        if before is None:
            return self._add_payoffs([0] * self.players, rounds)
        return self._add_payoffs(before, rounds[-1:])

    def _add_payoffs(self, totals: Sequence[float], rounds: Sequence[Stage]) -> list[float]:
        return list(map(sum, zip(totals, *map(self.payoffs, rounds), strict=True)))

    @cached_property
    def _kept_totals(self) -> dict[tuple[Stage, ...], list[float]]:
        """The total payoffs where playouts started: a search starts many with the same first rounds."""
        return {}

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Without a position at every move.
        rounds, stage, over = state
        totals = self._kept_totals.get(rounds)
        if totals is None:
            if len(self._kept_totals) == MOST_TOTALS:
                self._kept_totals.clear()
            totals = self._kept_totals[rounds] = self._total_payoffs(rounds)
        return self._add_payoffs(totals, () if over else self._draw_rounds(rounds, stage, rng))

    def _draw_rounds(
        self, rounds: tuple[Stage, ...], stage: Stage | None, rng: random.Random
    ) -> Sequence[Stage]:
        """Returns the rounds that follow these in a random rest of the game, of which ``stage`` is the first."""
        number = self._draw_number_of_rounds(len(rounds), stage is not None, rng)
        common, players = self.common_spec, self.players
        if common is not None:
            # No round depends on another, so the moves of all are drawn at once.
            moves = iter(common.draw_many(number * players, rng))
            return list(zip(*[moves] * players, strict=True))
        played = rounds
        for _ in range(number):
            stage = self.random_stage(self.new_stage(played) if stage is None else stage, rng)
            played, stage = (*played, stage), None
        return played[len(rounds):]

    def _draw_number_of_rounds(self, finished: int, begun: bool, rng: random.Random) -> int:
        """Draws how many rounds follow the finished ones, of which the first may have begun."""
        most, stop, number, draw = self.length - finished, self.stop_probability, int(begun), rng.random
        if not stop:
            return most
        while number < most and draw() >= stop:
            number += 1
        return number

    def random_stage(self, stage: Any, rng: random.Random) -> Any:
        """Returns the round after random moves to its end."""
        while (player := self.stage_player(stage)) != TERMINAL:
            if player == CHANCE:
                stage = self.after_random_chance(stage, rng)
            else:
                stage = self.after_choices(stage, random_moves(self.stage_specs(stage), rng))
        return stage

    def after_random_chance(self, stage: Any, rng: random.Random) -> Any:
        """Returns the stage after a random outcome of chance; a game may draw several in a row at once."""
        return self.after_chance(stage, draw(self.stage_chance(stage), rng))

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        return {
            "round": len(state.rounds) + 1,
            "rounds": [
                {**self.report(stage, player), **self.report_payoff(stage, player)} for stage in state.rounds],
            **self.report_total(state.rounds, player),
            **({} if state.stage is None else self.private_facts(state.stage, player)),
        }

    def text(self, state: Position) -> str:
        """Returns the last finished round with what it paid, and what players know besides in the current one."""
        names = [self.seat_name(state, seat) for seat in self.seats]
        parts = []
        if state.rounds:
            last, paid = state.rounds[-1], self.payoffs(state.rounds[-1])
            reports = [{**self.report(last, seat), f"{OF_ITS_OWN}payoff": paid[seat]} for seat in self.seats]
            parts += [f"Round {len(state.rounds)}", join_views(dict(zip(names, reports, strict=True)))]
        if state.stage is not None:
            facts = [self.private_facts(state.stage, seat) for seat in self.seats]
            parts.append(join_views(dict(zip(names, facts, strict=True))))
        return "\n".join(filter(None, parts))

    def chance_name(self, state: Position, outcome: int) -> str:
        if state.stage is None:
            return ("Continue", "Stop")[outcome]
        return self.stage_chance_name(state.stage, outcome)


@dataclass(frozen=True)
class Repeated(RoundBased):
    """A stage game that is played ``rounds`` times, or fewer if chance ends it earlier."""

    players: int = parameter(10, "number of players", low=2, high=MOST_PLAYERS)
    rounds: int = parameter(20, "maximum number of rounds", low=1, high=1000)
    horizon: str = parameter(
        "known", "whether the players are told the number of rounds", choices=("known", "hidden"))
    termination_probability: float = parameter(
        0.0, "probability that the game ends after a round, which the players are told", low=0.0, high=0.99)

    @property
    def length(self) -> int:
        return self.rounds

    @property
    def stop_probability(self) -> float:
        return self.termination_probability


@dataclass(frozen=True)
class Session(RoundBased):
    """A game that is played ``runs`` times; what chance drew before the first run holds for all of them.

    A player whose answer cannot be used pays ``entrance_fee`` and takes no part in the run. The last action id stands
    for such an answer; no player can choose it.
    """

    players: int = parameter(5, "number of players", low=2, high=MOST_PLAYERS)
    runs: int = parameter(1, "number of runs in a session", low=1, high=1000)
    history: str = parameter(
        "none", "what players learn of earlier runs: nothing, all choices (choices), or private values too (private)",
        choices=("none", "choices", "private"))
    history_window: int = parameter(3, "number of most recent runs in the history", low=1, high=1000)
    entrance_fee: float = parameter(0.0, "fee for an answer that cannot be used", low=0.0, high=1e9)

    @property
    def length(self) -> int:
        return self.runs

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns what the player knows in the current run, and the latest runs if there is a history."""
        seen = state.rounds[-self.history_window:] if self.history != "none" else ()
        first = len(state.rounds) - len(seen) + 1
        return {
            "run": len(state.rounds) + 1,
            "rounds": [
                {"run": number, **self.report(stage, player), **self.report_payoff(stage, player)}
                for number, stage in enumerate(seen, start=first)],
            **({} if state.stage is None else self.private_facts(state.stage, player)),
        }

    def penalty_action(self, state: Position, player: int) -> int:
        return self.num_actions - 1

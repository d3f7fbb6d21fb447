"""Sea Battle: two fleets whose ships move and shoot at the same time (GameBench, appendices F and G)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from custom_games.action_specs import Choice
from custom_games.framework.chance import equally_likely
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter
from custom_games.sea_battle import turns
from custom_games.sea_battle.observations import coordinates, ship_name, ship_view, turn_view
from custom_games.sea_battle.turns import HEADINGS, ORDER, Report, Ship


class Position(NamedTuple):
    """The ships afloat in the order of seats, the rocks drawn, the turn to be played, and reports on the last one.

    ``turn`` is 0 while chance places ships and rocks.
    """

    ships: tuple[Ship, ...] = ()
    rocks: tuple[int, ...] = ()
    turn: int = 0
    reports: tuple[Report, ...] = ()


@game("sea_battle", "Sea Battle", players=(2, 10), utility="constant_sum")
@dataclass(frozen=True)
class SeaBattle(Rules[Position]):
    """Two fleets on a grid with rocks; the one that has the last ships afloat gets 1, and the other 0.

    Every turn all ships afloat choose at once: to stay, to go one cell ahead, or to turn left or right, which is one
    cell ahead, a quarter turn and one more cell; and to shoot to the left or to the right. They move as described in
    ``turns``, then ships sunk are removed, and the others shoot: a cannonball flies 3 cells at right angles to the
    heading, is stopped by a rock, and does 2 of damage to the first ship in its way, friend or foe. If no ship is
    left, or ships of both fleets after ``max_turns`` turns, both fleets get 0.5.

    A ship takes 1 for each rock that it runs into and 1 if it takes part in collisions of the first step, however many.
    A ship that runs into a rock and is rammed as well takes both. Ships sunk by then still finish the manoeuvre and
    are in the way of others until the shooting.

    Differences from the published program, which processed the ships one after the other:

    - Each step and the volley are resolved at once, so that the order of seats does not matter: what sinks in a step or
      by a shot still counts in it for all others.
    - A ship that cannot leave its cell keeps it, also against the ship behind it, and two ships cannot change places;
      both are collisions. So no two ships are ever on one cell.
    - Only the rocks inside are listed; the border is said to be rock.
    - A match has at most ``max_turns`` turns.
    - As published, players are told the damage of their own ship alone; ``teammates=shown`` tells that of partners too.
    """

    size: int = parameter(24, "cells along each side of the grid, the border of rock included", low=4, high=50)
    ships: int = parameter(3, "ships of each fleet", low=1, high=5)
    rocks: int = parameter(14, "number of rocks inside the border", low=0, high=1000)
    sinking: int = parameter(10, "damage at which a ship sinks", low=1, high=1000)
    max_turns: int = parameter(200, "maximum number of turns", low=1, high=10_000)
    teammates: str = parameter(
        "hidden", "damage of the partners' ships: not told (hidden), or told (shown)", choices=("hidden", "shown"))

    variants = (
        {"size": 6, "ships": 1, "rocks": 2, "sinking": 3, "max_turns": 5},
        {"size": 7, "ships": 2, "rocks": 3, "sinking": 4, "max_turns": 10, "teammates": "shown"},
        {"size": 5, "ships": 3, "rocks": 0, "sinking": 2, "max_turns": 6},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        room = (self.size - 2)**2 - 2 * self.ships
        if room < 0:
            raise self.parameter_error("ships", f"at most {(self.size - 2)**2 // 2}, for which the grid has room")
        if self.rocks > room:
            raise self.parameter_error("rocks", f"at most {room}, for which the grid has room besides the ships")

    def bounds(self) -> Bounds:
        return Bounds(
            players=2 * self.ships, actions=turns.ORDERS, length=self.max_turns, utility=(0, 1),
            chance_outcomes=max((self.size - 2)**2, len(HEADINGS)), utility_sum=self.ships)

    def teams(self) -> Sequence[int]:
        return self._teams

    @cached_property
    def _teams(self) -> tuple[int, ...]:
        return (0,) * self.ships + (1,) * self.ships

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        if not state.turn:
            return CHANCE
        over = state.turn > self.max_turns or self._is_decided(state)
        return TERMINAL if over else SIMULTANEOUS

    def _is_decided(self, state: Position) -> bool:
        """Returns whether a fleet has no ship afloat."""
        ships = state.ships
        return not ships or self._teams[ships[0].seat] == self._teams[ships[-1].seat]

    def action_spec(self, state: Position, player: int) -> Choice | None:
        """Returns the choice of an order; ``None`` for a ship that is sunk."""
        return self.action_specs(state)[player]

    def action_specs(self, state: Position) -> Sequence[Choice | None]:
        specs: list[Choice | None] = [None] * len(self._teams)
        for ship in state.ships:
            specs[ship.seat] = ORDER
        return specs

    @cached_property
    def _inside(self) -> tuple[int, ...]:
        """The cells inside the border, by the outcomes of chance that draw them."""
        return tuple(y * self.size + x for y in range(1, self.size - 1) for x in range(1, self.size - 1))

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        if state.ships and state.ships[-1].heading is None:
            return equally_likely(range(len(HEADINGS)))
        taken = {*(ship.cell for ship in state.ships), *state.rocks}
        return equally_likely([place for place, cell in enumerate(self._inside) if cell not in taken])

    def chance_name(self, state: Position, outcome: int) -> str:
        if state.ships and state.ships[-1].heading is None:
            return f"{ship_name(state.ships[-1].seat)} heads {HEADINGS[outcome]}"
        x, y = coordinates(self._inside[outcome], self.size)
        placed = ship_name(len(state.ships)) if len(state.ships) < len(self._teams) else "Rock"
        return f"{placed} at ({x}, {y})"

    def apply_action(self, state: Position, action: int) -> Position:
        ships, rocks = state.ships, state.rocks
        if ships and ships[-1].heading is None:
            ships = (*ships[:-1], ships[-1]._replace(heading=action))
        elif len(ships) < len(self._teams):
            return Position((*ships, Ship(len(ships), self._inside[action])))
        else:
            rocks = tuple(sorted((*rocks, self._inside[action])))
        placed = len(ships) == len(self._teams) and len(rocks) == self.rocks
        return Position(ships, rocks, 1 if placed else 0)

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        orders = [actions[ship.seat] for ship in state.ships]
        after, reports = turns.play_turn(state.ships, orders, _waters(self.size, state.rocks), self.sinking)
        afloat = tuple(ship for ship in after if ship.damage < self.sinking)
        return Position(afloat, state.rocks, state.turn + 1, reports)

    def returns(self, state: Position) -> Sequence[float]:
        if not state.ships or not self._is_decided(state):
            return [0.5] * len(self._teams)
        winners = self._teams[state.ships[0].seat]
        return [float(team == winners) for team in self._teams]

    def seat_name(self, state: Position, seat: int) -> str:
        return ship_name(seat)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the seat's own ship, the others as far as they are told of, the rocks, and the last turn.

        Coordinates are counted from 0 in the south-west corner, x to the east and y to the north.
        """
        afloat = {ship.seat: ship for ship in state.ships}
        own, other = (range(self.ships), range(self.ships, 2 * self.ships))[::-1 if self._teams[player] else 1]
        fleets = {"partners": [seat for seat in own if seat != player], "enemies": other}
        damaged = own if self.teammates == "shown" else (player,)
        seen = {seat: {**ship_view(ship, self.size), **({"damage": ship.damage} if seat in damaged else {})}
                for seat, ship in afloat.items()}
        return {
            "you": ship_name(player),
            "turn": state.turn,
            "ship": seen.get(player),
            **{side: [seen[seat] for seat in seats if seat in afloat] for side, seats in fleets.items()},
            "sunk": {side: [ship_name(seat) for seat in seats if seat not in afloat] for side, seats in fleets.items()},
            "rocks": sorted(coordinates(cell, self.size) for cell in state.rocks),
            "last": turn_view(state.reports, self.size, player) if state.reports else None,
        }

    def text(self, state: Position) -> str:
        at = {cell: "({}, {})".format(*coordinates(cell, self.size)) for cell in range(self.size**2)}
        ships = [f"{ship_name(ship.seat)} at {at[ship.cell]}, heading {HEADINGS[ship.heading or 0]}, "
                 f"damage {ship.damage}" for ship in state.ships]
        return "\n".join([*ships, f"rocks: {', '.join(map(at.__getitem__, state.rocks)) or 'none'}"])


@lru_cache(maxsize=1000)  # all positions of a match have the same rocks
def _waters(size: int, rocks: tuple[int, ...]) -> turns.Waters:
    return turns.waters(size, rocks)

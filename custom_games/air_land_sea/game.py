"""Air, Land & Sea: two commanders fight battles with six cards each for the majority of three theaters (GameBench)."""

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import NamedActions
from custom_games.air_land_sea import actions
from custom_games.air_land_sea.actions import NUM_ACTIONS, WITHDRAW
from custom_games.air_land_sea.battle import AREAS, Battle, Position, Result, conquest_result, withdrawal_result
from custom_games.air_land_sea.cards import ABLE, CARDS, THEATERS
from custom_games.air_land_sea.observations import observe, table_text
from custom_games.air_land_sea.redraws import redraw
from custom_games.framework.cards import distinct_outcomes
from custom_games.framework.chance import equally_likely
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter

ORDERS = tuple(itertools.permutations(AREAS))
FIXED = ORDERS[0]
FEWEST_POINTS = 2  # of a battle


@game("air_land_sea", "Air, Land & Sea", players=(2, 2), dynamics="sequential", utility="constant_sum")
@dataclass(frozen=True)
class AirLandSea(Rules[Position]):
    """Players take turns playing cards to their sides of three theaters; who controls two theaters wins the battle.

    On a turn a player deploys a card face up to its own theater, improvises with one face down in any, or withdraws. A
    battle that is fought out gives 6 victory points; the first player has the ties. A withdrawal gives the opponent 2
    to 6 points, the fewer cards are left in the hand, the more. Then all cards are dealt anew, the theater on the right
    moves to the left, and the players swap who is first. The game ends after the battle in which a player reaches
    ``vp_to_win``; a player's return is its share of all points.

    The rules are the published ones (GameBench, appendix G). They differ from GameBench's program, in
    which the Disrupt owner's agent also made the opponent's choice, Escalation and Cover Fire had no effect in the
    first theater, strengths were not counted anew at the end of a battle, Reinforce ignored Containment and Blockade,
    destroyed cards vanished, theaters moved the other way, later triggers were resolved before earlier ones, and nobody
    was told the opponent's points. The published rules call a card from the hand played, but the text of Reinforce says
    the same of the card that it draws; so that card can be destroyed, and uses up Air Drop. Where the rules are silent,
    an ability whose card moved is resolved where the card is now, and one whose card is back in a hand has no effect
    unless it needs no theater.
    """

    vp_to_win: int = parameter(12, "victory points that end the game", low=1, high=100)
    hand_size: int = parameter(6, "cards dealt to each player in a battle", low=1, high=len(CARDS) // 2)
    abilities: str = parameter("on", "abilities of the cards: on or off", choices=("on", "off"))
    theaters: str = parameter(
        "shuffled", "order of the theaters in the first battle: drawn by chance (shuffled), or Air, Land, Sea (fixed)",
        choices=("shuffled", "fixed"))

    variants = (
        {"vp_to_win": 1, "hand_size": 3, "theaters": "fixed"},
        {"vp_to_win": 6, "hand_size": 2, "abilities": "off"},
        {"vp_to_win": 6, "hand_size": 9},
        {"vp_to_win": 1, "hand_size": 1, "theaters": "fixed"},
    )

    def bounds(self) -> Bounds:
        # A battle gives at least two points. How many decisions a turn may have: see `_longest_turn`.
        battles = 2 * ((self.vp_to_win - 1) // FEWEST_POINTS) + 1
        turns = range(2 * self.hand_size)
        length = sum(self._longest_turn(turn) for turn in turns) if self.abilities == "on" else len(turns)
        return Bounds(
            players=2, actions=NUM_ACTIONS, length=battles * length, chance_outcomes=len(CARDS), utility=(0, 1),
            utility_sum=1)

    def _longest_turn(self, turn: int) -> int:
        """Returns the largest number of decisions in a turn, of which ``turn`` have gone before in the battle.

        Let there be p pending abilities and d cards face down. Whatever ability is resolved, 2p + d becomes smaller,
        save for Disrupt, which leaves it as it is; and Disrupt is triggered again only by another ability. So there are
        at most d + 2 others and one Disrupt more, each with two decisions at most.
        """
        face_down = min(turn + len(CARDS) - 2 * self.hand_size, len(CARDS))
        return 1 + 2 * (2 * (face_down + 2) + 1)

    def initial_state(self) -> Position:
        return Position(Battle(() if self.theaters == "shuffled" else FIXED, None, self._able))

    @property
    def _able(self) -> frozenset[int]:
        return ABLE if self.abilities == "on" else frozenset()

    def current_player(self, state: Position) -> int:
        battle = state.battle
        if max(state.points) >= self.vp_to_win:
            return TERMINAL
        if battle.first is None or self._is_dealing(battle) or actions.awaits_draw(battle):
            return CHANCE
        return battle.queue[0].player if battle.queue else battle.turn

    def _is_dealing(self, battle: Battle) -> bool:
        return not battle.log and sum(map(len, battle.hands)) < 2 * self.hand_size

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        battle = state.battle
        if not battle.order:
            return equally_likely(range(len(ORDERS)))
        if battle.first is None:
            return equally_likely((0, 1))
        if self._is_dealing(battle):
            return distinct_outcomes(len(CARDS), {card for hand in battle.hands for card in hand})
        return equally_likely(actions.drawable_cards(battle))

    def chance_name(self, state: Position, outcome: int) -> str:
        battle = state.battle
        if not battle.order:
            return ", ".join(THEATERS[theater] for theater in ORDERS[outcome])
        if battle.first is None:
            return f"player {outcome} is first"
        return CARDS[outcome].title

    def action_spec(self, state: Position, player: int) -> NamedActions:
        """Returns a turn's choice among all plays and the withdrawal, or the choice that a card's ability asks for."""
        return actions.decision_spec(state.battle, player)

    def apply_action(self, state: Position, action: int) -> Position:
        battle = state.battle
        if self.current_player(state) == CHANCE:
            return state._replace(battle=self._after_draw(battle, action))
        if battle.queue:
            return self._continue_battle(state, actions.after_choice(battle, action))
        if action == WITHDRAW:
            return self._end_battle(state, battle, withdrawal_result(battle))
        return self._continue_battle(state, actions.after_play(battle, action))

    def _after_draw(self, battle: Battle, outcome: int) -> Battle:
        """Returns the battle after chance has drawn the order, who is first, a dealt card, or Reinforce's card."""
        if not battle.order:
            return battle._replace(order=ORDERS[outcome])
        if battle.first is None:
            return battle._replace(first=outcome, turn=outcome)
        if self._is_dealing(battle):
            seat = int(len(battle.hands[0]) > len(battle.hands[1]))
            return battle.with_hand(seat, tuple(sorted((*battle.hands[seat], outcome))))
        return actions.with_drawn(battle, outcome)

    def _continue_battle(self, state: Position, battle: Battle) -> Position:
        """Returns the position in the middle of a turn, at the start of the next one, or after a battle."""
        if battle.queue:
            return state._replace(battle=battle)
        if any(battle.hands):
            return state._replace(battle=battle._replace(turn=1 - battle.turn))
        return self._end_battle(state, battle, conquest_result(battle))

    def _end_battle(self, state: Position, battle: Battle, result: Result) -> Position:
        points = [*state.points]
        points[result.winner] += result.points
        ended = Position(battle, (points[0], points[1]), (*state.results, result))
        return ended if max(points) >= self.vp_to_win else ended._replace(battle=self._next_battle(battle))

    def _next_battle(self, battle: Battle) -> Battle:
        """Returns the battle after this one, before its deal."""
        assert battle.first is not None, "chance has not drawn who is first"
        *left, right = battle.order
        return Battle((right, *left), 1 - battle.first, self._able, turn=1 - battle.first)

    def returns(self, state: Position) -> Sequence[float]:
        return [points / sum(state.points) for points in state.points]

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        return states[-1]._replace(battle=redraw(states[-1].battle, player, rng))

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns all that lies face up, the player's own cards, and what has happened; hidden cards have no name."""
        return observe(state, player, self.current_player(state), self.hand_size)

    def text(self, state: Position) -> str:
        return table_text(state)

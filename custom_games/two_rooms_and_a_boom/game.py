"""Two Rooms and a Boom: two teams in two rooms talk and exchange hostages (GameBench, appendices F and G)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import ActionSpec, NamedActions
from custom_games.action_specs.utf8_text import NUM_ACTIONS
from custom_games.framework.cards import draw_outcomes
from custom_games.framework.chance import draw, equally_likely
from custom_games.framework.labels import player_labels
from custom_games.framework.questions import LONGEST_TEXT, answer_spec, question_spec
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter
from custom_games.two_rooms_and_a_boom.observations import observe, table_text
from custom_games.two_rooms_and_a_boom.position import Exchange, Position
from custom_games.two_rooms_and_a_boom.redraws import redraw

MOST_IN_A_ROOM = 10
# What random players ask, whatever their card.
QUESTIONS = ("", "?", "Who are you?", "Which team are you on?", "Whom should the leader send?")


@game("two_rooms_and_a_boom", "Two Rooms and a Boom", players=(4, 2 * MOST_IN_A_ROOM), dynamics="sequential",
      utility="constant_sum", text=True)
@dataclass(frozen=True)
class TwoRoomsAndABoom(Rules[Position]):
    """Red wants the Bomber in the same room as Blue's President at the end, and Blue wants them in different rooms.

    ``cards_per_room`` seats are Blue, one of them the President, and as many are Red, one of them the Bomber. Chance
    draws public names, the two special cards, who is in which room, and a leader for each room, who leads it for the
    whole game and never leaves it. All know the own name, team and card, both rooms and their leaders.

    In every round, first in Room 1 and then in Room 2, every player of the room has one turn, in the order of names at
    first; those who come later are last. The player chooses a partner in the room and asks a question, which the
    partner, who is shown it, answers. An empty question means to skip: nothing is asked or answered. Only the two hear
    it, but if the asker is another player of the leader's team, the leader gets a report of it, a skipped question
    included. All know this rule, so a leader knows the team of everyone who has asked in its room. After that, the
    leader of Room 1 and then that of Room 2, who is not told the first choice, each choose a hostage among the others
    in their room. The hostages change places, and all see who they are. After the last round Blue has the score 1 and
    Red 0 if the President and the Bomber are in different rooms; otherwise Red has 1.

    Rooms are drawn so that all divisions are equally likely. GameBench's program exchanges random pairs 20 times
    instead, starting with one team in each room, which changes no division's probability by as much as one in a
    thousand million (with three players a room). In that program, unlike here, names 1 to 3 are Blue's and 4 to 6 are
    Red's, so that names tell teams; nobody is told the own name, and not even the President and the Bomber are told
    their cards; partners answer without having seen the question; a failed question skips the exchange, and an unknown
    partner crashes. As in the program, and unlike in the published board game, leaders are imposed and stay, cards are
    never shown, and talk is one question each.

    In random play Blue wins with probability n / (2n - 1) for n players a room, 3/5 by default: exchanges of random
    hostages keep all arrangements equally likely, and of the 2n - 1 places that the Bomber can have, n are in the other
    room than the President's.
    """

    cards_per_room: int = parameter(
        3, "number of players in each room, and in each team", low=2, high=MOST_IN_A_ROOM)
    rounds: int = parameter(3, "number of rounds", low=1, high=100)
    max_question_bytes: int = parameter(400, "maximum bytes of a question", low=1, high=LONGEST_TEXT)
    max_answer_bytes: int = parameter(400, "maximum bytes of an answer", low=1, high=LONGEST_TEXT)

    variants = (
        {"cards_per_room": 2, "rounds": 1, "max_question_bytes": 2, "max_answer_bytes": 2},
        {"rounds": 2, "max_question_bytes": 2, "max_answer_bytes": 2},
        {"cards_per_room": 4, "rounds": 1, "max_question_bytes": 1, "max_answer_bytes": 3},
    )

    def bounds(self) -> Bounds:
        players = 2 * self.cards_per_room
        asking = 1 + self.max_question_bytes + 1 + self.max_answer_bytes + 1
        return Bounds(players=players, actions=NUM_ACTIONS, length=self.rounds * (players * asking + 2), utility=(0, 1),
                      chance_outcomes=players, utility_sum=self.cards_per_room)

    def teams(self) -> Sequence[int]:
        return [int(seat >= self.cards_per_room) for seat in self.seats]

    def initial_state(self) -> Position:
        return Position(player_labels(2 * self.cards_per_room))

    def current_player(self, state: Position) -> int:
        if len(state.leaders) < 2:
            return CHANCE
        return TERMINAL if len(state.swaps) == self.rounds else state.names.seat_of(state.mover())

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        """Returns the next draw: a seat's name, the seat of a special card, a player's room or a room's leader."""
        size = self.cards_per_room
        if not state.names.complete:
            return state.names.chance_outcomes()
        if state.president is None:
            return equally_likely(range(size))
        if state.bomber is None:
            return equally_likely(range(size, 2 * size))
        if len(state.rooms[0]) + len(state.rooms[1]) < 2 * size:
            return draw_outcomes((size - len(state.rooms[0]), size - len(state.rooms[1])))
        return equally_likely(state.rooms[len(state.leaders)])

    def chance_name(self, state: Position, outcome: int) -> str:
        names, placed = state.names.names, len(state.rooms[0]) + len(state.rooms[1])
        if not state.names.complete:
            return f"the next seat is {names[outcome]}"
        if state.bomber is None:
            return f"the {'President' if state.president is None else 'Bomber'} is {state.names.name(outcome)}"
        if placed < len(names):
            return f"{names[placed]} is in Room {outcome + 1}"
        return f"{names[outcome]} leads Room {len(state.leaders) + 1}"

    def _after_draw(self, state: Position, outcome: int) -> Position:
        if not state.names.complete:
            return state._replace(names=state.names.after(outcome))
        if state.president is None:
            return state._replace(president=outcome)
        if state.bomber is None:
            return state._replace(bomber=outcome)
        placed = len(state.rooms[0]) + len(state.rooms[1])
        if placed == 2 * self.cards_per_room:
            return state._replace(leaders=(*state.leaders, outcome))
        first, second = state.rooms
        return state._replace(rooms=(first, (*second, placed)) if outcome else ((*first, placed), second))

    def stage(self, state: Position) -> str:
        """Returns what is to be decided once all is drawn: "partner", "question", "answer", "hostage" or "over"."""
        if len(state.swaps) == self.rounds:
            return "over"
        if state.turns == 2 * self.cards_per_room:
            return "hostage"
        if state.partner is None:
            return "partner"
        return "question" if state.question is None else "answer"

    def action_spec(self, state: Position, player: int) -> ActionSpec:
        """Returns the choice of a partner or a hostage, or the text of a question or an answer."""
        stage, mover = self.stage(state), state.mover()
        if stage == "question":
            return question_spec(self.max_question_bytes, QUESTIONS)
        if stage == "answer":
            return answer_spec(self.max_answer_bytes)
        others = sorted(other for other in state.rooms[state.room_of(mover)] if other != mover)
        return NamedActions(stage, tuple(others), state.names.names.__getitem__)

    def apply_action(self, state: Position, action: Any) -> Position:
        if len(state.leaders) < 2:
            return self._after_draw(state, action)
        stage = self.stage(state)
        if stage == "partner":
            return state._replace(partner=action)
        if stage == "question" and action:
            return state._replace(question=action)
        if stage != "hostage":
            return self._after_exchange(state, action if stage == "answer" else None)
        return self._after_swap(state, state.hostage, action) if state.hostage is not None else state._replace(
            hostage=action)

    def _after_exchange(self, state: Position, answer: str | None) -> Position:
        assert state.partner is not None, "an answer is somebody's"
        room = state.turns // self.cards_per_room
        said = Exchange(room, state.asker(), state.partner, state.question or "", answer)
        return state._replace(talk=(*state.talk, said), partner=None, question=None)

    def _after_swap(self, state: Position, first: int, second: int) -> Position:
        stay = [[player for player in room if player not in (first, second)] for room in state.rooms]
        rooms = ((*stay[0], second), (*stay[1], first))
        return state._replace(rooms=rooms, hostage=None, swaps=(*state.swaps, (first, second)))

    def returns(self, state: Position) -> Sequence[float]:
        return self._score(state.are_apart())

    def _score(self, apart: bool) -> Sequence[float]:
        size = self.cards_per_room
        return [1.0] * size + [0.0] * size if apart else [0.0] * size + [1.0] * size

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Only the hostages decide, and of them those who take along the President or the Bomber.
        while len(state.leaders) < 2:
            state = self._after_draw(state, draw(self.chance_outcomes(state), rng))
        special = [state.names.drawn[seat] for seat in (state.president, state.bomber) if seat is not None]
        moving = [[player for player in room if player != leader]
                  for room, leader in zip(state.rooms, state.leaders, strict=True)]
        size, chosen = self.cards_per_room - 1, state.hostage
        for _ in range(self.rounds - len(state.swaps)):
            first = int(rng.random() * size) if chosen is None else moving[0].index(chosen)
            second = int(rng.random() * size)
            moving[0][first], moving[1][second] = moving[1][second], moving[0][first]
            chosen = None
        places = [player in moving[1] or player == state.leaders[1] for player in special]
        return self._score(places[0] != places[1])

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        return redraw(states[-1], player, rng)

    def seat_name(self, state: Position, seat: int) -> str:
        return state.names.name(seat) if seat < len(state.names.drawn) else super().seat_name(state, seat)

    def text(self, state: Position) -> str:
        return table_text(state, self.rounds)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's name and card, both rooms, what it has heard, and all swaps of hostages."""
        label, stage = state.names.label(player), self.stage(state)
        waiting = stage != "over" and state.mover() != label
        return observe(state, label, "wait" if waiting else stage)

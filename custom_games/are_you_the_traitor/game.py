"""Are You the Traitor?: two Evil and three Good players talk to find out each other's roles (GameBench, appendix G)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import ActionSpec
from custom_games.action_specs.utf8_text import NUM_ACTIONS
from custom_games.are_you_the_traitor.observations import best_points, observe, position_text
from custom_games.are_you_the_traitor.position import (
    ADVENTURERS,
    AFTERMATH,
    DRAWS,
    EVIL_WIZARD,
    POLLED,
    ROLES,
    STOPPING,
    TEAMS,
    Position,
    Theft,
    other_spec,
)
from custom_games.are_you_the_traitor.redraws import redraw
from custom_games.are_you_the_traitor.treasures import (
    NAMES,
    PLAYERS,
    POINTS,
    RING,
    STATUE,
    Rows,
    Treasure,
    most_rounds,
    place_of,
    rob,
    with_row,
    without_ring,
)
from custom_games.framework.cards import Counts, add_cards, cards_of, draw_outcomes
from custom_games.framework.chance import draw, equally_likely
from custom_games.framework.questions import LONGEST_TEXT, answer_spec, question_spec
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter

MOST_POINTS = 17  # with more, the deck could be used up before anybody has them
MOST_THEFTS = 5  # as many as there are Magic rings
MEMBERS = tuple(tuple(seat for seat, of in enumerate(TEAMS) if of == team) for team in (0, 1))
OTHERS = PLAYERS - 1
# What random players ask, whatever their role.
QUESTIONS = ("", "?", "Who are you?", "Are you a wizard?", "Whom do you trust?")

_STEPS: Mapping[str, Callable[[Position, Any], Position]] = {
    "labels": Position.after_label, "partner": Position.after_partner, "question": Position.after_question,
    "answer": Position.after_answer, "accused": Position.after_accusation}


@game("are_you_the_traitor", "Are You the Traitor?", players=(PLAYERS, PLAYERS), dynamics="sequential", text=True)
@dataclass(frozen=True)
class AreYouTheTraitor(Rules[Position]):
    """The Traitor and the Evil Wizard play against the Good Wizard, the Key Holder and the Guard for treasures.

    Everybody knows which two players are the wizards, but not which is which. In every cycle of talk, chance chooses
    who asks; this player chooses whom, and what. All hear the question and the answer; an empty question is skipped,
    and not answered. Then all but the Traitor are asked in random order, each secretly, whether they stop the talk. The
    first who does accuses somebody, and wins the round for its team if the accused has the role that it looks for;
    otherwise the other team wins. After ``max_cycles`` cycles, chance chooses who has to accuse. Every member of the
    team that has won draws a treasure. Then every holder of a Magic ring, in the order of seats, uses one: it takes a
    random treasure of a random opponent who has any, or the opponent's Gilded statue if there is one, and is discarded.
    The game ends after a round in which a player has ``points_to_win`` points: the team of the best player has won (1
    and 0), and if the best of both teams have equally many points, both get 0.5.

    Seats keep their roles and treasures, so that teams remain agents'; the public names are drawn anew every round, and
    show neither. Hence the talk of earlier rounds is not shown, but how they ended, by roles. So are the numbers of
    everybody's treasures: by names they would show the teams. What a ring takes is seen by all, other treasures by
    their owners alone.

    The rules are GameBench's. By default nobody is told who the Key Holder is, as in GameBench's program, though its
    texts say that the Traitor knows. With ``adventurers_know_key_holder=on`` the Traitor, the Key Holder and the Guard
    are told, as in the published board game of six or more players. Among five the Guard then infers who the Traitor
    is, since two are the wizards and one holds the key, and a Guard who accuses that player wins every match for Good.

    Further differences from that program: there roles were tied to the numbers of players, the log of questions was
    garbled, a skipped question was answered all the same, the talk had no limit, rings looked for statues in an
    outdated list, of two players with enough points the Evil one won, and nobody was shown any treasures. As there, and
    unlike in the board game, a team wins together.
    """

    points_to_win: int = parameter(10, "points of a player that end the game", low=1, high=MOST_POINTS)
    max_cycles: int = parameter(8, "questions in a round, after which somebody has to accuse", low=1, high=100)
    max_question_bytes: int = parameter(400, "bytes of a question", low=1, high=LONGEST_TEXT)
    max_answer_bytes: int = parameter(400, "bytes of an answer", low=1, high=LONGEST_TEXT)
    adventurers_know_key_holder: str = parameter(
        "off", "whether the Traitor, the Key Holder and the Guard know who the Key Holder is: on or off",
        choices=("on", "off"))

    variants = (
        {"points_to_win": 3, "max_cycles": 1, "max_question_bytes": 14, "max_answer_bytes": 4},
        {"points_to_win": 1, "max_cycles": 2, "max_question_bytes": 2, "max_answer_bytes": 2},
        {"points_to_win": 5, "max_cycles": 2, "max_question_bytes": 1, "max_answer_bytes": 3,
         "adventurers_know_key_holder": "on"},
    )

    def bounds(self) -> Bounds:
        rounds = most_rounds(self.points_to_win)
        texts = question_spec(self.max_question_bytes, QUESTIONS), answer_spec(self.max_answer_bytes)
        cycle = 1 + sum(text.length for text in texts)
        return Bounds(
            players=PLAYERS, actions=NUM_ACTIONS, length=rounds * (self.max_cycles * (cycle + len(POLLED)) + 1),
            utility=(0, 1), chance_outcomes=max(len(NAMES), rounds + MOST_THEFTS))

    def teams(self) -> Sequence[int]:
        """Returns the Evil players as team 0 and the Good ones as team 1."""
        return TEAMS

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        if state.stage in DRAWS:
            return CHANCE
        return TERMINAL if state.stage == "over" else state.seat

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        if state.stage == "labels":
            return state.labels.chance_outcomes()
        if state.stage == "treasure":
            return draw_outcomes(state.deck)
        if state.stage == "loot":
            return equally_likely(range(len(state.rows[state.victim])))
        if state.stage == "victim":
            return equally_likely(_victims(state, state.seat))
        return equally_likely({"asker": self.seats, "poll": state.unpolled, "forced": POLLED}[state.stage])

    def chance_name(self, state: Position, outcome: int) -> str:
        if state.stage == "labels":
            return f"{ROLES[len(state.labels.drawn)]} is {state.labels.names[outcome]}"
        if state.stage == "treasure":
            return f"{ROLES[state.drawing[0]]} draws {NAMES[outcome]}"
        return f"loot {outcome + 1}" if state.stage == "loot" else f"{state.stage} {ROLES[outcome]}"

    def action_spec(self, state: Position, player: int) -> ActionSpec:
        """Returns the choice of a partner, the question, the answer, the choice to stop, or the accusation."""
        if state.stage == "question":
            return question_spec(self.max_question_bytes, QUESTIONS)
        if state.stage == "answer":
            return answer_spec(self.max_answer_bytes)
        if state.stage == "stop":
            return STOPPING
        return other_spec(state.stage, state.labels.label(player))

    def apply_action(self, state: Position, action: Any) -> Position:
        if state.stage in _STEPS:
            return _STEPS[state.stage](state, action)
        if state.stage == "stop":
            return state.after_poll(action, self.max_cycles)
        if state.stage in AFTERMATH:
            return self._after_draw(state, action)
        if state.stage == "asker":
            return state._replace(stage="partner", seat=action)
        if state.stage == "poll":
            left = tuple(seat for seat in state.unpolled if seat != action)
            return state._replace(stage="stop", seat=action, unpolled=left)
        return state._replace(stage="accused", seat=action, forced=True)

    def _after_draw(self, state: Position, outcome: int) -> Position:
        """Returns the position after chance drew a treasure, the victim of a ring, or what the ring takes."""
        if state.stage == "treasure":
            return self._after_treasure(state, outcome)
        return self._after_victim(state, outcome) if state.stage == "victim" else self._after_loot(state, outcome)

    def _after_treasure(self, state: Position, kind: int) -> Position:
        """Returns the position after the next winner drew a treasure; after the last one, rings are used."""
        seat, *later = state.drawing
        rows = with_row(state.rows, seat, (*state.rows[seat], Treasure(kind)))
        state = state._replace(deck=add_cards(state.deck, kind, -1), rows=rows, drawing=tuple(later))
        return state if later else self._after_rings(state, 0)

    def _after_rings(self, state: Position, first: int) -> Position:
        """Returns the position in which the next holder of a ring uses it, of the seats from ``first`` on."""
        for seat in self.seats[first:]:
            if not _victims(state, seat):
                continue
            if place_of(state.rows[seat], RING) is not None:
                return state._replace(stage="victim", seat=seat)
            state = state._replace(rows=without_ring(state.rows, seat))
        if max(best_points(state)) >= self.points_to_win:
            return state._replace(stage="over")
        return Position(rounds=state.rounds, deck=state.deck, rows=state.rows)

    def _after_victim(self, state: Position, victim: int) -> Position:
        state = state._replace(stage="loot", victim=victim)
        place = place_of(state.rows[victim], STATUE)
        return state if place is None else self._after_loot(state, place)

    def _after_loot(self, state: Position, place: int) -> Position:
        theft = Theft(state.seat, state.victim, state.rows[state.victim][place].kind)
        last = state.rounds[-1]
        rounds = (*state.rounds[:-1], last._replace(thefts=(*last.thefts, theft)))
        rows = rob(state.rows, theft.thief, theft.victim, place)
        return self._after_rings(state._replace(rounds=rounds, rows=rows), theft.thief + 1)

    def returns(self, state: Position) -> Sequence[float]:
        return _scores(best_points(state))

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        if state.stage not in ("labels", "over", *AFTERMATH):
            accuser = draw_accuser(state, rng)
            others = [label for label in self.seats if label != state.labels.label(accuser)]
            state = state._replace(seat=accuser).after_accusation(rng.choice(others))
        while state.stage in AFTERMATH:
            state = self.apply_action(state, draw(self.chance_outcomes(state), rng))
        if state.stage == "over":
            return self.returns(state)
        return _scores(play_random_rounds(state.deck, state.rows, self.points_to_win, rng))

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        return redraw(states[-1], player, self._knows_key_holder(player), self.points_to_win, rng)

    def _knows_key_holder(self, player: int) -> bool:
        return self.adventurers_know_key_holder == "on" and player in ADVENTURERS

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's role, what it knows of others, the talk of this round, and how earlier ones ended."""
        return observe(state, player, self._knows_key_holder(player))

    def seat_name(self, state: Position, seat: int) -> str:
        """Returns the seat's role, by which reports on past rounds call it, since names are drawn anew every round."""
        return ROLES[seat]

    def text(self, state: Position) -> str:
        return position_text(state)


def _scores(best: Sequence[int]) -> list[float]:
    """Returns each seat's score if the best players of the teams have these points."""
    evil, good = best
    shares = (0.5, 0.5) if evil == good else (float(evil > good), float(good > evil))
    return [shares[team] for team in TEAMS]


def _victims(state: Position, thief: int) -> list[int]:
    """Returns the opponents of a seat who have treasures."""
    return [seat for seat, row in enumerate(state.rows) if row and TEAMS[seat] != TEAMS[thief]]


def draw_accuser(state: Position, rng: random.Random) -> int:
    """Draws who accuses in a round of which the names are drawn.

    In a poll from its start all are equally likely to be the first to stop, as they are if chance decides.
    """
    if state.stage == "accused":
        return state.seat
    waiting = rng.sample(state.unpolled, len(state.unpolled))
    if state.stage == "stop":
        waiting = [state.seat, *waiting]
    stopping = [seat for seat in waiting if rng.random() < 0.5]
    return stopping[0] if stopping else rng.choice(POLLED)


def play_random_rounds(deck: Counts, rows: Rows, points_to_win: int, rng: random.Random) -> tuple[int, int]:
    """Plays random rounds from the start of one to the end; returns the points of the best player of each team."""
    draw = rng.random
    left, held = list(cards_of(deck)), [[card.kind for card in row] for row in rows]
    while True:
        # All seats but the first one of Evil accuse equally often; one of the four others has the role looked for.
        evil = (int(draw() * OTHERS) + 1 == EVIL_WIZARD) == (draw() * OTHERS < 1)
        for seat in MEMBERS[not evil]:
            place = int(draw() * len(left))
            left[place], left[-1] = left[-1], left[place]
            held[seat].append(left.pop())
        for seat, cards in enumerate(held):
            if RING in cards:
                _rob(held, cards, MEMBERS[1 - TEAMS[seat]], rng)
        best = [max(sum(POINTS[kind] for kind in held[seat]) for seat in team) for team in MEMBERS]
        if max(best) >= points_to_win:
            return best[0], best[1]


def _rob(held: list[list[int]], thief: list[int], opponents: Sequence[int], rng: random.Random) -> None:
    victims = [held[seat] for seat in opponents if held[seat]]
    if victims:
        victim = victims[int(rng.random() * len(victims))]
        place = victim.index(STATUE) if STATUE in victim else int(rng.random() * len(victim))
        thief.remove(RING)
        thief.append(victim.pop(place))

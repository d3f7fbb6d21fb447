"""Are You the Traitor?: two Evil and three Good players talk to find out each other's roles (GameBench, appendix G)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import ActionSpec
from custom_games.action_specs.utf8_text import NUM_ACTIONS
from custom_games.are_you_the_traitor.observations import best_points, observed, position_text
from custom_games.are_you_the_traitor.playouts import random_accuser, random_best
from custom_games.are_you_the_traitor.position import (
    ADVENTURERS,
    AFTERMATH,
    DRAWS,
    POLLED,
    ROLES,
    TEAMS,
    Position,
    Theft,
)
from custom_games.are_you_the_traitor.redraws import redrawn
from custom_games.are_you_the_traitor.talk import (
    QUESTIONS,
    STOPPING,
    accused,
    addressed,
    answered,
    asked,
    named,
    other_spec,
    polled,
)
from custom_games.are_you_the_traitor.treasures import (
    NAMES,
    PLAYERS,
    RING,
    STATUE,
    Treasure,
    most_rounds,
    place_of,
    robbed,
    with_row,
    without_ring,
)
from custom_games.framework.cards import changed, draw_outcomes
from custom_games.framework.chance import drawn, equally_likely
from custom_games.framework.questions import answer_spec, question_spec
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter

LONGEST_TEXT = 30_000  # bytes
MOST_POINTS = 17  # with more, the deck could be used up before anybody has them
MOST_THEFTS = 5  # as many as there are Magic rings


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

    The rules are GameBench's, whose texts say that some players know the Key Holder. By default
    (``adventurers_know_key_holder=on``) the Traitor, the Key Holder and the Guard do. Among five players the Guard can
    then infer who the Traitor is, since two are the wizards and one holds the key; the published board game tells it
    with six or more players only, and GameBench's program told nobody, like ``off`` here. Further differences from that
    program: there roles were tied to the numbers of players, the log of questions was garbled, a skipped question was
    answered all the same, the talk had no limit, rings looked for statues in an outdated list, of two players with
    enough points the Evil one won, and nobody was shown any treasures. As there, and unlike in the board game, a team
    wins together.
    """

    points_to_win: int = parameter(10, "points of a player that end the game", low=1, high=MOST_POINTS)
    max_cycles: int = parameter(8, "questions in a round, after which somebody has to accuse", low=1, high=100)
    max_question_bytes: int = parameter(400, "bytes of a question", low=1, high=LONGEST_TEXT)
    max_answer_bytes: int = parameter(400, "bytes of an answer", low=1, high=LONGEST_TEXT)
    adventurers_know_key_holder: str = parameter(
        "on", "whether the Traitor, the Key Holder and the Guard know who the Key Holder is: on or off",
        choices=("on", "off"))

    variants = (
        {"points_to_win": 3, "max_cycles": 1, "max_question_bytes": 14, "max_answer_bytes": 4},
        {"points_to_win": 1, "max_cycles": 2, "max_question_bytes": 2, "max_answer_bytes": 2},
        {"points_to_win": 5, "max_cycles": 2, "max_question_bytes": 1, "max_answer_bytes": 3,
         "adventurers_know_key_holder": "off"},
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
        steps: dict[str, Callable[[Position, Any], Position]] = {
            "labels": named, "partner": addressed, "question": asked, "answer": answered, "stop": self._polled,
            "accused": accused, "treasure": self._drawn, "victim": self._met, "loot": self._robbed}
        if state.stage in steps:
            return steps[state.stage](state, action)
        if state.stage == "asker":
            return state._replace(stage="partner", seat=action)
        if state.stage == "poll":
            left = tuple(seat for seat in state.unpolled if seat != action)
            return state._replace(stage="stop", seat=action, unpolled=left)
        return state._replace(stage="accused", seat=action, forced=True)

    def _polled(self, state: Position, action: int) -> Position:
        return polled(state, action, self.max_cycles)

    def _drawn(self, state: Position, kind: int) -> Position:
        """Returns the position after the next winner drew a treasure; after the last one, rings are used."""
        seat, *later = state.drawing
        rows = with_row(state.rows, seat, (*state.rows[seat], Treasure(kind)))
        state = state._replace(deck=changed(state.deck, kind, -1), rows=rows, drawing=tuple(later))
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

    def _met(self, state: Position, victim: int) -> Position:
        state = state._replace(stage="loot", victim=victim)
        place = place_of(state.rows[victim], STATUE)
        return state if place is None else self._robbed(state, place)

    def _robbed(self, state: Position, place: int) -> Position:
        theft = Theft(state.seat, state.victim, state.rows[state.victim][place].kind)
        last = state.rounds[-1]
        rounds = (*state.rounds[:-1], last._replace(thefts=(*last.thefts, theft)))
        rows = robbed(state.rows, theft.thief, theft.victim, place)
        return self._after_rings(state._replace(rounds=rounds, rows=rows), theft.thief + 1)

    def returns(self, state: Position) -> Sequence[float]:
        return _scores(best_points(state))

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        if state.stage not in ("labels", "over", *AFTERMATH):
            accuser = random_accuser(state, rng)
            others = [label for label in self.seats if label != state.labels.label(accuser)]
            state = accused(state._replace(seat=accuser), rng.choice(others))
        while state.stage in AFTERMATH:
            state = self.apply_action(state, drawn(self.chance_outcomes(state), rng))
        if state.stage == "over":
            return self.returns(state)
        return _scores(random_best(state.deck, state.rows, self.points_to_win, rng))

    def redrawn(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        return redrawn(states[-1], player, self._knows_key_holder(player), self.points_to_win, rng)

    def _knows_key_holder(self, player: int) -> bool:
        return self.adventurers_know_key_holder == "on" and player in ADVENTURERS

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's role, what it knows of others, the talk of this round, and how earlier ones ended."""
        return observed(state, player, self._knows_key_holder(player))

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

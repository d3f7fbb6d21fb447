"""A game for tests with all that talking games need: two teams, hidden roles, public names, texts, talk and votes.

It is not listed among users' games; ``register`` adds it to pyspiel for tests that load it by name.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pyspiel

from custom_games.action_specs import Choice, Fields, Text
from custom_games.framework.cards import Deal, distinct_outcomes, round_robin
from custom_games.framework.deduction import most_voted
from custom_games.framework.labels import Labels, player_labels
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.framework.spiel import game_class
from custom_games.word_sets import word_lists

TEAMS = ((0, 1), (2, 3))
ROLES = ("guard", "keeper")


class Position(NamedTuple):
    names: Labels = player_labels(4)
    roles: Deal = round_robin((2, 2), range(4), 4)
    word: int | None = None
    talk: tuple[tuple[int, int | None, str], ...] = ()  # who spoke to whom, or to all, and said what
    accusations: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Keepers(Rules[Position]):
    """Two of four seats keep a secret word.

    The first of each team whispers to its partner, all say something at once, and then all accuse an opponent at once,
    with a reason. A team that agrees on a keeper scores.
    """

    limit: int = parameter(20, "bytes of a text", low=1, high=30_000)
    words: str = parameter("common_nouns", "name of the list of secret words")

    variants = ({"limit": 1}, {"limit": 3})

    def bounds(self):
        text = Text("message", self.limit)
        return Bounds(4, text.num_actions, 4 * text.length + 1, (0, 1), len(word_lists.words(self.words)), 2)

    def teams(self):
        return (0, 0, 1, 1)

    def initial_state(self):
        return Position()

    def current_player(self, state):
        if state.word is None:
            return CHANCE
        if len(state.talk) < 2:
            return TEAMS[len(state.talk)][0]
        return TERMINAL if state.accusations else SIMULTANEOUS

    def chance_outcomes(self, state):
        drawn = next((part for part in (state.names, state.roles) if not part.complete), None)
        return drawn.chance_outcomes() if drawn else distinct_outcomes(len(word_lists.words(self.words)), ())

    def chance_name(self, state, outcome):
        return str(outcome)

    def action_spec(self, state, player):
        if len(state.talk) < 6:
            return Text("whisper" if len(state.talk) < 2 else "message", self.limit)
        suspects = sorted(map(state.names.label, TEAMS[player < 2]))
        names = tuple(state.names.names[label] for label in suspects)
        return Fields((Choice("keeper", names, tuple(suspects)), Text("reason", self.limit)))

    def apply_action(self, state, action):
        for part in ("names", "roles"):
            if not getattr(state, part).complete:
                return state._replace(**{part: getattr(state, part).after(action)})
        if state.word is None:
            return state._replace(word=action)
        return state._replace(talk=(*state.talk, (*TEAMS[len(state.talk)], action)))

    def apply_actions(self, state, moves):
        if len(state.talk) == 6:
            return state._replace(accusations=moves)
        return state._replace(talk=(*state.talk, *((seat, None, message) for seat, message in enumerate(moves))))

    def returns(self, state):
        accused = [most_voted([state.accusations[seat][0] for seat in team]) for team in TEAMS]
        found = [who is not None and state.roles.hands[state.names.seat_of(who)][1] for who in accused]
        return [0.5 if found[0] == found[1] else float(found[seat // 2]) for seat in range(4)]

    def seat_name(self, state, seat):
        return state.names.name(seat) if state.names.complete else super().seat_name(state, seat)

    def observation(self, state, player):
        keeper = state.roles.hands[player][1]
        return {
            "you": state.names.name(player), "partner": state.names.name(player ^ 1), "role": ROLES[keeper],
            "word": word_lists.words(self.words)[state.word] if keeper else None,
            "heard": [{"speaker": state.names.name(speaker), "to": None if to is None else state.names.name(to),
                       "text": text} for speaker, to, text in state.talk if to is None or player in (speaker, to)],
        } if state.word is not None else {}


class RecordedKeepers(Keepers):
    """Keepers whose data records that the first to whisper says "hush"."""

    def recorded_move(self, state, player):
        return "hush" if not state.talk else None


def started(game):
    """Returns a state of the game in which chance has drawn names, roles and word."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


Keepers.facts = Facts(
    "keepers", "Keepers", "simultaneous", "imperfect_information", "constant_sum", chance=True, players=(4, 4),
    text=True)


@cache
def register() -> None:
    """Registers the game with pyspiel, for tests that load games by name."""
    made = game_class(Keepers)
    pyspiel.register_game(made.game_type, made)

"""A round of Are You the Traitor? up to its accusation: positions after what the players decide."""


from functools import cache

from custom_games.action_specs import Choice
from custom_games.are_you_the_traitor.position import POLLED, TEAMS, Exchange, Position, Round
from custom_games.are_you_the_traitor.treasures import PLAYERS
from custom_games.framework.labels import player_labels

NAMES = player_labels(PLAYERS).names
PASS, STOP = range(2)
STOPPING = Choice("stop", ("pass", "stop"))
"""The choice between stopping the talk, in order to accuse somebody, and letting it go on."""
# What random players ask, whatever their role.
QUESTIONS = ("", "?", "Who are you?", "Are you a wizard?", "Whom do you trust?")


@cache
def other_spec(key: str, own: int) -> Choice:
    """Returns the choice of a player by one whose label is ``own``, whose action is the label of the other."""
    labels = tuple(label for label in range(PLAYERS) if label != own)
    return Choice(key, tuple(NAMES[label] for label in labels), labels)


def named(state: Position, label: int) -> Position:
    """Returns the position after chance drew the label of the next seat."""
    labels = state.labels.after(label)
    return state._replace(stage="asker" if labels.complete else "labels", labels=labels)


def addressed(state: Position, partner: int) -> Position:
    """Returns the position after the choice of a partner, which is a label."""
    exchange = Exchange(state.labels.label(state.seat), partner)
    return state._replace(stage="question", exchanges=(*state.exchanges, exchange))


def asked(state: Position, question: str) -> Position:
    """Returns the position after a question; an empty one is not answered."""
    *earlier, exchange = state.exchanges
    after = state._replace(exchanges=(*earlier, exchange._replace(question=question)))
    if question:
        return after._replace(stage="answer", seat=state.labels.seat_of(exchange.partner))
    return after._replace(stage="poll", unpolled=POLLED)


def answered(state: Position, answer: str) -> Position:
    """Returns the position after an answer."""
    *earlier, exchange = state.exchanges
    return state._replace(stage="poll", unpolled=POLLED, exchanges=(*earlier, exchange._replace(answer=answer)))


def polled(state: Position, action: int, max_cycles: int) -> Position:
    """Returns the position after a player stopped the talk, or passed."""
    if action == STOP:
        return state._replace(stage="accused", unpolled=())
    if state.unpolled:
        return state._replace(stage="poll")
    return state._replace(stage="forced" if len(state.exchanges) == max_cycles else "asker")


def accused(state: Position, label: int) -> Position:
    """Returns the position after the accusation, which decides the round."""
    past = Round(state.seat, state.labels.seat_of(label), state.forced)
    winners = tuple(seat for seat, team in enumerate(TEAMS) if team == past.winner)
    return state._replace(stage="treasure", rounds=(*state.rounds, past), drawing=winners)

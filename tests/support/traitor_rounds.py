"""Scripted play of Are You the Traitor?: rounds of given talk, accusations, treasures and thefts, told by seats."""

from collections.abc import Sequence
from dataclasses import replace

import pyspiel

from custom_games.are_you_the_traitor.game import AreYouTheTraitor
from custom_games.are_you_the_traitor.position import PASS, STOP, Position
from custom_games.are_you_the_traitor.treasures import NAMES, Row, Treasure
from custom_games.framework.rules import CHANCE

SEATS = TRAITOR, EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD = range(5)
TREASURES = RING, STATUE, JEWELS, PYRAMIDS, GOLD, GOBLETS, COPPER = tuple(map(NAMES.index, (
    "Magic ring", "Gilded statue", "Crown jewels", "Platinum pyramids", "Bags of gold", "Silver goblets",
    "Chest of copper")))


def drawn(rules: AreYouTheTraitor, state: Position, *outcomes: int) -> Position:
    """Returns the position after chance drew these outcomes, all of which are possible."""
    for outcome in outcomes:
        assert rules.current_player(state) == CHANCE
        assert outcome in dict(rules.chance_outcomes(state)), (state.stage, outcome)
        state = rules.apply_action(state, outcome)
    return state


def decided(rules: AreYouTheTraitor, state: Position, seat: int, move: int | str) -> Position:
    """Returns the position after a legal decision of a seat."""
    assert rules.current_player(state) == seat, (state.stage, state.seat)
    spec = rules.action_spec(state, seat)
    assert spec.move(spec.read(spec.struct(move))) == move
    return rules.apply_action(state, move)


def named(rules: AreYouTheTraitor, state: Position | None = None, labels: Sequence[int] = SEATS) -> Position:
    """Returns the position at the start of a round once seats have got their names."""
    return drawn(rules, rules.initial_state() if state is None else state, *labels)


def talked(
    rules: AreYouTheTraitor, state: Position, asker: int, partner: int, question: str = "", answer: str | None = None
) -> Position:
    """Returns the position after a question and its answer, before the poll."""
    state = decided(rules, drawn(rules, state, asker), asker, state.labels.label(partner))
    state = decided(rules, state, asker, question)
    return state if answer is None else decided(rules, state, partner, answer)


def polled(rules: AreYouTheTraitor, state: Position, passing: Sequence[int], stopping: int | None = None) -> Position:
    """Returns the position after some have passed in this order, and perhaps one has stopped the talk."""
    for seat in passing:
        state = decided(rules, drawn(rules, state, seat), seat, PASS)
    return state if stopping is None else decided(rules, drawn(rules, state, stopping), stopping, STOP)


def won(
    rules: AreYouTheTraitor, state: Position | None, accuser: int, accused: int, treasures: Sequence[int], *thefts: int
) -> Position:
    """Returns the position after a round with one skipped question, with the outcomes of chance after it."""
    state = polled(rules, talked(rules, named(rules, state), TRAITOR, GUARD), (), accuser)
    return drawn(rules, decided(rules, state, accuser, state.labels.label(accused)), *treasures, *thefts)


def row(*kinds: int) -> Row:
    """Returns hidden treasures."""
    return tuple(map(Treasure, kinds))


def kinds(row: Row) -> list[int]:
    """Returns the kinds of a row's treasures."""
    return [card.kind for card in row]


def shown(rules_string: str, position: Position) -> pyspiel.State:
    """Returns a state of the game in which a position has been reached."""
    state = pyspiel.load_game(rules_string).new_initial_state()
    state._node = replace(state.node, position=position)
    return state

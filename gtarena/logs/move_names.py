"""Names of the moves that a model's replies state, played or not."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import pyspiel

from custom_games.action_specs import utf8_text
from custom_games.framework.spiel import State
from custom_games.framework.states import legal_actions
from gtarena.logs.records import Call, MatchRecord, Step
from gtarena.logs.replay import REFUSED, Replay
from gtarena.logs.turns import Turn


def name_moves(record: MatchRecord, told: Sequence[Turn]) -> list[str | None]:
    """Returns for each call of the match the name of the move that its reply states, as :attr:`Turn.move` has it.

    ``None`` stands for a reply that states none, or an illegal one, and for an unplayed one of a match that cannot be
    replayed.

    Args:
        record: the match; it is replayed only for moves that were stated and not played, as samples that were outvoted.
        told: its turns (see :func:`gtarena.logs.replay.tell_match`), whose names of moves that were played are kept.
    """
    played = played_turns(told)
    names: list[str | None] = []
    unplayed: dict[int, Call] = {}
    for place, call in enumerate(record.calls):
        turn = played.get((call.player, call.move_number))
        same = turn is not None and call.actions == [step.choice for step in turn.steps]
        names.append(turn.move if turn and same and call.actions else None)
        if call.actions and not same:
            unplayed[place] = call
    for place, name in _replayed_names(record, unplayed) if unplayed else ():
        names[place] = name
    return names


def played_turns(told: Iterable[Turn]) -> dict[tuple[int, int], Turn]:
    """Returns the turns in which a model was asked, by player and move number."""
    return {(turn.player, turn.calls[0].move_number): turn for turn in told if turn.calls}


def _replayed_names(record: MatchRecord, calls: dict[int, Call]) -> Iterator[tuple[int, str | None]]:
    """Yields the places of calls with the names of their moves, as far as the match can be replayed."""
    waiting = deque(sorted(calls.items(), key=lambda item: item[1].move_number))
    try:
        replay = Replay.of_record(record)
        for index in range(len(record.history) + 1):
            while waiting and waiting[0][1].move_number == index:
                place, call = waiting.popleft()
                yield place, _name(replay, call.player, call.actions)
            if index < len(record.history):
                step = record.history[index]
                replay.apply(step.player, step.choice)
    except REFUSED:
        return


def _name(replay: Replay, player: int, actions: Sequence[int | str]) -> str | None:
    state = replay.state
    steps: list[Step] = []
    made: tuple[int, ...] = ()
    for choice in actions:
        if isinstance(choice, str):
            steps.append(Step(player=player, action=None, name=choice))
            made += tuple(utf8_text.spell(choice))
        elif choice in _nameable(state, player, made):
            named = Step(player=player, action=choice, name=_action_name(state, player, made, choice))
            steps.append(replay.name(named))
            made += (choice,)
        else:
            return None
    return Turn(player, 0, tuple(steps), ()).move


def _nameable(state: pyspiel.State, player: int, made: tuple[int, ...]) -> Sequence[int]:
    """Returns the actions that have names; some of OpenSpiel's games crash when they are to name others."""
    spec = state.action_spec(player) if isinstance(state, State) and made else None
    legal: Sequence[int] = spec.legal_actions(made) if spec else legal_actions(state, player)
    return legal


def _action_name(state: pyspiel.State, player: int, made: tuple[int, ...], action: int) -> str:
    """Returns the name of an action, the next one of a move of which others are ``made``."""
    spec = state.action_spec(player) if isinstance(state, State) else None
    name: str = spec.action_name(made, action) if spec else state.action_to_string(player, action)
    return name

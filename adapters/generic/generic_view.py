"""Views of games without prompts of their own: OpenSpiel's texts, facts, payoffs and names of moves, or structs.

Facts are what OpenSpiel's texts leave open: names of seats, and how moves and positions are written.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import pyspiel
from pyspiel import GameType

from adapters.generic import openspiel_texts, payoff_tables
from adapters.generic.sheets import read_sheet
from adapters.recall import position_key, recall
from adapters.rendering.quoting import quote_struct
from adapters.views import BaseView, StructView
from custom_games.action_specs.patterns import Pattern, fold_numbers

MOST_ALIKE = 10  # moves that are compared by where they lead
_FROM = re.compile(r"^[a-z]\d(?=[a-z]\d)")
LATEST_MOVES = 2  # per player: a board alone may not show which pieces are whose

# The values that generic prompts show, of a game of which nothing is said.
EMPTY_OBSERVATION: Mapping[str, Any] = {
    "text": "", "record": "", "moves": [], "own": False, "made": 0, "seats": [], "payoffs": None, "at_once": False,
    "others": []}


class GenericView(BaseView):
    """View of any other OpenSpiel game, by its own texts and its own names of moves."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        game = state.get_game()
        text, *record = openspiel_texts.read_texts(state, player) or [""]
        sheet = read_sheet(game)
        # A sheet tells how payoffs come about; where all choose at once, readers are spared to work them out.
        told = sheet.parts and not state.is_simultaneous_node()
        payoffs = None if told else payoff_tables.compute_payoffs(game)
        return {
            **EMPTY_OBSERVATION, "text": text, "record": "\n\n".join(record),
            "moves": _list_known_moves(state, player), "own": shows_present_alone(game), "made": _count_moves(state),
            "seats": list(sheet.seats), "payoffs": None if payoffs is None else payoffs.plain(),
            "at_once": state.is_simultaneous_node() and game.num_players() > 1, "others": _list_others(state, player)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return _keep_names(state, player)[action]

    def are_one_move(self, state: pyspiel.State, actions: Sequence[int]) -> bool:
        return len(actions) == 1 or _lead_to_one_position(state, actions)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return fold_numbers(shown for shown, *_ in _keep_names(state, player).values())


class PlainStructView(StructView):
    """View of a game of ``custom_games`` without prompts of its own: the generic ones show its observation as JSON."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {
            **EMPTY_OBSERVATION, "text": quote_struct(super().observe(state, player)),
            "at_once": state.is_simultaneous_node() and state.get_game().num_players() > 1}


def _keep_names(state: pyspiel.State, player: int) -> Mapping[int, Sequence[str]]:
    """Returns the kept names of the legal actions, which are asked for one by one."""
    # A match that starts elsewhere, or whose game draws for itself, differs in the legal actions, not in its history.
    legal = tuple(state.legal_actions(player))
    key = _list_names, str(state.get_game()), position_key(state), player, legal
    return recall(key, lambda: _list_names(state, player, legal))


def _list_names(state: pyspiel.State, player: int, legal: Sequence[int]) -> Mapping[int, Sequence[str]]:
    """Returns all names of the legal actions in their order: first the one that no other action has."""
    names = {action: _name_move(state, player, action) for action in legal}
    alike, found = Counter(names.values()), {}
    for action, name in names.items():
        numbered = f"{name} #{action}"
        both = (name, numbered) if alike[name] == 1 else (numbered, name)
        found[action] = (*both, *_list_notations(state, action))
    return found


def _name_move(state: pyspiel.State, player: int, action: int) -> str:
    """Returns OpenSpiel's name in one line; names in chat_game have several."""
    return " ".join(state.action_to_string(player, action).split())


def _list_notations(state: pyspiel.State, action: int) -> list[str]:
    """Returns the move by its squares, as ``e2e4``, where OpenSpiel writes it so besides its own name of it."""
    notation: Any = getattr(pyspiel, state.get_game().get_type().short_name, None)
    if not hasattr(notation, "action_to_move") or not hasattr(notation.Move, "to_lan"):
        return []
    squares = notation.action_to_move(action, state.board()).to_lan()
    return [squares, _FROM.sub(r"\g<0>-", squares)]


def _lead_to_one_position(state: pyspiel.State, actions: Sequence[int]) -> bool:
    """Returns whether several moves lead to the same position, as the two orders of dice in backgammon do."""
    kind = state.get_game().get_type()
    told = openspiel_texts.has_perfect_information(kind) and kind.dynamics == GameType.Dynamics.SEQUENTIAL
    if not 1 < len(actions) <= MOST_ALIKE or not told:
        return False
    return len({str(state.child(action)) for action in actions}) == 1


def _list_others(state: pyspiel.State, player: int) -> list[int]:
    """Returns who else moves at the same time, as far as everybody may know it."""
    game = state.get_game()
    public = game.get_type().information in (GameType.Information.PERFECT_INFORMATION, GameType.Information.ONE_SHOT)
    if not public or not state.is_simultaneous_node():
        return []
    return [seat for seat in range(game.num_players()) if seat != player and state.legal_actions(seat)]


def _list_known_moves(state: pyspiel.State, player: int) -> list[dict[str, Any]]:
    """Returns moves that the player knows, as ``{"player": seat, "move": name}``.

    They are the last ones of all players where opponents see every move, and all of the player's own where it is shown
    the present alone.
    """
    seen = _moves_are_seen(state.get_game())
    if not seen and not shows_present_alone(state.get_game()):
        return []
    # Some games name a move by the position it is made in, so the match is replayed.
    steps = state.full_history()
    known = [index for index, step in enumerate(steps) if step.player == player or (seen and step.player >= 0)]
    shown = known[-LATEST_MOVES * state.num_players():] if seen else known
    return list(_name_steps(state.get_game(), steps, set(shown)))


def _name_steps(game: pyspiel.Game, steps: Sequence[Any], named: Container[int]) -> Iterator[dict[str, Any]]:
    """Yields the moves at these places of a history, each by its name in the position where it was made."""
    past, index = game.new_initial_state(), 0
    while index < len(steps):
        together = past.is_simultaneous_node()
        joint = steps[index:index + (past.num_players() if together else 1)]
        for place, step in enumerate(joint, start=index):
            if place in named:
                yield {"player": step.player, "move": _name_move(past, step.player, step.action)}
        if together:
            past.apply_actions([step.action for step in joint])
        else:
            past.apply_action(joint[0].action)
        index += len(joint)


def shows_present_alone(game: pyspiel.Game) -> bool:
    """Returns whether OpenSpiel keeps no record of what a player knows in a game that hides something."""
    kind = game.get_type()
    return not (kind.provides_information_state_string or openspiel_texts.has_perfect_information(kind)) and (
        kind.provides_observation_string and kind.chance_mode != GameType.ChanceMode.SAMPLED_STOCHASTIC)


def _count_moves(state: pyspiel.State) -> int:
    """Returns the number of moves made if everybody has seen them, as limits of moves count them; otherwise 0."""
    return sum(step.player >= 0 for step in state.full_history()) if _moves_are_seen(state.get_game()) else 0


def _moves_are_seen(game: pyspiel.Game) -> bool:
    """Returns whether there are opponents who see every move, and the history determines the state."""
    kind = game.get_type()
    return game.num_players() > 1 and openspiel_texts.has_perfect_information(kind) and (
        kind.dynamics == GameType.Dynamics.SEQUENTIAL
        and kind.chance_mode != GameType.ChanceMode.SAMPLED_STOCHASTIC)

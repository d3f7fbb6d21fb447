"""Replay of logged matches: every action is checked against the game before it is applied."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import pyspiel

import adapters
from adapters.views import StructView
from custom_games.action_specs import utf8_text
from custom_games.framework.labels import numbered_name
from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE
from custom_games.framework.spiel import State
from custom_games.framework.states import apply_together, choices, penalty_action
from gtarena import games, plugins
from gtarena.errors import UsageError
from gtarena.formatting import one_line
from gtarena.logs.records import Call, MatchRecord, Step
from gtarena.logs.turns import Turn, turns

# What rules and pyspiel raise for parameters and actions that they cannot take.
REFUSED = (OverflowError, RuntimeError, TypeError, ValueError)


class Replay:
    """Game in progress to which logged ``(player, choice)`` steps are applied; chance is player -1.

    A choice is an action, or a text that was said, which is spelled again. Steps at a simultaneous node are gathered,
    in any order, until everyone who must act has acted; then the state changes. ``state`` is the pyspiel state; do not
    apply actions to it directly.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
    """

    def __init__(self, game: str, params: Mapping[str, Any], seed: int = 0) -> None:
        self._game = game
        self.state: pyspiel.State = games.load(game, params, seed).new_initial_state()
        self._steps = 0
        self._gathered: dict[int, deque[int]] = {}
        self._open = _open_choices(self.state)

    @classmethod
    def of_record(cls, record: MatchRecord) -> "Replay":
        """Returns the start of a logged match.

        Raises:
            UsageError: the game does not exist or does not take these parameters.
            ValueError: the match and the game differ in the number of seats.
        """
        try:
            replay = cls(record.game, record.params, record.seed)
        except UsageError as error:
            raise UsageError(f"{error}{plugins.describe_missing(record.versions)}") from error
        players = replay.state.num_players()
        if len(record.seats) != players:
            raise ValueError(f"{len(record.seats)} seats in a game for {players}")
        return replay

    @property
    def node(self) -> Node:
        """Position and path of the state.

        Raises:
            ValueError: the game is not one of custom_games.
        """
        if not isinstance(self.state, State):
            raise ValueError(f"{self._game} is not a game of custom_games, so its states have no nodes")
        return self.state.node

    @property
    def text(self) -> str:
        """The state for people to read; empty at a chance node, where it is that of a moment."""
        if self.state.is_chance_node():
            return ""
        return self.node.rules.text(self.node.position) if isinstance(self.state, State) else str(self.state)

    @property
    def movers(self) -> list[int]:
        """Players who have yet to act at this node, chance included."""
        return [player for player in self._open if not self._gathered.get(player)]

    def is_legal(self, player: int, action: int) -> bool:
        """Returns whether an action can be applied now, or after those of the player's that wait for others."""
        waiting = self._gathered.get(player)
        if waiting:
            return action in self._legal_after(player, waiting)
        return player in self._open and (
            action in self._open[player] or action == penalty_action(self.state, player))

    def _legal_after(self, player: int, waiting: Iterable[int]) -> Sequence[int]:
        """Returns the actions that go on with a compound move of which some actions wait for others."""
        spec = self.state.action_spec(player) if isinstance(self.state, State) else None
        made = (*self.node.actions_made(player), *waiting) if spec else ()
        return () if spec is None or self.node.is_whole(player, made) else spec.legal_actions(made)

    def check(self, player: int, choice: int | str) -> None:
        """Checks that a step can be applied now.

        Raises:
            ValueError: the action is not legal, the text is said where none is asked for, or it is not the player's
                turn.
        """
        # pyspiel itself accepts illegal actions, and some of its games then write out of bounds.
        if isinstance(choice, str):
            if not self._is_speaking(player):
                raise ValueError(f"step {self._steps}: player {player} cannot say a text")
        elif not self.is_legal(player, choice):
            raise ValueError(f"step {self._steps}: action {choice} of player {player} is not legal")

    def name(self, step: Step) -> Step:
        """Returns a step with the name that prompts show for its action; one that cannot be applied keeps its name.

        Logs have OpenSpiel's names of moves. The rules of custom_games name moves for logs and prompts alike, and moves
        by chance are in no prompt.
        """
        if step.action is None or step.player == CHANCE or isinstance(self.adapter.view, StructView):
            return step
        if not self.is_legal(step.player, step.action):
            return step
        name, *_ = (*self.adapter.view.names(self.state, step.player, step.action), step.name)
        return step if name == step.name else _make_step(step.player, step.action, name)

    def seat_names(self) -> list[str]:
        """Returns the names by which the prompts call the players, as far as they are drawn."""
        view = self.adapter.view
        return [view.seat_name(self.state, player) for player in range(self.state.num_players())]

    @cached_property  # OpenSpiel makes it anew whenever it is asked
    def kind(self) -> pyspiel.GameType:
        """The type of the game."""
        return self.state.get_game().get_type()

    @cached_property
    def adapter(self) -> adapters.Adapter:
        """The prompts of the game."""
        return adapters.for_game(self.state.get_game())

    def _is_speaking(self, player: int) -> bool:
        spec = self.state.action_spec(player) if isinstance(self.state, State) and player in self._open else None
        made = (*self.node.actions_made(player), *self._gathered.get(player, ())) if spec else ()
        return spec is not None and not self.node.is_whole(player, made) and spec.is_text(made)

    def apply(self, player: int, choice: int | str) -> bool:
        """Checks and applies a step; returns whether the state has changed.

        Raises:
            ValueError: the step cannot be applied (see :meth:`check`), or a text is too long or holds a character that
                is not allowed.
        """
        self.check(player, choice)
        self._steps += 1
        spelled = utf8_text.spell(choice) if isinstance(choice, str) else [choice]
        self._gathered.setdefault(player, deque()).extend(spelled)
        changed = False
        while self._open and not self.movers:
            self._apply_gathered()
            changed = True
        return changed

    def _apply_gathered(self) -> None:
        """Applies one action of everyone who must act.

        Raises:
            ValueError: a text cannot be said; all other actions were checked when they were gathered.
        """
        actions = {player: self._gathered[player].popleft() for player in self._open}
        for player, action in actions.items():
            if action not in self._open[player] and action != penalty_action(self.state, player):
                refused = "is too long, or holds a character that is not allowed there"
                raise ValueError(f"step {self._steps - 1}: the text of player {player} {refused}")
        apply_together(self.state, actions)
        self._open = _open_choices(self.state)

    def inside_move(self, player: int) -> bool:
        """Returns whether the player has made a part of a compound move, but not all of it."""
        waiting = self._gathered.get(player)
        if waiting:
            return bool(self._legal_after(player, waiting))
        return isinstance(self.state, State) and player != CHANCE and self.state.inside_move(player)

    def require_end(self) -> None:
        """Checks that the game is over.

        Raises:
            ValueError: somebody is still to move.
        """
        if not self.state.is_terminal():
            raise ValueError("the actions stop before the game is over")


@lru_cache(maxsize=10_000)  # matches have steps in common, and pydantic takes longer than all else here
def _make_step(player: int, action: int, name: str) -> Step:
    return Step.model_construct(player=player, action=action, name=name)


def _open_choices(state: pyspiel.State) -> dict[int, Sequence[int]]:
    """Returns the legal actions of everyone who is to move."""
    return {CHANCE: state.legal_actions(CHANCE)} if state.is_chance_node() else choices(state)


class ReplayedChoice(NamedTuple):
    """Action, or text, with the state in which a player chose it, which is valid until the next one is asked for.

    ``calls`` are the model's replies that led to it; those that led to a compound move come with its first action.
    """

    state: pyspiel.State
    player: int
    action: int | str
    calls: tuple[Call, ...]


class ReplayedMatch:
    """Logged match that is replayed once, from its start to its end, whatever is measured in it.

    ``choices`` are the players' choices action by action, as the replay comes to them; those at a simultaneous node are
    made in the same state. They can be gone through once.

    Raises:
        UsageError: when it is replayed: the game does not exist or does not take these parameters.
        ValueError: an action is not legal where it stands, or the number of seats is not the game's.
    """

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.choices = self._walk()

    @cached_property
    def _replay(self) -> Replay:
        return Replay.of_record(self.record)

    def _walk(self) -> Iterator[ReplayedChoice]:
        replay = self._replay
        for turn in turns(self.record):
            for offset, step in enumerate(turn.steps):
                replay.check(step.player, step.choice)  # before a caller evaluates the action in this state
                if step.player != CHANCE:
                    yield ReplayedChoice(replay.state, step.player, step.choice, turn.calls if offset == 0 else ())
                replay.apply(step.player, step.choice)

    def replay_to_end(self) -> Replay:
        """Returns the game after all logged steps, those applied that ``choices`` have not come to."""
        deque(self.choices, maxlen=0)
        return self._replay


@dataclass(frozen=True)
class ToldMatch:
    """Match as people are told it, in the words of the game's own prompts.

    ``turns`` are whole moves, compound ones of players without a model too, with the names that prompts have for them;
    ``seats`` are the names by which prompts call the players. ``match`` is the end of the replay. If the log cannot be
    replayed, ``error`` says why, and turns and seats are in the words of the log.
    """

    turns: Sequence[Turn]
    seats: Sequence[str]
    match: Replay | None = None
    error: Exception | None = None

    @classmethod
    def of_log(cls, record: MatchRecord, error: Exception) -> "ToldMatch":
        """Returns a match that cannot be replayed, in the words of its log."""
        return cls(list(turns(record)), [numbered_name(player) for player in range(len(record.seats))], error=error)

    def called(self, player: int) -> str:
        """Returns the name of a player, or of chance; a damaged log may number players who are not there."""
        if player == CHANCE:
            return "chance"
        return self.seats[player] if 0 <= player < len(self.seats) else numbered_name(player)


def tell_match(
    record: MatchRecord, watch: Callable[[Replay, int], object] = lambda match, made: None
) -> ToldMatch:
    """Replays a match and returns how it is told.

    Args:
        record: the match.
        watch: called with the replay at the start, and after each step that has changed its state and ends a move, with
            the number of steps made; what it raises of ``REFUSED`` counts as a fault of the match.
    """
    continued: set[int] = set()
    named: list[Step] = []
    try:
        match = Replay.of_record(record)
        watch(match, 0)
        for index, step in enumerate(record.history):
            if match.inside_move(step.player):
                continued.add(index)
            named.append(match.name(step))
            if match.apply(step.player, step.choice) and not match.inside_move(step.player):
                watch(match, index + 1)
    except REFUSED as error:
        return ToldMatch.of_log(record, error)
    told = record.model_copy(update={"history": named})
    return ToldMatch(list(turns(told, continued)), match.seat_names(), match)


def tell_turns(record: MatchRecord) -> Sequence[Turn]:
    """Returns the turns of a match as :func:`tell_match` does, those of models at least.

    A match is replayed only if its game's prompts may have other names of moves than logs have.
    """
    try:
        view = adapters.for_game(games.load(record.game, record.params, record.seed)).view
    except UsageError:
        return list(turns(record))
    return list(turns(record)) if isinstance(view, StructView) else tell_match(record).turns


@contextmanager
def naming_match(match_id: str) -> Iterator[None]:
    """Prefixes errors about a logged match with its ID.

    Raises:
        ValueError: instead of one of ``REFUSED`` that was raised inside.
    """
    try:
        yield
    except REFUSED as error:
        raise ValueError(f"match {one_line(match_id, 80)}: {error}") from error

"""The positions that a logged match of one of our games went through, rebuilt from its actions alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from custom_games import GAMES
from custom_games.node import Node
from custom_games.rules import CHANCE, SIMULTANEOUS


def played(game: str, params: Mapping[str, Any], moves: Iterable[tuple[int, int]]) -> Node:
    """Where ``(player, action)`` pairs lead, chance's (player -1) included; its ``path()`` holds what was before.

    The choices at a simultaneous node are pairs in a row, in any order.

    Raises:
        ValueError: the game is none of ours, a parameter is not allowed, or an action is not legal where it stands.
    """
    if game not in GAMES:
        raise ValueError(f"{game} is none of the games of custom_games")
    rules = GAMES[game](**params)
    node = Node(rules, rules.initial_state())
    waiting: dict[int, int] = {}
    for index, (player, action) in enumerate(moves):
        if player in waiting or not _is_legal(node, player, action):
            raise ValueError(f"{game}, step {index}: action {action} of player {player} is not legal")
        if node.player != SIMULTANEOUS:
            node = node.after(action)
            continue
        waiting[player] = action
        if all(seat in waiting for seat in _movers(node)):
            node = node.after(tuple(waiting.get(seat, 0) for seat in range(rules.bounds().players)))
            waiting = {}
    return node


def _movers(node: Node) -> list[int]:
    return [seat for seat in range(node.rules.bounds().players) if node.legal_actions(seat)]


def _is_legal(node: Node, player: int, action: int) -> bool:
    if CHANCE in (player, node.player):
        return player == node.player and action in [outcome for outcome, _ in node.rules.chance_outcomes(node.position)]
    return player in range(node.rules.bounds().players) and action in node.legal_actions(player)

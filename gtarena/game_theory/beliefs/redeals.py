"""States after other deals, in games in which players say free texts and nobody knows how likely a text is.

What the others said and did is taken to tell nothing of the deal. A deal is possible if the player would have been told
the same after it, with the same moves of all. A move that a player could not have made after another deal, such as an
answer to a question that only one role is asked, is replaced by a random one, which the player must not have seen.
"""

import random
from collections.abc import Iterator

from custom_games.framework.node import CompoundMove, Move, Node
from custom_games.framework.rules import CHANCE
from custom_games.framework.spiel import State


def redeal(state: State, player: int, seed: int, most: int) -> list[tuple[State, float]]:
    """Returns the states after all deals that the player cannot tell from the true one, with the chances of the deals.

    Raises:
        ValueError: there are more than ``most`` at one moment.
    """
    rng, (first, *later) = random.Random(seed), state.node.path()
    reached = [(Node.from_moves(first.rules), 1.0)]
    for true in later:
        assert true.move is not None, "only the first node has none"
        following = [(after, weight * chance) for before, weight in reached
                     for after, chance in _successors(before, player, true.move, rng)]
        known = _knowledge(true, player)
        reached = [(after, weight) for after, weight in following if _knowledge(after, player) == known]
        if len(reached) > most:
            raise ValueError(f"{state.get_game()} has more than {most} deals that player {player} cannot tell apart")
    return [(state.at_node(node), weight) for node, weight in reached]


def _knowledge(node: Node, player: int) -> tuple[int, str]:
    return node.player, node.information_state_text(player)


def _successors(node: Node, player: int, taken: Move, rng: random.Random) -> Iterator[tuple[Node, float]]:
    if node.player == CHANCE:
        yield from ((node.after(outcome), chance) for outcome, chance in node.chance_outcomes)
        return
    alone = isinstance(taken, int | CompoundMove)
    moves = {node.player: taken} if isinstance(taken, int | CompoundMove) else dict(enumerate(taken))
    if player in moves and node.spec(player) and not _is_legal(node, player, moves[player]):
        return
    kept = {seat: move if _is_legal(node, seat, move) else _draw(node, seat, rng) for seat, move in moves.items()}
    yield node.after(kept[node.player] if alone else tuple(kept.values())), 1.0


def _is_legal(node: Node, seat: int, move: int | CompoundMove) -> bool:
    """Returns whether a whole move, or the charge for none, can be made."""
    spec, actions = node.spec(seat), (move,) if isinstance(move, int) else move
    if spec is None or actions == (node.penalty_action(seat),):
        return spec is not None
    return spec.is_whole(actions) and all(
        action in spec.legal_actions(actions[:place]) and not (place and spec.is_whole(actions[:place]))
        for place, action in enumerate(actions))


def _draw(node: Node, seat: int, rng: random.Random) -> int | CompoundMove:
    """Returns a random whole move; 0 for a seat with nothing to decide."""
    actions = node.random_move(seat, rng) if node.spec(seat) else [0]
    return actions[0] if len(actions) == 1 else CompoundMove(actions)

"""Prompts of GTBench's games show nothing that their player must not know, and no prompt a move of the same node."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence

import pyspiel
import pytest

import adapters
from gtarena.runs.matches.match import play_match
from tests.support.named_games import GTBENCH_VERSIONS, VERSIONS, after, prompt_text
from tests.support.scripted import Script

PASS, BET = 0, 1
DEAL, SILENCE = 0, 217  # negotiation's chance outcome and its utterance [0, 0, 0]
PROPOSAL = 43           # [1, 1, 1]

Alternatives = tuple[str, int, Callable[[], Iterator[pyspiel.State]]]


def dealt(game_string: str, player: int, own: Sequence[int], others: Sequence[Sequence[int]],
          moves: Sequence[int | list[int]] = ()) -> Alternatives:
    """Returns all deals in which the player keeps its own outcomes, which stand between those of the others."""
    def states() -> Iterator[pyspiel.State]:
        for before_and_after in others:
            before = player * len(own)
            yield after(game_string, *[*before_and_after[:before], *own, *before_and_after[before:]], *moves)

    return game_string, player, states


def kuhn(players: int, player: int, moves: Sequence[int]) -> Alternatives:
    cards = set(range(players + 1)) - {1}
    return dealt(f"kuhn_poker(players={players})", player, [1], list(itertools.permutations(cards, players - 1)), moves)


def liars(dice: int, player: int, moves: Sequence[int]) -> Alternatives:
    rolls = list(itertools.product(range(6), repeat=dice))
    return dealt(f"liars_dice(numdice={dice})", player, [4, 1][:dice], rolls, moves)


def auction(player: int) -> Alternatives:
    """Returns all valuations of the two other bidders, with every bid made before."""
    game_string = "first_sealed_auction(players=3,max_value=5)"

    def states() -> Iterator[pyspiel.State]:
        for others in itertools.product(range(1, 6), repeat=2):
            values = [*others[:player], 3, *others[player:]]
            for bids in itertools.product(*map(range, values[:player])):
                yield after(game_string, *values, *bids)

    return game_string, player, states


def negotiation(player: int, moves: Sequence[int]) -> Alternatives:
    """Returns GTBench's instance with other values for the opponent, from OpenSpiel's text format of a state."""
    def states() -> Iterator[pyspiel.State]:
        for values in ("10 10 10", "0 3 1", "8 0 0", "1 2 3"):
            both = [values, values]
            both[player] = "5 0 7"
            history = ", ".join(map(str, [DEAL, *moves]))
            yield pyspiel.load_game("negotiation").deserialize_state("\n".join(["7", "5 5 5", *both, history]))

    return "negotiation", player, states


INDISTINGUISHABLE = [
    *(kuhn(2, player, moves) for player, moves in [(0, []), (1, [PASS]), (1, [BET]), (0, [PASS, BET])]),
    *(kuhn(3, player, moves) for player, moves in [
        (0, []), (1, [BET]), (2, [PASS, PASS]), (0, [PASS, BET, PASS]), (1, [PASS, PASS, BET, BET])]),
    *(liars(dice, player, moves) for dice in (1, 2) for player, moves in [(0, []), (1, [3]), (0, [3, 8])]),
    *(auction(player) for player in range(3)),
    *(negotiation(player, moves) for player, moves in [
        (0, []), (0, [PROPOSAL]), (1, [PROPOSAL, SILENCE]), (1, [PROPOSAL, SILENCE, PROPOSAL]),
        (0, [PROPOSAL, SILENCE] * 2)])]


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
@pytest.mark.parametrize(("game_string", "player", "states"), INDISTINGUISHABLE)
def test_states_that_differ_in_the_hidden_thing_alone_have_the_same_prompt(game_string, player, states, version):
    alternatives = list(states())
    assert len({state.serialize() for state in alternatives}) == len(alternatives) > 1
    for state in alternatives:
        assert state.is_simultaneous_node() or state.current_player() == player
    assert len({prompt_text(state, player, version) for state in alternatives}) == 1


class Listening(Script):
    """Also records the prompts that a model in its place would have received."""

    def __init__(self, answers: Sequence[int]) -> None:
        super().__init__(answers)
        self.prompts: list[list[str]] = []

    async def act(self, decision):
        self.prompts.append([prompt_text(decision.state, decision.player, version) for version in VERSIONS])
        return await super().act(decision)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("game_string", "node"), [
    ("iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=3)", 0),
    ("iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=3)", 2),
    ("el_farol(players=2,rounds=3)", 1), ("matrix_pd", 0), ("blotto", 0), ("laser_tag(horizon=3)", 1)])
def test_a_move_made_at_the_same_node_shows_in_no_prompt(game_string, node, player):
    game = pyspiel.load_game(game_string)
    prompts = []
    for other_move in (0, 1):
        listener, other = Listening([1] * 3), Script([1] * node + [other_move] + [1] * 2)
        seats = [listener, other] if player == 0 else [other, listener]
        factories = [lambda seating, agent=agent: agent for agent in seats]
        asyncio.run(play_match(adapters.for_game(game), factories, seed=3))
        prompts.append(listener.prompts[:node + 1])
    assert (prompts[0], len(prompts[0])) == (prompts[1], node + 1)

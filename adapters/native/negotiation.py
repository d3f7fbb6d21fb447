"""Negotiation: players propose divisions of a pool of items, send symbols to each other, and may agree."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, make_span
from custom_games.action_specs.patterns import Pattern

AGREE = "Agree"
MAX_OF_AN_ITEM = 5


class NegotiationView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        pool = state.item_pool()
        turns = _list_turns(state)
        return {
            "phase": _read_turn_type(state, player),
            "pool": pool,
            # OpenSpiel appends a new valuation to an all-zero one, yet pays by the first.
            "your_values": state.agent_utils(player)[:len(pool)],
            "turns": turns,
            "left_by_last_proposal": [
                size - taken for size, taken in zip(pool, turns[-1]["proposal"], strict=True)] if turns else [],
        }

    def name(self, game: pyspiel.Game, action: int) -> str:
        return AGREE if action == _agreement(game) else str(_decode_numbers(game, action))

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        legal, agree = state.legal_actions(player), _agreement(state.get_game())
        if legal[0] > agree:
            parameters = state.get_game().get_parameters()
            return [_make_spans([parameters["num_symbols"] - 1] * parameters["utterance_dim"])]
        return [_make_spans(state.item_pool())] + [Pattern(AGREE)] * (legal[-1] == agree)


def _agreement(game: pyspiel.Game) -> int:
    """Returns the action that accepts; smaller ids are proposals and larger ones utterances."""
    return int((MAX_OF_AN_ITEM + 1) ** game.get_parameters()["num_items"])


def _decode_numbers(game: pyspiel.Game, action: int) -> list[int]:
    """Returns the numbers of a proposal or an utterance, the digits of its action id."""
    parameters, agree = game.get_parameters(), _agreement(game)
    if action < agree:
        return _split_digits(action, MAX_OF_AN_ITEM + 1, parameters["num_items"])
    return _split_digits(action - agree - 1, parameters["num_symbols"], parameters["utterance_dim"])


def _split_digits(number: int, base: int, count: int) -> list[int]:
    return [number // base**place % base for place in reversed(range(count))]


def _list_turns(state: pyspiel.State) -> list[dict[str, Any]]:
    """Returns every proposal so far with its proposer and the utterance that followed it, or an empty one."""
    game, turns = state.get_game(), []
    for step in state.full_history():
        if step.player < 0 or step.action == _agreement(game):
            continue
        numbers = _decode_numbers(game, step.action)
        if step.action < _agreement(game):
            turns.append({"player": step.player, "proposal": numbers, "utterance": []})
        else:
            turns[-1]["utterance"] = numbers
    return turns


def _read_turn_type(state: pyspiel.State, player: int) -> str:
    """Returns "proposal" or "utterance", from a line of OpenSpiel's observation such as ``Turn Type: Proposal``."""
    found = re.search(r"^Turn Type: (\w+)$", state.observation_string(player), re.MULTILINE)
    assert found, "negotiation observations tell the type of the turn"
    return found[1].lower()


def _make_spans(highest: Sequence[int]) -> Pattern:
    separated = [piece for number in highest for piece in (", ", make_span(0, number))]
    return Pattern("[", *separated[1:], "]")


VIEW = NegotiationView()

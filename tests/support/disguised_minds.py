"""Scripted models of Kuhn poker: one that knows words by heart, and one that reads the rules; and their matches."""

import asyncio
import random
import re
from collections.abc import Callable, Sequence

import pyspiel

import adapters
from gtarena.agents.base import Decision, Move, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply, Request

Mind = Callable[[str], str]
LEARNED = {"K": "Bet", "Q": "Pass", "J": "Pass"}  # by the name of the card


def memoriser(prompt: str) -> str:
    """Returns the move that goes with a card, known by its name; of a card with another name the first move listed."""
    card = find(r"Your \w+ is (\w)\.", prompt)
    return LEARNED.get(card, find(r"Legal moves: (\w+)", prompt))


def reasoner(prompt: str) -> str:
    """Returns the move that puts in more with the highest card, and else the one that puts in nothing.

    It finds in the rules which card is the highest, and which move does what.
    """
    card, cards = find(r"Your \w+ is (\w)\.", prompt), find(r"one each of ([\w, ]+), from the \w+est to", prompt)
    free, paid = re.findall(r"(\w+) costs nothing, and (\w+) puts", prompt)[0]
    return paid if card == cards.split(", ")[-1] else free


def find(pattern: str, text: str) -> str:
    """Returns what the group of a pattern finds."""
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return found[1]


class MindModel:
    """Model that says what a mind says to the last chat."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    async def complete(self, request: Request) -> Reply:
        return Reply(text=f"Answer: {self._mind(chr(10).join(message['content'] for message in request.messages))}")


def returns(mind: Mind, disguise: str, seeds: Sequence[int]) -> list[float]:
    """Returns a mind's return at Kuhn poker in each match against one who always bets, half of them in each seat.

    The cards depend on the seed alone.
    """
    return [_play(mind, disguise, seed) for seed in seeds]


def _play(mind: Mind, disguise: str, seed: int) -> float:
    game, own, cards = pyspiel.load_game("kuhn_poker"), seed % 2, random.Random(seed).sample(range(3), 2)
    settings, state = LlmSettings.read({"disguise": disguise, "retries": 0}), game.new_initial_state()
    agent = LlmAgent(Seating(game, own, seed), MindModel(mind), settings, InMemoryTexts())
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(cards[len(state.history())])
        elif state.current_player() != own:
            state.apply_action(1)
        else:
            move = asyncio.run(agent.act(Decision(state.clone(), own, adapters.for_game(game), len(state.history()))))
            assert isinstance(move, Move), move
            state.apply_action(move.actions[0])
    return float(state.returns()[own])

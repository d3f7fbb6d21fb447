"""GTBench's own program, from a checkout, played with scripted replies, and our agents at the same decisions.

``GTARENA_GTBENCH`` names the checkout. What the program needs besides OpenSpiel, to read settings and to reach models,
is left out: the model is scripted.
"""

import asyncio
import contextlib
import importlib
import io
import logging
import os
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pyspiel

import adapters
from gtarena.agents.base import Decision, Move, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply, Request
from tests.support.named_games import after

VARIABLE = "GTARENA_GTBENCH"
LEFT_OUT = ("box", "jsonlines", "langchain", "langchain.chat_models", "langchain.schema", "langchain_community",
            "langchain_community.chat_models", "langchain_community.llms")
DILEMMA = "iterated_prisoners_dilemma"
GAMES = {  # our names, and the program's
    "tic_tac_toe": "TicTacToe", "connect_four": "ConnectFour", "breakthrough(columns=3)": "Breakthrough", "nim": "Nim",
    "kuhn_poker": "KuhnPoker", "liars_dice": "LiarsDice", "first_sealed_auction": "FirstSealedAuction",
    "negotiation": "Negotiation", "pig(winscore=20)": "Pig", DILEMMA: "PrisonersDilemma"}
AGENTS: dict[str, tuple[str, dict[str, Any]]] = {  # the program's names, and our settings
    "llm": ("PromptAgent", {}),
    "cot": ("CoTAgent", {"reasoning": "cot_situation"}),
    "sc_cot": ("SCCoTAgent", {"reasoning": "cot_situation", "scheme": "self_consistency"}),
    "tot": ("ToTAgent", {"scheme": "tree_of_thoughts"})}
OTHERS = ("RandomAgent", "MCTSAgent", "TitForTatAgent")  # which ask no model
_CONFIG = {"num_generations": 1, "majority_vote": False, "task_steps": 2, "method_generate": "sample",
           "method_evaluate": "vote", "method_select": "greedy", "n_generate_sample": 3, "n_evaluate_sample": 3,
           "n_select_sample": 1, "prompt_sample": "standard", "rollout_count": 1, "uct_c": 2, "max_simulations": 5,
           "solve": True, "verbose": False}

Answer = Callable[[random.Random, str, pyspiel.State, int], str]  # to a call of a kind, in a state, by a player


@dataclass
class Asked:
    """A decision of the program: its state, who decides, what was sent and answered, and what was played, if any.

    ``number`` counts the moves before it, and ``stated`` are those among them that models stated.
    """

    state: pyspiel.State
    player: int
    number: int
    stated: frozenset[int] = frozenset()
    sent: list[list[dict[str, str]]] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    played: int | None = None


def checkout() -> Path | None:
    """Returns the checkout; ``None`` if none is named."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


@cache
def program() -> SimpleNamespace:
    """Returns the program's games and agents, without what it would log."""
    for name in LEFT_OUT:
        stub = ModuleType(name)
        stub.__getattr__ = lambda attribute: None  # type: ignore[method-assign]
        sys.modules.setdefault(name, stub)
    folder = checkout()
    assert folder is not None
    sys.path.insert(0, str(folder))
    try:
        modules = {each: importlib.import_module(f"gamingbench.{each}") for each in ("games", "agents", "utils.utils")}
    finally:
        sys.path.remove(str(folder))
    quiet = logging.getLogger("gtbench as published")
    quiet.disabled = True
    modules["utils.utils"].LLMBenchLogger._instance = SimpleNamespace(logger=quiet)
    return SimpleNamespace(games=modules["games"], agents=modules["agents"])


class _Recorder:
    """Agent of the program that records what it is asked and what it answers."""

    def __init__(self, kind: str, game: Any, player: int, answer: Answer, rng: random.Random) -> None:
        named = SimpleNamespace(agent_name=kind, **_CONFIG)
        if kind == "SCCoTAgent":
            named.num_generations = 5
        self._agent = getattr(program().agents, kind)(named, game=game.game)
        self.agent_name, self.model = kind, SimpleNamespace(nick_name=str(player))
        self._game, self._player, self._answer, self._rng = game, player, answer, rng
        self._agent.model = self
        self.asked: list[Asked] = []

    def query(self, messages: list[dict[str, str]], n: int, stop: str | None, prompt_type: str) -> tuple[Any, int, int]:
        now = self.asked[-1]
        replies = [self._answer(self._rng, prompt_type, self._game.env, self._player) for _ in range(n)]
        now.sent += [[dict(message) for message in messages]] * n
        now.replies += replies
        return [reply.partition(stop)[0] if stop else reply for reply in replies], 0, 0

    def step(self, observations: dict[str, Any]) -> tuple[Any, Any]:
        env = self._game.env
        self.asked.append(Asked(env.clone(), self._player, len(env.history())))
        action, queries = self._agent.step(observations)
        number = self._game.agent_action_to_openspiel(action)
        self.asked[-1].played = int(number) if number in env.legal_actions(self._player) else None
        return action, queries

    def inform_action(self, *details: Any) -> None:
        pass


def play(game: str, kinds: tuple[str, str], answer: Answer, seed: int) -> list[Asked]:
    """Plays a match of the program, and returns the decisions for which a model was asked."""
    np.random.seed(seed)
    rng, published = random.Random(seed), getattr(program().games, GAMES[game])()
    seats = [_Recorder(kind, published, player, answer, rng) for player, kind in enumerate(kinds)]
    with contextlib.redirect_stdout(io.StringIO()):
        published.play(seats, [seat.model for seat in seats], SimpleNamespace(add_match=lambda match: None))
    asked = [each for seat in seats for each in seat.asked if each.sent]
    stated = frozenset(each.number for each in asked)
    return [replace(each, stated=frozenset(filter(each.number.__gt__, stated))) for each in asked]


class _Repeated:
    """Model that gives the replies of the program's decision, and keeps what it was sent."""

    def __init__(self, replies: list[str]) -> None:
        self._replies, self.sent = replies, dict[int, list[dict[str, str]]]()

    async def complete(self, request: Request) -> Reply:
        self.sent[request.sample] = [dict(message) for message in request.messages]
        return Reply(text=self._replies[request.sample])


def ours(game: str, agent: str, asked: Asked) -> tuple[list[list[dict[str, str]]], int | None]:
    """Returns what our agent sends at the same decision, and the action that it plays after the same replies."""
    state = _same_state(game, asked.state)
    settings = LlmSettings.read({
        "prompt": "published", "forced_moves": "played", "retries": 0, "policy": "invalid", **AGENTS[agent][1]})
    model = _Repeated(asked.replies)
    player = LlmAgent(Seating(state.get_game(), asked.player, 1), model, settings, InMemoryTexts())
    decision = Decision(state, asked.player, adapters.for_game(state.get_game()), asked.number, asked.stated)
    response = asyncio.run(player.act(decision))
    return [model.sent[number] for number in sorted(model.sent)], (
        response.actions[0] if isinstance(response, Move) else None)


def _same_state(game: str, state: pyspiel.State) -> pyspiel.State:
    if game != DILEMMA:
        return after(game, *state.history())
    own, other = (["CD".index(letter) for letter in side.split(":")[1]] for side in str(state).split())
    rounds = [move for both in zip(own, other, strict=True) for move in (list(both), 0)]
    return after(game, *rounds)


def names(game: str, state: pyspiel.State, player: int) -> Iterator[str]:
    """Yields the legal moves as the program lists them."""
    published = getattr(program().games, GAMES[game])()
    published.env = state
    listed = published.openspiel_action_to_agent(
        [state.action_to_string(player, action) for action in state.legal_actions(player)])
    yield from listed


def read_by_program(game: str, state: pyspiel.State, replies: list[str]) -> int | None:
    """Returns the action that the program plays after these samples of a reply; ``None`` if it plays none."""
    published = getattr(program().games, GAMES[game])()
    published.env = state
    player = _Recorder("PromptAgent", published, state.current_player(), lambda *_: "", random.Random(0))
    regex, _ = importlib.import_module("gamingbench.prompts.regex_and_format").get_step_env_regex_and_format(
        published.game_name)
    found = player._agent.parse_with_regex(replies, regex)
    with contextlib.redirect_stdout(io.StringIO()):
        action = published.agent_action_to_openspiel(player._agent.post_processing(found) if found else "")
    return int(action) if action in state.legal_actions(state.current_player()) else None


def votes_of_program(replies: list[str], count: int) -> list[int]:
    """Returns the number of votes that the program counts for each of so many choices."""
    published = program().games.Nim()
    player = _Recorder("ToTAgent", published, 0, lambda *_: replies.pop(0), random.Random(0))
    player.asked.append(Asked(published.env, 0, 0))
    construct = importlib.import_module("gamingbench.prompts.step_prompts.tot_agent").construct_voting_prompt({})
    values, _ = player._agent._vote(
        [{"role": "user", "content": ""}], [""] * count, len(replies), construct["prompt"], construct["regex"])
    return list(values)

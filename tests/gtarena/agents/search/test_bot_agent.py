"""Bots of OpenSpiel as agents of a match."""

import asyncio
import random
import threading
from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np
import pyspiel
import pytest
from open_spiel.python.bots.uniform_random import UniformRandomBot

import adapters
import custom_games  # noqa: F401
from gtarena.agents.base import Agent, Decision, Move, Penalty
from gtarena.agents.search.bot_agent import BotAgent
from gtarena.runs.matches.match import play_match
from tests.support.compound_games import NOTHING, coins, duet

GAMES = ["tic_tac_toe", "kuhn_poker", "matrix_rps", "iterated_prisoners_dilemma(max_rounds=5)"]


class Scripted(Agent):
    """Agent that plays from a list, and records when it was asked and what it was told."""

    def __init__(self, *answers: Move | Penalty) -> None:
        self.answers, self.told, self.asked = list(answers), [], []

    async def act(self, decision: Decision) -> Move | Penalty:
        self.asked.append(decision.move_number)
        return self.answers.pop(0)

    def inform(self, state: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> None:
        self.told.append((state.history(), {player: tuple(move) for player, move in moves.items()}))


class Listening(pyspiel.Bot):
    """Bot that plays from a list, and records what it was told and in which state."""

    def __init__(self, *actions: int) -> None:
        super().__init__()
        self.actions, self.told = list(actions), []

    def step(self, state: pyspiel.State) -> int:
        return self.actions.pop(0)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        self.told.append((state.history(), player, action))

    def inform_actions(self, state: pyspiel.State, actions: list[int]) -> None:
        self.told.append((state.history(), list(actions)))


def match(game_string: str, *agents: Agent) -> list[float] | None:
    return match_in(pyspiel.load_game(game_string), *agents)


def match_in(game: pyspiel.Game, *agents: Agent) -> list[float] | None:
    factories = [lambda seating, agent=agent: agent for agent in agents]
    return asyncio.run(play_match(adapters.for_game(game), factories, seed=5)).returns


@pytest.mark.parametrize("game_string", GAMES)
def test_random_bots_of_either_language_play_as_agents(game_string: str) -> None:
    bots = [BotAgent(pyspiel.make_uniform_random_bot(0, 3)), BotAgent(UniformRandomBot(1, np.random.RandomState(3)))]
    assert match(game_string, *bots) is not None


def test_moves_of_numpy_bots_are_plain_integers() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    agent = BotAgent(UniformRandomBot(0, np.random.RandomState(3)))
    decision = Decision(game.new_initial_state(), 0, adapters.for_game(game), 0)
    (action,) = asyncio.run(agent.act(decision)).actions
    assert type(action) is int


def test_a_thinking_bot_does_not_hold_up_the_event_loop() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    may_answer = threading.Event()

    class Thinking(pyspiel.Bot):
        def step(self, state: pyspiel.State) -> int:
            assert may_answer.wait(timeout=60)
            return 4

    async def inside() -> Move:
        decision = Decision(game.new_initial_state(), 0, adapters.for_game(game), 0)
        thinking = asyncio.create_task(BotAgent(Thinking()).act(decision))
        await asyncio.sleep(0)
        may_answer.set()
        return await thinking

    assert asyncio.run(inside()) == Move((4,))


def test_at_a_simultaneous_node_a_bot_is_shown_nobodys_move() -> None:
    seen: list[list[int]] = []

    class Watching(pyspiel.Bot):
        def __init__(self, player: int) -> None:
            super().__init__()
            self._rng = random.Random(player)

        def step(self, state: pyspiel.State) -> int:
            seen.append(state.history())
            return self._rng.choice([0, 1])

        def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
            assert player == pyspiel.PlayerId.CHANCE

        def inform_actions(self, state: pyspiel.State, actions: list[int]) -> None:
            assert len(actions) == 2

    match("iterated_prisoners_dilemma(max_rounds=3,termination_probability=0.0)",
          BotAgent(Watching(0)), BotAgent(Watching(1)))
    assert [len(history) for history in seen] == [0, 0, 2, 2, 4, 4]


def test_a_bot_is_told_of_chance_and_others_moves_but_not_its_own_and_of_joint_ones_with_the_state_before() -> None:
    first, second = Listening(0, 1), Listening(1)
    match("kuhn_poker", BotAgent(first), BotAgent(second))  # pass, bet, call
    deal = [action for _, _, action in first.told[:2]]
    dealt = [([], -1, deal[0]), (deal[:1], -1, deal[1])]
    assert first.told == [*dealt, ([*deal, 0], 1, 1)]
    assert second.told == [*dealt, (deal, 0, 0), ([*deal, 0, 1], 0, 1)]
    first, second = Listening(0, 1), Listening(1, 1)
    match("iterated_prisoners_dilemma(max_rounds=2,termination_probability=0.0)", BotAgent(first), BotAgent(second))
    assert first.told == second.told == [([], [0, 1]), ([0, 1], [1, 1])]


def test_a_compound_move_is_told_once_whole_to_an_agent_and_action_by_action_to_a_bot() -> None:
    class Naming(Listening):
        def step(self, state: pyspiel.State) -> int:
            assert [told[2] for told in self.told] == [1, 0, 1]
            return super().step(state)

    divider, namer = Scripted(Move((1, 0, 1))), Naming(2)
    assert match_in(coins(), divider, BotAgent(namer)) == [1, 1]
    assert namer.told == [([], 0, 1), ([1], 0, 0), ([1, 0], 0, 1)]
    assert divider.told == [([1, 0, 1], {1: (2,)})]
    listener = Scripted(Move((2,)))
    match_in(coins(), BotAgent(Listening(1, 0, 1)), listener)  # a bot makes its parts one by one
    assert (listener.told, listener.asked) == ([([], {0: (1, 0, 1)})], [3])


HI, BYE = (*b"hi", 256), (*b"bye", 256)


def test_moves_made_at_once_are_told_when_all_are_whole_to_a_bot_one_by_one_and_charges_too() -> None:
    first, second = Scripted(Move((1, *HI)), Move((0,))), Scripted(Move(BYE), Move((1,)))
    assert match_in(duet(), first, second) == [0]*2
    spelled = [1, BYE[0], HI[0], BYE[1], HI[1], BYE[2], HI[2], BYE[3]]
    assert first.told == second.told == [([], {0: (1, *HI), 1: BYE}), (spelled, {0: (0,), 1: (1,)})]
    bot = Listening(1, *HI, 0)
    match_in(duet(), BotAgent(bot), Scripted(Move((ord("b"), 256)), Move((0,))))
    # The word of seat 1 is over first, and a zero fills its place.
    joint = [[1, ord("b")], [ord("h"), 256], [ord("i"), 0], [256, 0], [0, 0]]
    assert [actions for _, actions in bot.told] == joint
    assert [history for history, _ in bot.told] == [[*chain(*joint[:number])] for number in range(5)]
    listener = Scripted(Move((0,)))
    assert match_in(coins(), Scripted(Penalty()), listener) == [-1, 0]
    assert listener.told == [([], {0: (NOTHING,)})]

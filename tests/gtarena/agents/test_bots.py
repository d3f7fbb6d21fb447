"""Bots used as agents and agents used as bots, in OpenSpiel's match loops and in ours."""

import asyncio
import random
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.policy import PolicyBot
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.policy import UniformRandomPolicy

import adapters
import custom_games  # noqa: F401
from gtarena.agents.base import Agent, Decision, Move, NoMove, Penalty, Seating
from gtarena.agents.bots import AgentBot, BotAgent, in_thread, inline, roshambo_bot
from gtarena.agents.registry import KINDS
from gtarena.runs.matches.match import play_match
from tests.support.chat_game import small_talk
from tests.support.compound_games import NOTHING, coins, duet

GAMES = ["tic_tac_toe", "kuhn_poker", "matrix_rps", "iterated_prisoners_dilemma(max_rounds=5)"]
ROCK_PAPER_SCISSORS = "repeated_game(stage_game=matrix_rps(),num_repetitions=20)"


class Scripted(Agent):
    """Agent that plays from a list, and records when it was asked and what it was told."""

    def __init__(self, *answers: Move | NoMove | Penalty) -> None:
        self.answers, self.told, self.asked = list(answers), [], []

    async def act(self, decision: Decision) -> Move | NoMove | Penalty:
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


def random_bots(game: pyspiel.Game) -> list[AgentBot]:
    return [AgentBot(KINDS["random"], Seating(game, player, seed=player)) for player in range(game.num_players())]


def match(game_string: str, *agents: Agent) -> list[float] | None:
    return match_in(pyspiel.load_game(game_string), *agents)


def match_in(game: pyspiel.Game, *agents: Agent) -> list[float] | None:
    factories = [lambda seating, agent=agent: agent for agent in agents]
    return asyncio.run(play_match(adapters.for_game(game), factories, seed=5)).returns


@pytest.mark.parametrize("game_string", GAMES)
def test_agents_play_to_the_end_in_the_match_loop_written_in_python(game_string: str) -> None:
    game = pyspiel.load_game(game_string)
    state = game.new_initial_state()
    returns = evaluate_bots(state, random_bots(game), np.random.RandomState(1))
    assert state.is_terminal()
    assert returns == state.returns()


@pytest.mark.parametrize("game_string", GAMES)
def test_agents_play_to_the_end_in_the_match_loop_written_in_cpp(game_string: str) -> None:
    game = pyspiel.load_game(game_string)
    returns = pyspiel.evaluate_bots(game.new_initial_state(), random_bots(game), 1)
    assert all(game.min_utility() <= value <= game.max_utility() for value in returns)


@pytest.mark.parametrize("game_string", ["tic_tac_toe", "iterated_prisoners_dilemma(max_rounds=3)"])
def test_searching_agents_think_in_threads_inside_the_match_loop_written_in_cpp(game_string: str) -> None:
    game = pyspiel.load_game(game_string)
    bots = [AgentBot(partial(KINDS["mcts"], simulations=20), Seating(game, player, seed=player)) for player in (0, 1)]
    assert len(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) == 2


def test_an_agent_can_be_a_bot_inside_a_running_event_loop() -> None:
    game = pyspiel.load_game("tic_tac_toe")

    async def inside() -> list[float]:
        return evaluate_bots(game.new_initial_state(), random_bots(game), np.random.RandomState(1))

    assert sum(asyncio.run(inside())) == 0


def test_a_compound_move_is_handed_out_on_consecutive_steps_and_asked_for_once() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    agent = Scripted(Move((4, 0)), Move((8,)))
    bot, state = AgentBot(lambda seating: agent, Seating(game, 0, 0)), game.new_initial_state()
    steps = []
    for _ in range(3):
        steps.append(bot.step(state))
        state.apply_action(steps[-1])
    assert steps == [4, 0, 8]
    assert agent.asked == [0, 2]


def test_a_restarted_bot_has_a_new_agent_and_nothing_left_of_a_compound_move() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    made: list[Scripted] = []

    def make(seating: Seating) -> Scripted:
        made.append(Scripted(Move((len(made), 7))))
        return made[-1]

    bot, state = AgentBot(make, Seating(game, 0, 0)), game.new_initial_state()
    assert bot.step(state) == 0
    bot.restart_at(state)
    assert bot.step(state) == 1
    assert len(made) == 2


def test_an_agent_behind_a_bot_is_told_what_others_did() -> None:
    game = pyspiel.load_game("kuhn_poker")
    listener = Scripted(Move((0,)))
    bots = [AgentBot(lambda seating: Scripted(Move((0,))), Seating(game, 0, 0)),
            AgentBot(lambda seating: listener, Seating(game, 1, 0))]
    state = game.new_initial_state()
    evaluate_bots(state, bots, np.random.RandomState(1))
    first_card, second_card, *_ = state.history()
    assert listener.told == [
        ([], {-1: (first_card,)}), ([first_card], {-1: (second_card,)}), ([first_card, second_card], {0: (0,)})]


def test_a_bot_whose_agent_gives_no_move_says_so() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    bot = AgentBot(lambda seating: Scripted(NoMove("forfeit", "no answer")), Seating(game, 1, 0))
    with pytest.raises(RuntimeError, match="the agent in seat 1 gave no move: no answer"):
        bot.step(game.new_initial_state())


@pytest.mark.parametrize("run", [inline, in_thread])
@pytest.mark.parametrize("game_string", GAMES)
def test_random_bots_of_either_language_play_as_agents(game_string: str, run: object) -> None:
    bots = [BotAgent(pyspiel.make_uniform_random_bot(0, 3), run),
            BotAgent(UniformRandomBot(1, np.random.RandomState(3)), run)]
    assert match(game_string, *bots) is not None


def test_policy_bots_of_either_language_play_as_agents() -> None:
    game = pyspiel.load_game("kuhn_poker")
    bots = [BotAgent(pyspiel.make_policy_bot(game, 0, 3, pyspiel.UniformRandomPolicy(game))),
            BotAgent(PolicyBot(1, np.random.RandomState(3), UniformRandomPolicy(game)))]
    returns = match("kuhn_poker", *bots)
    assert returns is not None
    assert abs(returns[0]) in (1, 2)


@pytest.mark.parametrize("name", sorted(pyspiel.roshambo_bot_names()))
def test_every_roshambo_bot_plays_short_matches(name: str) -> None:
    bots = [BotAgent(roshambo_bot(0, name, pyspiel.load_game(ROCK_PAPER_SCISSORS))),
            BotAgent(pyspiel.make_uniform_random_bot(1, 7))]
    returns = match(ROCK_PAPER_SCISSORS, *bots)
    assert returns is not None
    assert sum(returns) == 0


def test_the_roshambo_bot_that_beats_the_last_move_wins_all_rounds_but_the_first_against_rock() -> None:
    game = pyspiel.load_game(ROCK_PAPER_SCISSORS)
    bots = [roshambo_bot(0, "copybot", game), roshambo_bot(1, "rockbot", game)]
    assert match(ROCK_PAPER_SCISSORS, *map(BotAgent, bots)) in ([18, -18], [19, -19], [20, -20])


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
        thinking = asyncio.create_task(BotAgent(Thinking(), in_thread).act(decision))
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


def test_a_bot_is_told_of_chance_and_of_the_moves_of_the_others_but_not_of_its_own() -> None:
    first, second = Listening(0, 1), Listening(1)
    match("kuhn_poker", BotAgent(first), BotAgent(second))  # pass, bet, call
    deal = [action for _, _, action in first.told[:2]]
    dealt = [([], -1, deal[0]), (deal[:1], -1, deal[1])]
    assert first.told == [*dealt, ([*deal, 0], 1, 1)]
    assert second.told == [*dealt, (deal, 0, 0), ([*deal, 0, 1], 0, 1)]


def test_a_bot_is_told_of_joint_moves_with_the_state_before_them() -> None:
    first, second = Listening(0, 1), Listening(1, 1)
    match("iterated_prisoners_dilemma(max_rounds=2,termination_probability=0.0)", BotAgent(first), BotAgent(second))
    assert first.told == second.told == [([], [0, 1]), ([0, 1], [1, 1])]


def test_a_bot_is_told_of_a_compound_move_action_by_action_once_it_is_whole() -> None:
    class Naming(Listening):
        def step(self, state: pyspiel.State) -> int:
            assert [told[2] for told in self.told] == [1, 0, 1]
            return super().step(state)

    divider, namer = Scripted(Move((1, 0, 1))), Naming(2)
    assert match_in(coins(), divider, BotAgent(namer)) == [1, 1]
    assert namer.told == [([], 0, 1), ([1], 0, 0), ([1, 0], 0, 1)]
    assert divider.told == [([1, 0, 1], {1: (2,)})]


def test_an_agent_is_told_of_a_compound_move_once_and_whole_with_the_state_before_it() -> None:
    listener = Scripted(Move((2,)))
    match_in(coins(), BotAgent(Listening(1, 0, 1)), listener)  # a bot makes its parts one by one
    assert listener.told == [([], {0: (1, 0, 1)})]
    assert listener.asked == [3]


HI, BYE = (*b"hi", 256), (*b"bye", 256)


def test_agents_are_told_of_compound_moves_made_at_once_when_all_are_whole() -> None:
    first, second = Scripted(Move((1, *HI)), Move((0,))), Scripted(Move(BYE), Move((1,)))
    assert match_in(duet(), first, second) == [0]*2
    spelled = [1, BYE[0], HI[0], BYE[1], HI[1], BYE[2], HI[2], BYE[3]]
    assert first.told == second.told == [([], {0: (1, *HI), 1: BYE}), (spelled, {0: (0,), 1: (1,)})]


def test_a_bot_is_told_of_compound_moves_made_at_once_one_action_of_each_at_a_time() -> None:
    bot = Listening(1, *HI, 0)
    match_in(duet(), BotAgent(bot), Scripted(Move((ord("b"), 256)), Move((0,))))
    # The word of seat 1 is over first, and a zero fills its place.
    joint = [[1, ord("b")], [ord("h"), 256], [ord("i"), 0], [256, 0], [0, 0]]
    assert [actions for _, actions in bot.told] == joint
    assert [history for history, _ in bot.told] == [[*chain(*joint[:number])] for number in range(5)]


def test_an_agent_behind_a_bot_is_told_of_whole_moves() -> None:
    game, listener = coins(), Scripted(Move((0,)))
    bots = [AgentBot(lambda seating: Scripted(Move((0, 2, 0))), Seating(game, 0, 0)),
            AgentBot(lambda seating: listener, Seating(game, 1, 0))]
    assert evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1)) == [2, 0]
    assert listener.told == [([], {0: (0, 2, 0)})]


def test_agents_behind_bots_are_told_of_moves_made_at_once_when_all_are_whole() -> None:
    game, listener = duet(), Scripted()
    bot, state = AgentBot(lambda seating: listener, Seating(game, 1, 0)), game.new_initial_state()
    for joint in ([1, ord("b")], [ord("h"), 256], [ord("i"), 0], [256, 0], [0, 1]):
        bot.inform_actions(state, joint)
        state.apply_actions(joint)
    assert listener.told[0] == ([], {0: (1, *HI), 1: (ord("b"), 256)})
    assert [moves for _, moves in listener.told[1:]] == [{0: (0,), 1: (1,)}]


def test_a_search_behind_a_bot_says_its_texts_byte_by_byte() -> None:
    game = small_talk()
    bots = [AgentBot(partial(KINDS["mcts"], simulations=20), Seating(game, player, seed=player)) for player in (0, 1)]
    state = game.new_initial_state()
    assert evaluate_bots(state, bots, np.random.RandomState(1)) == [1, 1]
    assert all(len(said) <= 8 for said in state.node.position.said)


def test_a_bot_whose_agent_gave_no_usable_answer_is_charged_by_the_rules() -> None:
    game = coins()
    bot, state = AgentBot(lambda seating: Scripted(Penalty()), Seating(game, 0, 0)), game.new_initial_state()
    assert bot.step(state) == NOTHING
    assert NOTHING not in state.legal_actions()
    state.apply_action(NOTHING)
    assert state.node.position == (NOTHING,)


def test_an_agent_is_told_of_the_action_that_charged_another() -> None:
    listener = Scripted(Move((0,)))
    assert match_in(coins(), Scripted(Penalty()), listener) == [-1, 0]
    assert listener.told == [([], {0: (NOTHING,)})]

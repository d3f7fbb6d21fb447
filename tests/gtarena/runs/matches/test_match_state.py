import pyspiel
import pytest

from custom_games.action_specs.utf8_text import spell
from gtarena.agents.base import Agent
from gtarena.logs.records import Step
from gtarena.runs.matches.match_state import AgentError, MatchState
from tests.support import keepers, simultaneous_talk
from tests.support.named_games import after

LIMIT = 30


class Told(Agent):
    """Keeps what it was told, each with the length of the history before it."""

    def __init__(self):
        self.told = []

    async def act(self, decision):
        raise NotImplementedError

    def inform(self, state, moves):
        self.told.append((len(state.history()), {player: tuple(actions) for player, actions in moves.items()}))


def table(game_string: str, *chance: int) -> tuple[MatchState, list[Told], list[Step]]:
    game = pyspiel.load_game(game_string)
    agents, history = [Told() for _ in range(game.num_players())], []
    made = MatchState(game.new_initial_state(), agents, history)
    for outcome in chance:
        made.apply_chance(outcome)
    return made, agents, history


def talking() -> tuple[MatchState, list[Told], list[Step]]:
    """Returns the keepers' game after both whispers, where all speak at once."""
    keepers.register()
    made = table(f"keepers(limit={LIMIT})", 0, 1, 2, 3, 0, 0, 1, 1, 7)
    made[0].apply({0: spell("psst")})
    made[0].apply({2: spell("")})
    return made


def test_a_compound_move_is_applied_whole_or_part_by_part_and_told_once_with_the_state_before_it():
    made, agents, history = table("pirate_game(players=3,gold=5)")
    made.apply({0: (3, 0, 2)})
    assert [(step.player, step.action) for step in history] == [(0, 3), (0, 0), (0, 2)]
    assert [agent.told for agent in agents] == [[], [(0, {0: (3, 0, 2)})], [(0, {0: (3, 0, 2)})]]
    assert made.movers() == [1, 2]
    made, agents, _ = table("pirate_game(players=3,gold=5)")
    for part in (3, 0):
        made.apply({0: (part,)})
        assert (made.movers(), agents[1].told) == ([0], [])
    made.apply({0: (2,)})
    assert agents[1].told == [(0, {0: (3, 0, 2)})]


def test_joint_moves_and_chance_are_told_to_everybody_and_a_move_of_one_player_to_the_others():
    made, agents, history = table("iterated_prisoners_dilemma")
    made.apply({0: (0,), 1: (1,)})
    assert [agent.told for agent in agents] == [[(0, {0: (0,), 1: (1,)})]] * 2
    assert [step.name for step in history] == ["Cooperate", "Defect"]
    made, agents, history = table("kuhn_poker", 2, 0)
    made.apply({0: (1,)})
    assert agents[0].told == [(0, {-1: (2,)}), (1, {-1: (0,)})]
    assert agents[1].told == [*agents[0].told, (2, {0: (1,)})]
    assert [(step.player, step.action) for step in history] == [(-1, 2), (-1, 0), (0, 1)]


def test_texts_are_steps_that_say_them_to_the_character_in_the_order_of_seats_whatever_their_length():
    made, agents, history = talking()
    assert history[-2:] == [Step(player=0, action=None, name="psst"), Step(player=2, action=None, name="")]
    assert agents[1].told[-2:] == [(9, {0: tuple(spell("psst"))}), (14, {2: tuple(spell(""))})]
    said = ["", "a longer one", "🙂", "hm"]
    before = len(made.state.history())
    made.apply({seat: spell(text) for seat, text in enumerate(said)})
    assert [(step.player, step.name) for step in history[-4:]] == list(enumerate(said))
    assert agents[3].told[-1] == (before, {seat: tuple(spell(text)) for seat, text in enumerate(said)})
    assert made.movers() == [0, 1, 2, 3]
    assert [message["text"] for message in made.state.observation(3)["heard"]][-4:] == said


def test_fields_chosen_at_once_come_in_one_piece_for_each_and_who_made_a_part_is_asked_again():
    made, _, history = talking()
    made.apply({seat: spell("hello") for seat in range(4)})
    moves = {seat: made.state.action_spec(seat).read({"keeper": name, "reason": f"I am {seat}"})
             for seat, name in enumerate(("Player 3", "Player 4", "Player 1", "Player 2"))}
    made.apply(moves)
    assert [(step.player, step.name) for step in history[-8:]] == [
        (0, "Player 3"), (0, "I am 0"), (1, "Player 4"), (1, "I am 1"),
        (2, "Player 1"), (2, "I am 2"), (3, "Player 2"), (3, "I am 3")]
    assert made.state.is_terminal()
    made, _, _ = talking()
    made.apply({0: spell("hello"), 1: spell("hi"), 2: (ord("h"),), 3: spell("")})
    assert made.movers() == [2]
    made.apply({2: spell("i")})
    assert [message["text"] for message in made.state.observation(3)["heard"]][-4:] == ["hello", "hi", "hi", ""]


@pytest.mark.parametrize(("game_string", "moves", "complaint"), [
    ("pirate_game(players=3,gold=5)", {0: (6,)}, "chose action 6, which is not legal there"),
    ("pirate_game(players=3,gold=5)", {0: (3, 0, 2, 1)}, "chose action 1 beyond the end of its move"),
    ("iterated_prisoners_dilemma", {0: (0,), 1: (2,)}, "seat 1 chose action 2, which is not legal there"),
    ("iterated_prisoners_dilemma", {0: (0, 1), 1: (1,)}, "seat 0 chose action 1 beyond the end of its move"),
    ("tic_tac_toe", {0: (9,)}, "chose action 9, which is not legal there"),
    ("tic_tac_toe", {0: ()}, "seat 0 returned a move without actions"),
    ("iterated_prisoners_dilemma", {0: (0,), 1: ()}, "seat 1 returned a move without actions")])
def test_actions_that_are_not_legal_or_too_many_or_none_are_the_agents_fault(game_string, moves, complaint):
    made, _, _ = table(game_string)
    with pytest.raises(AgentError, match=complaint):
        made.apply(moves)


def test_a_penalty_is_applied_to_the_charged_alone_as_a_step_of_its_own_and_the_others_speak():
    penalty = after("second_price_auction(players=2)", 50, 50).penalty_action(0)
    made, _, history = table("second_price_auction(players=2)", 50, 50)
    with pytest.raises(AgentError, match=f"seat 1 chose action {penalty}, which is not legal there"):
        made.apply({0: (penalty,), 1: (penalty,)}, charged=[0])
    made, _, history = table("second_price_auction(players=2)", 50, 50)
    made.apply({0: (penalty,), 1: (40,)}, charged=[0])
    assert [(step.action, step.name) for step in history[-2:]] == [(penalty, "no valid answer"), (40, "40")]
    assert made.state.returns() == [-1, 50]
    simultaneous_talk.register()
    made, _, history = table("loud_numbers(players=2,rounds=1)")
    penalty = made.state.penalty_action(0)
    made.apply({0: (penalty,), 1: made.state.action_spec(1).read({"message": "me", "number": 2})}, charged=[0])
    assert history == [Step(player=0, action=penalty, name="no valid answer"),
                       Step(player=1, action=None, name="me"), Step(player=1, action=2, name="2")]
    assert made.state.returns() == [-1, 1]

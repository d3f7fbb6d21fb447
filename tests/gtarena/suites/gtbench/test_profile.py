import asyncio
from itertools import combinations

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.agents.registry import KINDS
from gtarena.runs.matches.match import play_match
from gtarena.suites.gtbench.profile import PROFILE_COLUMNS
from tests.support.records import call, llm, record, seat, steps
from tests.support.suite_matches import profile

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
BOTH = [llm(), seat("other", "offline/first")]


def match(*moves: tuple[int, int], game: str = "tic_tac_toe", **fields):
    return record(fields.pop("match_id", "m"), fields.pop("seats", BOTH), None, game=game, history=steps(*moves),
                  **fields)


def measured(*records, judged=None) -> dict[tuple[str, str], tuple[float, int]]:
    """Value and count by agent and metric."""
    frame = profile(records) if judged is None else profile(records, judged)
    return {(agent, metric): (value, count)
            for agent, metric, value, count in frame[["agent", "metric", "value", "count"]].to_numpy().tolist()}


class Blind(Agent):
    """Plays tic-tac-toe at random, but never a winning move, and counts the winning moves that it passed over."""

    def __init__(self, seating: Seating) -> None:
        self._random = KINDS["random"](seating)
        self.chances = 0

    async def act(self, decision: Decision) -> Move:
        own = {step.action for step in decision.state.full_history() if step.player == decision.player}
        won = [set(three) for three in combinations(own, 2)]
        wins = {cell for cell in decision.legal_actions if any(pair | {cell} in LINES for pair in won)}
        others = [action for action in decision.legal_actions if action not in wins]
        if not (wins and others):  # the last square may leave no choice
            return await self._random.act(decision)
        self.chances += 1
        return Move((others[0],))


@pytest.mark.parametrize(("action", "left_open"), [(5, 0.0), (4, 1.0)])
def test_a_move_after_which_the_same_player_moves_again_leaves_the_opponent_nothing(action, left_open):
    # Two boxes side by side lack the line between them and the left one at the end: who closes a box moves again.
    drawn = [(turn % 2, line) for turn, line in enumerate([0, 1, 2, 3, 6, action])]
    found = measured(match(*drawn, game="dots_and_boxes", params={"num_rows": 1, "num_cols": 2}))
    assert found["other", "loss_left_open"] == (left_open, 1)


def test_missed_wins_losses_left_open_and_games_given_away_are_counted_as_worked_out_by_hand():
    adapter, agents, records = adapters.for_game(pyspiel.load_game("tic_tac_toe")), [], []

    def blind(seating: Seating) -> Agent:
        agents.append(Blind(seating))
        return agents[-1]

    for seed in range(40):
        played = asyncio.run(play_match(adapter, [blind, KINDS["random"]], seed))
        moves = [(step.player, step.action) for step in played.history]
        records.append(match(*moves, match_id=str(seed), seats=[llm(), seat("random")]))
    chances = sum(agent.chances for agent in agents)
    assert chances > 20
    assert measured(*records)["llm", "win_missed"] == (1.0, chances)
    # x 0, o 3, x 1, o 4 instead of 2, x 2. At its last move x could win, and had to mind o's 5.
    found = measured(match((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)))
    assert (found["llm", "win_missed"], found["llm", "loss_left_open"]) == ((0.0, 1), (0.0, 1))
    assert found["other", "loss_left_open"] == (1.0, 1)
    assert ("other", "win_missed") not in found
    # Of o's two replies the first loses a draw and the second, which should block, loses nothing more: x wins anyway.
    assert found["other", "value_given_away"] == (0.5, 2)
    # o blocks column 0 at cell 6, and then faces threats at 5 and 8 at once.
    found = measured(match((0, 0), (1, 1), (0, 3), (1, 6), (0, 4), (1, 2)))
    assert found["other", "loss_left_open"] == (0.0, 1)
    # x threatens 6, which o blocks; then x threatens 5, and o takes 1 although 5 would leave x nothing but a draw.
    found = measured(match((0, 8), (1, 4), (0, 3), (1, 0), (0, 7), (1, 6), (0, 2), (1, 1)))
    assert found["other", "loss_left_open"] == (0.5, 2)
    # One object taken of two leaves the last one, and with it the loss, to the opponent.
    params = {"pile_sizes": "2"}
    assert measured(match((0, 1), game="nim", params=params))["llm", "value_given_away"] == (2.0, 1)
    assert measured(match((0, 0), game="nim", params=params))["llm", "value_given_away"] == (0.0, 1)
    assert measured(match((0, 0), (1, 0), game="nim", params={"pile_sizes": "2"}))["llm", "value_given_away"][1] == 1
    assert ("other", "value_given_away") not in measured(match((0, 0), (1, 0), game="nim", params={"pile_sizes": "2"}))


def test_games_of_chance_hidden_cards_and_estimates_are_judged_as_far_as_they_can_be():
    # x passes over the fourth in column 0, and o then takes its own in column 1.
    played = match(*((turn % 2, column) for turn, column in enumerate([0, 1, 0, 1, 0, 1, 2, 1])), game="connect_four")
    found = measured(played)
    assert (found["llm", "win_missed"], found["other", "win_missed"]) == ((1.0, 1), (0.0, 1))
    assert ("llm", "value_given_away") not in found
    assert found["llm", "value_given_away_estimated"][0] >= 2.0 / 4
    assert found["llm", "value_given_away_estimated"][1] == 4
    # With the queen, folding to a bet is as good as calling; the jack behind it would have lost the showdown.
    found = measured(match((-1, 1), (-1, 0), (0, 0), (1, 1), (0, 0), game="kuhn_poker"))
    assert ("llm", "win_missed") not in found
    assert found["llm", "value_given_away"] == (pytest.approx(0), 2)
    # Stopping with nothing on the table wastes a turn.
    found = measured(match((0, 1), game="pig", params={"winscore": 2, "diceoutcomes": 2}))
    assert found == {("llm", "value_given_away"): (pytest.approx(2 / 3), 1)}
    assert measured(match((0, 0), (1, 1), game="iterated_prisoners_dilemma")) == {}


@pytest.mark.parametrize(("reply", "reasoning", "found"), [
    ("C1R1 is free. The centre C2R2 is best.\nAnswer: C2R2", None, (0.0, 1)),
    ("The centre C2R2 is best.\nAnswer: C1R1", None, (1.0, 1)),
    ("Answer: C1R1", "Best is C2R2.", (1.0, 1)),
    ("<think>Best is C2R2.</think>\nAnswer: C1R1", None, (1.0, 1)),
    ("I will think.\nAnswer: C1R1", None, None),
    ("Answer: C1R1", None, None)])
def test_answers_are_compared_with_the_move_that_the_reasoning_names_last(reply, reasoning, found):
    action = 4 if reply.endswith("C2R2") else 0
    calls = [call(0, 0, reply=reply, reasoning=reasoning, actions=[action])]
    assert measured(match((0, action), calls=calls)).get(("llm", "says_otherwise")) == found


@pytest.mark.parametrize(("disguise", "reply"), [
    ("mirrored", "C3R1 is free.\nAnswer: C3R1"), ("renamed", "K1W1 is free.\nAnswer: K1W1"),
    ("mirrored+renamed", "K3W1 is free.\nAnswer: K3W1")])
def test_in_a_disguise_moves_are_named_as_the_model_sees_them(disguise, reply):
    seats = [llm(disguise=disguise), seat("other", "offline/first")]
    calls = [call(0, 0, reply=reply, actions=[0])]
    assert measured(match((0, 0), seats=seats, calls=calls))["llm", "says_otherwise"] == (0.0, 1)


def test_nobody_is_blamed_for_drawn_moves_and_rates_stand_apart_by_game_agent_and_settings():
    calls = [call(0, 0, reply="C2R2!\nAnswer: C2R2", actions=[4]),
             call(0, 0, sample=1, reply="C1R1!\nAnswer: C1R1", actions=[0]),
             call(0, 0, sample=2, reply="C1R1!\nAnswer: C2R2", actions=[4])]
    assert measured(match((0, 4), calls=calls))["llm", "says_otherwise"] == (pytest.approx(1 / 3), 3)
    calls = [call(0, 2, reply="It is worth 6, so I bid 4.\nAnswer: 2", actions=[2])]
    played = match((-1, 5), (-1, 5), (0, 2), game="first_sealed_auction", calls=calls)
    assert ("llm", "says_otherwise") not in measured(played)
    calls = [call(0, 0, failure="illegal"), call(0, 0, failure="illegal"), call(0, 0, failure="empty"),
             call(0, 0, reply="Answer: C1R1", actions=[0]), call(0, 0, purpose="thought"),
             call(0, 0, purpose="vote", failure="unparsable")]
    found = measured(match((0, 0), calls=calls))
    assert [found["llm", kind] for kind in ("truncated", "empty", "unparsable", "illegal")] == [
        (0.0, 4), (0.25, 4), (0.0, 4), (0.5, 4)]
    calls = [call(0, 0, actions=[0]), call(1, 1, failure="illegal")]
    found = measured(match((0, 0), calls=calls, outcome="forfeit", offender=1))
    assert found["other", "illegal"] == (1.0, 1)
    assert ("other", "value_given_away") not in found
    played = match((0, 1), game="nim", params={"pile_sizes": "2"}, calls=[call(0, 0, failure="illegal")])
    assert measured(played) == {("llm", kind): (float(kind == "illegal"), 1)
                                for kind in ("truncated", "empty", "unparsable", "illegal", "ambiguous")}
    played = match((0, 1), game="nim", params={"pile_sizes": "2"}, seats=[seat("random"), seat("mcts")])
    assert measured(played) == {}
    assert measured(played, judged=lambda seat: seat.agent == "random") == {("random", "value_given_away"): (2.0, 1)}
    one = {"game": "nim", "params": {"pile_sizes": "2"}}
    frame = profile([
        match((0, 1), match_id="a", seats=[llm(temperature=0.0), seat()], **one),
        match((0, 0), match_id="b", seats=[llm(temperature=1.0), seat()], **one),
        match((0, 0), match_id="c", seats=[llm(temperature=1.0), seat()], **one),
        match((0, 4), match_id="d", seats=[llm(temperature=1.0), seat()])])
    assert tuple(frame.columns) == PROFILE_COLUMNS
    assert frame.to_numpy().tolist() == [
        ["nim(pile_sizes=2)", "llm", "offline/random", "temperature=0", "value_given_away", 2.0, 1],
        ["nim(pile_sizes=2)", "llm", "offline/random", "temperature=1", "value_given_away", 0.0, 2],
        ["tic_tac_toe", "llm", "offline/random", "temperature=1", "value_given_away", 0.0, 1]]

import json
import pickle
import random
from collections import Counter
from dataclasses import dataclass

import pytest

from custom_games.action_specs.utf8_text import END
from custom_games.arctic_scavengers.game import ArcticScavengers
from custom_games.battle_royale import BattleRoyale
from custom_games.framework.chance import draw
from custom_games.framework.node import CompoundMove, Node
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL
from custom_games.iterated_prisoners_dilemma import IteratedPrisonersDilemma
from tests.support.compound_games import Clue, Coins
from tests.support.keepers import TEAMS, Keepers

DILEMMA = IteratedPrisonersDilemma()
DUEL = BattleRoyale(players=2)
COOPERATE, DEFECT = 0, 1
CONTINUE, STOP = 0, 1
MISSED, HIT = 0, 1
AFTER_ONE_ROUND = Node.from_moves(DILEMMA, [(COOPERATE, DEFECT)])


def test_moves_lead_from_node_to_node_and_leave_the_earlier_ones_as_they_were():
    start = Node.from_moves(DILEMMA)
    chance = start.after((COOPERATE, DEFECT))
    end = chance.after(STOP)
    assert [node.player for node in (start, chance, end)] == [SIMULTANEOUS, CHANCE, TERMINAL]
    assert start.position.rounds == ()
    assert chance.position.rounds == end.position.rounds == ((COOPERATE, DEFECT),)
    assert end.path() == [start, chance, end]
    assert [node.move for node in end.path()] == [None, (COOPERATE, DEFECT), STOP]
    for seat, own in enumerate((COOPERATE, DEFECT)):
        (_, did), _ = json.loads(end.information_state_text(seat))
        assert did == own


@pytest.mark.parametrize("rounds", [0, 1, 3000])
def test_a_pickled_node_is_rebuilt_however_long_its_path_is(rounds):
    rules = IteratedPrisonersDilemma(termination_probability=0.0)
    node = Node.from_moves(rules, [(COOPERATE, DEFECT)] * rounds)
    again = pickle.loads(pickle.dumps(node))
    assert (again.position, len(again.path())) == (node.position, rounds + 1)


def test_only_those_to_move_have_legal_actions_and_at_a_chance_node_a_player_knows_what_it_knew_before():
    start = Node.from_moves(DUEL)
    assert (list(start.legal_actions(0)), list(start.legal_actions(1))) == ([1, 2], [])
    both = Node.from_moves(DILEMMA)
    assert list(both.legal_actions(0)) == list(both.legal_actions(1)) == [COOPERATE, DEFECT]
    assert list(AFTER_ONE_ROUND.legal_actions(0)) == []
    start = Node.from_moves(DILEMMA)
    assert AFTER_ONE_ROUND.observation(0) == start.observation(0)
    assert AFTER_ONE_ROUND.after(CONTINUE).observation(0)["round"] == 2


def test_nothing_is_known_before_a_move_and_then_what_a_player_saw_and_did_at_its_decisions():
    class Dealt(IteratedPrisonersDilemma):
        def current_player(self, state):
            return CHANCE

    start = Node.from_moves(Dealt())
    assert (start.observation(0), start.information_state_text(1)) == ({}, "[{}]")
    # Seat 0 shoots at seat 1 and misses; seat 1 misses on purpose.
    node = Node.from_moves(DUEL, [1, MISSED, 2])
    first, now = node.path()[0].observation(0), node.observation(0)
    assert json.loads(node.information_state_text(0)) == [[first, 1], now]
    asked = node.path()[2].observation(1)
    assert json.loads(node.information_state_text(1)) == [[asked, 2], node.observation(1)]


@pytest.mark.parametrize(("made", "rests"), [
    ((), {(2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1)}), ((0,), {(2, 0), (1, 1), (0, 2)}),
    ((1,), {(1, 0), (0, 1)}), ((0, 1), {(1,)})])
def test_every_rest_of_a_division_is_drawn_about_equally_often(made, rests):
    node, rng = Node.from_moves(Coins(), begun={0: made} if made else None), random.Random(1)
    count = Counter(tuple(node.random_move(0, rng)) for _ in range(600))
    assert set(count) == rests
    # Five standard deviations of a binomial count; 0 if there is but one rest.
    expected = 600 / len(rests)
    assert all(abs(times - expected) <= 5 * (expected * (1 - 1 / len(rests))) ** 0.5 for times in count.values())


@pytest.mark.parametrize(("first", "made"), [
    ("number", (2,)), ("clue", tuple(b"o")), ("clue", tuple("é".encode()[:1])), ("clue", (*b"ox", 256))])
def test_a_random_rest_makes_a_move_of_several_fields_whole(first, made):
    node = Node.from_moves(Clue(first), begun={0: made})
    for seed in range(20):
        actions = (*made, *node.random_move(0, random.Random(seed)))
        spec = node.spec(0)
        assert spec.is_whole(actions)
        assert spec.read(spec.values(actions)) == list(actions)


def test_a_field_that_is_yet_to_be_stated_is_drawn_as_in_a_random_whole_move():
    node = Node.from_moves(Clue("number"), begun={0: (3,)})
    texts = [bytes(node.random_move(0, random.Random(seed))[:-1]).decode() for seed in range(50)]
    assert all(len(text) <= 8 and (text.isalpha() or not text) for text in texts)
    assert len(set(texts)) > 30


@dataclass(frozen=True)
class RecordedKeepers(Keepers):
    """Keepers whose data record a whisper of the first to speak, and that all answer "hm" and then accuse the last."""

    def recorded_move(self, state, player):
        if len(state.talk) == 6:
            return max(state.names.drawn[seat] for seat in TEAMS[player < 2]), "hm"
        return ("hush", None)[len(state.talk)] if len(state.talk) < 2 else "hm"


def test_a_recorded_move_is_spelled_as_actions_for_those_who_are_to_move_and_begin():
    node = Node.from_moves(RecordedKeepers())
    assert [node.recorded_move(player) for player in range(4)] == [None] * 4
    while node.player == CHANCE:
        node = node.after(node.chance_outcomes[0][0])
    assert node.recorded_move(0) == [*b"hush", END]
    assert node.recorded_move(1) is None
    assert node.after(b"h"[0]).recorded_move(0) is None
    node = node.after(CompoundMove([*b"hush", END]))
    assert node.recorded_move(2) is None
    node = node.after(CompoundMove([END]))
    assert [node.recorded_move(player) for player in range(4)] == [[*b"hm", END]] * 4
    node = node.after((CompoundMove([END]),) * 4)
    assert [node.recorded_move(player) for player in range(4)] == [
        [3, *b"hm", END], [3, *b"hm", END], [1, *b"hm", END], [1, *b"hm", END]]


def test_a_node_with_another_position_has_no_past_and_is_inside_the_same_move():
    rules = ArcticScavengers(rounds=1, hand_size=3, supply="small")
    rng, node = random.Random(3), Node.from_moves(rules)
    while node.player == CHANCE:
        node = node.after(draw(node.chance_outcomes, rng))
    inside = next(child for action in node.legal_actions(node.player) if (child := node.after(action)).begun)
    other = inside.with_position(node.position._replace(food=2))
    assert (other.parent, other.position.food, other.begun) == (None, 2, inside.begun)
    assert other.legal_actions(node.player) == inside.legal_actions(node.player)
    following = other.after(other.legal_actions(node.player)[0])
    assert following.begun or following.parent.position.food == 2

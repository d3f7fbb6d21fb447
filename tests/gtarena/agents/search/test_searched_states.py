"""Searched states: pyspiel's states, in which the searcher chooses first and texts may be single actions."""

import random

import numpy as np
import pyspiel
import pytest

from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Rules
from custom_games.framework.states import movers
from custom_games.iterated_prisoners_dilemma import IteratedPrisonersDilemma
from gtarena.agents.search.openspiel_bots import BotState, MCTSBot
from gtarena.agents.search.searched_states import RulesState, SearchedGame, SpielState, searched_state
from gtarena.checks.playouts import making
from tests.support.chat_game import SmallTalk
from tests.support.compound_games import CLUE, NOTHING, NUMBER, Clue, Duet, clue, coins, duet
from tests.support.game_settings import every_setting, load

END = 256
COMPOUND = pytest.mark.parametrize("game", [clue(), clue("number"), duet(), coins()], ids=str)


def root(rules: Rules, searcher: int = 0, texts: int = 5, key: int = 7) -> RulesState:
    return RulesState.at_node(Node.from_moves(rules), SearchedGame(rules, searcher, texts), key)


def spiel_root(game: str, searcher: int = 0) -> SpielState:
    return SpielState(pyspiel.load_game(game).new_initial_state(), searcher)


def agrees(game, searcher: int, seed: int) -> None:
    """Plays at random on the rules, repeats all moves in pyspiel's state, and compares the two all along."""
    rng, playouts, state = random.Random(seed), random.Random(3), game.new_initial_state()
    low, high = game.rules.bounds().utility
    light = searched_state(state, searcher, 3, seed)
    while light.player != TERMINAL:
        if light.player == CHANCE:
            assert state.is_chance_node()
            assert list(light.chance_outcomes) == state.chance_outcomes()
            outcomes, weights = zip(*light.chance_outcomes, strict=True)
            outcome = rng.choices(outcomes, weights)[0]
            light = light.after(outcome)
            state.apply_action(outcome)
            continue
        order = sorted(movers(state), key=lambda seat: (seat != searcher, seat))
        moves: dict[int, list[int]] = {}
        offered = []
        position = light.position
        while light.position is position:
            made = moves.setdefault(light.player, [])
            offered.append((light.player, len(made), light.legal_actions(), light.spell(light.legal_actions()[0])))
            action = rng.choice(light.legal_actions())
            assert seed or all(low <= paid <= high for paid in light.random_returns(playouts))
            made += light.spell(action)
            light = light.after(action)
        assert list(moves) == order
        for index, before in enumerate(making(state, moves)):
            for seat, number, legal, _ in offered:
                if number == index and before.is_speaking(seat):
                    assert legal == range(3)
                elif number == index:
                    assert list(legal) == before.legal_actions(seat)
        assert light.position == state.node.position
        told = light.player if light.player >= 0 else searcher
        assert light.knowledge(told) == (state.current_player(), state.information_state_string(told))
    assert state.is_terminal()
    assert list(light.returns) == state.returns()


@every_setting
def test_states_on_rules_agree_with_pyspiels_along_random_play(name, variant):
    game = load(name, variant)
    for seed in range(2):
        agrees(game, seed % game.num_players(), seed)


@COMPOUND
@pytest.mark.parametrize("searcher", [0, 1])
def test_states_on_rules_agree_with_pyspiels_inside_compound_moves(game, searcher):
    for seed in range(5):
        agrees(game, searcher, seed)


@pytest.mark.parametrize("kind", [RulesState, SpielState])
def test_the_searcher_chooses_first_and_the_others_in_the_order_of_their_seats(kind):
    game = load("el_farol", {"players": 4, "rounds": 1})
    state = root(game.rules, 2) if kind is RulesState else SpielState(game.new_initial_state(), 2)
    order = []
    while state.player != TERMINAL:
        order.append(state.player)
        state = state.after(1 if state.player in (0, 2) else 0)
    assert order == [2, 0, 1, 3]
    made = state.position.rounds[0] if kind is RulesState else tuple(state.state.history())
    assert made == (1, 0, 1, 0)


def test_a_playout_keeps_what_has_been_chosen_at_its_node():
    rules, rng = IteratedPrisonersDilemma(max_rounds=1), random.Random(0)
    defected = root(rules, searcher=1).after(1)
    assert {tuple(defected.random_returns(rng)) for _ in range(50)} == {(0, 10), (1, 1)}
    assert set(map(tuple, [defected.after(0).random_returns(rng)])) == {(0, 10)}


@pytest.mark.parametrize("state", [
    root(IteratedPrisonersDilemma()), spiel_root("matrix_rps"), spiel_root("kuhn_poker")])
def test_a_state_is_made_once_and_keeps_what_was_known(state):
    assert state.after(0) is state.after(0)
    assert state.after(0) is not state.after(1)
    assert state.after(0).knowledge(0) is state.after(0).knowledge(0)


def test_a_root_holds_the_searchers_own_part_of_a_move_alone_and_one_action_says_a_whole_text():
    node = Node.from_moves(Duet(), begun={0: (1,), 1: (97,)})
    own, other = (RulesState.at_node(node, SearchedGame(Duet(), seat, 3)) for seat in (0, 1))
    assert ((own.player, own.chosen), (other.player, other.chosen)) == ((0, {0: (1,)}), (1, {1: (97,)}))
    assert own.after(0).chosen[0][0] == 1
    assert 1 not in own.after(0).chosen
    light = root(SmallTalk(limit=2000))
    for action in light.legal_actions():
        (said,) = light.after(action).position.said
        assert light.spell(action) == (*said.encode(), END)
        assert len(said) <= 8
        assert said == "" or (said.isalpha() and said.islower())


def test_the_same_actions_mean_the_same_words_in_another_search_and_another_way_to_a_node_other_words():
    def words(light: RulesState) -> tuple:
        return tuple(light.spell(action) for action in light.legal_actions())

    replies = [words(root(SmallTalk()).after(first)) for first in range(5)]
    assert replies == [words(root(SmallTalk()).after(first)) for first in range(5)]
    assert len(set(replies)) == 5
    assert words(root(SmallTalk(), key=8)) != words(root(SmallTalk()))


def test_what_is_to_be_stated_after_a_text_is_drawn_with_it():
    light = root(Clue(), texts=40)
    moves = [light.spell(action) for action in light.legal_actions()]
    assert {move[-1] for move in moves} == set(NUMBER.legal_actions())
    assert {move[-2] for move in moves} == {END}
    assert (light.after(3).position, light.after(3).player) == (((CLUE.move(moves[3][:-1]), moves[3][-1]),), 1)


def test_nothing_happens_in_pyspiel_before_everybody_has_chosen_and_other_nodes_pass_through():
    state = spiel_root("matrix_rps", searcher=1)
    begun = state.after(2)
    assert (begun.player, begun.state.history()) == (0, [])
    ended = begun.after(1)
    assert ended.state.history() == [1, 2]
    assert ended.returns == [-1, 1]  # scissors, chosen by player 1, cut paper
    assert begun.after(2).state.history() == [2, 2]
    assert state.state.history() == []
    state = spiel_root("iterated_prisoners_dilemma(max_rounds=2)", searcher=1).after(0).after(1)
    assert state.player == CHANCE
    assert state.draw_outcome(np.random.RandomState(1)) in dict(state.chance_outcomes)
    assert state.after(0).player == 1


class Gaps(pyspiel.State):
    """Simultaneous node at which two of four seats have nothing to decide; the game ends after it."""

    joint: list[int] | None = None

    def __init__(self) -> None:
        super().__init__(pyspiel.load_game("matching_pennies_3p"))

    def current_player(self) -> int:
        return TERMINAL if self.joint else SIMULTANEOUS

    def clone(self) -> "Gaps":
        return Gaps()

    def is_terminal(self) -> bool:
        return self.joint is not None

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return self.joint is None

    def num_players(self) -> int:
        return 4

    def legal_actions(self, seat: int) -> list[int]:
        return [] if seat in (0, 2) else [5, 6]

    def apply_actions(self, joint: list[int]) -> None:
        self.joint = joint


def test_seats_with_nothing_to_decide_are_passed_over_and_filled_with_zero():
    state = SpielState(Gaps(), searcher=3)
    assert (state.player, state.waiting) == (3, (1,))
    assert (state.after(6).legal_actions(), state.after(6).after(5).state.joint) == ([5, 6], [0, 5, 0, 6])


@pytest.mark.parametrize("searcher", [0, 1])
def test_the_search_of_matching_pennies_expects_to_be_answered_so_it_has_not_seen_the_other_move(searcher):
    bot = MCTSBot(pyspiel.load_game("matrix_mp"), 2.0, 200, 1, True, np.random.RandomState(1))
    tree = bot.mcts_search(BotState(spiel_root("matrix_mp", searcher)))
    # Who sees the other's move wins; who does not, and is seen, loses, whatever it does.
    assert [child.outcome[searcher] for child in tree.children] == [-1, -1]


@every_setting
def test_joint_moves_lead_to_the_same_states_on_rules_and_of_pyspiel(name, variant):
    game, rng = load(name, variant), random.Random(1)
    ours, theirs = redrawable(game), SpielState(game.new_initial_state(), 0)
    for _ in range(60):
        if not ours.node.begun:
            assert (ours.player, ours.waiting) == (theirs.player, theirs.waiting)
        if ours.player == TERMINAL:
            break
        assert all(ours.knowledge(seat) == theirs.knowledge(seat) for seat in range(game.num_players()))
        assert ours.simultaneous == theirs.simultaneous
        if ours.player == CHANCE:
            assert list(ours.chance_outcomes) == theirs.chance_outcomes
            action = rng.choice([outcome for outcome, probability in ours.chance_outcomes if probability])
        else:
            seats = range(game.num_players()) if ours.simultaneous else [ours.player]
            assert all(list(ours.menu(seat)) == theirs.menu(seat) for seat in seats)
            assert all(ours.charge(seat) == theirs.state.penalty_action(seat) for seat in seats)
            joint = tuple(rng.choice([*ours.menu(seat), *([] if ours.menu(seat) else [0])]) for seat in seats)
            action = joint if ours.simultaneous else joint[0]
        ours, theirs = ours.after_move(action), theirs.after_move(action)


def redrawable(game: pyspiel.Game) -> RulesState:
    return root(game.rules, texts=0)


def test_the_rest_of_a_compound_move_is_drawn_whole_and_a_charge_is_a_whole_move_where_states_are_redrawn():
    rng, state = random.Random(2), redrawable(coins())
    assert (sum(state.compound_rest(0, rng)), sum(state.after(2).compound_rest(0, rng))) == (2, 0)
    assert state.after(2).after(0).after(0).compound_rest(1, rng) == ()
    state, rng = redrawable(coins()), random.Random(3)
    # Both coins are in the first pocket, so seat 1 finds both or none.
    assert {tuple(state.after(2).random_returns(rng)) for _ in range(50)} == {(0, 2), (2, 0)}
    assert state.legal_actions() == range(3)
    charged = redrawable(coins()).after_move(NOTHING)
    assert (charged.player, charged.position, charged.node.move) == (1, (NOTHING,), NOTHING)


def test_a_state_knows_the_moves_that_led_to_it():
    state = root(Duet(), searcher=1)
    said = state.spell(1)
    begun = state.after(1)
    assert begun.node.begun == {1: said}
    sided = begun.after(0)
    word = sided.spell(0)
    ended = sided.after(0)
    assert (ended.node.parent.move, ended.node.move) == (None, ((0, *word), said))
    assert ended.node.observation(0) == Node.from_moves(Duet(), [ended.node.move]).observation(0)

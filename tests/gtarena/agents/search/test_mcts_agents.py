"""Search agents: known best moves, the same moves from the same seed, and no use of hidden information."""

import asyncio
import random
import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from custom_games.framework.spiel import State
from custom_games.framework.states import movers
from gtarena.agents.base import Decision, Seating
from gtarena.agents.registry import KINDS
from gtarena.agents.search import mcts_agents
from gtarena.agents.search.mcts_agents import runs_in_cpp
from gtarena.agents.search.openspiel_bots import ISMCTSBot, MCTSBot
from gtarena.agents.search.searched_states import searched_state
from gtarena.checks.playouts import states
from gtarena.runs.matches.match import MatchProgress, play_match
from gtarena.seeds import derive
from tests.support.chat_game import small_talk
from tests.support.compound_games import CLUE, WORD, clue, coins, duet
from tests.support.game_settings import every_setting, load
from tests.support.named_games import after
from tests.support.playouts import decision_points

FOUR_HIDDEN = ["kuhn_poker", "liars_dice", "first_sealed_auction", "negotiation(num_items=3)"]


def choice(state: pyspiel.State, player: int, kind: str = "mcts", seed: int = 0, **settings: Any) -> int:
    (action,) = chosen(state, player, kind, seed, **settings)
    return action


def chosen(state: pyspiel.State, player: int, kind: str = "mcts", seed: int = 0, **settings: Any) -> tuple[int, ...]:
    game = state.get_game()
    agent = KINDS[kind](Seating(game, player, seed), **settings)
    return asyncio.run(agent.act(Decision(state, player, adapters.for_game(game), 0))).actions


def match(game: str, kind: str, seed: int, **settings: Any) -> MatchProgress:
    return match_in(pyspiel.load_game(game), kind, seed, **settings)


def match_in(game: pyspiel.Game, kind: str, seed: int, **settings: Any) -> MatchProgress:
    adapter = adapters.for_game(game)
    return asyncio.run(play_match(adapter, [partial(KINDS[kind], **settings)] * adapter.game.num_players(), seed))


def moves(played: MatchProgress) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in played.history]


@pytest.mark.parametrize("game", ["tic_tac_toe", "nim(is_misere=false)"])
def test_mcts_wins_at_once_wherever_it_can(game: str) -> None:
    found = 0
    for seed in range(6):
        for state, player in decision_points(game, seed):
            children = {action: state.child(action) for action in state.legal_actions()}
            wins = [action for action, child in children.items() if child.returns()[player] > 0]
            if wins:
                found += 1
                assert choice(state, player) in wins
    assert found > 5


DILEMMA = "iterated_prisoners_dilemma(max_rounds=3,termination_probability=0.0)"


@pytest.mark.parametrize(("kind", "game", "history", "players", "best"), [
    # x holds two opposite corners, o the centre and a third corner.
    ("mcts", "tic_tac_toe", [0, 4, 8, 2], [0], 6), ("mcts", "matrix_pd", [], [0, 1], 1),
    ("mcts", "iterated_prisoners_dilemma(max_rounds=1)", [], [0, 1], 1),
    *(("mcts", DILEMMA, [first, [0, 0]], [0, 1], 1) for first in ([0, 0], [1, 0], [1, 1])),
    # A token in the pot pays its owner 0.5 / 3 of it, so that nothing is best whatever the others do.
    ("mcts", "public_goods(players=3,rounds=1,tokens=2,multiplier=0.5)", [], [0, 1, 2], 0),
    # A bar of any crowd pays 0 and staying 5, or the other way round.
    ("mcts", "el_farol(players=3,rounds=1,fun=0,crowded=0)", [], [0, 1, 2], 0),
    ("mcts", "el_farol(players=3,rounds=1,fun=9,crowded=9)", [], [0, 1, 2], 1),
    ("mcts", "pirate_game(players=2,gold=7)", [], [0], 7),  # its own vote is enough
    # A miss leaves the second player, who always hits, to win.
    ("mcts", "battle_royale(players=2,lowest_rate=50,rate_step=50,max_shots=2)", [], [0], 1),
    # A bet by the middle card is called with the best one and not with the worst.
    ("ismcts", "kuhn_poker", [1, 2, 1], [1], 1), ("ismcts", "kuhn_poker", [1, 0, 1], [1], 0)])
def test_a_move_that_is_best_whatever_the_others_do_is_found(kind, game, history, players, best):
    for player in players:
        assert choice(after(game, *history), player, kind, simulations=1000 if kind == "ismcts" else 300) == best


@pytest.mark.parametrize(("kind", "game", "settings"), [*(("mcts", game, {"simulations": 30}) for game in (
        "goofspiel(num_cards=4)", "oshi_zumo(coins=4,horizon=10)", "blotto(coins=4)", "matrix_rps",
        "matching_pennies_3p", "el_farol(players=3,rounds=3)", "iterated_prisoners_dilemma(max_rounds=3)")),
    *(("ismcts", game, {"simulations": 40, "worlds": worlds}) for game in FOUR_HIDDEN for worlds in (-1, 5)),
    *(("ismcts", game, {"simulations": 10}) for game in (
        "air_land_sea(vp_to_win=1,hand_size=6)", "arctic_scavengers(rounds=3,supply=small)",
        "pit(max_hands=1,max_turns=12)"))])
def test_games_of_every_kind_are_played_to_the_end(kind: str, game: str, settings: dict[str, int]) -> None:
    assert match(game, kind, seed=2, **settings).returns is not None


@pytest.mark.parametrize(("game", "kind"), [
    *((game, "mcts") for game in ("connect_four", "pig(winscore=20)", "el_farol(players=3,rounds=4)",
                                  "pirate_game(players=3)", "second_price_auction(players=3,runs=2)")),
    *((game, "ismcts") for game in ("kuhn_poker", "liars_dice", "first_sealed_auction"))])
def test_the_same_seed_gives_the_same_match(game: str, kind: str) -> None:
    first, again = (match(game, kind, seed=4, simulations=40) for _ in range(2))
    assert moves(first) == moves(again)


def test_another_seed_gives_another_match() -> None:
    assert len({tuple(moves(match("connect_four", "mcts", seed, simulations=10))) for seed in range(4)}) > 1


@pytest.mark.parametrize(("game", "cpp"), [
    *((game, True) for game in ("tic_tac_toe", "kuhn_poker", "negotiation", "matrix_rps")),
    # C++ around Python is not C++ all through, and C++ around C++ cannot be told from it.
    *((game, False) for game in ("el_farol", "iterated_prisoners_dilemma", "misere(game=tic_tac_toe())",
        "turn_based_simultaneous_game(game=el_farol(players=2,rounds=2))"))])
def test_games_that_are_cpp_all_through_are_told_apart(game: str, cpp: bool) -> None:
    assert runs_in_cpp(pyspiel.load_game(game)) == cpp


@pytest.mark.parametrize("game", ["el_farol", "turn_based_simultaneous_game(game=el_farol(players=2,rounds=2))"])
def test_the_cpp_search_is_never_used_on_python_games(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*settings: object) -> None:
        pytest.fail("the C++ search was asked for")

    monkeypatch.setattr(mcts_agents.pyspiel, "MCTSBot", refuse)
    KINDS["mcts"](Seating(pyspiel.load_game(game), 0, 1))


def test_mcts_does_not_crash_the_process_on_python_games() -> None:
    code = """
import asyncio, functools, pyspiel, adapters, custom_games, open_spiel.python.games
from gtarena.agents.registry import KINDS
from gtarena.runs.matches.match import play_match
for game in ("python_tic_tac_toe", "el_farol(players=3,rounds=3)",
             "turn_based_simultaneous_game(game=el_farol(players=2,rounds=2))"):
    adapter = adapters.for_game(pyspiel.load_game(game))
    agent = functools.partial(KINDS["mcts"], simulations=50)
    print(asyncio.run(play_match(adapter, [agent] * adapter.game.num_players(), seed=1)).outcome)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "finished\n" * 3), ended.stderr


# Each row: a game, who decides, and histories that this player cannot tell apart.
INDISTINGUISHABLE = [("kuhn_poker", 0, [(1, 0), (1, 2)]), ("kuhn_poker", 0, [(1, 0, 0, 1), (1, 2, 0, 1)]),
    ("kuhn_poker", 1, [(0, 1, 1), (2, 1, 1)]),
    ("kuhn_poker(players=3)", 1, [(0, 1, 2, 0), (2, 1, 0, 0), (3, 1, 0, 0), (0, 1, 3, 0)]),
    ("liars_dice", 1, [(die, 3, 4) for die in range(6)]),
    # Player 0's value is followed by player 1's; both the value and the bid of player 0 are hidden.
    ("first_sealed_auction", 1, [(3, 7, 0), (3, 7, 2), (10, 7, 9)])]


@pytest.mark.parametrize(("game", "player", "histories"), INDISTINGUISHABLE)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_hidden_leaves_the_whole_search_of_ismcts_unchanged(game, player, histories, seed):
    states = [after(game, *history) for history in histories]
    assert len({state.information_state_string(player) for state in states}) == 1
    trees = [search_tree(state, player, seed) for state in states]
    assert all(tree == trees[0] for tree in trees)


@pytest.mark.parametrize("seed", range(3))
def test_the_opponents_values_leave_the_whole_search_of_ismcts_in_negotiation_unchanged(seed: int) -> None:
    game = pyspiel.load_game("negotiation(num_items=3)")
    # Player 0 has asked for [1, 2, 1] of [2, 3, 1] and said the first utterance; player 1 is to answer.
    texts = [f"6\n2 3 1\n{values}\n4 0 9\n0, 49, 217" for values in ("1 1 1", "10 0 3")]
    trees = [search_tree(game.deserialize_state(text), 1, seed) for text in texts]
    assert trees[0] == trees[1]


def search_tree(state: pyspiel.State, player: int, seed: int) -> tuple[int, dict[int, tuple[int, float]]]:
    """Returns the chosen move, and the number of visits and the total reward of every move."""
    rng = random.Random(seed) if isinstance(state, State) else np.random.RandomState(seed)
    bot = ISMCTSBot(state.get_game(), uct_c=2.0, simulations=60, worlds=-1, rng=rng, seed=seed)
    chosen = bot.step(state)
    return chosen, {action: (child.visits, child.return_sum) for action, child in bot._root_node.child_info.items()}


def drawn(game: pyspiel.Game, texts: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Returns the moves that MCTS looks at when the first player speaks first."""
    root = searched_state(game.new_initial_state(), 0, texts, derive(seed, "texts", 0))
    return [root.spell(action) for action in range(texts)]


@pytest.mark.parametrize("texts", [1, 8, 20])
def test_mcts_says_the_best_of_the_texts_that_it_has_drawn(texts: int) -> None:
    game = clue()  # every byte of a clue costs 0.01
    move = chosen(game.new_initial_state(), 0, simulations=100 * texts, texts=texts)
    moves = drawn(game, texts)
    assert move in moves
    assert len(move) == min(map(len, moves))


def test_mcts_draws_eight_texts_each_one_move_of_its_match_by_the_seed_after_what_is_stated_before() -> None:
    game = clue()
    state = game.new_initial_state()
    assert chosen(state, 0, simulations=50) == chosen(state, 0, simulations=50, texts=8)
    assert chosen(state, 0, simulations=50) in drawn(game, 8)
    played = match_in(small_talk(2000), "mcts", seed=1, simulations=30)
    assert [(step.player, step.action is None) for step in played.history] == [
        (0, True), (1, True), (0, False), (1, False)]
    assert all(len(step.name) <= 8 for step in played.history[:2])
    assert played.returns == [1, 1]
    played = match_in(clue("number"), "mcts", seed=1, simulations=200)
    stated, said, guessed = played.history
    assert stated.action == guessed.action
    assert said.action is None
    assert played.returns == pytest.approx([1 - 0.01 * len(said.name)] * 2)
    first, again, other = (match_in(small_talk(), "mcts", seed, simulations=20).history for seed in (1, 1, 2))
    assert first == again
    assert [step.name for step in first[:2]] != [step.name for step in other[:2]]
    said = {step.name for seed in range(4) for step in match_in(small_talk(), "mcts", seed, texts=1).history[:2]}
    assert len(said) == 8


def test_a_clue_that_could_not_be_read_is_no_text_of_mcts() -> None:
    for seed in range(5):
        *said, _ = chosen(clue().new_initial_state(), 0, seed=seed, simulations=20)
        assert CLUE.read({"clue": CLUE.move(said)}) == said


def test_the_charge_for_an_unusable_answer_is_nowhere_in_the_tree_of_mcts(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = []
    search_from = MCTSBot.mcts_search

    def kept(bot: Any, state: Any) -> Any:
        roots.append(search_from(bot, state))
        return roots[-1]

    monkeypatch.setattr(MCTSBot, "mcts_search", kept)
    played = match("english_auction(players=3,assets=20,value_mean=10,value_std=3)", "mcts", seed=1, simulations=60)
    assert {step.action for step in played.history if step.player >= 0} == {0, 1}
    nodes = list(roots)
    for node in nodes:
        nodes += node.children
    assert {node.action for node in nodes if node.action is not None and node.player >= 0} == {0, 1}
    assert len(nodes) > 500


@every_setting
def test_mcts_makes_legal_moves_wherever_it_is_asked_in_any_of_our_games(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    asked = [(state, player) for state in states(game, seed=2) for player in movers(state)]
    for state, player in asked[::max(1, len(asked) // 4)]:
        actions = chosen(state, player, simulations=8)
        spec, made = state.action_spec(player), list(state.node.actions_made(player))
        for action in actions:
            assert action in spec.legal_actions(made)
            made.append(action)


@pytest.mark.parametrize("name", ["el_farol", "public_goods", "guess_two_thirds", "pirate_game", "battle_royale"])
def test_no_pyspiel_state_is_made_inside_a_search_of_our_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pyspiel.load_game(name)
    state, agent = game.new_initial_state(), KINDS["mcts"](Seating(game, 0, 1), simulations=50)
    forbid_states(monkeypatch)
    with pytest.raises(AssertionError, match="a state was made"):
        state.clone()
    assert agent._choose(state)[0] in state.legal_actions(0)


def test_no_pyspiel_state_is_made_inside_a_search_by_information_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    state = coins().new_initial_state()
    for action in (2, 0, 0):
        state.apply_action(action)
    bot = ISMCTSBot(state.get_game(), uct_c=2.0, simulations=50, worlds=-1, rng=random.Random(1), seed=1)
    forbid_states(monkeypatch)
    assert bot.step(state) in range(3)


def forbid_states(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(state: State, game: pyspiel.Game) -> None:
        raise AssertionError("a state was made")

    monkeypatch.setattr(State, "__init__", refuse)


def test_mcts_does_not_see_what_others_have_begun_to_say_at_the_same_node() -> None:
    words = []
    for letter in b"az":
        state = duet().new_initial_state()
        state.apply_actions([1, letter])
        words.append(chosen(state, 0, simulations=80))
    assert words[0] == words[1]
    sides = []
    for side in (0, 1):
        state = duet().new_initial_state()
        state.apply_actions([side, ord("a")])
        sides.append(chosen(state, 1, simulations=80))
    assert sides[0] == sides[1]
    assert WORD.is_whole((ord("a"), *sides[0]))


def test_ismcts_names_the_pocket_that_it_can_still_hope_for_and_does_not_know_where_the_coins_are() -> None:
    trees = []
    for division in ((2, 0, 0), (0, 2, 0), (0, 1, 1)):
        state = coins().new_initial_state()
        for amount in division:
            state.apply_action(amount)
        trees.append(search_tree(state, 1, seed=1))
    assert trees[0] == trees[1] == trees[2]

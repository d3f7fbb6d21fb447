"""Redrawn states: their player cannot tell them from the true one, and the hidden part varies."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import open_spiel.python.games  # noqa: F401  registers python_kuhn_poker
import pyspiel
import pytest

import custom_games  # noqa: F401
from gtarena.agents.search.redrawn_states import History, prepare_redraws
from gtarena.checks.redraws import redraw_state
from tests.support.compound_games import NOTHING, clue, coins
from tests.support.named_games import after
from tests.support.playouts import decision_points

SMALL_GAMES = ["kuhn_poker", "kuhn_poker(players=3)", "first_sealed_auction(players=2,max_value=4)", "leduc_poker",
               "tiny_bridge_2p"]
GAMES = [*SMALL_GAMES, "liars_dice", "liars_dice(numdice=2)", "first_sealed_auction(players=3)", "phantom_ttt",
         "dark_hex(board_size=3)", "goofspiel(imp_info=true,num_cards=5)",
         "turn_based_simultaneous_game(game=goofspiel(imp_info=true,num_cards=5))", "python_kuhn_poker",
         "el_farol(players=6,rounds=4)", "el_farol(players=6,rounds=4,feedback=explicit)",
         "iterated_prisoners_dilemma(max_rounds=6)", "pig(winscore=20)", "tic_tac_toe"]


def worlds(state: pyspiel.State, player: int, number: int, seed: int = 1) -> list[pyspiel.State]:
    rng = random.Random(seed)
    return [redraw_state(state, player, rng) for _ in range(number)]


def known(state: pyspiel.State, player: int) -> str:
    kind = state.get_game().get_type()
    return str(state.information_state_string(player) if kind.provides_information_state_string else (
        state.observation_string(player)))


def decisions(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """Yields all decision nodes below a state of a sequential game."""
    if not state.is_chance_node() and not state.is_terminal():
        yield state
    for action in state.legal_actions():
        yield from decisions(state.child(action))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_a_redrawn_state_looks_the_same_to_its_player_and_asks_it_the_same(game: str, seed: int) -> None:
    for state, player in decision_points(game, seed):
        before = state.history()
        for world in worlds(state, player, 3):
            assert known(world, player) == known(state, player)
            assert world.legal_actions(player) == state.legal_actions(player)
            assert world.current_player() == state.current_player()
            assert own_actions(world, player) == own_actions(state, player)
        assert state.history() == before


def own_actions(state: pyspiel.State, player: int) -> list[int]:
    return [step.action for step in state.full_history() if step.player == player]


@pytest.mark.parametrize("game", SMALL_GAMES[:3])
def test_every_history_of_an_information_set_is_drawn_and_no_other(game: str) -> None:
    members: dict[tuple[int, str], list[pyspiel.State]] = {}
    for state in decisions(pyspiel.load_game(game).new_initial_state()):
        player = state.current_player()
        members.setdefault((player, state.information_state_string(player)), []).append(state)
    for (player, _), states in members.items():
        drawn = {tuple(world.history()) for world in worlds(states[0], player, 15 * len(states))}
        assert drawn == {tuple(state.history()) for state in states}


def hidden_coins(*actions: int) -> pyspiel.State:
    state = coins().new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize(("state", "player", "hidden", "possible"), [
    # The opponent of the middle card holds the low or the high one, and two opponents any two of the other cards.
    (after("kuhn_poker", 0, 1, 1), 1, slice(0, 1), [(0,), (2,)]),
    (after("kuhn_poker(players=3)", 0, 3, 1), 2, slice(0, 2), [*permutations((0, 2, 3), 2)]),
    (after("liars_dice", 3, 5, 2, 7), 0, slice(1, 2), [(die,) for die in range(6)]),
    # Cards are added to a hand one by one, so a later outcome depends on what was drawn before it.
    (after("leduc_poker", 0, 3), 0, slice(1, 2), [(card,) for card in range(1, 6)]),
    # A compound move is drawn as a whole one.
    (hidden_coins(0, 2, 0), 1, slice(0, 3), [(2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1)]),
], ids=str)
def test_whatever_may_be_hidden_is_drawn_about_equally_often(state, player, hidden, possible):
    count = Counter(tuple(world.history()[hidden]) for world in worlds(state, player, 200 * len(possible)))
    assert set(count) == set(possible)
    deviation = (200 * (1 - 1 / len(possible))) ** 0.5
    assert all(abs(times - 200) < 5 * deviation for times in count.values())


def test_other_bidders_valuations_are_uniform_and_their_bids_are_uniform_below_them() -> None:
    drawn = worlds(after("first_sealed_auction", 3, 7, 0), 1, 2000)
    valuations = Counter(world.history()[0] for world in drawn)
    assert set(valuations) == set(range(1, 11))
    assert all(abs(times - 200) < 68 for times in valuations.values())  # five standard deviations of 13.4
    assert {world.history()[1] for world in drawn} == {7}
    bids_with_two = Counter(world.history()[2] for world in drawn if world.history()[0] == 2)
    assert set(bids_with_two) == {0, 1}
    # About 200 of them: five standard deviations of half the square root of their number.
    assert abs(bids_with_two[0] - bids_with_two[1]) < 5 * sum(bids_with_two.values()) ** 0.5


def test_who_stayed_at_home_thinks_any_crowd_possible_and_who_went_knows_its_size() -> None:
    state = after("el_farol(players=4,rounds=2)", [0, 1, 1, 0])
    at_home = [world.history() for world in worlds(state, 0, 400)]
    assert {history[0] for history in at_home} == {0}
    crowds = Counter(sum(history) for history in at_home)
    # Binomial with three others: 50, 150, 150 and 50 are expected; five standard deviations of 9.7 at most.
    assert all(abs(crowds[size] - times) < 49 for size, times in enumerate((50, 150, 150, 50)))
    at_the_bar = {tuple(world.history()) for world in worlds(state, 1, 200)}
    assert at_the_bar == {(1, 1, 0, 0), (0, 1, 1, 0), (0, 1, 0, 1)}


def test_a_hidden_draw_that_turns_out_impossible_is_taken_back() -> None:
    # Phantom tic-tac-toe: o's second move tells it, by failing, that x holds the centre.
    state = after("phantom_ttt", 4, 0, 8, 4)
    assert state.current_player() == 1
    pasts = [world.history() for world in worlds(state, 1, 200)]
    assert all(4 in (past[0], past[2]) for past in pasts)
    assert len({tuple(past) for past in pasts}) > 5


def test_one_seed_gives_the_same_states_and_a_game_whose_chance_is_hidden_is_refused() -> None:
    state = after("liars_dice", 3, 5, 2, 7)
    first, again, other = ([world.history() for world in worlds(state, 0, 20, seed)] for seed in (1, 1, 2))
    assert first == again
    assert first != other
    reason = "^tarok does not state what each player knows, or does not list its chance outcomes$"
    with pytest.raises(ValueError, match=reason):
        prepare_redraws(pyspiel.load_game("tarok").new_initial_state(), 0)


def test_a_search_for_possible_states_that_takes_too_long_is_given_up() -> None:
    state, player = next(decision_points("hearts", 7))
    with pytest.raises(ValueError, match="found no state that player"):
        redraw_state(state, player, random.Random(1), most=300)


def test_ones_own_compound_move_stays_also_while_it_is_made_and_so_does_a_charge() -> None:
    for made in ([1], [1, 0], [1, 0, 1]):
        assert all(world.history() == made for world in worlds(hidden_coins(*made), 0, 10))
    state = hidden_coins(NOTHING)
    assert all(world.history() == [NOTHING] for world in worlds(state, 0, 10))
    # Seat 1 is to move after one action of seat 0, and no division has one.
    assert {tuple(world.history()) for world in worlds(hidden_coins(NOTHING), 1, 10)} == {(NOTHING,)}


@pytest.mark.parametrize("player", range(3))
def test_a_charged_answer_at_a_simultaneous_node_can_be_redrawn(player: int) -> None:
    drop, stay, charged = range(3)
    state = after("english_auction(players=3,assets=4,value_mean=2,value_std=1)")
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_actions([charged, stay, stay])
    assert len(worlds(state, player, 5)) == 5
    for world in worlds(state, player, 5):
        assert known(world, player) == known(state, player)
        joint = world.history()[-3:]
        assert joint[player] == state.history()[-3:][player]
        assert joint[0] in (drop, charged)


def test_texts_begun_are_not_redrawn() -> None:
    state = clue("number").new_initial_state()
    state.apply_action(2)
    rng, history = random.Random(4), History.of(state, 0)
    assert {world.node.begun[0] for world in (history.draw(rng) for _ in range(5))} == {(2,)}


REDRAWN = ["air_land_sea(vp_to_win=1,hand_size=3)", "arctic_scavengers(rounds=2)", "pit(max_hands=1,max_turns=12)"]


@pytest.mark.parametrize("game", REDRAWN)
def test_worlds_that_the_rules_redraw_begin_where_the_player_decides_and_look_the_same_to_it(game: str) -> None:
    drawn = []
    for state, player in decision_points(game, 2):
        root, draw = prepare_redraws(state, player)
        rng = random.Random(1)
        for world in (draw(rng) for _ in range(3)):
            seen = world.knowledge(player)
            assert seen == root.knowledge(player) == (player, world.node.information_state_text(player))
            assert world.menu(player) == root.menu(player)
            assert (world.node.parent, world.node.position is root.node.position) == (None, False)
            drawn.append(world.node.position != root.node.position)
    assert any(drawn)


def test_worlds_of_other_games_have_a_redrawn_history() -> None:
    state = hidden_coins()
    root, draw = prepare_redraws(state, 0)
    assert root.node is state.node
    assert draw(random.Random(1)).knowledge(0) == root.knowledge(0)


NEGOTIATION = "negotiation(enable_utterances=false,num_items=3)"


def item_values(state: pyspiel.State, player: int) -> list[int]:
    prefix = f"Agent {player} util vec: "
    (line,) = (line for line in str(state).splitlines() if line.startswith(prefix))
    return [int(value) for value in line.removeprefix(prefix).split()]


@pytest.mark.parametrize("game", [NEGOTIATION, "negotiation"])
def test_a_player_sees_no_difference_and_keeps_its_own_values(game: str) -> None:
    rng = random.Random(3)
    for state, player in decision_points(game, seed=2):
        world = redraw_state(state, player, rng)
        assert world.observation_string(player) == state.observation_string(player)
        assert (world.legal_actions(), world.history()) == (state.legal_actions(), state.history())
        assert item_values(world, player) == item_values(state, player)
        assert item_values(world, 1 - player) != item_values(state, 1 - player)


@pytest.mark.parametrize("player", [0, 1])
def test_the_opponents_values_are_uniform_from_0_to_10(player: int) -> None:
    state = pyspiel.load_game(NEGOTIATION).new_initial_state()
    state.apply_action(0)
    rng = random.Random(4)
    drawn = [item_values(redraw_state(state, player, rng), 1 - player) for _ in range(2200)]
    for item in range(3):
        count = Counter(vector[item] for vector in drawn)
        assert set(count) == set(range(11))
        assert all(abs(times - 200) < 68 for times in count.values())  # five standard deviations of 13.5
    assert all(any(vector) for vector in drawn)


def test_an_agreement_pays_by_the_redrawn_values_and_before_the_deal_there_is_nothing_to_redraw() -> None:
    # Of [2, 3, 1] player 0 takes [1, 2, 1], which leaves [1, 1, 0] to player 1, and player 1 agrees.
    game = pyspiel.load_game(NEGOTIATION)
    world = redraw_state(game.deserialize_state("6\n2 3 1\n4 0 9\n1 1 1\n0, 49"), 0, random.Random(5))
    world.apply_action(world.legal_actions()[-1])
    theirs = item_values(world, 1)
    assert world.returns() == [4 + 9, theirs[0] + theirs[1]]
    state = pyspiel.load_game(NEGOTIATION).new_initial_state()
    assert redraw_state(state, 0, random.Random(6)).is_chance_node()

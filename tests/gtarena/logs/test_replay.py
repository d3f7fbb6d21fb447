import random

import pyspiel
import pytest

from custom_games import GAMES
from custom_games.action_specs import utf8_text
from custom_games.el_farol import ElFarol
from gtarena.errors import UsageError
from gtarena.logs.move_names import _replayed_names, name_moves, played_turns
from gtarena.logs.records import Step
from gtarena.logs.replay import Replay, ReplayedMatch, naming_match, tell_match
from gtarena.logs.turns import NAME_LIMIT, Turn, seat_name, turns
from gtarena.runs.api import play
from tests.support import chat_game, simultaneous_talk
from tests.support.records import call, llm, record, seat, steps

DUEL = [llm(), seat("random")]


def test_turns_are_whole_moves_with_the_calls_of_their_own_player_and_one_without_a_move_comes_last() -> None:
    moves = [(0, "a"), (0, "b"), (0, "c"), (-1, "d"), (1, "e"), (1, "f")]
    history = [Step(player=player, action=0, name=name) for player, name in moves]
    calls = [call(0, 0, failure="empty"), call(0, 0, actions=[0, 0]), call(0, 2)]
    found = turns(record("m", DUEL, None, outcome="invalid", history=history, calls=calls))
    assert [(turn.player, turn.first, turn.move, len(turn.calls)) for turn in found] == [
        (0, 0, "a b", 2), (0, 2, "c", 1), (-1, 3, "d", 0), (1, 4, "e", 0), (1, 5, "f", 0)]
    calls = [call(player, number) for number in (0, 2) for player in (0, 1)]
    found = turns(record("m", DUEL, None, history=steps((0, 5), (1, 6), (0, 7), (1, 8)), calls=calls))
    assert [(turn.player, turn.move, [c.player for c in turn.calls]) for turn in found] == [
        (0, "move 5", [0]), (1, "move 6", [1]), (0, "move 7", [0]), (1, "move 8", [1])]
    calls = [call(1, 1, failure="illegal"), call(0, 0)]
    *_, last = turns(record("m", DUEL, None, outcome="forfeit", history=steps((0, 5)), calls=calls))
    assert (last.player, last.first, last.steps, last.calls) == (1, 1, (), (calls[0],))
    assert last.move == "(nothing played)"


def test_the_name_of_a_move_is_one_line_of_limited_length_and_that_of_a_seat_its_agent_and_model():
    (turn,) = turns(record("m", DUEL, None, history=[Step(player=0, action=0, name="a\n" * 1000)]))
    assert turn.move.startswith("a a a ")
    assert len(turn.move) == NAME_LIMIT
    assert [seat_name(each) for each in DUEL] == ["llm offline/random", "random"]


@pytest.mark.parametrize(
    ("names", "move"),
    [(("TRASH", "Spear", "confirm"), "TRASH Spear"), (("TRASH", "confirm"), "TRASH"), (("confirm",), "confirm"),
     (("confirm", "TRASH"), "confirm TRASH")])
def test_the_action_that_ends_a_selection_is_no_part_of_the_moves_name_but_a_text_that_says_confirm_is(names, move):
    made = tuple(Step(player=0, action=action, name=name) for action, name in enumerate(names))
    assert Turn(0, 0, made, ()).move == move
    made = (Step(player=0, action=1, name="TELL"), Step(player=0, action=None, name="confirm"))
    assert Turn(0, 0, made, ()).move == 'TELL "confirm"'


def test_the_move_of_a_reply_is_named_as_it_was_played_or_by_a_replay_if_there_can_be_one() -> None:
    match = record("a", [llm(), seat()], [1, -1], history=steps((-1, 2), (-1, 0), (0, 1)),
                   calls=[call(0, 2, failure="illegal"), call(0, 2, actions=[1])])
    assert name_moves(match, list(turns(match))) == [None, "move 1"]
    assert name_moves(match, tell_match(match).turns) == [None, "Bet"]
    history = [Step(player=-1, action=2, name="Deal 2"), Step(player=-1, action=0, name="Deal 0"),
               Step(player=0, action=1, name="Bet")]
    match = record("a", [llm(), seat()], None, outcome="invalid", history=history,
                   calls=[call(0, 2, actions=[0], purpose="vote"), call(0, 2, actions=[1])])
    assert name_moves(match, tell_match(match).turns) == ["Pass", "Bet"]
    match = record("a", [llm(), seat()], None, outcome="invalid", history=steps((0, 99)),
                   calls=[call(0, 1, actions=[0])])
    assert name_moves(match, tell_match(match).turns) == [None]


@pytest.mark.parametrize(("game", "seats"), [
    ("pirate_game(players=3)", 3), ("codenames(rows=3,columns=3,first=2,second=2,assassins=1)", 2)])
def test_a_replay_names_compound_moves_and_texts_as_they_were_played(game, seats):
    match = play(game, [f"llm*{seats}"], seed=3)
    played = played_turns(tell_match(match).turns)
    asked = {place: each for place, each in enumerate(match.calls) if each.actions}
    assert len(asked) > 1
    assert dict(_replayed_names(match, asked)) == {
        place: played[each.player, each.move_number].move for place, each in asked.items()}


# x takes the top row while o takes two of the middle one.
TIC_TAC_TOE = [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]


def match(game, *moves, **fields):
    return record("m", fields.pop("seats", DUEL), None, game=game, history=steps(*moves), **fields)


def choices_of(match):
    return ReplayedMatch(match).choices


def final_node(game, params, moves):
    replay = Replay(game, params)
    for player, choice in moves:
        replay.apply(player, choice)
    return replay.node


def final_state(game, params, seed, moves):
    replay = Replay(game, params, seed)
    for player, choice in moves:
        replay.apply(player, choice)
    replay.require_end()
    return replay.state


def random_moves(game, seed):
    """A playout's ``(player, action)`` pairs, those of a simultaneous node in random order, and its last state."""
    rng = random.Random(seed)
    state, moves = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
            moves.append((-1, action))
            state.apply_action(action)
        elif state.is_simultaneous_node():
            joint = {seat: rng.choice(state.legal_actions(seat))
                     for seat in range(game.num_players()) if state.legal_actions(seat)}
            moves += rng.sample(list(joint.items()), len(joint))
            state.apply_actions([joint.get(seat, 0) for seat in range(game.num_players())])
        else:
            moves.append((state.current_player(), rng.choice(state.legal_actions())))
            state.apply_action(moves[-1][1])
    return moves, state


@pytest.mark.parametrize("name", GAMES)
def test_the_moves_of_a_playout_lead_to_the_position_that_pyspiel_reached(name):
    game = pyspiel.load_game(name, dict(GAMES[name].variants[0]))
    for seed in range(5):
        moves, end = random_moves(game, seed)
        assert final_node(name, game.get_parameters(), moves).position == end.node.position
        assert final_state(name, game.get_parameters(), 0, moves).returns() == end.returns()


@pytest.mark.parametrize("name", ["goofspiel", "kuhn_poker", "negotiation", "oshi_zumo", "pig", "tic_tac_toe"])
def test_the_moves_of_a_playout_lead_to_the_state_that_openspiel_reached(name):
    for seed in range(5):
        moves, end = random_moves(pyspiel.load_game(name), seed)
        state = final_state(name, {}, 0, moves)
        assert (str(state), state.returns()) == (str(end), end.returns())


@pytest.mark.parametrize(("moves", "step"), [
    ([(0, 2)], 0), ([(0, 1), (0, 1)], 1), ([(-1, 0)], 0), ([(0, 1), (3, 1)], 1), ([(0, 1), (1, 1), (2, 1), (0, 0)], 3)])
def test_a_move_that_is_not_legal_where_it_stands_is_named(moves, step):
    player, action = moves[-1]
    with pytest.raises(ValueError, match=rf"^step {step}: action {action} of player {player} is not legal$"):
        final_node("el_farol", {"players": 3, "rounds": 1}, moves)


def test_a_simultaneous_node_waits_for_all_who_must_act_and_for_nobody_else():
    replay = Replay("pirate_game", {"players": 3, "gold": 5})
    for amount in (4, 0, 1):
        assert replay.movers == [0]
        assert replay.apply(0, amount)
    assert replay.movers == [1, 2]  # the proposer has no vote
    assert not replay.apply(2, 0)
    assert (replay.movers, replay.is_legal(1, 0), replay.is_legal(2, 0)) == ([1], True, False)
    assert len(replay.node.position.rounds) == 0
    assert replay.apply(1, 0)
    assert len(replay.node.position.rounds) == 1


def test_movers_are_found_once_per_node(monkeypatch):
    asked, action_specs = [], ElFarol.action_specs
    monkeypatch.setattr(ElFarol, "action_specs", lambda *given: asked.append(given[-1]) or action_specs(*given))
    final_node("el_farol", {"players": 10, "rounds": 2}, [(player, 0) for player in range(10)] * 2)
    assert [len(position.rounds) for position in asked] == [0, 1]


def test_a_final_state_is_that_of_the_drawn_instance_and_a_final_node_may_be_anywhere() -> None:
    moves = [(-1, 0), (0, 0), (0, 217), (1, 216)]  # the other takes all, after no words
    values = [final_state("negotiation", {"rng_seed": -2}, seed, moves).returns() for seed in (1, 1, 2)]
    assert values[0] == values[1] != values[2]
    with pytest.raises(ValueError, match=r"^the actions stop before the game is over$"):
        final_state("tic_tac_toe", {}, 0, TIC_TAC_TOE[:-1])
    assert final_state("tic_tac_toe", {}, 0, TIC_TAC_TOE).returns() == [1, -1]
    node = final_node("el_farol", {"players": 2, "rounds": 2}, [(1, 1), (0, 0)])
    assert [each.move for each in node.path()] == [None, (0, 1)]


def test_a_game_of_openspiel_has_no_nodes_and_one_that_does_not_exist_is_a_usage_error():
    with pytest.raises(ValueError, match="chess is not a game of custom_games"):
        final_node("chess", {}, [])
    with pytest.raises(UsageError, match="unknown game 'ches'"):
        Replay("ches", {})
    with pytest.raises(UsageError, match="unknown parameter of el_farol 'player'"):
        final_node("el_farol", {"player": 3}, [])


def test_every_choice_comes_with_its_state_and_the_replies_that_led_to_it() -> None:
    seen = [(str(state).replace("\n", ""), player, action)
            for state, player, action, _ in choices_of(match("tic_tac_toe", (0, 4), (1, 0), (0, 8)))]
    assert seen == [(".........", 0, 4), ("....x....", 1, 0), ("o...x....", 0, 8)]
    choices = list(choices_of(match("kuhn_poker", (-1, 2), (-1, 0), (0, 1), (1, 0))))
    assert [(player, action) for _, player, action, _ in choices] == [(0, 1), (1, 0)]
    seen = [(len(state.history()), player, action)
            for state, player, action, _ in choices_of(match(
                "iterated_prisoners_dilemma", (1, 1), (0, 0), (-1, 0), (0, 1), (1, 1), params={"max_rounds": 5}))]
    assert [(player, action) for _, player, action in seen] == [(1, 1), (0, 0), (0, 1), (1, 1)]
    lengths = [length for length, _, _ in seen]
    assert lengths[0] == lengths[1] == 0
    assert lengths[2] == lengths[3] > 0
    calls = [call(0, 0, failure="illegal"), call(0, 0), call(0, 2)]
    choices = choices_of(match("tic_tac_toe", (0, 4), (1, 0), (0, 8), calls=calls))
    assert [choice.calls for choice in choices] == [tuple(calls[:2]), (), (calls[2],)]
    calls = [call(0, 0, actions=[4, 0, 1])]
    choices = choices_of(match("pirate_game", (0, 4), (0, 0), (0, 1), calls=calls, params={"players": 3, "gold": 5},
                         seats=[llm()] * 3))
    assert [choice.calls for choice in choices] == [tuple(calls), (), ()]


def test_an_illegal_action_or_a_wrong_number_of_seats_is_refused_before_anybody_sees_it():
    choices = choices_of(match("tic_tac_toe", (0, 4), (1, 4)))
    next(choices)
    with pytest.raises(ValueError, match=r"^step 1: action 4 of player 1 is not legal$"):
        next(choices)
    with pytest.raises(ValueError, match=r"^1 seats in a game for 2$"):
        next(choices_of(match("tic_tac_toe", seats=[llm()])))


def test_a_match_is_replayed_once_however_far_its_choices_were_seen(monkeypatch):
    applied = []
    apply = Replay.apply
    monkeypatch.setattr(Replay, "apply", lambda self, *step: applied.append(step) or apply(self, *step))
    replayed = ReplayedMatch(match("tic_tac_toe", *TIC_TAC_TOE))
    next(replayed.choices)
    assert replayed.replay_to_end().state.returns() == [1, -1]
    assert replayed.replay_to_end().state.is_terminal()
    assert applied == TIC_TAC_TOE


@pytest.mark.parametrize("error", [ValueError("no"), TypeError("no"), UsageError("no")])
def test_errors_about_a_match_name_it_in_one_line_and_others_do_not(error):
    with pytest.raises(ValueError, match=r"^match a b: no$") as raised, naming_match("a\nb"):
        raise error
    assert raised.value.__cause__ is error
    with pytest.raises(KeyError), naming_match("m"):
        raise KeyError("no")


@pytest.mark.parametrize("choice", [1, utf8_text.END, "hello"])
def test_nothing_goes_on_with_a_move_whose_player_was_charged(choice):
    simultaneous_talk.register()
    replay = Replay("loud_numbers", {})
    replay.apply(0, simultaneous_talk.CHARGED)
    assert replay.inside_move(0) is False
    with pytest.raises(ValueError, match="step 1: "):
        replay.apply(0, choice)


@pytest.mark.parametrize("text", ["x" * 21, "a" * 20 + "é"])
def test_a_logged_text_that_could_not_have_been_said_is_named_as_a_text(text):
    chat_game.register()
    with pytest.raises(ValueError, match=r"^step 0: the text of player 0 is too long, or holds a character"):
        final_state("small_talk", {"limit": 20}, 0, [(0, text)])
    with pytest.raises(ValueError, match=r"^step 2: player 0 cannot say a text$"):
        final_state("small_talk", {"limit": 20}, 0, [(0, "hi"), (1, ""), (0, "left")])


def test_the_text_is_the_rules_own_the_state_of_other_games_and_empty_at_chance_nodes():
    assert Replay("santorini", {"size": 3}).text == "row 1: 0. 0. 0.\nrow 2: 0. 0. 0.\nrow 3: 0. 0. 0.\n" \
        "A of Player 1 is next"
    assert Replay("tic_tac_toe", {}).text == "...\n...\n..."
    assert Replay("kuhn_poker", {}).text == ""

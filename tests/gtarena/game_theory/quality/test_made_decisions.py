from gtarena.game_theory.quality.made_decisions import made_decisions
from gtarena.runs.api import play
from tests.support.records import call, llm, record, seat, steps


def test_decisions_have_the_state_before_them_and_the_history_before_their_node():
    match = play("iterated_prisoners_dilemma(max_rounds=3,termination_probability=0.0)", ["random", "random"])
    found = list(made_decisions(match))
    assert [(made.player, made.begins) for made in found] == [(seat, node) for node in (0, 2, 4) for seat in (0, 1)]
    assert [made.state.move_number() for made in found[::2]] == sorted({made.state.move_number() for made in found})


def test_compound_moves_are_whole():
    match = play("pirate_game(players=3,gold=3)", ["random", "random", "random"], seed=1)
    first, *votes = made_decisions(match)
    assert len(first.choices) == 3
    assert sum(first.choices) == 3
    assert {made.begins for made in votes if made.begins < 5} <= {3, 4}


def test_chance_makes_no_decisions_and_moves_in_place_of_unusable_answers_are_marked():
    match = record("m", [llm(), seat()], [-1, 1], history=steps((-1, 0), (-1, 1), (0, 0), (1, 1), (0, 0)), calls=[
        call(0, 2, failure="illegal"), call(0, 4, actions=[0])])
    assert [(made.player, made.begins, made.choices, made.drawn) for made in made_decisions(match)] == [
        (0, 2, (0,), True), (1, 3, (1,), False), (0, 4, (0,), False)]

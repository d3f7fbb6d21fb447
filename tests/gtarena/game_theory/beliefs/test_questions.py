import random

import pytest

from gtarena import games
from gtarena.errors import UsageError
from gtarena.game_theory.beliefs.questions import ask_beliefs, others_who_play, random_positions
from gtarena.runs.asking.positions import Position
from tests.gtarena.game_theory.beliefs.test_hidden_facts import GAMES


def asked(name, params=None, count=4, seed=0, others="uniform"):
    play = others_who_play(others, games.load(name, params or {}))
    return [question for position in random_positions(name, params or {}, count, seed, play.draw)
            for question in ask_beliefs(position, play)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_with_hidden_facts_has_questions_that_can_be_put_to_a_model(name):
    questions = asked(name, count=2)
    assert questions
    for question in questions:
        assert question.inquiry().options == question.options
        assert question.question in question.inquiry().render("question")
        assert sum(question.posterior) == pytest.approx(1)
        assert max(question.posterior) < 1
        assert question.posterior[question.truth] > 0


def test_positions_follow_from_the_seed_and_are_one_of_each_match():
    def positions(seed):
        return [position.key for position in random_positions("leduc_poker", {}, 6, seed, play.draw)]

    play = others_who_play("uniform", games.load("leduc_poker", {}))
    assert positions(1) == positions(1) != positions(2)
    assert len({position["seed"] for position in positions(1)}) == 6


@pytest.mark.parametrize("name", ["chameleon", "leduc_poker", "first_sealed_auction", "two_rooms_and_a_boom"])
def test_positions_can_be_replayed(name):
    play = others_who_play("uniform", games.load(name, {}))
    for position in random_positions(name, {}, 4, 0, play.draw):
        assert position.player in range(position.state().num_players())


def test_whoever_knows_is_not_asked():
    position = next(question.position for question in asked("chameleon", count=6))
    others = others_who_play("uniform", games.load("chameleon", {}))
    state = position.state()
    chameleon = next(seat for seat in range(3) if state.observation(seat)["role"] == "chameleon")
    deal = Position("chameleon", position.params, position.history[:3], chameleon, position.seed)
    knowing = [seat for seat in range(3) if seat != chameleon]
    assert ask_beliefs(deal, others) == []
    assert [len(ask_beliefs(Position("chameleon", deal.params, deal.history, seat, deal.seed), others))
            for seat in knowing] == [2, 2]


def test_the_posterior_is_that_of_the_stated_policy():
    # In Kuhn poker random moves tell nothing: both cards that the player does not hold stay alike.
    assert {frozenset(question.posterior) for question in asked("kuhn_poker", count=20)} == {frozenset({0.0, 0.5})}
    bluffed = [question for question in asked("kuhn_poker", count=20, others="cfr") if question.position.history[2:]]
    assert any(max(question.posterior) > 0.6 for question in bluffed)


def test_log_probabilities_are_asked_of_the_numbers_of_the_options():
    (question,) = asked("kuhn_poker", count=1)
    text = question.inquiry("logprobs").render("question")
    assert [line for line in text.splitlines() if line[:1].isdigit()] == ["1. J", "2. Q", "3. K"]
    assert question.question in text


def test_what_is_assumed_is_told_but_where_players_say_texts():
    assert "equally likely" in asked("kuhn_poker", count=1)[0].inquiry().render("question")
    assert "equilibrium" in asked("kuhn_poker", count=1, others="cfr")[0].inquiry().render("question")
    assert "Assume" not in asked("undercover", count=1)[0].inquiry().render("question")
    with pytest.raises(UsageError, match="cfr has no policy of undercover"):
        others_who_play("cfr", games.load("undercover", {}))
    with pytest.raises(UsageError, match="others=best is not uniform or cfr"):
        others_who_play("best", games.load("kuhn_poker", {}))


def test_a_position_without_posterior_is_asked_without_one():
    others = others_who_play("uniform", games.load("kuhn_poker", {}))
    position = Position("kuhn_poker", {"players": 2}, ((-1, 0), (-1, 2), (0, 1)), 1)
    (question,) = ask_beliefs(position, others.__class__("", lambda state, player: {0: 1.0}, others.draw))
    assert (question.posterior, question.options[question.truth]) == (None, "J")


def test_moves_are_drawn_by_the_policy():
    others = others_who_play("cfr", games.load("kuhn_poker", {}))
    state = Position("kuhn_poker", {}, ((-1, 2), (-1, 0), (0, 1)), 1).state()  # the jack folds to a bet
    assert {tuple(others.draw(None, state, 1, random.Random(seed))) for seed in range(30)} == {(0,)}

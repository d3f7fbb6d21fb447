import json
import math
import random
from collections import Counter

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Parts, Pattern, Range
from gtarena.errors import UsageError
from gtarena.models import offline

CHAT = [{"role": "system", "content": "Rules."}, {"role": "user", "content": "You see a board."}]


def asked(*moves: str) -> ReplyForm:
    return ReplyForm(tuple(move if isinstance(move, Pattern) else Pattern(move) for move in moves))


def texts(name: str, form: ReplyForm, seeds: range, messages: list[dict[str, str]] = CHAT) -> list[str]:
    return [offline.answer(name, messages, seed, form).text for seed in seeds]


def first(form: ReplyForm, messages: list[dict[str, str]] = CHAT) -> str:
    return offline.answer("offline/first", messages, 0, form).text


DIGIT = Range("0", "5")
TRIPLE = Pattern("[", DIGIT, ", ", DIGIT, ", ", DIGIT, "]")


def test_first_answers_with_the_first_move_and_the_lowest_numbers() -> None:
    assert first(asked("b3", "a1")) == "Answer: b3"
    assert first(asked(Pattern("[", Range("-4", "5"), ", ", Range("2", "3"), "]"), "Agree")) == "Answer: [-4, 2]"
    assert first(asked(Pattern(Parts(9, 3)))) == "Answer: [0, 0, 9]"


def test_random_is_uniform_over_moves_and_not_over_patterns() -> None:
    draws = 217 * 100
    counts = Counter(texts("offline/random", asked(TRIPLE, "Agree"), range(draws)))
    assert len(counts) == 217
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    # 216 degrees of freedom: mean 216, standard deviation sqrt(432).
    assert abs(chi_squared - 216) < 5 * math.sqrt(432)


def test_lists_with_a_sum_are_drawn_uniformly_and_weigh_as_much_as_there_are_of_them() -> None:
    draws = 7 * 1000
    counts = Counter(texts("offline/random", asked(Pattern(Parts(2, 3)), "Agree"), range(draws)))
    lists = ["[2, 0, 0]", "[0, 2, 0]", "[0, 0, 2]", "[1, 1, 0]", "[1, 0, 1]", "[0, 1, 1]"]
    assert set(counts) == {f"Answer: {move}" for move in (*lists, "Agree")}
    # Standard deviation of each count: sqrt(7000 * 1/7 * 6/7), about 29.
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


def test_the_same_chat_and_seed_bring_the_same_reply_and_other_seeds_other_ones() -> None:
    form = asked(Pattern(Range("0", "999999")))
    assert texts("offline/flaky", form, range(50)) == texts("offline/flaky", form, range(50))
    assert len(set(texts("offline/random", form, range(50)))) > 45
    other = [*CHAT, {"role": "user", "content": "Hurry."}]
    assert texts("offline/random", form, range(5)) != texts("offline/random", form, range(5), other)


def test_global_randomness_is_left_alone() -> None:
    before = random.getstate()
    offline.answer("offline/random", CHAT, 1, asked("a", "b"))
    assert random.getstate() == before


def test_a_chat_that_lists_other_moves_changes_nothing() -> None:
    hostile = [*CHAT, {"role": "user", "content": 'Legal moves: resign\n{"x": "<move>"}\nAnswer: <move>'}]
    assert set(texts("offline/random", asked("a", "b"), range(30), hostile)) == {"Answer: a", "Answer: b"}


def test_without_a_form_the_reply_states_no_answer() -> None:
    assert offline.answer("offline/random", CHAT, 0).text == offline.NO_MOVES


def test_a_json_form_is_filled_in_with_a_move_under_each_of_its_keys() -> None:
    numbers, words = (Pattern(Range("7", "9")),), (Pattern("ocean"),)
    form = ReplyForm(words, (
        FormKey("why", quoted=True), FormKey("clue", quoted=True, moves=words),
        FormKey("number", quoted=False, moves=numbers)))
    assert json.loads(first(form)) == {"why": "...", "clue": "ocean", "number": 7}
    found = {json.loads(text)["number"] for text in texts("offline/random", form, range(60))}
    assert found == {7, 8, 9}


def test_a_model_asked_to_think_step_by_step_thinks_first() -> None:
    messages = [*CHAT, {"role": "user", "content": "Think step by step."}]
    assert first(asked("a"), messages) == f"{offline.THOUGHTS}\n\nAnswer: a"


@pytest.mark.parametrize(("name", "rate"), [("offline/flaky", 0.3), ("offline/flaky:0.5", 0.5), ("offline/flaky:0", 0)])
def test_flaky_fails_in_four_ways_at_its_rate(name: str, rate: float) -> None:
    draws = 4000
    answers = [offline.answer(name, CHAT, seed, asked("a", "b")) for seed in range(draws)]
    kinds = Counter(
        {"Answer: a": "fine", "Answer: b": "fine", "Answer: banana": "illegal", "": "empty"}.get(
            answer.text, "truncated" if answer.finish_reason == "length" else "prose"
        )
        for answer in answers
    )
    for kind in ("illegal", "empty", "truncated", "prose"):
        share = rate / 4
        assert abs(kinds[kind] - draws * share) <= 4 * math.sqrt(draws * share * (1 - share))
    assert sum(kinds.values()) - kinds["fine"] == pytest.approx(draws * rate, abs=4 * math.sqrt(draws / 4))
    assert rate or kinds["fine"] == draws


def test_flaky_replies_fail_for_the_reasons_they_stand_for() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    state, adapter = game.new_initial_state(), adapters.for_game(game)
    messages, form = adapter.prompt(state, 0), adapter.reply_form(state, 0)
    reasons = set()
    for seed in range(100):
        answer = offline.answer("offline/flaky:1", messages, seed, form)
        with pytest.raises(ReplyError) as caught:
            adapter.parse(answer.text, state, 0)
        reasons.add(caught.value.reason)
    assert reasons == {"empty", "illegal", "unparsable"}  # a cut-off reply states no move either


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "kuhn_poker", "nim", "othello"])
def test_random_finishes_openspiels_games(name: str) -> None:
    game = pyspiel.load_game(name)
    state, adapter, rng = game.new_initial_state(), adapters.for_game(game), random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            continue
        player = state.current_player()
        form = adapter.reply_form(state, player)
        answer = offline.answer("offline/random", adapter.prompt(state, player), rng.randrange(2**31), form)
        (action,) = adapter.parse(answer.text, state, player)
        assert action in state.legal_actions(player)
        state.apply_action(action)


@pytest.mark.parametrize("name", ["offline/best", "offline/", "offline/random:0.5", "offline/first:", "offline/Random"])
def test_an_unknown_offline_model_is_named_with_those_that_exist(name: str) -> None:
    with pytest.raises(UsageError, match=r"offline/random, offline/first, offline/flaky") as caught:
        offline.answer(name, CHAT, 0)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("rate", ["x", "1.5", "-0.1", "nan", ""])
def test_a_rate_that_is_none_is_refused(rate: str) -> None:
    with pytest.raises(UsageError, match="is not a rate from 0 to 1"):
        offline.behaviour(f"offline/flaky:{rate}")

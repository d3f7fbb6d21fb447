import json
import math
import random
from collections import Counter

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from gtarena.errors import UsageError
from gtarena.models import offline

SYSTEM = "Rules.\nState your decision on the last line of your reply, in exactly this form:\nAnswer: <move>"


def chat(legal: str, system: str = SYSTEM, last: str = "") -> list[dict[str, str]]:
    turn = f"You see a board.\nLegal moves: {legal}\n{last}".strip()
    return [{"role": "system", "content": system}, {"role": "user", "content": turn}]


def texts(name: str, messages: list[dict[str, str]], seeds: range) -> list[str]:
    return [offline.answer(name, messages, seed).text for seed in seeds]


def test_first_answers_with_the_first_move_and_the_lowest_numbers() -> None:
    assert offline.answer("offline/first", chat("b3 | a1"), 0).text == "Answer: b3"
    assert offline.answer("offline/first", chat("[-4..5, 2..3] | Agree"), 0).text == "Answer: [-4, 2]"


def test_random_is_uniform_over_moves_and_not_over_patterns() -> None:
    draws = 217 * 100
    counts = Counter(texts("offline/random", chat("[0..5, 0..5, 0..5] | Agree"), range(draws)))
    assert len(counts) == 217
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    # 216 degrees of freedom: mean 216, standard deviation sqrt(432).
    assert abs(chi_squared - 216) < 5 * math.sqrt(432)


def test_lists_with_a_sum_are_drawn_uniformly_and_weigh_as_much_as_there_are_of_them() -> None:
    draws = 7 * 1000
    counts = Counter(texts("offline/random", chat("[0..2, 0..2, 0..2] summing to 2 | Agree"), range(draws)))
    lists = ["[2, 0, 0]", "[0, 2, 0]", "[0, 0, 2]", "[1, 1, 0]", "[1, 0, 1]", "[0, 1, 1]"]
    assert set(counts) == {f"Answer: {move}" for move in (*lists, "Agree")}
    # Standard deviation of each count: sqrt(7000 * 1/7 * 6/7), about 29.
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


@pytest.mark.parametrize(("pattern", "lowest"), [
    ("[0..9, 0..9, 0..9] summing to 9", "[0, 0, 9]"), ("[0..0] summing to 0", "[0]"), ("[0..5] summing to 5", "[5]")])
def test_the_lowest_list_with_a_sum_leaves_all_to_the_last(pattern: str, lowest: str) -> None:
    assert offline.answer("offline/first", chat(pattern), 0).text == f"Answer: {lowest}"
    assert "summing" not in offline.answer("offline/random", chat(pattern), 0).text


def test_the_same_chat_and_seed_bring_the_same_reply_and_other_seeds_other_ones() -> None:
    messages = chat("0..999999")
    assert texts("offline/flaky", messages, range(50)) == texts("offline/flaky", messages, range(50))
    assert len(set(texts("offline/random", messages, range(50)))) > 45
    other_chat = chat("0..999999", last="Hurry.")
    assert texts("offline/random", messages, range(5)) != texts("offline/random", other_chat, range(5))


def test_global_randomness_is_left_alone() -> None:
    before = random.getstate()
    offline.answer("offline/random", chat("a | b"), 1)
    assert random.getstate() == before


def test_the_last_list_of_legal_moves_counts_and_the_models_own_words_do_not() -> None:
    messages = [
        *chat("a"),
        {"role": "assistant", "content": "Legal moves: z"},
        {"role": "user", "content": 'Someone said "Legal moves: y".\n  Legal moves: c\nChoose.'},
        {"role": "assistant", "content": "Legal moves: x"},
    ]
    assert offline.answer("offline/first", messages, 0).text == "Answer: c"


def test_a_range_stands_for_all_numbers_with_the_decimals_that_its_ends_have() -> None:
    assert set(texts("offline/random", chat("0.5..1.5"), range(300))) == {
        f"Answer: {tenths // 10}.{tenths % 10}" for tenths in range(5, 16)}
    assert set(texts("offline/random", chat("-0.01..0.01"), range(60))) == {
        "Answer: -0.01", "Answer: 0.00", "Answer: 0.01"}
    assert offline.answer("offline/first", chat("0.50..100.00"), 0).text == "Answer: 0.50"


def test_a_range_with_decimals_weighs_as_much_as_there_are_numbers_in_it() -> None:
    counts = Counter(texts("offline/random", chat("0.0..0.8 | Pass"), range(3000)))
    # Standard deviation of each count: sqrt(3000 * 0.1 * 0.9), about 16.
    assert len(counts) == 10
    assert all(abs(count - 300) < 5 * 16 for count in counts.values())


def test_three_points_and_version_numbers_are_no_ranges() -> None:
    for move in ("1...2", "1.2.3..4", "1..2.3.4"):
        assert offline.answer("offline/random", chat(move), 0).text == f"Answer: {move}"


@pytest.mark.parametrize("messages", [[], chat("").copy(), [{"role": "user", "content": "Hello?"}]])
def test_without_legal_moves_the_reply_states_no_answer(messages: list[dict[str, str]]) -> None:
    assert offline.answer("offline/random", messages, 0).text == offline.NO_MOVES


@pytest.mark.parametrize(
    ("form", "move", "expected"),
    [
        ('{"decision": "<go or stay>"}', "go", {"decision": "go"}),
        ('{"decision": "<move>", "why": "<one sentence>"}', "go", {"decision": "go", "why": "..."}),
        ('{"why": "<one sentence>", "decision": "<go or stay>"}', "go", {"why": "...", "decision": "go"}),
        ('{"tokens": <whole number>}', "7..7", {"tokens": 7}),
        ('{"why": "<why>", "likely": <a number>, "answer": <move>}', "7.50..7.50",
         {"why": "...", "likely": "...", "answer": 7.5}),
        ('{"tokens": "<whole number>"}', "7..7", {"tokens": "7"}),
        ('{"shares": <move>}', "[0..0, 3..3]", {"shares": [0, 3]}),
        ('{"word": <move>}', 'say "hi"', {"word": 'say "hi"'}),
    ],
)
def test_a_json_form_in_the_system_message_is_filled_in(form: str, move: str, expected: object) -> None:
    system = f"Rules.\nReply with JSON:\n  {form}\nNothing else."
    assert json.loads(offline.answer("offline/first", chat(move, system), 0).text) == expected


def test_a_json_form_in_the_last_turn_is_filled_in() -> None:
    messages = chat("a", "Rules.", last='Reply as {"x": "<move>"}, that is:\n{"x": "<move>"}')
    assert offline.answer("offline/first", messages, 0).text == '{"x": "a"}'


def test_the_form_stands_with_the_legal_moves_also_when_a_correction_follows() -> None:
    form = '{"shares": <move>}'
    messages = [
        *chat("[0..2, 0..2] summing to 2", "Rules.", last=form),
        {"role": "assistant", "content": '{"parts": "<move>"}'},
        {"role": "user", "content": "That is not legal. Try again."},
    ]
    assert offline.answer("offline/first", messages, 0).text == '{"shares": [0, 2]}'


def test_a_form_of_an_earlier_turn_is_not_taken_for_the_one_asked_for_now() -> None:
    earlier = chat("1..2", "Rules.", last='{"proposal": <move>}')
    now = {"role": "user", "content": 'Vote.\n{"decision": "<move>"}\nLegal moves: reject | accept'}
    messages = [*earlier, {"role": "assistant", "content": "..."}, now]
    assert offline.answer("offline/first", messages, 0).text == '{"decision": "reject"}'


@pytest.mark.parametrize("line", ['{"x": "no placeholder"}', "{<not json>: <at all>", "[<move>]"])
def test_lines_that_are_no_json_form_leave_the_answer_line(line: str) -> None:
    assert offline.answer("offline/first", chat("a", f"Rules.\n{line}"), 0).text == "Answer: a"


def test_a_turn_that_asks_for_an_answer_line_is_answered_so_in_a_game_of_json() -> None:
    asked = "Legal moves: a | b\n\nWhich candidate?\nAnswer: <number>\nLegal moves: 1 | 2"
    messages = [{"role": "system", "content": '{"move": "<move>"}'}, {"role": "user", "content": asked}]
    assert texts("offline/first", messages, range(1)) == ["Answer: 1"]


def test_a_model_asked_to_think_step_by_step_thinks_first() -> None:
    text = offline.answer("offline/first", chat("a", last="Think step by step."), 0).text
    assert text == f"{offline.THOUGHTS}\n\nAnswer: a"


@pytest.mark.parametrize(("name", "rate"), [("offline/flaky", 0.3), ("offline/flaky:0.5", 0.5), ("offline/flaky:0", 0)])
def test_flaky_fails_in_four_ways_at_its_rate(name: str, rate: float) -> None:
    draws = 4000
    answers = [offline.answer(name, chat("a | b"), seed) for seed in range(draws)]
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
    messages = adapter.prompt(state, 0)
    reasons = set()
    for seed in range(100):
        answer = offline.answer("offline/flaky:1", messages, seed)
        with pytest.raises(ReplyError) as caught:
            adapter.parse(answer.text, state, 0)
        reasons.add(caught.value.reason)
    assert reasons == {"empty", "illegal", "unparsable"}  # a cut-off reply states no move either


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "kuhn_poker", "nim", "othello"])
def test_random_finishes_openspiels_games_by_reading_their_prompts(name: str) -> None:
    game = pyspiel.load_game(name)
    state, adapter, rng = game.new_initial_state(), adapters.for_game(game), random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            continue
        player = state.current_player()
        answer = offline.answer("offline/random", adapter.prompt(state, player), rng.randrange(2**31))
        (action,) = adapter.parse(answer.text, state, player)
        assert action in state.legal_actions(player)
        state.apply_action(action)


@pytest.mark.parametrize("name", ["offline/best", "offline/", "offline/random:0.5", "offline/first:", "offline/Random"])
def test_an_unknown_offline_model_is_named_with_those_that_exist(name: str) -> None:
    with pytest.raises(UsageError, match=r"offline/random, offline/first, offline/flaky") as caught:
        offline.answer(name, chat("a"), 0)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("rate", ["x", "1.5", "-0.1", "nan", ""])
def test_a_rate_that_is_none_is_refused(rate: str) -> None:
    with pytest.raises(UsageError, match="is not a rate from 0 to 1"):
        offline.behaviour(f"offline/flaky:{rate}")

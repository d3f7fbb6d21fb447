import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import gtarena
from gtarena.agents.search import bot_agent
from gtarena.environments import Result, Turn
from gtarena.errors import UsageError
from gtarena.models.base import ModelError

GAMES = ["tic_tac_toe", "kuhn_poker", "el_farol(rounds=2,players=3)", "pig(winscore=10)", "codenames", "negotiation"]


def reply_to(turn: Turn, rng: random.Random) -> str:
    """Returns a reply with a legal move, in the form that offline models are told."""
    return f"Answer: {rng.choice(list(turn.legal))}"


def play(environment, respond, seed=None) -> tuple[list[Turn], Result]:
    turns, turn = [], environment.reset(seed)
    while isinstance(turn, Turn):
        turns.append(turn)
        turn = environment.step(respond(turn))
    return turns, turn


def without_times(record):
    calls = [call.model_copy(update={"seconds": 0.0}) for call in record.calls]
    return record.model_copy(update={"calls": calls, "started": "", "seconds": 0.0})


@pytest.mark.parametrize("seats", [[None, "mcts"], ["random", None], [None, None]])
def test_the_record_is_that_of_a_match_in_which_a_model_gives_the_same_replies(seats):
    rng, said = random.Random(5), []

    def respond(turn):
        said.append(reply_to(turn, rng))
        return said[-1]

    turns, result = play(gtarena.env("tic_tac_toe", seats=seats, seed=7), respond)
    assert [turn.messages for turn in turns] != []
    replies = iter(said)

    def outside(messages):
        return next(replies)

    record = gtarena.play("tic_tac_toe", [outside if seat is None else seat for seat in seats], seed=7)
    assert without_times(record) == without_times(result.record)
    assert result.returns == record.returns


@pytest.mark.parametrize("game", GAMES)
def test_all_seats_can_be_steered_and_random_replies_lead_to_an_end(game):
    rng = random.Random(3)
    environment = gtarena.env(game, seed=1, illegal=gtarena.IllegalMoves(policy="random", retries=0))
    turns, result = play(environment, lambda turn: reply_to(turn, rng))
    assert {turn.seat for turn in turns} <= set(range(len(result.record.seats)))
    assert result.record.outcome == "finished"
    assert len(result.record.calls) == len(turns)
    assert [sum(got) for got in zip(*(each.rewards for each in (*turns, result)), strict=True)] == pytest.approx(
        result.returns)


def test_a_reply_without_a_legal_move_is_answered_by_a_nudge_to_the_same_seat():
    environment = gtarena.env("tic_tac_toe", seats=[None, "random"])
    first = environment.reset()
    again = environment.step("I pass.")
    assert isinstance(again, Turn)
    assert again.seat == first.seat == 0
    assert again.messages[:2] == first.messages
    assert [message["role"] for message in again.messages[2:]] == ["assistant", "user"]
    assert environment.step("no") is not None
    end = environment.step("no")
    assert isinstance(end, Result)
    assert (end.record.outcome, end.record.offender, end.returns) == ("forfeit", 0, [-1.0, 1.0])


def test_a_reasoning_scheme_asks_through_the_environment():
    environment = gtarena.env("tic_tac_toe", seats=["sc_cot@outside", "random"])
    turn, purposes = environment.reset(), 0
    while isinstance(turn, Turn):
        purposes, turn = purposes + 1, environment.step(f"Answer: {turn.legal[0]}")
    assert purposes == len(turn.record.calls)
    assert purposes > sum(step.player == 0 for step in turn.record.history)


def test_schema_and_rewards_are_told_with_a_turn():
    turn = gtarena.env("kuhn_poker", seats=[None, "random"]).reset()
    assert turn.schema is not None
    assert turn.schema["additionalProperties"] is False
    assert list(turn.rewards) == [0.0, 0.0]


def test_rewards_come_round_by_round_where_a_game_pays_in_rounds():
    environment = gtarena.env("iterated_prisoners_dilemma(max_rounds=2,termination_probability=0.0)")
    environment.reset()
    turns = [environment.step(f'{{"move": "{move}"}}') for move in ("Defect", "Cooperate", "Cooperate", "Cooperate")]
    assert [list(turn.rewards) for turn in turns] == [[0, 0], [10, 0], [0, 0], [5, 5]]
    assert [sum(got) for got in zip(*(turn.rewards for turn in turns), strict=True)] == turns[-1].returns


def test_a_pool_that_is_shared_at_the_end_pays_nothing_before():
    turns, result = play(gtarena.env("public_good"), lambda turn: "Answer: 1")
    assert not any(any(turn.rewards) for turn in turns)
    assert list(result.rewards) == list(result.returns)


def test_a_failed_call_of_another_seats_model_is_told_at_once_and_the_next_match_can_begin():
    settings = {"api_base": "http://127.0.0.1:9/v1", "timeout": 5, "retries": 0}
    environment = gtarena.env("tic_tac_toe", seats=[None, "llm@openai/none"], model=settings)
    turn = environment.reset()
    with pytest.raises(ModelError):
        environment.step(f"Answer: {turn.legal[0]}")
    with pytest.raises(UsageError, match=r"call reset\(\)"):
        environment.step("Answer: C1R1")
    assert isinstance(environment.reset(), Turn)


def test_seats_that_are_steered_are_listed_and_there_is_one_at_least():
    assert gtarena.env("tic_tac_toe", seats=["random", "cot@outside"]).steered == (1,)
    with pytest.raises(UsageError, match="no seat of tic_tac_toe is steered"):
        gtarena.env("tic_tac_toe", seats=["random", "mcts"])


def test_a_clone_goes_on_from_the_same_turn_by_itself():
    environment = gtarena.env("tic_tac_toe", seats=[None, "mcts"], seed=4)
    turn = environment.reset()
    turn = environment.step(f"Answer: {turn.legal[0]}")
    other = environment.clone()
    assert other.turn.messages == turn.messages
    end = play_on(other)
    assert environment.turn is turn
    assert play_on(environment).record.history == end.record.history


def play_on(environment) -> Result:
    turn = environment.turn
    while isinstance(turn, Turn):
        turn = environment.step(f"Answer: {turn.legal[-1]}")
    return turn


def test_models_of_other_seats_are_called_and_stand_in_the_record():
    _, result = play(gtarena.env("tic_tac_toe", seats=[None, "llm"], seed=2), lambda turn: f"Answer: {turn.legal[0]}")
    assert [seat.model for seat in result.record.seats] == ["outside", "offline/random"]
    assert {call.player for call in result.record.calls} == {0, 1}
    with pytest.raises(UsageError, match="cannot be cloned: they would have to be asked again"):
        gtarena.env("tic_tac_toe", seats=[None, "llm"]).clone()


def test_environments_run_beside_each_other_in_an_event_loop():
    async def roll(environment):
        turn = await environment.reset_async()
        while isinstance(turn, Turn):
            turn = await environment.step_async(f"Answer: {turn.legal[0]}")
        return turn

    async def roll_all():
        environments = gtarena.envs("tic_tac_toe", [None, "llm"], n=3, seed=5)
        try:
            return await asyncio.gather(*map(roll, environments))
        finally:
            await environments[0].close_async()

    ends = asyncio.run(roll_all())
    assert [end.record.seed for end in ends] == [5, 6, 7]
    alone = [play(gtarena.env("tic_tac_toe", [None, "llm"], seed), lambda turn: f"Answer: {turn.legal[0]}")[1]
             for seed in (5, 6, 7)]
    assert [end.record.history for end in ends] == [end.record.history for end in alone]


def test_in_a_running_event_loop_one_is_told_to_await():
    async def cell():
        return gtarena.env("tic_tac_toe", [None, "llm"]).reset()

    with pytest.raises(UsageError, match=r"await reset_async\(\) and step_async\(\) in place of"):
        asyncio.run(cell())


def test_the_same_seed_begins_the_same_match_and_reset_takes_another():
    environment = gtarena.env("kuhn_poker", seed=3)
    one, same, other = environment.reset(), environment.reset(), environment.reset(5)
    assert one.messages == same.messages
    assert environment.seed == 5
    assert replace(other, rewards=()) is not other


@pytest.mark.parametrize(("make", "told"), [
    (lambda: gtarena.env("tic_tac_toe", seats=[None]), "tic_tac_toe has 2 seats, but seats names 1"),
    (lambda: gtarena.env("tic_tac_toe", seats=[None, "human"]), "a person cannot take a seat in an environment"),
    (lambda: gtarena.env("tic_tac_toe").step("Answer: C1R1"), r"no reply is asked for: call reset\(\)"),
    (lambda: gtarena.env("tic_tac_to"), "unknown game 'tic_tac_to'; did you mean tic_tac_toe"),
])
def test_mistakes_are_one_line(make, told):
    with pytest.raises(UsageError, match=told):
        make()


def test_searches_have_threads_where_a_loop_runs_and_none_without(monkeypatch):
    used = []

    class Threads(ThreadPoolExecutor):
        def submit(self, *arguments, **named):
            used.append(1)
            return super().submit(*arguments, **named)

    threads = Threads(1)
    monkeypatch.setattr(bot_agent, "_search_threads", lambda: threads)

    def play_one() -> None:
        _, result = play(gtarena.env("tic_tac_toe", [None, "mcts"]), lambda turn: f"Answer: {turn.legal[0]}")
        records.append(result.record)

    async def play_in_loop() -> None:
        environment = gtarena.env("tic_tac_toe", [None, "mcts"])
        turn = await environment.reset_async()
        while isinstance(turn, Turn):
            turn = await environment.step_async(f"Answer: {turn.legal[0]}")
        records.append(turn.record)
        play_one()  # as in a notebook, where a loop runs that cannot help

    records = []
    play_one()
    assert not used
    asyncio.run(play_in_loop())
    threads.shutdown()
    assert len(used) == sum(step.player == 1 for step in records[0].history)
    assert len({without_times(record).line() for record in records}) == 1


def test_a_closed_environment_asks_no_more_and_can_begin_again():
    environment = gtarena.env("tic_tac_toe")
    environment.reset()
    environment.close()
    with pytest.raises(UsageError, match="no reply is asked for"):
        environment.step("Answer: C1R1")
    assert isinstance(environment.reset(), Turn)

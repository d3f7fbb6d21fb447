import json
import pickle
import random
import re
from functools import partial
from inspect import getmembers, isfunction
from statistics import fmean

import pytest

import gtarena
from gtarena.environments.trl_environments import MatchEnvironment, environment_factory
from gtarena.errors import UsageError
from tests.gtarena.environments.test_environment import without_times
from tests.support.doc_examples import read_example

SPECIAL = ["<|im_start|>", "<|im_end|>", "<|endoftext|>"]
MARKS = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>"]
NAME = "Qwen/Qwen3-0.6B"


def legal_move(text: str, rng: random.Random) -> str:
    """Returns one of the legal moves that were last listed in a chat."""
    return rng.choice(re.findall(r"^Legal moves: (.*)$", text, re.MULTILINE)[-1].split(" | "))


def replay(environment: MatchEnvironment, game: str, seats, seed: int):
    """Returns the record of a match in which a function gives the replies of a rollout."""
    said = [call.reply for call in environment.result.record.calls]
    assert said
    replies = iter(said)

    def outside(messages):
        return next(replies)

    return gtarena.play(game, [outside if seat is None else seat for seat in seats], seed=seed)


def play_on(environment: MatchEnvironment, text: str, rng: random.Random) -> None:
    while "The match is over." not in text:
        text = environment.play(json.dumps({"move": legal_move(text, rng)}))


@pytest.mark.parametrize(("game", "seats"), [
    ("kuhn_poker", [None, "mcts"]), ("tic_tac_toe", ["random", None]), ("tic_tac_toe", [None, None])])
def test_the_record_of_a_rollout_is_that_of_a_match_with_the_same_replies(game, seats):
    environment, rng = environment_factory(game, seats)(), random.Random(2)
    for seed in (7, 8):
        play_on(environment, environment.reset(prompt=[{"role": "user", "content": ""}], seed=seed), rng)
        record = replay(environment, game, seats, seed)
        assert without_times(environment.result.record) == without_times(record)
        assert environment.get_reward() == record.returns[seats.index(None)]


def test_the_prompt_has_rules_position_and_tool_and_later_questions_only_what_is_new():
    environment = environment_factory("tic_tac_toe", [None, "random"])()
    system, user = gtarena.env("tic_tac_toe", [None, "random"], 3).reset().messages
    assert environment.reset(seed=3) == (
        f"{system['content']}\n\n{user['content']}\n\nGive this reply and all later ones with the tool `play`.")
    nudge = environment.play("I pass.")
    assert nudge.startswith("Your reply did not state a move in the required form.")
    later = environment.play('{"move": "C1R1"}')
    assert later.startswith("The moves so far, in order, you first and then by turns: C1R1, ")
    assert "\nThis is the board now" in later


def test_in_self_play_the_other_seat_is_told_its_own_rules():
    environment = environment_factory("tic_tac_toe")()
    assert "You place the mark x" in environment.reset()
    assert "You place the mark o" in environment.play('{"move": "C1R1"}')


def test_a_question_that_a_scheme_asks_again_is_told_again():
    environment = environment_factory("tic_tac_toe", ["sc_cot@outside", "random"])()
    first = environment.reset()
    again = environment.play("Answer: C1R1")
    assert again
    assert again in first


def test_a_model_that_stops_before_the_end_gives_empty_replies():
    environment = environment_factory("tic_tac_toe", [None, "random"])()
    environment.reset()
    environment.play('{"move": "C1R1"}')
    assert environment.get_reward() == -1.0
    record = environment.result.record
    assert (record.outcome, record.offender) == ("forfeit", 0)
    assert [call.reply for call in record.calls] == ['{"move": "C1R1"}', "", "", ""]
    with pytest.raises(UsageError, match=r"^The match is over\.$"):
        environment.play("Answer: C2R2")


def test_the_reward_is_of_the_first_steered_seat_or_of_the_seat_that_is_named():
    # Seat 1 stops at its first turn, and forfeits.
    for seats, rewarded, reward in (
            (None, None, 1.0), (None, 0, 1.0), (None, 1, -1.0), (["random", None], None, -1.0)):
        environment = environment_factory("tic_tac_toe", seats, rewarded=rewarded)()
        environment.reset()
        if seats is None:
            environment.play('{"move": "C1R1"}')
        assert environment.get_reward() == reward
    invalid = environment_factory("tic_tac_toe", illegal=gtarena.IllegalMoves("invalid", retries=0))()
    invalid.reset()
    assert invalid.get_reward() is None
    with pytest.raises(UsageError, match="rewarded=2 is not a seat: they are 0 to 1"):
        environment_factory("tic_tac_toe", rewarded=2)().reset()


def test_without_seeds_in_the_rows_every_environment_plays_the_seeds_that_follow():
    factory = pickle.loads(pickle.dumps(environment_factory("kuhn_poker", seed=5)))
    one, other = factory(), factory()
    expected = [gtarena.env("kuhn_poker", seed=seed).reset().messages[1]["content"] for seed in (5, 6, 20, 21)]
    for environment in (one, other):
        texts = [environment.reset(), environment.reset(), environment.reset(seed=20), environment.reset()]
        assert [text.count(deal) for text, deal in zip(texts, expected, strict=True)] == [1, 1, 1, 1]
    begun = other.result
    one.play('{"move": "Bet"}')
    assert other.result is begun


def test_reset_play_and_get_reward_are_all_that_the_class_offers_as_methods():
    offered = [name for name, _ in getmembers(MatchEnvironment, isfunction) if not name.startswith("_")]
    assert offered == ["get_reward", "play", "reset"]


@pytest.fixture
def trl(monkeypatch, tmp_path):
    """TRL, in a folder where the name of a model is that of a tiny one with random weights."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("TRL_EXPERIMENTAL_SILENCE", "1")
    trl = pytest.importorskip("trl")
    monkeypatch.setattr(trl, "GRPOConfig", partial(trl.GRPOConfig, use_cpu=True, bf16=False, logging_steps=1))
    monkeypatch.chdir(tmp_path)
    save_tiny_model(tmp_path / NAME)
    return trl


def save_tiny_model(folder) -> None:
    """Writes a model with 8 numbers for a token, which calls tools as Qwen3 does and has words for a game's prompts."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
    from trl.chat_template_utils import qwen3_chat_template

    made = Tokenizer(models.BPE())
    made.pre_tokenizer, made.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    made.train_from_iterator([environment_factory("kuhn_poker")().reset(), qwen3_chat_template], trainers.BpeTrainer(
        special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    made.add_tokens(MARKS)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, eos_token=SPECIAL[1], pad_token=SPECIAL[2])
    tokenizer.chat_template = qwen3_chat_template
    config = Qwen3Config(
        vocab_size=len(tokenizer), hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1,
        num_key_value_heads=1, head_dim=8, max_position_embeddings=40_000)
    Qwen3ForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def script(monkeypatch, respond) -> None:
    """Lets Qwen3 say what a function makes of the chat so far, in place of what its weights would say."""
    import torch
    from transformers import AutoTokenizer, Qwen3ForCausalLM

    tokenizer = AutoTokenizer.from_pretrained(NAME)

    def generate(model, input_ids, **_):
        said = [respond(tokenizer.decode(ids)) + SPECIAL[1] for ids in input_ids]
        completions = tokenizer(said, return_tensors="pt", padding=True, padding_side="right").input_ids
        return torch.cat([input_ids, completions.to(input_ids.device)], dim=-1)

    monkeypatch.setattr(Qwen3ForCausalLM, "generate", generate)


def call_play(chat: str, rng: random.Random) -> str:
    """Returns what a model that knows the tool says: a call of it with a legal move, until the match is over."""
    if "The match is over." in chat:
        return "Done."
    reply = json.dumps({"move": legal_move(chat, rng)})
    return f'<tool_call>\n{json.dumps({"name": "play", "arguments": {"reply": reply}})}\n</tool_call>'


def test_the_example_of_the_documentation_trains_on_matches(trl, monkeypatch):
    script(monkeypatch, partial(call_play, rng=random.Random(1)))
    names = {}
    exec(compile(read_example("environments.md", "TRL"), "<doc>", "exec"), names)
    trainer = names["trainer"]
    assert [tool.__name__ for tool in trainer.tools] == ["play"]
    assert trainer.reward_func_names == ["MatchEnvironment"]
    _, logged, _ = trainer.state.log_history  # of two steps, and of the whole
    assert logged["tools/failure_frequency"] == 0.0
    records = [environment.result.record for environment in trainer.environments]
    assert len(records) == trainer.num_generations
    assert {(record.outcome, record.seed) for record in records} == {("finished", records[0].seed)}
    for environment, record in zip(trainer.environments, records, strict=True):
        assert without_times(record) == without_times(replay(environment, "kuhn_poker", [None, "mcts"], record.seed))
    assert logged["rewards/MatchEnvironment/mean"] == pytest.approx(fmean(record.returns[0] for record in records))
    assert logged["grad_norm"] > 0


def test_a_trainer_mixes_self_play_and_seats_and_a_model_that_stops_forfeits(trl, monkeypatch):
    from datasets import Dataset

    rng = random.Random(4)

    def respond(chat):
        return "I had rather not." if rng.random() < 0.2 else call_play(chat, rng)

    script(monkeypatch, respond)
    seats = {"second": ["random", None], "both": [None, None]}
    rows = [{"environment": "second", "seed": 31}, {"environment": "both", "seed": 32}]
    trainer = trl.GRPOTrainer(
        NAME, environment_factory={name: environment_factory("kuhn_poker", each) for name, each in seats.items()},
        train_dataset=Dataset.from_list(rows), args=trl.GRPOConfig(
            max_steps=1, max_completion_length=8000, num_generations=4, per_device_train_batch_size=8,
            report_to="none"))
    trainer.train()
    assert len(trainer.environments) == 8
    outcomes = set()
    for environment in trainer.environments:
        record = environment.result.record
        outcomes.add(record.outcome)
        name = {31: "second", 32: "both"}[record.seed]
        steered = seats[name].index(None)
        assert environment.get_reward() == record.returns[steered]
        assert without_times(record) == without_times(replay(environment, "kuhn_poker", seats[name], record.seed))
    assert outcomes == {"finished", "forfeit"}
    assert trainer.state.log_history[0]["rewards/MatchEnvironment/mean"] == pytest.approx(
        fmean(environment.get_reward() for environment in trainer.environments))

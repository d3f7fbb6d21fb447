import importlib
import math
import re
import sys

import pytest

import gtarena
from gtarena import plugins
from gtarena.errors import UsageError
from gtarena.logs.reader import read_records
from gtarena.logs.records import MatchRecord
from gtarena.runs.resume import play_missing
from tests.support.doc_examples import read_example

MODEL = "mockllm/model"
TASKS = "gtarena.cli.inspect_tasks"


def choose(text: str) -> str:
    """Returns a reply to a question, which depends on nothing else: a legal move, or to go."""
    listed = re.findall(r"^Legal moves: (.*)$", text, re.MULTILINE)
    moves = listed[-1].split(" | ") if listed else ["go"]
    return f"Answer: {moves[sum(map(ord, text)) % len(moves)]}"


def play_live(task, reply=choose, **options):
    """Returns the log of a task, played by a model whose replies are those of a function of the last message."""
    inspect_ai = pytest.importorskip("inspect_ai")
    model = pytest.importorskip("inspect_ai.model")

    def respond(messages, tools, tool_choice, config):
        output = model.ModelOutput.from_content(MODEL, reply(messages[-1].text))
        return output.model_copy(update={"usage": model.ModelUsage(input_tokens=3, output_tokens=2, total_tokens=5)})

    played = model.get_model(MODEL, custom_outputs=respond, memoize=False)
    log, = inspect_ai.eval(task, model=played, display="none", **options)
    assert log.status == "success", log.error
    return log


@pytest.fixture
def tasks(monkeypatch, tmp_path):
    pytest.importorskip("inspect_ai")
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path / "logs"))
    return importlib.import_module(TASKS)


def records_of(log) -> dict[str, MatchRecord]:
    records = [MatchRecord.model_validate(sample.metadata["record"]) for sample in log.samples]
    return {record.match_id: record for record in records}


def without_measurements(record):
    """Returns a record without times, and without what a function does not count."""
    unknown = {"seconds": 0.0, "tokens_in": None, "tokens_out": None, "cost": None}
    calls = [call.model_copy(update=unknown) for call in record.calls]
    return record.model_copy(update={"calls": calls, "started": "", "seconds": 0.0})


def run_with_function(overrides, folder):
    """Returns the records of a run, by match id, in which a function replies that has the name of inspect's model."""
    def reply(messages):
        return choose(messages[-1]["content"])

    folder.mkdir()
    with plugins.adding(gtarena.Plugin(models={MODEL: reply})):
        play_missing(gtarena.compose_settings([*overrides, f"model.name={MODEL}"]), folder)
    return {record.match_id: record for record in read_records(folder)}


@pytest.mark.parametrize(("name", "given", "overrides"), [
    ("gtbench", {"games": ["kuhn_poker", "liars_dice"], "opponents": "random", "matches": 2},
     ["suite=gtbench", "games=[kuhn_poker,liars_dice]", "opponents=[random]", "matches=2"]),
    ("game", {"game": "kuhn_poker", "agents": "llm", "matches": 3, "seed": 5},
     ["game=kuhn_poker", "agents=[llm]", "matches=3", "seed=5"]),
    ("game", {"game": ["el_farol(rounds=2", "players=3)"], "agents": "llm", "matches": 1},
     ["game=el_farol", "game.rounds=2", "game.players=3", "agents=[llm]", "matches=1"]),
], ids=["suite", "self-play", "simultaneous"])
def test_records_are_those_of_a_run_in_which_a_model_gives_the_same_replies(tasks, tmp_path, name, given, overrides):
    made = tasks.game_task(**given) if name == "game" else tasks.SUITE_TASKS[name](**given)
    live, expected = records_of(play_live(made)), run_with_function(overrides, tmp_path / "run")
    assert live.keys() == expected.keys()
    assert any(record.calls for record in live.values())
    for match_id, record in live.items():
        assert without_measurements(record) == without_measurements(expected[match_id])


def test_scores_are_means_over_the_seats_of_the_model_and_messages_are_their_chats(tasks):
    log = play_live(tasks.game_task("kuhn_poker", agents=["llm", "random"], matches=4))
    for sample in log.samples:
        record, seat = MatchRecord.model_validate(sample.metadata["record"]), sample.metadata["measured"][0]
        assert sample.metadata["seats"][seat] == "llm evaluated"
        assert sample.scores["return"].value == record.returns[seat]
        assert sample.scores["finished"].value == 1.0
        assert {call.player for call in record.calls} == {seat}
        replies = [message.text for message in sample.messages if message.role == "assistant"]
        assert replies == [call.reply for call in record.calls]
        assert sample.output.completion == replies[-1]
    expected = sum(sample.scores["return"].value for sample in log.samples) / 4
    found = {score.name: score for score in log.results.scores}
    assert list(found) == ["return", "result", "failures", "finished"]
    assert found["return"].metrics["mean"].value == found["return"].metrics["kuhn_poker"].value == expected
    mirrored = play_live(tasks.game_task("kuhn_poker", agents="llm", matches=2))
    assert [sample.scores["return"].value for sample in mirrored.samples] == [0.0, 0.0]
    assert [sample.metadata["measured"] for sample in mirrored.samples] == [[0, 1], [0, 1]]


def test_a_suite_has_its_own_score_first(tasks, tmp_path):
    log = play_live(tasks.SUITE_TASKS["gamma_bench"](games="guess_two_thirds", matches=1, players=3),
                    lambda text: "Answer: 40")
    sample = log.samples[0]
    (tmp_path / "matches.jsonl").write_text(MatchRecord.model_validate(sample.metadata["record"]).line() + "\n")
    scored = gtarena.score(gtarena.load_records(tmp_path), "gamma_bench").set_index("metric")["value"]
    assert log.results.scores[0].name == "suite"
    assert sample.scores["suite"].explanation == "score"
    assert sample.scores["suite"].value == scored["score"]
    assert sample.scores["suite"].metadata["raw_score"] == scored["raw_score"]


def test_an_invalid_match_has_no_return_and_is_not_scored(tasks):
    log = play_live(tasks.SUITE_TASKS["gtbench"](games="nim", opponents="random", matches=1), lambda text: "No.")
    scores = log.samples[0].scores
    assert all(math.isnan(scores[name].value) for name in ("suite", "return", "result"))
    assert (scores["finished"].value, scores["failures"].value) == (0.0, 1.0)


def test_a_match_that_a_limit_of_inspects_ends_has_no_record_and_is_not_scored(tasks):
    log = play_live(tasks.SUITE_TASKS["gtbench"](games="kuhn_poker", opponents="random", matches=1), token_limit=1)
    sample = log.samples[0]
    assert (sample.limit.type, "record" in sample.metadata) == ("token", False)
    assert all(math.isnan(score.value) for score in sample.scores.values())
    assert len(sample.scores) == 5


def test_of_challengers_and_defenders_the_challengers_are_scored(tasks):
    log = play_live(tasks.SUITE_TASKS["magic"](games="public_good", matches=3), lambda text: "Answer: 5", limit=3)
    assert [sample.metadata["measured"] for sample in log.samples] == [[0], [1], [2]]
    assert {call.player for call in MatchRecord.model_validate(log.samples[0].metadata["record"]).calls} == {0, 1, 2}


def test_settings_that_inspect_is_given_are_sent_and_stand_in_the_record(tasks):
    log = play_live(tasks.SUITE_TASKS["gtbench"](games="kuhn_poker", opponents="random", matches=1), temperature=0.75)
    params = log.samples[0].metadata["record"]["seats"][0]["params"]
    assert (params["temperature"], params["max_tokens"]) == (0.75, 1024)  # the latter is the suite's
    sent = [event.config for event in log.samples[0].events if event.event == "model"]
    assert {(config.temperature, config.max_tokens) for config in sent} == {(0.75, 1024)}
    assert {config.response_schema.name for config in sent} == {"reply"}


def test_every_epoch_is_another_attempt_at_the_match(tasks):
    log = play_live(tasks.game_task("kuhn_poker", agents=["llm", "random"], matches=1), epochs=2)
    keys = [sample.metadata["record"]["key"] for sample in log.samples]
    assert [key.get("attempt", 0) for key in keys] == [0, 1]
    assert keys[0]["seed"] == keys[1]["seed"]


def test_models_behind_an_at_sign_are_called_by_inspect_unless_they_are_local(tasks, monkeypatch):
    model = importlib.import_module("inspect_ai.model")
    replies = iter([model.ModelOutput.from_content("mockllm/other", "Answer: Pass")] * 5)
    outputs = (reply.model_copy(update={"usage": model.ModelUsage()}) for reply in replies)
    other = model.get_model("mockllm/other", custom_outputs=outputs)
    monkeypatch.setattr(tasks, "get_model", lambda name=None: other if name == "mockllm/other" else model.get_model())
    log = play_live(tasks.game_task("kuhn_poker", agents=["llm", "llm@offline/random", "llm@mockllm/other"], matches=1),
                    limit=2)
    assert [sample.metadata["seats"] for sample in log.samples] == [
        ["llm evaluated", "llm offline/random"], ["llm evaluated", "llm mockllm/other"]]
    called = [{event.model for event in sample.events if event.event == "model"} for sample in log.samples]
    assert called == [{MODEL}, {MODEL, "mockllm/other"}]


def test_settings_are_those_of_the_command_line_and_mistakes_one_line(tasks):
    made = tasks.game_task("pig(winscore=5)", agents=["llm", "random"], matches=1, **{"agent.llm.memory": "chat"})
    assert made.dataset[0].input == "pig(winscore=5): llm evaluated, random"
    assert made.dataset[0].id == "pig-1"
    for given, told in [
        ({"workers": 2}, "workers is no setting of a task of inspect"),
        ({"model.name": "x/y"}, "model.name is no setting of a task of inspect"),
        ({"agents": ["random", "mcts"]}, "the model that inspect evaluates plays in no match"),
    ]:
        with pytest.raises(UsageError, match=told):
            tasks.game_task("pig", **given)


def test_there_is_a_task_for_each_suite_by_its_name(tasks):
    from inspect_ai.util import registry_info

    assert {"arena", "econ_arena", "gamebench", "gamma_bench", "gtbench", "magic"} <= set(tasks.SUITE_TASKS)
    named = {name: registry_info(made).name.removeprefix("gtarena/") for name, made in tasks.SUITE_TASKS.items()}
    assert named == {name: name for name in tasks.SUITE_TASKS}


def test_the_example_of_the_documentation_runs(tasks, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    exec(compile(read_example("environments.md", "inspect"), "<doc>", "exec"), {})
    records = gtarena.load_records(tmp_path / "matches.jsonl")
    assert list(records["outcome"]) == ["finished"] * 4


def test_without_inspect_one_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    monkeypatch.delitem(sys.modules, TASKS, raising=False)
    with pytest.raises(UsageError, match=r"needs inspect_ai, which is not installed\. .* --editable '\.\[inspect\]'"):
        importlib.import_module(TASKS)

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.cli.planned_jobs import plan_jobs
from gtarena.cli.sweeps.job_names import LONGEST, LONGEST_VALUE, MORE_DIGITS, JobNames
from gtarena.runs.sweeps.state import begin_job

EXCLUDED = ("matches", "name")
NAME = re.compile(r"[A-Za-z0-9_.+=,-]+-[0-9a-f]{6}(?:[0-9a-f]{6})?")
MANY = tuple(f"agent.llm.setting{number}=0,1" for number in range(40))


def names(folder, *stated, **own):
    return JobNames(folder, stated, own, EXCLUDED)


def without_hash(name: str) -> str:
    return name.rpartition("-")[0]


def test_a_name_has_what_varies_in_the_order_of_the_command_and_a_hash(tmp_path):
    job = names(tmp_path, "game=nim", "model.temperature=0,1", "prompt=v1,v2", "matches=3").name
    name = job(["game=nim", "model.temperature=0", "prompt=v2", "matches=3"])
    assert re.fullmatch(r"temperature=0,prompt=v2-[0-9a-f]{6}", name)
    assert job(["prompt=v2", "game=nim", "matches=9", "model.temperature=0"])[-6:] == name[-6:]  # excluded, and order
    assert job(["prompt=v2", "game=pig", "matches=3", "model.temperature=0"])[-6:] != name[-6:]


def test_a_value_of_a_sweeper_that_the_command_does_not_state_varies_and_the_last_of_two_holds(tmp_path):
    assert without_hash(names(tmp_path, "game=nim").name(["game=nim", "model.temperature=0.25"])) == "temperature=0.25"
    both = names(tmp_path, "seed=1,2", **{"seed": "5", "model.temperature": "0,1"})
    assert without_hash(both.name(["seed=1", "model.temperature=1"])) == "seed=1,temperature=1"
    assert without_hash(names(tmp_path, "game=nim").name(["game=nim"])) == "job"


def test_names_are_flat_legal_and_told_apart_whatever_is_swept(tmp_path):
    stated = ("model.name=hosted_vllm/Qwen/Qwen3-8B,openai/gpt-4o", "model.api_base=http://127.0.0.1:8931/v1,null")
    words = ["model.name=hosted_vllm/Qwen/Qwen3-8B", "model.api_base=http://127.0.0.1:8931/v1"]
    assert without_hash(names(tmp_path, *stated).name(words)) == (
        "model.name=hosted_vllm_Qwen_Qwen3-8B,api_base=http_127.0.0.1_8931_v1")
    job = names(tmp_path, *MANY).name
    first, second = (job([word.replace("0,1", value) for word in MANY[:-1]] + [f"agent.llm.setting39={value}"])
                     for value in "01")
    assert len(first) <= LONGEST + 1 + MORE_DIGITS
    last = [job([*(word.replace("0,1", "0") for word in MANY[:-1]), f"agent.llm.setting39={value}"]) for value in "01"]
    assert without_hash(last[0]) == without_hash(last[1])  # what tells them apart has been cut off
    assert len({first, second, *last}) == 3


@given(st.dictionaries(st.from_regex(r"[a-z]{1,9}(\.[a-z]{1,30}){0,3}", fullmatch=True), st.text(max_size=300),
                       max_size=50))
def test_every_name_is_a_single_legal_part_of_a_path(tmp_path_factory, settings):
    name = names(tmp_path_factory.getbasetemp() / "none").name([f"{key}={value}" for key, value in settings.items()])
    assert NAME.fullmatch(name)
    assert len(name.encode()) <= LONGEST + 1 + MORE_DIGITS <= 255


def test_settings_are_named_by_as_many_of_their_last_parts_as_tell_them_apart(tmp_path):
    words = ["agent.mcts.simulations=10", "agent.ismcts.simulations=10", "model.temperature=0"]
    assert without_hash(names(tmp_path).name(words)) == "mcts.simulations=10,ismcts.simulations=10,temperature=0"
    assert without_hash(names(tmp_path).name(["game.rounds=1", "rounds=2"])) == "game.rounds=1,rounds=2"
    assert without_hash(names(tmp_path).name(["game.players=2"])) == "game.players=2"  # as `players` is another setting
    long = without_hash(names(tmp_path).name([f"model.name={'x' * 60}"]))
    assert long == f"model.name={'x' * LONGEST_VALUE}"


def test_a_job_is_continued_in_a_folder_of_the_same_overrides_whatever_varied_before(tmp_path):
    words = ["game=nim", "prompt=v1", "seed=2"]
    old = names(tmp_path, "game=nim", "prompt=v1", "seed=1,2").name(words)
    assert without_hash(old) == "seed=2"
    folder = tmp_path / old
    folder.mkdir()
    begin_job("now", "digest", words, folder).write(folder)
    assert names(tmp_path, "game=nim", "prompt=v1,v2", "seed=1,2").name(words) == old
    other = names(tmp_path, "game=nim", "prompt=v1,v2", "seed=1,2").name(["game=nim", "prompt=v2", "seed=2"])
    assert without_hash(other) == "prompt=v2,seed=2"
    # The same first digits are not yet the same overrides.
    begin_job("now", "digest", ["game=pig"], folder).write(folder)
    assert without_hash(names(tmp_path, "game=nim", "prompt=v1,v2", "seed=1,2").name(words)) == "prompt=v1,seed=2"


def test_a_job_is_continued_in_the_folder_that_an_older_gtarena_named_after_all_its_overrides(tmp_path):
    words = ["model.name=hosted_vllm/m", "game=nim", "matches=5"]
    job = names(tmp_path, "model.name=hosted_vllm/m,openai/x", "game=nim", "matches=5")
    assert without_hash(job.name(words)) == "model.name=hosted_vllm_m"
    (tmp_path / "game=nim,model.name=hosted_vllm" / "m").mkdir(parents=True)
    assert job.name(words) == "game=nim,model.name=hosted_vllm/m"


def test_a_sweep_over_nothing_goes_on_in_its_own_folder_if_that_has_matches(tmp_path):
    job = names(tmp_path, "matches=5", "name=x")
    assert without_hash(job.name(["matches=5", "name=x"])) == "job"
    (tmp_path / "matches.jsonl").touch()
    assert job.name(["matches=5", "name=x"]) == "."
    assert without_hash(names(tmp_path, "seed=1").name(["seed=1"])) == "job"


def test_folders_of_an_older_gtarena_are_found_and_not_played_again(command, tmp_path):
    words = ("-m", "game=kuhn_poker", "agents=[random]", "matches=2", "seed=0,1", "name=x")
    assert command(*words).code == 0
    sweep = tmp_path / "results" / "x"
    for folder in [path.parent for path in sweep.glob("*/matches.jsonl")]:
        folder.rename(sweep / f"agents=[random],game=kuhn_poker,{folder.name[:6]}")
    again = command(*words)
    assert again.out.splitlines()[0] == "sweep of 2 jobs, 2 of them done already"
    assert {path.parent.name for path in sweep.glob("*/matches.jsonl")} == {
        f"agents=[random],game=kuhn_poker,seed={seed}" for seed in (0, 1)}


@pytest.mark.parametrize("sweeper", ["gtarena", "basic"])
def test_a_sweep_of_nineteen_overrides_with_models_and_addresses_has_short_flat_folders(command, tmp_path, sweeper):
    words = ["game=kuhn_poker", "agents=[llm,random]", "matches=1", r"model.name=offline/random,offline/first",
             r"model.api_base=http\://127.0.0.1\:8931/v1,null", "model.timeout=20", "model.retries=1",
             "model.concurrency=4", "model.max_tokens=64", "illegal.retries=1", "illegal.policy=forfeit",
             "budget.calls=1000", "cache.enabled=false", "pairings=all", "draws=paired", "sides=rotated", "workers=1",
             "prompt=v1", "name=many"]
    shown = command("-m", *words, f"hydra/sweeper={sweeper}")
    assert shown.code == 0
    folders = {path.parent.relative_to(tmp_path / "results" / "many") for path in tmp_path.rglob("matches.jsonl")}
    assert {without_hash(str(folder)) for folder in folders} == {
        f"model.name=offline_{model},api_base={base}" for model in ("random", "first")
        for base in ("http_127.0.0.1_8931_v1", "null")}
    _, planned = plan_jobs([*words, "hydra.sweep.dir=" + str(tmp_path / "results" / "many")])
    assert {job.folder.name for job in planned} == {str(folder) for folder in folders}


def test_a_pattern_of_ones_own_may_have_the_name_in_it(command, tmp_path):
    words = ("-m", "game=kuhn_poker", "agents=[random]", "matches=1", "seed=0,1", "name=x")
    assert command(*words, "hydra.sweep.subdir=${hydra.job.num}/${gtarena.job:}").code == 0
    found = sorted(str(path.parent.relative_to(tmp_path / "results" / "x")) for path in tmp_path.rglob("matches.jsonl"))
    assert [without_hash(each) for each in found] == ["0/seed=0", "1/seed=1"]

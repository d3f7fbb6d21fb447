"""The list of tables and figures covers the papers, agrees with the docs, and names experiments that there are."""

import re
from collections import Counter

import pytest
import yaml

from gtarena import games
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.cli.settings import hydra_config
from gtarena.errors import UsageError
from gtarena.suites import SUITES
from gtarena.suites.conditions import Told
from gtarena.suites.experiments import PaperPart, entry, inventories, inventory, stand_ins
from gtarena.suites.gamebench.taxonomy import code_of
from gtarena.suites.gamma_bench.scores import GAME_SCORES
from gtarena.suites.paper_numbers import paper_of
from gtarena.system.checkout import config_folder
from tests.support import ROOT
from tests.support.planned_runs import planned

ROW = re.compile(r"^\| (?P<paper>[^|]+?) \| (?:`scripts/(?P<command>gtarena [^`]+)`[^|]*|the same) \|", re.MULTILINE)
MATCHES = {
    # A match of each game is 8; Table 9 has 46 settings.
    "gamma_runs": 40, "gamma_leaderboard": 40, "gamma_temperature": 8, "gamma_prompt": 8, "gamma_reasoning": 8,
    "gamma_settings": 46, "gamma_fixed_strategies": 2, "gamma_el_farol": 10, "gamma_auction": 10, "gamma_horizon": 30,
    # 18 pairings of an agent with its opponents, and 10 of two agents; 50 matches each.
    "gt_reasoning": 3600, "gt_models": 1500, "gt_common_opponent": 1500, "gt_completion": 2700, "gt_regret": 200,
    "gt_negotiation": 100, "gt_cot": 900, "gt_baselines": 500, "gt_mistakes": 50,
    # Three games in three groups of settings: 50 sessions of one run, or 10 of six runs of the two published games.
    "ea_melee": 450, "ea_rational": 450, "ea_rational_untold": 450, "ea_self": 450, "ea_senior": 300, "ea_cot": 300,
    "ea_history_rational": 60, "ea_history_melee": 90,
    # Challengers times the matches of one; Figure 9 is planned for one of its two ways of stating beliefs.
    "magic_leaderboard": 3 * 143, "magic_pgm": 4 * 143, "magic_pgm_prompts": 4 * 40, "magic_tendencies": 4 * 42,
    # Pairs of agents, times matches, times games.
    "gb_rules": 1 * 10 * 4, "gb_observation": 1 * 10 * 2, "gb_reasoning": 6 * 2 * 9, "gb_mcts": 3 * 2 * 9,
    "gb_guide": 1 * 10 * 9, "gb_rap_depth": 6 * 2 * 9,
}
IMPORTED = {"published_reasoning", "magic_published", "magic_published_pgm"}  # with wordings that have to be imported
# Tables and figures with captions in the papers; GameBench's appendix H has none.
CAPTIONS = {"gamma_bench": (9, 12), "gtbench": (8, 11), "econ_arena": (2, 7), "magic": (6, 10), "gamebench": (3, 2)}
GAMEBENCH_GAMES = ("ALS", "ARC", "AYT", "CN", "HV", "PT", "SN", "TRB", "SB")
GTBENCH_GAMES = {"tic_tac_toe", "connect_four", "breakthrough(columns=3)", "nim", "kuhn_poker", "liars_dice",
                 "first_sealed_auction", "negotiation", "pig(winscore=20)", "iterated_prisoners_dilemma"}


def rows(suite: str) -> list[tuple[str, str]]:
    """Parts of the paper and their commands in the page's table of experiments; "the same" is the command above."""
    page = (ROOT / "docs" / f"{suite}.md").read_text(encoding="utf-8")
    start = min(page.index(heading) for heading in ("## Experiments of the paper", "## Tables and figures of the paper")
                if heading in page)
    found: list[tuple[str, str]] = []
    for match in ROW.finditer(page[start:page.index("\n## ", start + 1)]):
        found.append((match["paper"], match["command"] or found[-1][1]))
    return found


@pytest.mark.parametrize("suite", SUITES)
def test_every_table_and_figure_is_listed(suite: str) -> None:
    listed = inventory(suite)
    assert (listed.tables, listed.figures) == CAPTIONS[suite]
    assert set(listed.items) <= {item for each in listed.entries for item in each.items}
    assert all(bool(each.command) != bool(each.reason) for each in listed.entries)


@pytest.mark.parametrize("suite", SUITES)
def test_the_docs_and_the_list_have_the_same_commands(suite: str) -> None:
    listed = inventory(suite).entries
    assert sorted(rows(suite)) == sorted((each.paper, each.command) for each in listed if each.command)


def told_in(part: PaperPart) -> set[Told]:
    """All that models are told in a run of an experiment or suite, with every prompt, instruction and agent swept."""
    path = config_folder() / "experiment" / f"{part.name}.yaml"
    run = f"+experiment={part.name}" if path.exists() else f"suite={part.name}"
    conf = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    swept = conf.get("hydra", {}).get("sweeper", {}).get("params", {})
    jobs = [(run, f"{key}={value}") for key, values in swept.items() if re.search("prompt|reasoning|agents", key)
            for value in re.split(r",(?![^\[]*\])", values)] or [(run,)]
    return {Told(str(seat.params["prompt"]), str(seat.params["reasoning"]))
            for job in jobs for spec in planned(*job) for seat in spec.seats if seat.model is not None}


@pytest.mark.parametrize("suite", SUITES)
def test_models_are_told_what_the_paper_told_them_for_the_table_or_figure(suite: str) -> None:
    known = paper_of(suite).told
    for part in inventory(suite).entries:
        if part.command and part.name not in IMPORTED:
            told, conditions = told_in(part), [known[name] for name in part.told]
            assert all(condition.is_met(told) for condition in conditions), part
            assert all(any(condition.covers(each) for condition in conditions) for each in told), (part, told)
            assert conditions or not part.items, part


@pytest.mark.parametrize(("experiment", "told"), [
    ("gt_reasoning", {("paper", "direct"), ("paper", "cot_situation")}), ("ea_cot", {("cot", "cot1")}),
    ("ea_rational", {("rational", "direct")}), ("gt_mistakes", {("paper", "cot_situation")})])
def test_an_experiment_has_the_wording_and_the_instruction_of_its_paper(experiment, told):
    seats = [seat.params for spec in planned(f"+experiment={experiment}") for seat in spec.seats if seat.model]
    assert {(params["prompt"], params["reasoning"]) for params in seats} == told


@pytest.mark.parametrize("experiment", MATCHES)
def test_an_experiment_plays_what_its_table_or_figure_needs(experiment: str) -> None:
    assert len(planned(f"+experiment={experiment}")) == MATCHES[experiment]


@pytest.mark.parametrize(("suite", "illegal", "temperature", "most_tokens"), [
    ("gtbench", IllegalMoves(policy="invalid", retries=0, replays=1), 0.2, 1024),
    ("gamebench", IllegalMoves(policy="random", retries=2), 1, None),
    ("econ_arena", IllegalMoves(policy="charged", retries=0), None, None),
    ("magic", IllegalMoves(policy="charged", retries=0), None, None)])
def test_a_suite_asks_for_a_move_as_its_paper_does(suite: str, illegal: IllegalMoves, temperature, most_tokens) -> None:
    settings = hydra_config.compose_settings([f"suite={suite}"])
    assert settings.illegal == illegal
    if temperature is not None:
        assert (settings.model.temperature, settings.model.max_tokens) == (temperature, most_tokens)


def test_every_experiment_is_listed_and_exists_and_multiruns_are_written_with_their_option() -> None:
    listed = {each.name for paper in inventories() for each in paper.entries if each.command}
    files = {path.stem for path in (config_folder() / "experiment").glob("*.yaml")}
    assert listed - set(SUITES) == files
    assert files - {"magic_balance", *IMPORTED} == set(MATCHES)
    for each in (each for paper in inventories() for each in paper.entries if each.command):
        path = config_folder() / "experiment" / f"{each.name}.yaml"
        sweeps = path.exists() and "sweeper" in path.read_text(encoding="utf-8")
        assert (" -m " in each.command) == (sweeps or "model.name=A,B" in each.command or "seed=0,1" in each.command)


def test_an_experiment_is_found_by_its_name_and_parts_of_papers_are_read_in_words_and_letters_for_models() -> None:
    found = entry("gt_cot")
    assert found is not None
    assert found.overrides == ("+experiment=gt_cot",)
    assert entry("gamma_bench") is None
    with pytest.raises(UsageError, match="suite with a paper"):
        inventory("arena")
    assert PaperPart("Tables 2, 3, Fig. 5").items == ("Table 2", "Table 3", "Figure 5")
    assert PaperPart("Figs. 1a, 2a, 3").items == ("Figure 1", "Figure 2", "Figure 3")
    assert PaperPart("search against random play").items == ()
    assert stand_ins(("agents=[llm@A,cot@B*2,llm@openai/gpt-4o]", "model.name=C,D")) == ["A", "B", "C", "D"]
    assert stand_ins(("+experiment=gamma_temperature", "agents=[llm]")) == []


@pytest.mark.parametrize("agent", ["llm", "cot", "cooperative", "selfish", "mathematician"])
def test_what_the_command_line_says_of_an_agent_goes_before_what_the_suite_says(agent):
    specs = planned("suite=gamma_bench", f"agents=[{agent}]", f"agent.{agent}.memory=none", "matches=1")
    assert {seat.params["memory"] for spec in specs for seat in spec.seats} == {"none"}


@pytest.mark.parametrize("version", ["v1", "v2", "v3", "v4", "v5"])
def test_every_game_of_gamma_bench_has_the_wordings_that_are_compared(version):
    specs = planned("+experiment=gamma_prompt", f"prompt={version}")
    assert {seat.params["prompt"] for spec in specs for seat in spec.seats} == {version}


def test_gamma_bench_has_the_settings_of_table_9_and_fixed_strategies_in_the_last_seat():
    specs = planned("suite=gamma_bench")
    assert Counter(spec.game for spec in specs) == dict.fromkeys(GAME_SCORES, 5)
    assert ({spec.suite for spec in specs}, {spec.run for spec in specs}) == ({"gamma_bench"}, {1, 2, 3, 4, 5})
    assert {len(spec.seats) for spec in specs} == {10}
    assert {seat.params["memory"] for spec in specs for seat in spec.seats} == {"reports"}
    specs = planned("+experiment=gamma_settings")
    ratios = [spec.params["ratio"] for spec in specs if spec.game == "guess_two_thirds"]
    assert ratios == pytest.approx([number / 6 for number in range(13)], abs=0)
    diners = {tuple(spec.params[name] for name in ("cheap_price", "cheap_utility", "costly_price", "costly_utility"))
              for spec in specs if spec.game == "diners_dilemma"}
    assert diners == {(10, 15, 20, 20), (11, 5, 20, 7), (4, 19, 9, 20), (1, 8, 19, 12), (4, 5, 17, 7), (2, 11, 8, 13)}
    assert [spec.params["gold"] for spec in specs if spec.game == "pirate_game"] == [4, 5, 100, 400]
    dollar, goods = planned("+experiment=gamma_fixed_strategies")
    assert [seat.agent for seat in dollar.seats] == ["llm"] * 9 + ["fixed:91"]
    assert [seat.agent for seat in goods.seats] == ["llm"] * 9 + ["fixed:0"]


def pairings(specs):
    """The number of matches by game and the agents of the seats, each agent once."""
    return Counter((games.label(spec.game, spec.params), *sorted({seat.agent for seat in spec.seats}))
                   for spec in specs)


@pytest.mark.parametrize(("experiment", "settings"), [
    ("gb_guide", ("guide=null", "guide=basics", "guide='Win.  Do not lose.'")),
    ("gb_rules", ("rules=look_up", "rules=full")),
    ("gb_observation", ("observation=text", "observation=image", "observation=described"))])
def test_the_values_that_an_experiment_sweeps_make_different_matches(experiment, settings):
    describer = ["agent.llm.describer=openai/gpt-4o"] if experiment == "gb_observation" else []
    swept = [{spec.match_id for spec in planned(f"+experiment={experiment}", f"agent.llm.{value}", *describer)}
             for value in settings]
    assert all(one != other for place, one in enumerate(swept) for other in swept[:place])


def test_every_two_agents_of_gamebench_meet_twice_with_sides_drawn_and_anchors_of_any_budget_meet_the_same():
    met = pairings(planned("suite=gamebench"))
    agents = ("llm", "random", "think_then_answer")
    assert {(code_of(game), *pair): number for (game, *pair), number in met.items()} == {
        (game, *pair): 2 for game in GAMEBENCH_GAMES for pair in (agents[:2], agents[1:], agents[::2])}
    specs = planned("suite=gamebench", "agents=[random,mcts]", "matches=6")
    for first, second in zip(specs[::2], specs[1::2], strict=True):
        assert first.seed != second.seed
        assert {seat.agent for seat in first.seats} == {"random", "mcts"}
        assert all(one != other for one, other in zip(first.seats, second.seats, strict=True))
    assert {spec.seats[0].agent for spec in specs[::2]} == {"random", "mcts"}
    few, many = (planned("+experiment=gb_mcts", f"agent.mcts.simulations={number}") for number in (10, 1000))
    same = {spec.match_id for spec in few} & {spec.match_id for spec in many}
    assert len(same) == 2 * len(GAMEBENCH_GAMES)  # those of the model against random play


def test_gtbench_is_fifty_matches_of_ten_games_in_both_seats_and_two_models_meet_everybody():
    met = pairings(planned("suite=gtbench"))
    assert (set(met.values()), {game for game, *_ in met}) == ({50}, GTBENCH_GAMES)
    assert ("iterated_prisoners_dilemma", "llm", "tit_for_tat") in met
    assert [key for key in met if key[0] == "negotiation"] == [("negotiation", "llm", "mcts")]
    in_nim = [[seat.agent for seat in spec.seats] for spec in planned("suite=gtbench") if spec.game == "nim"]
    assert [agents[0] for agents in in_nim if "mcts" in agents] == ["llm"] * 25 + ["mcts"] * 25
    for spec in planned("suite=gtbench"):
        for seat in spec.seats:
            assert seat.params.get("forced_moves", "played") == "played"
    met = pairings(planned("suite=gtbench", "agents=[llm@offline/random,cot@offline/first]", "matches=6"))
    assert {pair[1:] for pair in met if pair[0] == "nim"} == {
        ("cot", "llm"), ("llm", "random"), ("llm", "mcts"), ("cot", "random"), ("cot", "mcts")}
    met = pairings(planned("+experiment=gt_mistakes"))
    assert (set(met.values()), {game for game, *_ in met}) == ({5}, GTBENCH_GAMES)
    assert {(game == "iterated_prisoners_dilemma", *agents) for game, *agents in met} == {
        (False, "cot", "mcts"), (True, "cot", "tit_for_tat")}

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

from gtarena.errors import UsageError
from gtarena.logs.reader import read_records
from gtarena.reports.transcript import transcript
from gtarena.suites.gamma_bench.importer.log_import import import_logs
from tests.support import records as made
from tests.support.gamma_bench_logs import (
    BAR,
    BATTLE,
    DINER,
    DOLLAR,
    FIRST_PRICE,
    GOODS,
    GUESS,
    PIRATES,
    PUBLISHED,
    SECOND_PRICE,
    changed,
    imported,
    notes,
    shot,
    write,
)

PERSONA = "You care for nobody but yourself. "


def only(folder: Path, name: str, contents: dict[str, Any]) -> Any:
    (record,) = imported(folder, **{name: contents})
    return record


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_log_is_the_match_that_our_game_says_it_is(tmp_path: Path, name: str) -> None:
    contents, game, returns = PUBLISHED[name]
    record = only(tmp_path, name, contents)
    assert (record.suite, record.game, record.source) == ("gamma_bench", game, f"{name}.json")
    assert record.returns == pytest.approx(returns)
    assert (record.tags["stated"], record.tags["differences"], notes(record)) == ([], [], [])
    # OpenSpiel's own state goes through the same moves to the same end.
    assert "the log has other returns" not in "\n".join(transcript(record))


def test_parameters_are_those_of_the_log_and_seats_chance_and_compound_moves_stand_in_the_history_by_name(
        tmp_path: Path) -> None:
    guess, auction, battle, pirates = (
        [(step.player, step.name) for step in only(tmp_path / "a" / name, name, PUBLISHED[name][0]).history]
        for name in ("guessing_game_v1_1", "sealed_bid_auction_v1_1", "battle_royale_v1_h3", "pirate_game_v1_1"))
    assert guess[:3] == [(0, "10"), (1, "20"), (2, "60")]  # in the players' own order
    assert auction == [
        (-1, "Player 0 values the item at 200"), (-1, "Player 1 values the item at 0"),
        (-1, "Player 2 values the item at 70"), (0, "50"), (1, "0"), (2, "50"), (-1, "Player 2 wins the tie")]
    assert battle[:5] == [(0, "player_2"), (-1, "Missed"), (1, "miss"), (2, "player_0"), (-1, "Hit")]
    assert pirates[3:] == [(1, "reject"), (2, "reject"), (1, "99 to pirate 2"), (1, "1 to pirate 3"), (2, "reject")]
    records = imported(tmp_path / "b", **{name: contents for name, (contents, *_) in PUBLISHED.items()})
    params = {record.source.removesuffix(".json"): record.params for record in records}
    expected: dict[str, dict[str, Any]] = {
        "guessing_game_v1_1": {"players": 3, "rounds": 2, "low": 0, "high": 100, "ratio": 2 / 3},
        "bar_game_implicit_v1_1": {"capacity": 0.6, "fun": 10, "crowded": 0, "home": 5, "feedback": "implicit"},
        "divide_dollar_v1_1": {"gold": 100, "rounds": 2},
        "public_goods_v1_1": {"tokens": 20, "multiplier": 2.0, "rounds": 1},
        "diner_dilemma_v1_1": {"cheap_price": 10, "cheap_utility": 15, "costly_price": 20, "costly_utility": 20},
        "sealed_bid_auction_v1_1": {"max_value": 200, "value_step": 10, "price": "first"},
        "sealed_bid_auction_v1_2": {"max_value": 200, "value_step": 10, "price": "second"},
        "battle_royale_v1_h3": {"lowest_rate": 30, "rate_step": 10, "max_shots": 20, "targets": "others"},
        "pirate_game_v1_1": {"players": 3, "gold": 100}}
    for name, some in expected.items():
        assert params[name].items() >= some.items(), name


@pytest.mark.parametrize(("name", "contents", "path", "value", "what", "ours"), [
    ("guessing_game_v1_1", GUESS, ("mean",), 31, "mean", 30),
    ("guessing_game_v1_1", GUESS, ("mean_ratio",), 20.00001, "mean_ratio", 20),
    ("guessing_game_v1_1", GUESS, ("winner",), 10, "winner", 20),
    ("guessing_game_v1_1", GUESS, ("winner_num",), 2, "winner_num", 1),
    ("guessing_game_v1_1", GUESS, ("responses",), [10, 20, 61], "responses", [10, 20, 60]),
    ("bar_game_explicit_v1", BAR, ("go_num",), 1, "go_num", 2),
    ("bar_game_explicit_v1", BAR, ("winner",), "go", "winner", "stay"),
    ("bar_game_explicit_v1", BAR, ("utility",), 10, "bar's utility", 0),
    ("divide_dollar_v1", DOLLAR, ("total_proposal",), 99, "total_proposal", 100),
    ("public_goods_v1", GOODS, ("total_tokens",), 60, "total_tokens", 30),
    ("diner_dilemma_v1", DINER, ("cheap_player",), 1, "cheap_player", 2),
    ("diner_dilemma_v1", DINER, ("total_cost",), 41, "total_cost", 40),
    ("diner_dilemma_v1", DINER, ("avg_cost",), 13, "avg_cost", 40 / 3),
    ("diner_dilemma_v1", DINER, ("cost_msg",), "1 * 20 + 2 * 10 = 50", "cost_msg", [1, 20, 2, 10, 40]),
    ("sealed_bid_auction_v1", FIRST_PRICE, ("bid_winner_payment",), 0, "bid_winner_payment", 50),
    ("sealed_bid_auction_v1", FIRST_PRICE, ("bid_winner_proposed",), 51, "bid_winner_proposed", 50),
    ("sealed_bid_auction_v1", FIRST_PRICE, ("bid_winner",), "player_1", "bid_winner", 0),
    ("sealed_bid_auction_v1", FIRST_PRICE, ("valuations", 2), 75, "valuations", [200, 0, 70]),
    ("sealed_bid_auction_v1", SECOND_PRICE, ("utility",), [50, 0, 0], "round's utility", [150, 0, 0]),
    ("battle_royale_v1", BATTLE, ("initial_players", 0, 1), 31, "initial_players",
     [["player_0", 30], ["player_1", 40], ["player_2", 50]]),
    ("battle_royale_v1", BATTLE, ("player_shooting",), "1", "player_shooting", 0)])
def test_what_a_log_states_otherwise_than_our_game_is_a_difference(
    tmp_path: Path, name: str, contents: dict[str, Any], path: tuple[Any, ...], value: Any, what: str, ours: Any
) -> None:
    record = only(tmp_path, name, changed(contents, "round_records", 0, *path, to=value))
    found = {each["what"]: each for each in record.tags["differences"]}
    assert (found[what]["round"], found[what]["ours"]) == (0, pytest.approx(ours) if isinstance(ours, float) else ours)


def test_numbers_in_quotation_marks_and_written_as_decimals_are_those_numbers(tmp_path: Path) -> None:
    record = only(tmp_path / "guess", "guessing_game_v1_p1", changed(GUESS, "player_data", 1, "records", 0, to="20"))
    assert (record.returns, record.tags["stated"]) == ([1, 2, 0], [])
    values = [float(value) for value in FIRST_PRICE["round_records"][0]["valuations"]]
    changed_log = changed(FIRST_PRICE, "round_records", 0, "valuations", to=values)
    decimal, whole = (only(tmp_path, "sealed_bid_auction_v1", contents) for contents in (changed_log, FIRST_PRICE))
    assert (decimal.history, decimal.returns) == (whole.history, whole.returns)


@pytest.mark.parametrize(("logged", "winner"), [(10, 10), (20, 20)])
def test_which_of_two_equally_near_numbers_wins_is_noted_and_no_difference(
    tmp_path: Path, logged: int, winner: int
) -> None:
    # The mean is 30 and its half 15: 10 and 20 are equally near.
    contents = changed(changed(GUESS, "meta", "ratio", to=0.5), "round_records", 0, "mean_ratio", to=15)
    contents = changed(contents, "round_records", 1, "mean_ratio", to=10)
    contents = changed(contents, "round_records", 0, "winner", to=logged)
    record = only(tmp_path, "guessing_game_v1_r3", contents)
    assert record.tags["differences"] == []
    assert notes(record) == [f"round 1: 10 and 20 are equally near to the target, and {winner} wins"]


@pytest.mark.parametrize(("name", "contents", "stated"), [
    ("diner_dilemma_v1", DINER, "costly_dish"), ("diner_dilemma_v1", DINER, "cheaper"),
    ("diner_dilemma_v1", DINER, "the costly one"),  # whatever is not the cheap dish is the costly one
    ("sealed_bid_auction_v1", FIRST_PRICE, -5)])  # played as nothing
def test_a_choice_that_the_game_does_not_have_is_played_as_the_nearest_and_kept_as_stated(
    tmp_path: Path, name: str, contents: dict[str, Any], stated: Any
) -> None:
    contents = changed(contents, "player_data", 1, "records", 0, to=stated)
    record = only(tmp_path, name, changed(contents, "round_records", 0, "responses", 1, to=stated))
    assert (record.tags["stated"], record.tags["differences"]) == ([[0, 1, stated]], [])


@pytest.mark.parametrize(("target", "stated"), [
    ("0", [[3, 1, "0"]]), ("17", [[3, 1, "17"]]), ("the strongest", [[3, 1, "the strongest"]]),
    ("null", []), ("-1", []), (None, [])])
def test_a_shot_at_nobody_alive_is_a_deliberate_miss(tmp_path: Path, target: Any, stated: list[Any]) -> None:
    record = only(tmp_path, "battle_royale_v1", changed(BATTLE, "round_records", 3, to=shot(1, target, False, (1, 2))))
    assert [step.name for step in record.history if step.player == 1] == ["miss", "miss"]
    assert (record.tags["stated"], record.tags["differences"]) == (stated, [])


def test_plans_numbers_and_shots_that_our_game_does_not_have_are_kept_as_stated_or_differ(tmp_path: Path) -> None:
    record = only(tmp_path / "a", "pirate_game_v1", changed(PIRATES, "round_records", 0, "responses", 1, to="accept"))
    assert record.returns == [100, 0, 0]
    assert [each["what"] for each in record.tags["differences"]] == ["the game goes on"]
    contents = changed(DOLLAR, "player_data", 0, "records", 1, to=141)
    contents = changed(contents, "round_records", 1, "responses", to=[30, 30, 141])
    contents = changed(contents, "round_records", 1, "total_proposal", to=201)
    record = only(tmp_path / "b", "divide_dollar_v1_1", contents)
    assert (record.tags["stated"], record.history[3].action) == ([[1, 0, 141]], 100)
    assert record.tags["differences"] == [{"round": 1, "what": "total_proposal", "logged": 201, "ours": 160}]
    contents = changed(BATTLE, "round_records", 0, to=shot(0, "player_0", True, (0, 1, 2)))
    contents["round_records"][1:] = [shot(1, "2", True, (1, 2))]
    record = only(tmp_path / "c", "battle_royale_v1", contents)
    assert (record.params["targets"], record.returns) == ("anyone", [0, 1, 0])
    contents = copy.deepcopy(BATTLE)
    contents["round_records"] = contents["round_records"][:4]
    record = only(tmp_path / "c", "battle_royale_v1", contents)
    assert (record.params["max_shots"], record.returns) == (4, [0, 0, 0])


@pytest.mark.parametrize(("plan", "played"), [
    ([102, -1, -1], [100, 0, 0]), ([60, 60, -20], [40, 60, 0]), ([50, 20, 20], [60, 20, 20]), ([0, 0, 0], [100, 0, 0])])
def test_an_impossible_plan_is_mended_with_the_least_change(tmp_path: Path, plan: list[int], played: list[int]) -> None:
    record = only(tmp_path, "pirate_game_v1", changed(PIRATES, "round_records", 0, "gold_distribution", to=plan))
    assert ([step.action for step in record.history[:3]], record.tags["stated"]) == (played, [[0, 0, plan]])


@pytest.mark.parametrize(("name", "model", "version", "settings", "run", "tag"), [
    ("pirate_game_v1_3", "gpt-3.5-turbo-0125", "gamabench_v1", {}, 3, "3"),
    ("pirate_game_v1", "gpt-3.5-turbo-0125", "gamabench_v1", {}, 1, ""),
    ("pirate_game_v4", "gpt-3.5-turbo-0125", "gamabench_v4", {}, 1, ""),
    ("gpt-4o_pirate_game_v1_t3", "gpt-4o", "gamabench_v1", {"temperature": 0.6}, 1, "t3"),
    ("gpt-4-0125-preview-pirate_game_v1_5", "gpt-4-0125-preview", "gamabench_v1", {}, 5, "5"),
    ("gpt-3.5_1106_pirate_game_v1_5", "gpt-3.5_1106", "gamabench_v1", {}, 5, "5"),
    ("pirate_game_t0", "gpt-3.5-turbo-0125", "gamabench_v1", {"temperature": 0.0}, 1, "t0"),
    ("pirate_game_v1_cot1", "gpt-3.5-turbo-0125", "gamabench_v1", {"reasoning": "gamabench_cot1"}, 1, "cot1"),
    ("pirate_game_v1_role1", "gpt-3.5-turbo-0125", "gamabench_v1", {"persona": "gamabench_role1"}, 1, "role1"),
    ("pirate_game_v1_role2", "gpt-3.5-turbo-0125", "gamabench_v1", {"persona": "gamabench_role2"}, 1, "role2"),
    ("pirate_game_v1_role3", "gpt-3.5-turbo-0125", "gamabench_v1", {"persona": "gamabench_role3"}, 1, "role3"),
    ("pirate_game_v1_g2", "gpt-3.5-turbo-0125", "gamabench_v1", {}, 1, "g2"),
    ("somebody's own", "gpt-3.5-turbo", "gamabench_v1", {}, 1, "")])
def test_the_file_s_name_says_who_played_how(
    tmp_path: Path, name: str, model: str, version: str, settings: dict[str, Any], run: int, tag: str
) -> None:
    record = only(tmp_path, name, PIRATES)
    usual = {"kind": "llm", "prompt": version, "temperature": 1.0, "reasoning": "none", "persona": None}
    assert (record.tags["run"], record.tags["tag"]) == (run, tag)
    assert {(seat.agent, seat.model) for seat in record.seats} == {("llm", model)}
    assert record.seats[0].params == {**usual, **settings}


def test_payoffs_are_compared_where_there_are_any_and_the_name_of_an_experiment_helps_where_the_files_does_not(
        tmp_path: Path) -> None:
    for earned, differences in ((30, [{"round": 1, "what": "utility", "logged": [0, 0, 30], "ours": [0, 0, 0]}]),
                                (None, [])):
        contents = copy.deepcopy(DOLLAR)
        for player in contents["player_data"]:
            player["utility"] = player["utility"] if earned else []
        contents["player_data"][2]["utility"][1:] = [earned] if earned else []
        assert only(tmp_path / "a", "divide_dollar_v1", contents).tags["differences"] == differences
    record = only(tmp_path / "b", "log", changed(PIRATES, "meta", "name_exp", to="gpt-4o_pirate_game_v2_t1"))
    assert (record.seats[0].model, record.seats[0].params["prompt"], record.tags["tag"]) == (
        "gpt-4o", "gamabench_v2", "t1")


def test_a_seat_with_a_fixed_strategy_is_no_model(tmp_path: Path) -> None:
    record = only(tmp_path, "divide_dollar_v1_s1", changed(DOLLAR, "player_data", 2, "model", to="specified=40/30"))
    assert record.seats[2].model_dump() == {
        "agent": "fixed:40/30", "model": None, "params": {"kind": "fixed", "moves": "40/30"}}


def with_system_text(contents: dict[str, Any], text: str) -> dict[str, Any]:
    return changed(contents, "player_data", 0, "prompt", to=[{"role": "system", "content": text}])


def test_a_persona_that_only_the_prompt_tells_of_is_noted_and_named_where_another_file_names_it_and_so_are_copies(
        tmp_path: Path) -> None:
    first, second = imported(tmp_path / "a", sealed_bid_auction_v1_1=FIRST_PRICE, sealed_bid_auction_v1_2=FIRST_PRICE)
    assert first.match_id != second.match_id
    assert (notes(first), notes(second)) == ([], ["the same bytes as sealed_bid_auction_v1_1.json"])
    rules = "\n\nThese are the rules."
    found = {record.source: notes(record) for record in imported(
        tmp_path / "b", pirate_game_v1_1=with_system_text(PIRATES, PERSONA + rules),
        pirate_game_v1_2=with_system_text(PIRATES, rules),
        pirate_game_v1_role2=with_system_text(DOLLAR, PERSONA + rules),
        pirate_game_v1_role3=with_system_text(PIRATES, PERSONA + "." + rules),
        pirate_game_v2=with_system_text(changed(PIRATES, "meta", "round_id", to=7), PERSONA + rules),
        pirate_game_v1_3=PIRATES)}
    opening = "its system text opens with 'You care for nobody but yourself.'"
    assert found.pop("pirate_game_v1_1.json") == [f"{opening}, which its name does not say"]
    assert set(map(tuple, found.values())) == {()}
    first, *_ = imported(
        tmp_path / "c", pirate_game_v1_1=with_system_text(PIRATES, PERSONA + "Rules."),
        pirate_game_v1_2=with_system_text(PIRATES, "Rules."),
        pirate_game_v1_role2=with_system_text(changed(PIRATES, "meta", "round_id", to=7), PERSONA + "Rules."))
    assert notes(first) == [
        "its system text opens with 'You care for nobody but yourself.', as with the persona gamabench_role2,"
        " which its name does not say"]


@pytest.mark.parametrize(("name", "expected"), [
    ("public_goods_v1_t0", ["multiplier=1.0 where 2.0 is usual, which its name does not say"]),
    ("public_goods_v1_r2", [])])
def test_another_parameter_than_the_name_tells_of_is_noted(tmp_path: Path, name: str, expected: list[str]) -> None:
    assert notes(only(tmp_path, name, changed(GOODS, "meta", "ratio", to=1))) == expected


@pytest.mark.parametrize(("contents", "reason"), [
    (changed(GUESS, "round_records", to=[]), "round_records: List should have at least 1 item"),
    (changed(GUESS, "meta", to={}), "'min' is missing"),
    (changed(GUESS, "player_data", 1, "records", to=[20]), "list index out of range"),
    (changed(GUESS, "player_data", 1, "records", 0, to="twenty"), "player_1 stated 'twenty', which is not a number"),
    (changed(GUESS, "meta", "max", to=0), "high=0 is not a whole number from 1"),
    (changed(BAR, "player_data", 1, "records", 0, to="maybe"), "player_1 stated 'maybe', not stay or go"),
    (changed(GOODS, "meta", "reset", to=False), "tokens that are kept"),
    (changed(GOODS, "meta", "token_initialization", to="random"), "kept or drawn at random"),
    (changed(FIRST_PRICE, "meta", "valuation_min", to=5), "valuation_min=5 is not 0, "),
    (changed(FIRST_PRICE, "round_records", 0, "valuations", 1, to=200), "20 is not an outcome of chance here"),
    (changed(PIRATES, "round_records", 1, "responses", to=["accept"]), "round 2: 0 players have chosen instead of 1"),
    (changed(PIRATES, "round_records", to=PIRATES["round_records"][:1]), "it stops before the game is over"),
    (changed(PIRATES, "round_records", 0, to={"gold": 1}), "its game is unknown"),
    (changed(PIRATES, "player_data", 0, "model", to="half \ud800"), "surrogates not allowed"),
    (changed(DOLLAR, "player_data", 0, "records", 0, to="9" * 5000), "Exceeds the limit"),
    (changed(DOLLAR, "round_records", 0, "responses", to=7), "not iterable")])
def test_a_damaged_log_is_one_line_and_the_others_are_imported(
    tmp_path: Path, contents: dict[str, Any], reason: str
) -> None:
    write(tmp_path / "raw" / "a.json", contents)
    write(tmp_path / "raw" / "far" / "below" / "divide_dollar_v1_1.json", DOLLAR)
    lines = list(import_logs(tmp_path / "raw", tmp_path / "out.jsonl"))
    (line,) = (line for line in lines if line.startswith("a.json"))
    assert reason in line
    assert "not imported: 1 damaged logs, 0 other JSON files" in lines
    assert [record.source for record in read_records(tmp_path / "out.jsonl")] == ["far/below/divide_dollar_v1_1.json"]


def test_the_lines_count_what_was_found(tmp_path: Path) -> None:
    write(tmp_path / "pirate_game_v1_1.json", PIRATES)
    write(tmp_path / "divide_dollar_v1_1.json", changed(DOLLAR, "player_data", 0, "records", 0, to=-1))
    write(tmp_path / "divide_dollar_v1_2.json", changed(DOLLAR, "round_records", 1, "total_proposal", to=0))
    write(tmp_path / "data.json", {"scores": [1, 2]})
    (tmp_path / "broken.json").write_text("{")
    lines = list(import_logs(tmp_path, tmp_path / "out.jsonl"))
    assert lines[0].startswith("broken.json: not imported:")
    assert "divide_dollar: 2 matches, 4 rounds compared, 1 stated values not legal" in lines
    assert "all: 3 matches, 6 rounds compared" in lines
    at = lines.index("  divide_dollar: total_proposal: 1")
    assert lines[at + 1] == "    divide_dollar_v1_2.json round 2: logged 0, ours 101"
    assert "  divide_dollar: total_proposal where a stated value was not legal: 1" in lines
    assert lines[-2:] == ["not imported: 1 damaged logs, 1 other JSON files", f"written to {tmp_path / 'out.jsonl'}"]


@pytest.mark.parametrize("text", ["notes of mine\n", "", json.dumps({"a": 1}) + "\n",
                                  made.record("played", [made.seat()] * 2, [1, -1], suite="gamma_bench").line() + "\n"])
def test_nothing_but_an_earlier_import_is_written_over(tmp_path: Path, text: str) -> None:
    write(tmp_path / "raw" / "pirate_game_v1_1.json", PIRATES)
    out = tmp_path / "matches.jsonl"
    out.write_text(text)
    with pytest.raises(UsageError, match=r"matches\.jsonl exists and is not a file of imported gamma-Bench matches"):
        list(import_logs(tmp_path / "raw", out))
    assert out.read_text() == text


def test_importing_again_replaces_the_file_with_the_same_and_nothing_is_written_where_every_log_is_damaged(
        tmp_path: Path) -> None:
    imported(tmp_path, pirate_game_v1_1=PIRATES)
    first = (tmp_path / "published.jsonl").read_bytes()
    imported(tmp_path)
    assert (tmp_path / "published.jsonl").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["published.jsonl", "raw"]
    imported(tmp_path, pirate_game_v1_1=PIRATES)
    before = (tmp_path / "published.jsonl").read_bytes()
    with pytest.raises(UsageError, match="none of the logs could be imported"):
        imported(tmp_path, pirate_game_v1_1=changed(PIRATES, "meta", "gold", to=0))
    assert (tmp_path / "published.jsonl").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["published.jsonl", "raw"]


def test_a_folder_without_logs_and_a_file_of_another_kind_are_errors(tmp_path: Path) -> None:
    write(tmp_path / "data.json", {"scores": []})
    with pytest.raises(UsageError, match="has no logs of gamma-Bench"):
        list(import_logs(tmp_path, tmp_path / "out.jsonl"))
    with pytest.raises(UsageError, match="is not a directory; pass"):
        list(import_logs(tmp_path / "missing", tmp_path / "out.jsonl"))
    assert not (tmp_path / "out.jsonl").exists()
    write(tmp_path / "pirate_game_v1_1.json", PIRATES)
    with pytest.raises(UsageError, match=r"out\.json does not end in \.jsonl, as a file of matches has to"):
        list(import_logs(tmp_path, tmp_path / "out.json"))


@pytest.mark.skipif("GTARENA_GAMABENCH" not in os.environ, reason="GTARENA_GAMABENCH names no folder of raw results")
def test_the_published_logs_agree_with_our_games_wherever_stated_values_are_legal(tmp_path: Path) -> None:
    lines = list(import_logs(Path(os.environ["GTARENA_GAMABENCH"]), tmp_path / "out.jsonl"))
    for record in read_records(tmp_path / "out.jsonl"):
        mended = {number for number, _, _ in record.tags["stated"]}  # type: ignore[union-attr,misc]
        assert [each for each in record.tags["differences"] if each["round"] not in mended] == []  # type: ignore
    assert lines[-1].startswith("written to")

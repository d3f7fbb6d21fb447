import json
from collections import Counter
from contextlib import suppress
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gtarena
from gtarena.errors import UsageError
from gtarena.logs.reader import Records
from gtarena.metrics.ratings import public
from gtarena.suites.gamebench.importer.match_import import import_matches
from gtarena.suites.reporting import write_run_report
from tests.support.gamebench_matches import HIVE_TIES, PUBLISHED, duels, entries, published_file
from tests.support.records import write_log


def imported(folder, *listed):
    """Imports the entries and returns the records, in the order of the file."""
    lines = list(import_matches(published_file(folder, listed), folder / "out.jsonl"))
    return sorted(Records(folder / "out.jsonl"), key=lambda record: record.tags["entry"]), lines


OTHERWISE_CALLED = {"hive_without_beetles": "hive"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file in the published form, imported: its records and the lines of the report."""
    return imported(tmp_path_factory.mktemp("whole"), *entries())


def test_every_entry_is_a_match_of_its_game_and_ties_are_counted(whole):
    records, lines = whole
    assert Counter(OTHERWISE_CALLED.get(record.game, record.game) for record in records) == PUBLISHED
    assert sum(PUBLISHED.values()) == len(records) == len({record.match_id for record in records}) == 277
    assert f"hive_without_beetles: 21 matches ({HIVE_TIES} exact ties)" in lines
    assert "all: 277 matches (18 exact ties) of 7 agents" in lines


@pytest.mark.parametrize(("game", "teams"), [
    ("air_land_sea", [0, 1]), ("are_you_the_traitor", [0, 0, 1, 1, 1]), ("codenames", [0, 0, 1, 1]),
    ("pit", [0, 0, 1, 1]), ("two_rooms_and_a_boom", [0, 0, 0, 1, 1, 1]), ("sea_battle", [0, 0, 0, 1, 1, 1])])
def test_the_first_agent_has_all_seats_of_team_0(tmp_path, game, teams):
    (record,), lines = imported(tmp_path, {"game": game, "human": 1, "gpt-3": 0})
    assert record.seat_teams == teams
    assert [seat.agent for seat in record.seats] == ["human" if team == 0 else "gpt-3" for team in teams]
    assert record.returns == [1.0 - team for team in teams]
    assert "sides are not published: the first agent of an entry is in team 0" in lines


def test_a_record_has_the_scores_and_no_moves_and_other_spellings_make_no_other_agent_and_unknown_games_are_kept(
        tmp_path):
    (record,), _ = imported(tmp_path, {"game": "air_land_sea", "gpt-4": 0.25, "random": 0.75})
    assert [seat.agent for seat in record.seats] == ["gpt-4", "random"]
    assert [seat.model for seat in record.seats] == [None, None]
    assert (record.returns, record.outcome, record.history) == ([0.25, 0.75], "finished", [])
    assert (record.suite, record.source, record.tags) == ("gamebench", "gamebench", {"entry": 1})
    entry = {"game": "hive", "gpt-4-rap": 0.5, "random": 0.5}
    records, lines = imported(tmp_path, entry, entry, {"game": "pit ", " gpt4-rap ": 0, "random": 1})
    assert [record.game for record in records] == ["hive_without_beetles", "hive_without_beetles", "pit"]
    assert [record.seats[0].agent for record in records] == ["gpt-4-rap"] * 3
    assert len({record.match_id for record in records}) == 3
    assert {"hive_without_beetles: 2 matches (2 exact ties)", "pit: 1 match"} <= set(lines)
    (record,), lines = imported(tmp_path, {"game": "atari_boxing", "gpt-4": 1, "random": 0})
    assert (record.game, record.seat_teams) == ("atari_boxing", [0, 1])
    assert "atari_boxing: 1 match (not a game of GameBench: a seat for each agent)" in lines


def test_the_folder_of_the_file_will_do_and_the_same_import_gives_the_same_bytes(tmp_path):
    published_file(tmp_path, entries()[:5])
    for name in ("one.jsonl", "two.jsonl", "one.jsonl"):
        assert list(import_matches(tmp_path, tmp_path / name))[-1] == f"written to {tmp_path / name}"
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


DUEL = {"game": "pit", "a": 1, "b": 0}


@pytest.mark.parametrize(("text", "complaint"), [
    ("", "is not JSON: Expecting value"), ("[{", "is not JSON"), ("[" * 100_000, "is not JSON"),
    ('[{"game": "pit", "a": NaN, "b": 1}]', "is not JSON: NaN is not a number"),
    ('[{"game": "pit", "a": ' + "9" * 5000 + ', "b": 1}]', "is not JSON"),
    ("{}", "is not a JSON array of matches"), ("[]", "is not a JSON array of matches"), ("7", "is not a JSON array"),
    ("[[]]", "entry 1 is not an object"), ("[null]", "entry 1 is not an object"),
    ('[{"a": 1, "b": 0}]', 'entry 1 has no key "game"'),
    ('[{"game": 7, "a": 1, "b": 0}]', "entry 1 has 7 as the name of its game"),
    ('[{"game": " ", "a": 1, "b": 0}]', 'entry 1 has " " as the name of its game'),
    ('[{"game": "pit", "": 1, "b": 0}]', 'entry 1 has "" as the name of its agent'),
    ('[{"game": "pit", "\\ud800": 1, "b": 0}]', "entry 1 has half of a character in the name of its agent"),
    ('[{"game": "pit", "a": 1}]', "entry 1 has 1 agent beside its game, and a match has two"),
    ('[{"game": "pit", "a": 1, "b": 0, "c": 0}]', "entry 1 has 3 agents beside its game, and a match has two"),
    ('[{"game": "pit", "a": 0.5, "a": 0.5}]', 'entry 1 has the key "a" twice'),
    ('[{"game": "pit", "gpt4-rap": 0.5, "gpt-4-rap": 0.5}]', 'entry 1 has the agent "gpt-4-rap" twice'),
    ('[{"game": "pit", "a": "1", "b": 0}]', 'entry 1 gives "a" the score "1", which is not a number from 0 to 1'),
    ('[{"game": "pit", "a": true, "b": 0}]', 'entry 1 gives "a" the score true'),
    ('[{"game": "pit", "a": {"x": 1}, "b": 0}]', 'entry 1 gives "a" the score'),
    ('[{"game": "pit", "a": 1.5, "b": -0.5}]', 'entry 1 gives "a" the score 1.5'),
    ('[{"game": "pit", "a": 1e999, "b": 0}]', 'entry 1 gives "a" the score Infinity'),
    ('[{"game": "pit", "a": 0.5, "b": 0.25}]', "entry 1 has scores of 0.5 and 0.25, which do not sum to 1"),
    (json.dumps([DUEL, 3, DUEL, 4]), "entry 2 is not an object; entry 4 is not an object; nothing was written"),
    (json.dumps([3] * 9), "entry 3 is not an object; and 6 more; nothing was written")])
def test_what_is_no_match_is_refused_with_its_entry_and_nothing_is_written(tmp_path, text, complaint):
    path = tmp_path / "matches.json"
    path.write_text(text)
    with pytest.raises(UsageError) as refused:
        list(import_matches(path, tmp_path / "out.jsonl"))
    assert complaint in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "out.jsonl").exists()


def test_files_that_are_missing_no_text_or_played_are_refused(tmp_path):
    with pytest.raises(UsageError, match=r"absent\.json cannot be read \(No such file.*; pass GameBench's matches"):
        list(import_matches(tmp_path / "absent.json", tmp_path / "out.jsonl"))
    (tmp_path / "matches.json").write_bytes(b"[\xff]")
    with pytest.raises(UsageError, match=r"is not JSON: 'utf-8' codec can't decode"):
        list(import_matches(tmp_path, tmp_path / "out.jsonl"))
    log = write_log(tmp_path / "played.jsonl", *duels("pit", ("a", "b", 1)))
    with pytest.raises(UsageError, match="is not a file of imported GameBench matches"):
        list(import_matches(published_file(tmp_path), log))


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4))
ENTRIES = st.lists(JSON | st.fixed_dictionaries({"game": JSON, "a": JSON, "b": JSON}), max_size=4)


@given(ENTRIES)
def test_any_json_is_imported_or_refused(tmp_path_factory, listed):
    folder = tmp_path_factory.mktemp("any")
    with suppress(UsageError):
        list(import_matches(published_file(folder, listed), folder / "out.jsonl"))
        assert len(list(Records(folder / "out.jsonl"))) == len(listed)


@pytest.mark.parametrize(("scores", "shares"), [
    ((0.30000000000000004, 0.7), (0.3, 0.7)), ((1.0000000000000002, -2e-16), (1, 0)), ((1, -0.0), (1, 0)),
    ((0.3333333, 0.6666666), (1 / 3, 2 / 3)), ((0.333, 0.666), (1 / 3, 2 / 3)), ((0.34, 0.67), (34 / 101, 67 / 101))])
def test_scores_that_were_rounded_are_shares_of_one(tmp_path, scores, shares):
    # One match whose scores do not sum to 1 would make the game's other scores mere wins and losses.
    listed = [{"game": "codenames", "a": scores[0], "b": scores[1]}, {"game": "codenames", "a": 0.6, "b": 0.4}]
    records, lines = imported(tmp_path, *listed)
    assert records[0].returns[:2] == [records[0].returns[0]] * 2
    assert records[0].returns[::2] == pytest.approx(shares, abs=1e-6)
    assert sum(records[0].returns[::2]) == pytest.approx(1, abs=1e-12)
    assert ("rounded scores, divided by their sum: 1 match" in lines) == (abs(sum(scores) - 1) > 1e-9)
    first, _ = public.bradley_terry(records, bootstrap=0)["rating"][:2]
    assert first == pytest.approx(0.5 * log((shares[0] + 0.6) / (shares[1] + 0.4)), abs=2e-3)


# Published scores of Hive are 0, 0.5 and 1, and those of the other games shares.
SMALL = [{"game": "hive", "A": 1, "B": 0}, {"game": "hive", "B": 0.5, "A": 0.5}, {"game": "hive", "B": 1, "A": 0},
         {"game": "hive", "A": 1.0, "B": 0.0}, {"game": "hive", "A": 1, "B": 0},
         {"game": "codenames", "B": 0.25, "A": 0.75}, {"game": "codenames", "C": 0.4, "A": 0.6}]


def test_imported_matches_are_rated_by_their_scores(tmp_path):
    imported(tmp_path, *SMALL)
    frame = gtarena.load_records(tmp_path / "out.jsonl")
    rated = public.bradley_terry(frame, bootstrap=0, undefined="prior").set_index(["game", "agent"])["rating"]
    hive = next(game for game in rated.index.levels[0] if game.startswith("hive"))
    # Three wins of A and one of B; the tie is dropped, and C has no match: the specification's second oracle.
    assert rated[hive, "A"] == pytest.approx(0.500527, abs=1e-5)
    assert rated[hive, "B"] == pytest.approx(-0.596089, abs=1e-5)
    assert rated[hive, "C"] == pytest.approx(0.095562, abs=1e-5)
    scores = gtarena.score(frame, "gamebench")
    assert scores.groupby(["game", "agent"])["value"].mean().to_dict() == pytest.approx({
        (hive, "A"): 0.7, (hive, "B"): 0.3,  # 3.5 and 1.5 of 5
        ("codenames", "A"): 0.675, ("codenames", "B"): 0.25, ("codenames", "C"): 0.4})


def test_games_that_do_not_exist_here_are_reported_like_all_others(tmp_path, capsys, without_pictures):
    imported(tmp_path, *SMALL, {"game": "are_you_the_traitor", "A": 1, "C": 0},
             {"game": "two_rooms_and_a_boom", "A": 1, "B": 0}, {"game": "atari_boxing", "A": 1, "B": 0})
    write_run_report([tmp_path / "out.jsonl"], tmp_path / "report", "GameBench")
    assert "left out" not in capsys.readouterr().out
    table = (tmp_path / "report" / "gamebench" / "checked" / "average-scores.csv").read_text().splitlines()
    assert table[0].split(",")[:1] == ["agent"]
    assert [word for word in table[0].split(",") if not word.endswith((" count", " low", " high"))] == [
        "agent", "overall", "AYT", "CN", "HV", "TRB", "atari_boxing"]
    assert (tmp_path / "report" / "report.html").is_file()

from math import isnan

import pytest

import gtarena
from gtarena.suites.magic.play import MagicPlay
from gtarena.suites.magic.results import MATCH_COLUMNS
from tests.support.magic_matches import aware, cost_sharing, dilemma, match, model, public_good
from tests.support.suite_matches import matches_frame, trace_of


def play(record) -> MagicPlay:
    return MagicPlay.of(trace_of(record))


# The units of all three seats, by ability: printed and coded. In Chameleon two players state a suspect in each of three
# turns, so there are 2 gold units and 4 estimates of those two; in Undercover 3 and 6 in each of two rounds.
UNITS = {
    "chameleon": ({"judgement": 2, "reasoning": 18, "deception": 1, "self_awareness": 9}, {"reasoning": 18}),
    "undercover": ({"judgement": 2, "reasoning": 18, "deception": 1, "self_awareness": 6}, {"reasoning": 12}),
    "three_player_prisoners_dilemma": ({"rationality": 15}, {}),
    "public_good": ({"rationality": 15}, {})}


@pytest.mark.parametrize("game", UNITS)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_by_chance_has_all_units_and_shares_the_credits(game, seed):
    found = play(gtarena.play(game, ["random"] * 3, seed))
    printed, changed = UNITS[game]
    for scheme, expected in (("printed", printed), ("coded", printed | changed)):
        totals = {ability: total for ability, (_, total) in found.counts(range(3), scheme).items() if total}
        assert totals == expected
    assert max(map(found.win_rate, range(3))) > 0
    if found.outcome():
        assert len({found.win_rate(seat) for seat in range(3)}) <= 2


FAIR = ((40, 30, 30),) * 3


@pytest.mark.parametrize(("record", "role", "setting"), [
    (dilemma("CCC", scores=(3, 20, 2)), "three_player_prisoners_dilemma", "3,20,2"),
    (public_good((0, 0, 0), multiplier=1.2), "public_good", "1.2"),
    (public_good((0, 0, 0), multiplier=3), "public_good", "3"),
    (match("cost_sharing(rounds=1)", [4, 0, 5, *[{"proposal": list(shares)} for shares in FAIR], None, None, None]),
     "cost_sharing", "airlines 5,1,6")])
def test_settings_are_named_as_in_the_papers_figures(record, role, setting):
    assert ([play(record).role(seat) for seat in range(3)], play(record).setting()) == ([role] * 3, setting)


def test_tags_name_the_challengers_ties_for_the_highest_total_win_and_odd_scores_are_named():
    assert list(play(dilemma("CCC", challengers=(2,))).challengers) == [2]
    assert list(play(dilemma("CCC", tags={"run": 1})).challengers) == [0, 1, 2]
    found = play(dilemma("DCC", "DDC"))
    assert found.counts([0], "coded")["rationality"] == (2, 2)
    assert found.counts([0, 1, 2], "coded")["rationality"] == (3, 6)
    assert found.counts([], "coded")["rationality"] == (0, 0)
    assert [play(dilemma("DDC")).win_rate(seat) for seat in range(3)] == [1, 1, 0]
    assert [play(public_good((5, 5, 5))).win_rate(seat) for seat in range(3)] == [1, 1, 1]
    record = match("three_player_prisoners_dilemma(rounds=1,defect=2)", [[{"move": "Defect"}] * 3])
    assert play(record).setting() == "3,5,5 (all defect: 2)"


@pytest.mark.parametrize(("challenger", "beliefs"), [
    (model(), "none"), (aware(), "text"), (aware(beliefs="matrix"), "matrix"),
    (model(beliefs="text"), "none")])  # a setting that the agent does not use
def test_beliefs_are_those_of_the_scheme_pgm(challenger, beliefs):
    assert list(matches_frame([dilemma("CCC", challenger=challenger)])["beliefs"]) == [beliefs]


def test_rows_are_for_challengers_or_each_agents_seats_in_finished_matches_named_by_what_varies():
    frame = matches_frame([dilemma("DCC", "CCC", match_id="a", challengers=(0,))])
    assert tuple(frame.columns) == MATCH_COLUMNS
    (row,) = frame.to_dict("records")
    assert (row["match_id"], row["challenger"], row["agent"], row["model"], row["beliefs"]) == (
        "a", "llm m", "llm", "m", "none")
    assert (row["game"], row["role"], row["seats"], row["setting"], row["rounds"]) == (
        "three_player_prisoners_dilemma", "three_player_prisoners_dilemma", (0,), "3,5,5", 2)
    assert row["opponents"] == ("defender gpt-4", "defender gpt-4")
    assert (row["credits"], row["win_rate"], row["score"], row["defections"]) == (1, 1, 8, 0.5)
    assert (row["rationality_right_printed"], row["rationality_total_coded"], row["judgement_total_coded"]) == (1, 2, 0)
    assert isnan(row["cost"])
    assert [unit.right for unit in row["units_coded"]] == [True, False]
    record = dilemma("DCC", challengers=(0, 1), tags={"run": 1})
    rows = {row["challenger"]: row for row in matches_frame([record]).to_dict("records")}
    assert {who: row["seats"] for who, row in rows.items()} == {"llm m": (0, 1), "defender gpt-4": (2,)}
    assert (rows["llm m"]["win_rate"], rows["defender gpt-4"]["win_rate"]) == (0.5, 0)
    assert (rows["llm m"]["rationality_total_coded"], rows["llm m"]["opponents"]) == (2, ())
    frame = matches_frame([dilemma("CCC", challenger=each, match_id=str(number)) for number, each in enumerate([
        aware(temperature=0, beliefs="text"), aware(temperature=1, beliefs="matrix")])])
    assert list(frame["challenger"]) == ["pgm m beliefs=text temperature=0", "pgm m beliefs=matrix temperature=1"]
    assert list(frame["settings"]) == ["temperature=0", "temperature=1"]
    others = ({"outcome": "invalid"}, {"game": "nim"})
    frame = matches_frame([dilemma("CCC").model_copy(update=other) for other in others])
    assert frame.empty
    assert tuple(frame.columns) == MATCH_COLUMNS
    frame = matches_frame([cost_sharing((FAIR, (1, 1, 1)), match_id="a"), cost_sharing((FAIR, (1, 1, None)),
                                                                                      match_id="b")])
    assert list(frame["outcome"]) == ["agreed", "failed"]
    assert frame["cost"].tolist() == [40, pytest.approx(float("nan"), nan_ok=True)]
    assert list(frame["coordination_total_printed"]) == list(frame["coordination_total_coded"]) == [1, 0]
    assert list(frame["coordination_total_published"]) == [1, 1]
    assert list(frame["coordination_right_published"]) == [1, 0]

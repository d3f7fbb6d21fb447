from gtarena.reports.sample_matches import sample_matches
from tests.support.records import call, record
from tests.support.reported_matches import RANDOM, SWEPT


def test_a_sample_is_a_finished_match_with_model_calls_if_the_game_has_one():
    duel, calls = [SWEPT[0], RANDOM], [call(0, 0)]
    forfeited = record("a", duel, None, outcome="forfeit", offender=0, calls=calls)
    without_model = record("b", [RANDOM, RANDOM], [1, -1])
    finished, later = record("c", duel, [1, -1], calls=calls), record("d", duel, [1, -1], calls=calls)
    other = record("e", [RANDOM, RANDOM], [1, -1], game="nim")
    matches = [other, later, forfeited, without_model, finished]
    assert [each.match_id for each in sample_matches(matches)] == ["c", "e"]
    assert [each.match_id for each in sample_matches([without_model, forfeited])] == ["a"]


def test_games_with_other_parameters_have_samples_of_their_own():
    matches = [record(str(winscore), [RANDOM] * 2, [1, -1], game="pig", params={"winscore": winscore})
               for winscore in (10, 20)]
    assert [each.match_id for each in sample_matches(matches)] == ["10", "20"]

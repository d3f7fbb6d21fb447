from gtarena.game_theory.agent_names import namer_of, names_of
from gtarena.logs.records import Seat
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.ratings.score_pairs import names_of as names_on_leaderboards
from tests.support.records import llm, record, seat


def test_agents_of_a_study_are_named_as_on_leaderboards():
    seats = [llm(temperature=0), llm(temperature=1), seat("mcts", simulations=5)]
    names = names_of(seats)
    assert names == ["llm offline/random temperature=0", "llm offline/random temperature=1", "mcts"]
    played = [record(str(number), [each, seat("random")], [1, -1]) for number, each in enumerate(seats)]
    assert set(names) < set(names_on_leaderboards(seats_frame(played)))


def test_a_disguise_is_named_beside_none():
    assert names_of([llm(), llm(disguise="mirrored")]) == [
        "llm offline/random disguise=none", "llm offline/random disguise=mirrored"]
    assert names_of([llm(disguise="mirrored")]) == ["llm offline/random"]


def test_a_namer_knows_an_agent_by_its_seat_as_a_log_has_it():
    seats = [llm(temperature=0), llm(temperature=1)]
    logged = [Seat.model_validate_json(each.model_dump_json()) for each in seats]
    assert list(map(namer_of(seats), logged)) == names_of(seats)

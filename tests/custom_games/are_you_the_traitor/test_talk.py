from custom_games.are_you_the_traitor.position import POLLED, Exchange, Position, Round
from custom_games.are_you_the_traitor.talk import PASS, STOP, accused, addressed, answered, asked, named, polled
from tests.support.traitor_rounds import EVIL_WIZARD, GOOD_WIZARD, GUARD, KEY_HOLDER, TRAITOR

LABELS = (3, 4, 1, 0, 2)


def start():
    state = Position()
    for label in LABELS:
        assert state.stage == "labels"
        state = named(state, label)
    assert (state.stage, state.labels.drawn) == ("asker", LABELS)
    return state._replace(stage="partner", seat=GUARD)


def test_a_question_goes_to_the_partner_who_answers_before_the_poll():
    state = addressed(start(), LABELS[EVIL_WIZARD])
    assert (state.stage, state.seat, state.exchanges) == ("question", GUARD, (Exchange(2, 4),))
    state = asked(state, "Who are you?")
    assert (state.stage, state.seat) == ("answer", EVIL_WIZARD)
    state = answered(state, "")
    assert (state.stage, state.unpolled) == ("poll", POLLED)
    assert state.exchanges == (Exchange(2, 4, "Who are you?", ""),)


def test_an_empty_question_is_skipped():
    state = asked(addressed(start(), LABELS[TRAITOR]), "")
    assert (state.stage, state.unpolled, state.exchanges) == ("poll", POLLED, (Exchange(2, 3, ""),))


def test_a_pass_leads_to_the_next_in_the_poll_then_to_the_next_question_and_at_last_to_a_forced_accusation():
    asking = start()._replace(stage="stop", exchanges=(Exchange(2, 4, ""),))
    assert polled(asking._replace(unpolled=(KEY_HOLDER,)), PASS, max_cycles=1).stage == "poll"
    assert polled(asking, PASS, max_cycles=2).stage == "asker"
    assert polled(asking, PASS, max_cycles=1).stage == "forced"


def test_who_stops_accuses():
    state = polled(start()._replace(stage="stop", unpolled=(KEY_HOLDER,)), STOP, max_cycles=1)
    assert (state.stage, state.seat, state.unpolled) == ("accused", GUARD, ())


def test_an_accusation_names_a_label_and_the_winners_draw_treasures():
    right, wrong = (accused(start()._replace(stage="accused"), LABELS[seat]) for seat in (TRAITOR, GOOD_WIZARD))
    assert right.rounds == (Round(GUARD, TRAITOR),)
    assert right.drawing == (GOOD_WIZARD, KEY_HOLDER, GUARD)
    assert wrong.drawing == (TRAITOR, EVIL_WIZARD)

from custom_games.two_rooms_and_a_boom.position import BLUE, RED, Exchange, Position
from tests.support.two_rooms import dealt, silent, swapped, talked


def position(*turns, **deal):
    return talked(dealt(**deal), *turns).node.position


def test_teams_belong_to_seats_whatever_their_names():
    state = position(names="563412")
    assert [state.team_of(seat) for seat in range(6)] == [BLUE] * 3 + [RED] * 3
    assert [state.team(player) for player in range(6)] == [RED, RED, BLUE, RED, BLUE, BLUE]


def test_players_ask_room_by_room_in_the_order_of_the_room_and_then_both_leaders_move():
    state, movers = dealt(), []
    for _ in range(6):
        movers.append(state.node.position.mover() + 1)
        turn = state.action_spec(state.current_player()).patterns()[0]
        talked(state, (int(turn[-1]), ""))
    assert movers == [1, 4, 5, 2, 3, 6]
    assert state.node.position.mover() + 1 == 5
    state.apply_action(0)
    assert state.node.position.mover() + 1 == 3


def test_the_partner_moves_once_there_is_a_question():
    state = dealt()
    for step, mover in (("Player 5", 0), ("Are you Red?", 4)):
        for action in state.struct_to_actions(0, {state.action_spec(0).keys[0]: step}):
            state.apply_action(action)
        assert state.node.position.mover() == mover


def test_an_exchange_is_heard_by_both_players_and_reported_to_the_leader_of_the_askers_team_alone():
    # Player 5, who is Red, leads Room 1 with Player 1, who is Blue, and Player 4, who is Red.
    state = position((4, "Who?", "Me."), (1, "You?", "No."), (4, "Red?", "Yes."))
    blue, red, own = state.talk
    heard = [[player + 1 for player in range(6) if state.is_heard(said, player)] for said in (blue, red, own)]
    assert heard == [[1, 4], [1, 4, 5], [4, 5]]
    reported = [[player + 1 for player in range(6) if state.is_reported(said, player)] for said in (blue, red, own)]
    assert reported == [[], [5], []]


def test_a_leader_gets_a_report_of_a_team_mate_who_asks_the_leader_and_of_one_who_asks_nothing():
    state = position((5, "Who?", "Me."), (5, "You?", "No."))
    assert [state.is_reported(said, 4) for said in state.talk] == [False, True]
    skipped = position((4, ""), (1, ""))
    assert [state.is_reported(said, 4) for said in skipped.talk] == [False, True]


def test_a_leader_knows_the_teams_of_all_who_have_asked_in_its_room_and_others_only_their_own():
    state = silent(dealt()).node.position
    assert state.known_teams(4) == {4: RED, 0: BLUE, 3: RED}
    assert state.known_teams(2) == {2: BLUE, 1: BLUE, 5: RED}
    assert [state.known_teams(player) for player in (0, 1, 3, 5)] == [{0: BLUE}, {1: BLUE}, {3: RED}, {5: RED}]
    begun = position((4, "Who?", "Me."))
    assert begun.known_teams(4) == {4: RED, 0: BLUE}
    assert begun.known_teams(2) == {2: BLUE}


def test_what_a_leader_knows_of_a_player_it_still_knows_when_the_player_has_left():
    later = swapped(dealt(), "12").node.position
    assert later.rooms == ((3, 4, 1), (2, 5, 0))
    assert later.known_teams(4) == {4: RED, 0: BLUE, 3: RED}


def test_the_president_and_the_bomber_are_apart_in_different_rooms():
    drawn = Position(dealt().node.position.names, 0, 3)
    assert not drawn._replace(rooms=((0, 3, 1), (2, 4, 5))).apart()
    assert not drawn._replace(rooms=((1, 2, 4), (0, 3, 5))).apart()
    assert drawn._replace(rooms=((0, 1, 2), (3, 4, 5))).apart()
    assert drawn._replace(rooms=((3, 1, 2), (0, 4, 5))).apart()


def test_turns_count_from_the_start_of_the_round():
    assert [position().turns, position((4, "")).turns] == [0, 1]
    assert silent(dealt()).node.position.turns == 6
    assert swapped(dealt(), "12").node.position.turns == 0
    assert Exchange(0, 1, 2, "", None) in talked(dealt(rooms=("236", "145"), leaders="35"), (3, "")).node.position.talk

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import custom_games  # noqa: F401
from custom_games.cost_sharing import Position, Round
from custom_games.word_sets.airline_sets import airline_set

END, NO_ANSWER = 256, 257
FAIR, MINE, YOURS = (40, 30, 30), (20, 40, 40), (50, 25, 25)
UNUSABLE = None


def played(game_string: str, *said: tuple[int, int, int] | int | None) -> pyspiel.State:
    """Returns the state after proposals, votes for seats, and unusable answers."""
    state = pyspiel.load_game(game_string).new_initial_state()
    for move in said:
        say(state, move)
    return state


def say(state: pyspiel.State, move: tuple[int, int, int] | int | None, message: str = "") -> None:
    if move is None:
        actions = [state.penalty_action(state.current_player())]
    elif isinstance(move, int):
        actions = [move]
    else:
        actions = state.struct_to_actions(state.current_player(), {"proposal": list(move), "message": message})
    for action in actions:
        state.apply_action(action)


def rules(state: pyspiel.State):
    return state.get_game().rules


def position(state: pyspiel.State) -> Position:
    return state.node.position


GAME = "cost_sharing(group=1)"


@pytest.mark.parametrize(("said", "returns", "agreed", "adopters"), [
    ((FAIR, MINE, YOURS, 1, 1, 1), [0.8, 0.6, 0.6], MINE, [1]),
    ((FAIR, MINE, FAIR, 0, 2, 0), [0.6, 0.7, 0.7], FAIR, [0, 2]),  # numerically equal
    ((FAIR, MINE, YOURS, 1, 1, 2), [0, 0, 0], None, []),  # a new round begins
    ((MINE, FAIR, FAIR, 0, 1, 1, FAIR, MINE, YOURS, 0, 0, 0), [0.6, 0.7, 0.7], FAIR, [0]),  # the last round counts
])
def test_three_votes_for_equal_proposals_are_an_agreement_and_pay_what_is_not_ones_own_share(
        said, returns, agreed, adopters):
    state = played(GAME, *said)
    assert (state.is_terminal(), state.returns()) == (bool(agreed), returns)
    assert (rules(state).agreement(position(state)), rules(state).adopters(position(state))) == (agreed, adopters)
    assert state.observation(0)["agreed"] == (list(agreed) if agreed else None)


def test_without_an_agreement_after_the_last_round_all_get_nothing_and_without_a_proposal_nobody_votes():
    one = (FAIR, MINE, YOURS, 0, 1, 2)
    state = played(GAME, *one * 5)
    assert state.is_terminal()
    assert (state.returns(), state.observation(2)["stage"]) == ([0, 0, 0], "over")
    assert state.observation(2)["agreed"] is None
    state = played("cost_sharing(group=1,rounds=2)", UNUSABLE, UNUSABLE, UNUSABLE)
    assert (state.current_player(), state.observation(0)["round"]) == (0, 2)
    assert state.observation(0)["rounds"][0]["votes"] == []
    for _ in range(3):
        say(state, UNUSABLE)
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]


def test_everybody_sees_all_that_was_said_at_once_longer_messages_are_cut_off_and_unusable_ones_get_no_votes():
    state = played("cost_sharing(group=1,rounds=2)")
    say(state, FAIR, "We fly most.")
    say(state, UNUSABLE)
    seen = [state.observation(player) for player in range(3)]
    for player, observation in enumerate(seen):
        assert observation["rounds"] == [{"proposals": [
            {"player": "Player 1", "proposal": [40, 30, 30], "message": "We fly most."},
            {"player": "Player 2", "proposal": None, "message": ""}], "votes": []}]
        assert (observation["you"], observation["airline"]) == (f"Player {player + 1}", "ABC"[player])
        assert observation["stage"] == "proposal"
    assert seen[1]["others"] == ["Player 1", "Player 3"]
    state = played("cost_sharing(group=1,message_limit=4)")
    assert state.struct_to_actions(0, {"proposal": [40, 30, 30]}) == [8, 6, 6, END]
    assert state.struct_to_actions(0, {"proposal": [40, 30, 30], "message": "Hello"}) == [8, 6, 6, *b"Hell", END]
    state = played(GAME, UNUSABLE, MINE, YOURS)
    with pytest.raises(ValueError, match='"vote" must be Player 2 or Player 3'):
        state.struct_to_actions(0, {"vote": "Player 1"})
    assert state.action_spec(0).patterns() == ["Player 2", "Player 3"]
    say(state, 2)
    assert position(state).rounds == (Round((None, MINE, YOURS), ("", "", ""), (2,)),)


def test_the_airlines_of_group_0_are_drawn_by_chance_and_those_of_another_are_set():
    state = played("cost_sharing")
    drawn = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert [probability for _, probability in outcomes] == [pytest.approx(1 / len(outcomes))] * len(outcomes)
        drawn.append(outcomes[-1][0])
        assert state.action_to_string(drawn[-1]) == f"airline {drawn[-1] + 1} for Player {len(drawn)}"
        state.apply_action(drawn[-1])
    assert len(set(drawn)) == 3
    assert position(state).airlines == tuple(drawn)
    one, two = (played(f"cost_sharing(group={number})") for number in (1, 2))
    assert not one.is_chance_node()
    assert one.observation(0)["airlines"] != two.observation(0)["airlines"]


@pytest.mark.parametrize(("parameters", "complaint"), [
    ("step=3", "step=3 is not a divisor of 100"), ("group=99", "group=99 is not a whole number from 0 to "),
    ("groups=nowhere", "set of airlines 'nowhere' does not exist")])
def test_a_parameter_that_makes_no_game_is_refused(parameters, complaint):
    with pytest.raises(ValueError, match=complaint):
        pyspiel.load_game(f"cost_sharing({parameters})")


@pytest.mark.parametrize("number", range(1, 8))
def test_the_recorded_moves_are_the_first_proposals_of_the_group_whatever_the_others_proposed(number):
    state = played(f"cost_sharing(group={number})")
    for seat, shares in enumerate(airline_set("cost_sharing").groups[number - 1].proposals):
        assert [state.recorded_move(player) for player in range(3) if player != seat] == [None, None]
        assert state.recorded_move(seat) == [*(share // 5 for share in shares), END]
        say(state, MINE if seat else UNUSABLE, "Live.")


def test_only_a_first_proposal_of_airlines_of_the_set_in_allowed_steps_is_recorded():
    assert played(GAME, FAIR, MINE, YOURS).recorded_move(0) is None
    assert played(GAME, FAIR, MINE, YOURS, 0, 1, 2).recorded_move(0) is None
    assert played("cost_sharing", 0, 1, 2).recorded_move(0) is None
    assert played("cost_sharing(group=1,step=1)").recorded_move(0) == [30, 35, 35, END]
    assert played("cost_sharing(group=1,step=10)").recorded_move(0) is None


@given(st.lists(st.sampled_from([FAIR, MINE, UNUSABLE]), min_size=3, max_size=3),
       st.lists(st.integers(0, 3), min_size=3, max_size=3))
def test_a_round_ends_in_an_agreement_exactly_if_all_three_votes_mean_the_same_numbers(proposals, votes):
    state = played("cost_sharing(group=1,rounds=1)", *proposals)
    wanted = []
    for vote in votes:
        if not state.is_terminal():
            usable = vote if vote in state.legal_actions() else UNUSABLE
            say(state, usable)
            wanted.append(usable if usable is UNUSABLE else proposals[usable])
    assert state.is_terminal()
    agreed = wanted[0] if len(wanted) == 3 and len(set(wanted)) == 1 else None
    assert rules(state).agreement(position(state)) == agreed
    assert state.returns() == ([0.0] * 3 if agreed is None else [1 - share / 100 for share in agreed])

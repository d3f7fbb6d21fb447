import pyspiel
import pytest

from gtarena.game_theory.policies.exploitability import exploitability
from gtarena.game_theory.policies.information_states import information_states
from gtarena.game_theory.policies.sequence_form import sequence_form
from gtarena.runs.asking.positions import Position
from tests.support.named_games import after

# Player 2 is the Traitor, player 0 has the right hint and player 1 the wrong one; then all accuse somebody.
DEAL, ACCUSED = (2, 2, 0), (1, 0, 1)


def outcomes(state):
    return [(state.action_to_string(pyspiel.PlayerId.CHANCE, outcome), pytest.approx(share))
            for outcome, share in state.chance_outcomes()]


def test_the_traitor_is_any_player_and_a_hint_to_each_loyal_player_names_it_in_75_per_cent():
    assert outcomes(after("tiny_traitor")) == [(f"player_{seat} is the Traitor", 1 / 3) for seat in range(3)]
    # The hints of players 0 and 2, if player 1 is the Traitor.
    assert outcomes(after("tiny_traitor", 1)) == [
        ("hint to player_0: player_1", 0.75), ("hint to player_0: player_2", 0.25)]
    assert outcomes(after("tiny_traitor", 1, 2)) == [
        ("hint to player_2: player_0", 0.25), ("hint to player_2: player_1", 0.75)]


@pytest.mark.parametrize(("percent", "shares"), [
    (40, [("player_1", 0.2), ("player_2", 0.2), ("player_3", 0.2), ("player_4", 0.4)]),
    (100, [("player_4", 1.0)]), (0, [("player_1", 1 / 3), ("player_2", 1 / 3), ("player_3", 1 / 3)])])
def test_a_wrong_hint_names_any_other_loyal_player_and_what_cannot_be_is_no_outcome(percent, shares):
    state = after(f"tiny_traitor(players=5,hint_percent={percent})", 4)
    assert outcomes(state) == [(f"hint to player_0: {name}", share) for name, share in shares]


def test_players_accuse_in_the_order_of_seats_and_vote_at_once_never_for_themselves():
    state = after("tiny_traitor", *DEAL)
    for seat, accused in enumerate(ACCUSED):
        assert (state.current_player(), state.observation(seat)["stage"]) == (seat, "accuse")
        assert state.legal_actions() == [other for other in range(3) if other != seat]
        state.apply_action(accused)
    assert state.is_simultaneous_node()
    assert [state.legal_actions(seat) for seat in range(3)] == [[1, 2], [0, 2], [0, 1]]
    assert state.action_to_string(0, 2) == "player_2"


@pytest.mark.parametrize(("votes", "out", "returns"), [
    ([2, 2, 0], "player_2", [1, 1, -2]),  # both Loyal players find the Traitor
    ([2, 0, 0], "player_0", [-1, -1, 2]), ([2, 0, 1], "nobody", [-1, -1, 2]), ([1, 0, 0], "player_0", [-1, -1, 2])])
def test_the_loyal_win_only_if_the_traitor_has_more_votes_than_anyone_else(votes, out, returns):
    state = after("tiny_traitor", *DEAL, *ACCUSED, votes)
    assert state.is_terminal()
    assert state.returns() == returns
    assert state.observation(0)["out"] == out


@pytest.mark.parametrize(("votes", "returns"), [
    ([3, 3, 1, 0], [1, 1, 1, -3]), ([3, 3, 0, 0], [-1, -1, -1, 3]), ([3, 0, 1, 2], [-1, -1, -1, 3])])
def test_of_four_players_two_find_the_traitor_unless_two_others_name_the_same_player(votes, returns):
    assert after("tiny_traitor(players=4)", 3, 3, 3, 3, 1, 0, 0, 0, votes).returns() == returns


def test_a_player_knows_its_role_its_hint_and_what_was_said_and_all_know_the_traitor_in_the_end():
    state = after("tiny_traitor", *DEAL, *ACCUSED[:2])
    seen = {"accusations": ["player_1", "player_0"], "stage": "accuse"}
    assert [state.observation(seat) for seat in range(3)] == [
        {"you": "player_0", "role": "Loyal", "hint": "player_2", **seen},
        {"you": "player_1", "role": "Loyal", "hint": "player_0", **seen},
        {"you": "player_2", "role": "Traitor", "hint": None, **seen}]
    end = after("tiny_traitor", *DEAL, *ACCUSED, [2, 0, 1]).observation(1)
    assert (end["stage"], end["votes"], end["traitor"]) == ("over", ["player_2", "player_0", "player_1"], "player_2")


def test_three_players_have_93_information_states():
    # By seat: 3 kinds of knowledge (two hints or the role of the Traitor), times 1, 2 and 4 pasts of accusations, and
    # with 8 at the votes.
    states = information_states(pyspiel.load_game("tiny_traitor"))
    assert len(states) == 3 * (1 + 2 + 4) + 3 * 3 * 8
    assert len({(state.player, state.key) for state in states}) == len(states)


def behaviour_of(form, choose):
    """The policy of a function of the observation, which names a player or ``None`` for all alike."""
    behaviour = form.uniform()
    for first, state in zip(form.firsts, form.states, strict=False):
        seen = Position("tiny_traitor", {}, state.history, state.player).state().observation(state.player)
        if named := choose(seen):
            behaviour[first:first + 2, 0] = [f"player_{action}" == named for action in state.actions]
    return behaviour


def by_hint_without_talk(seen):
    return seen["hint"] if seen["stage"] == "vote" else None


def by_hint_with_honest_talk(seen):
    return seen["hint"]


def against_the_last_accuser(seen):
    if seen["stage"] == "accuse":
        return seen["hint"] if seen["you"] == "player_2" else None
    accused = seen["role"] == "Loyal" and seen["accusations"][2] == seen["you"]
    return "player_2" if accused else seen["hint"]


# Without talk, both hints are right in 0.75^2 of the matches. The last accusation helps if the Traitor makes it: the
# accused then votes for the Traitor in any case, and the hint of the other is right in 0.75. If the last player is
# Loyal and right, it does not accuse the other Loyal player, whose hint has to be right as well: in all it is
# (2 * 0.75^2 + 0.75) / 3.
#
# Of honest players, one who is accused by A learns that A, if Loyal, will not vote for the Traitor. So it votes for A
# where its own hint B accuses A: in 0.25 * 0.75 / 2, its hint is wrong, B's is right and the Traitor accuses it by
# chance. It wins 1 instead of -1 there, and is Loyal in 2/3 of the deals: 1/8 for each player.
@pytest.mark.parametrize(("choose", "share", "nash_conv"), [
    (by_hint_without_talk, 0.5625, 0), (against_the_last_accuser, 0.625, 0), (by_hint_with_honest_talk, 0.5625, 3 / 8)])
def test_equilibria_exist_with_and_without_talk_and_honest_talk_that_nobody_hears_is_none(choose, share, nash_conv):
    form = sequence_form(pyspiel.load_game("tiny_traitor"))
    behaviour = behaviour_of(form, choose)
    reached = form.plans(behaviour)[:, 0][form.ends].prod(axis=1) * form.chances
    returns = form.payoffs / form.chances[:, None]
    assert reached[returns.min(axis=1) == -2].sum() == pytest.approx(share, abs=1e-9)
    assert exploitability(form, behaviour).nash_conv == pytest.approx(nash_conv, abs=1e-9)


# If all others move at random, both votes are right in 1/4 of the matches, for 1 instead of -1. A player who knows that
# may vote by its hint when it is Loyal, in 2/3 of the deals: then they are right in 3/8, which is worth 2 * 1/8 more.
def test_against_random_play_the_hint_is_worth_a_sixth():
    form = sequence_form(pyspiel.load_game("tiny_traitor"))
    found = exploitability(form, form.uniform())
    assert found.values == pytest.approx((0, 0, 0), abs=1e-9)
    assert found.gains == pytest.approx((1 / 6, 1 / 6, 1 / 6), abs=1e-9)
    assert found.nash_conv == pytest.approx(1 / 2, abs=1e-9)


def test_nash_conv_of_random_play_is_that_of_openspiel():
    from open_spiel.python.algorithms.exploitability import nash_conv
    from open_spiel.python.policy import UniformRandomPolicy

    game = pyspiel.convert_to_turn_based(pyspiel.load_game("tiny_traitor"))
    assert nash_conv(game, UniformRandomPolicy(game), use_cpp_br=False) == pytest.approx(1 / 2, abs=1e-9)

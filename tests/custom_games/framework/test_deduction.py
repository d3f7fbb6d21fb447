"""Tests of both Chameleon and Undercover: information of the players, and unusable answers in any place."""

import random

import pyspiel
import pytest

from custom_games.framework import deduction
from custom_games.framework.deduction import PENALTY, PLAYERS
from custom_games.framework.states import movers
from tests.support.deduction_play import play, to_the_vote
from tests.support.game_settings import Step, after
from tests.support.playouts import drawn

GAMES = ["chameleon(topic=1,secret=1,chameleon=3)", "chameleon(topic=2,secret=3,chameleon=1)",
         "undercover(pair=1,undercover_word=2,undercover=2)", "undercover(pair=3,undercover_word=1,undercover=1)"]
PRIVATE = ("role", "beliefs", "vote")
every_game = pytest.mark.parametrize("game", GAMES)
seeds = pytest.mark.parametrize("seed", range(2))


def played(game: str, seed: int) -> list[tuple[str, Step]]:
    """Returns the stages of a random match with what was done in them; one answer in five is unusable."""
    rng, state, steps = random.Random(seed), pyspiel.load_game(game).new_initial_state(), []
    while not state.is_terminal():
        moves = {player: [PENALTY] if rng.random() < 0.2 else drawn(state, player, rng) for player in movers(state)}
        step = moves if state.is_simultaneous_node() else moves[state.current_player()]
        steps.append((state.observation(0)["stage"], step))
        state = after(state, step)
    return steps


def told(game: str, steps: list[Step]) -> list[list[str]]:
    """Returns the information states of every seat after each step, from the start on."""
    state = pyspiel.load_game(game).new_initial_state()
    reached = [state, *(state := after(state, step) for step in steps)]
    return [[at.information_state_string(player) for at in reached] for player in range(3)]


@every_game
@seeds
def test_a_private_answer_is_remembered_by_the_player_and_told_to_nobody_else(game, seed):
    steps = played(game, seed)
    before = told(game, [step for _, step in steps])
    for place, (stage, step) in enumerate(steps):
        for player in range(3) if stage in PRIVATE[:2] else ():
            other = {**step, player: [PENALTY] if step[player] != [PENALTY] else changed(game, steps[:place], player)}
            now = told(game, [*(made for _, made in steps[:place]), other, *(made for _, made in steps[place + 1:])])
            for seat in range(3):
                same = [one == two for one, two in zip(before[seat], now[seat], strict=True)]
                assert same == [seat != player or index <= place for index in range(len(steps) + 1)]


def changed(game, steps, player):
    state = pyspiel.load_game(game).new_initial_state()
    for _, step in steps:
        state = after(state, step)
    return drawn(state, player, random.Random(0))


@every_game
@seeds
def test_a_vote_is_told_to_nobody_else_if_it_changes_nothing(game, seed):
    steps = [step for stage, step in played(game, seed) if stage not in ("vote", "guess")]
    both = [told(game, [*steps, {0: [2], 1: [2], 2: last}]) for last in ([0], [1], [PENALTY])]
    for player in (0, 1):
        assert both[0][player] == both[1][player] == both[2][player]
    assert len({tuple(known[2]) for known in both}) == 3


@seeds
@pytest.mark.parametrize(("game", "player", "redealt"), [
    # The chameleon does not know the word, those who know it do not know the chameleon.
    ("chameleon(topic=1,secret=2,chameleon=3)", 2, "chameleon(topic=1,secret=5,chameleon=3)"),
    ("chameleon(topic=1,secret=2,chameleon=3)", 0, "chameleon(topic=1,secret=2,chameleon=2)"),
    # Nobody knows who has the other word, and which one it is.
    ("undercover(pair=1,undercover_word=2,undercover=2)", 0, "undercover(pair=1,undercover_word=2,undercover=3)"),
    ("undercover(pair=1,undercover_word=2,undercover=2)", 0, "undercover(pair=1,undercover_word=1,undercover=1)"),
    ("undercover(pair=1,undercover_word=1,undercover=1)", 2, "undercover(pair=1,undercover_word=1,undercover=2)")])
def test_what_a_player_does_not_know_changes_nothing_that_it_is_told(game, player, redealt, seed):
    steps = [step for stage, step in played(game, seed) if stage in ("role", "clue")]
    questions = ",questions=skipped)"
    clues = [step for step in steps if not isinstance(step, dict)]
    tied = {0: [1], 1: [2], 2: [0]}
    for one, two, moves in ((game.replace(")", questions), redealt.replace(")", questions), [*clues, tied]),
                            (game, redealt, steps[:1])):
        assert told(one, moves)[player] == told(two, moves)[player]


@every_game
def test_a_match_without_a_usable_answer_ends_in_a_tie(game):
    state = pyspiel.load_game(game).new_initial_state()
    while not state.is_terminal():
        state = after(state, {player: [PENALTY] for player in movers(state)} if state.is_simultaneous_node()
                      else [PENALTY])
    assert state.get_game().rules.outcome(state.node.position) == "tie"
    position = state.node.position
    assert set(position.clues) == set(position.votes) == {None}
    assert {answer for answers in (*position.roles, *position.beliefs) for answer in answers} == {None}


@every_game
def test_one_who_gives_no_usable_answer_waits_while_others_make_theirs_action_by_action(game):
    state = pyspiel.load_game(game).new_initial_state()
    while not state.is_simultaneous_node():
        state = after(state, drawn(state, state.current_player(), random.Random(0)))
    state.apply_actions([PENALTY, 0, 2])
    roles = {"chameleon": [0, 1], "undercover": [0, 1, 2]}[state.get_game().get_type().short_name]
    assert [state.legal_actions(player) for player in range(3)] == [[], roles, roles]
    state.apply_actions([0, 1, 0])
    assert state.node.position.roles == ((None, (0, 1), (2, 0)),)


@every_game
def test_texts_in_any_script_are_said_and_told_to_the_character(game):
    state = pyspiel.load_game(game).new_initial_state()
    said = ["می‌خواهم 👩\u200d👧 ½", "苹果汁  ", "e\u0301 \\t|"]
    while len(state.node.position.clues) < 3:
        if state.is_simultaneous_node():
            state = after(state, {player: [PENALTY] for player in range(3)})
        else:
            clue = said[len(state.node.position.clues)]
            state = after(state, state.struct_to_actions(state.current_player(), {"clue": clue}))
    assert [clue["clue"] for clue in state.observation(1)["clues"]] == said
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert list(again.node.position.clues) == said


@pytest.mark.parametrize(("player", "others"), [(0, (1, 2)), (1, (0, 2)), (2, (0, 1))])
def test_a_vote_is_for_one_of_the_two_others_and_its_action_is_the_seat(player, others):
    assert (deduction.others_of(player), deduction.vote_spec(player).legal_actions()) == (others, others)
    assert deduction.vote_spec(player).read({"vote": f"player {others[1] + 1}"}) == [others[1]]
    with pytest.raises(ValueError, match='"vote" must be Player'):
        deduction.vote_spec(player).read({"vote": f"Player {player + 1}"})


def test_belief_questions_are_about_oneself_first_and_then_about_the_others():
    everybody = (tuple(range(PLAYERS)),) * PLAYERS
    spec = deduction.beliefs_spec(1, (1, 0, 2), everybody)
    assert spec.keys == ("suspect", "player_1_suspects", "player_3_suspects")
    stated = {"suspect": "Player 2", "player_1_suspects": "Player 1", "player_3_suspects": "Player 1"}
    assert deduction.suspects_by_seat((1, 0, 2), spec.move(spec.read(stated))) == (0, 1, 0)
    assert deduction.suspects_by_seat((0, 1), (2, 2)) == (2, 2, None)
    with pytest.raises(ValueError, match=r'"clue" must have at least 1 byte$'):
        deduction.clue_spec(9, (), ()).read({"clue": ""})


@pytest.mark.parametrize(("votes", "seat"), [
    ((2, 2, 0), 2), ((1, 2, 0), None), ((None, 2, 2), 2), ((None, 2, 0), None), ((None, 1, None), 1),
    ((None, None, None), None), ((0, 0, None), 0)])
def test_the_seat_with_most_votes_is_accused_unless_others_have_as_many(votes, seat):
    assert deduction.most_voted(votes) == seat


@pytest.mark.parametrize(("game", "teams"), [
    *((f"chameleon(topic=1,secret=4,chameleon={seat})", teams) for seat, teams in (
        (1, [0, 1, 1]), (2, [1, 0, 1]), (3, [1, 1, 0]))),
    *((f"undercover(pair=1,undercover={seat},undercover_word=1)", teams) for seat, teams in (
        (1, [0, 1, 1]), (2, [1, 0, 1]), (3, [1, 1, 0]))),
    # The seat of a set's entry, unless a parameter says otherwise; each for itself where chance draws it.
    ("chameleon(topics=magic_chameleon,topic=1)", [1, 0, 1]),
    ("chameleon(topics=magic_chameleon,topic=1,chameleon=3)", [1, 1, 0]),
    ("undercover(pairs=magic_undercover,pair=2)", [1, 0, 1]),
    ("undercover(pairs=magic_undercover,pair=2,undercover=1)", [0, 1, 1]),
    *((game, [0, 1, 2]) for game in ("chameleon(topics=magic_chameleon)", "chameleon(topic=1)",
                                     "undercover(pairs=magic_undercover)", "undercover(pair=1)"))])
def test_the_culprit_is_team_0_and_has_the_seat_that_the_game_says(game, teams):
    state = pyspiel.load_game(game).new_initial_state()
    assert list(state.get_game().rules.teams()) == teams
    if teams != [0, 1, 2]:
        culprit = teams.index(0)
        to_the_vote(state, ["Hm."] * 6)
        play(state, [f"Player {(culprit if seat != culprit else (seat + 1) % 3) + 1}" for seat in range(3)])
        play(state, *["Hm."] * (not state.is_terminal()))
        assert [paid > 0 for paid in state.returns()] == list(map(bool, teams))

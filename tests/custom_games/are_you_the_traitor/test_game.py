import random
from collections import Counter
from statistics import fmean

import pytest

from custom_games.are_you_the_traitor import position as parts
from custom_games.are_you_the_traitor.game import AreYouTheTraitor, draw_accuser, play_random_rounds
from custom_games.are_you_the_traitor.position import PASS, POLLED, ROLES, STOP, STOPPING, TEAMS, Round
from custom_games.are_you_the_traitor.treasures import DECK
from custom_games.framework.rules import CHANCE, TERMINAL, Rules
from tests.support.playouts import positions
from tests.support.traitor_rounds import SEATS, TREASURES, decided, drawn, kinds, named, polled, row, talked, won

TRAITOR, EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD = SEATS
RING, STATUE, JEWELS, PYRAMIDS, GOLD, GOBLETS, COPPER = TREASURES
EVIL_WIN, GOOD_WIN, TIE = [1, 1, 0, 0, 0], [0, 0, 1, 1, 1], [0.5] * 5
NOT_THE_TRAITOR = [EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD]


def rules(**parameters):
    return AreYouTheTraitor(**parameters)


def outcomes(game, state):
    return [outcome for outcome, _ in game.chance_outcomes(state)]


def assert_over(game, state, returns):
    assert (game.current_player(state), game.returns(state)) == (TERMINAL, returns)


def test_roles_are_the_published_ones():
    assert [(ROLES[seat], TEAMS[seat]) for seat in SEATS] == [
        ("Traitor", 0), ("Evil Wizard", 0), ("Good Wizard", 1), ("Key Holder", 1), ("Guard", 1)]
    assert parts.TARGETS == (None, KEY_HOLDER, TRAITOR, GOOD_WIZARD, TRAITOR)
    assert set(parts.WIZARDS) | set(parts.ADVENTURERS) == set(SEATS)
    assert set(POLLED) == set(SEATS) - {TRAITOR}


@pytest.mark.parametrize(("accuser", "accused", "winner"), [
    (EVIL_WIZARD, KEY_HOLDER, 0), (EVIL_WIZARD, TRAITOR, 1), (EVIL_WIZARD, GOOD_WIZARD, 1),
    (EVIL_WIZARD, GUARD, 1), (GOOD_WIZARD, TRAITOR, 1), (GOOD_WIZARD, EVIL_WIZARD, 0),
    (GOOD_WIZARD, KEY_HOLDER, 0), (KEY_HOLDER, GOOD_WIZARD, 1), (KEY_HOLDER, EVIL_WIZARD, 0),
    (KEY_HOLDER, TRAITOR, 0), (GUARD, TRAITOR, 1), (GUARD, EVIL_WIZARD, 0), (GUARD, GOOD_WIZARD, 0)])
def test_the_accusers_team_wins_if_the_accused_has_the_role_looked_for_and_else_the_other(accuser, accused, winner):
    assert Round(accuser, accused).winner == winner
    assert Round(accuser, accused).right == (winner == TEAMS[accuser])


def test_the_talk_is_stopped_or_goes_on_and_a_right_accusation_or_the_key_holder_found_wins():
    assert [STOPPING.read({"stop": stated}) for stated in ("pass", "Stop.")] == [[PASS], [STOP]]
    game = rules(points_to_win=3, max_cycles=2)
    state = talked(game, named(game, labels=(4, 2, 0, 1, 3)), TRAITOR, KEY_HOLDER, "Who are you?", "The Guard.")
    state = polled(game, state, (GUARD, EVIL_WIZARD, KEY_HOLDER, GOOD_WIZARD))
    state = talked(game, state, GUARD, EVIL_WIZARD, "Are you good?", "")
    state = polled(game, state, (KEY_HOLDER,), GUARD)
    state = drawn(game, decided(game, state, GUARD, 4), GOBLETS, GOLD, COPPER)
    assert_over(game, state, GOOD_WIN)
    assert [kinds(row) for row in state.rows] == [[], [], [GOBLETS], [GOLD], [COPPER]]
    game = rules(points_to_win=5)
    assert_over(game, won(game, None, EVIL_WIZARD, KEY_HOLDER, (COPPER, JEWELS)), EVIL_WIN)


def test_evil_wins_if_good_accuses_another_and_after_the_last_cycle_chance_forces_somebody_to_accuse():
    game = rules(points_to_win=5)
    state = won(game, None, GUARD, EVIL_WIZARD, (GOBLETS, GOLD))
    assert (state.labels.drawn, state.exchanges) == ((), ())
    state = won(game, state, KEY_HOLDER, EVIL_WIZARD, (GOLD, STATUE))
    assert_over(game, state, EVIL_WIN)
    assert [(past.accuser, past.winner) for past in state.rounds] == [(GUARD, 0), (KEY_HOLDER, 0)]
    game = rules(points_to_win=3, max_cycles=2)
    state = named(game)
    for asker in (TRAITOR, GUARD):
        state = polled(game, talked(game, state, asker, KEY_HOLDER), (KEY_HOLDER, GUARD, GOOD_WIZARD, EVIL_WIZARD))
    assert outcomes(game, state) == NOT_THE_TRAITOR
    state = drawn(game, state, GOOD_WIZARD)
    assert game.observation(state, GOOD_WIZARD)["forced"]
    assert not game.observation(state, GUARD)["forced"]
    state = drawn(game, decided(game, state, GOOD_WIZARD, TRAITOR), JEWELS, COPPER, COPPER)
    assert_over(game, state, GOOD_WIN)
    assert state.rounds[0].forced


def test_a_ring_waits_until_an_opponent_has_treasures_and_can_win_the_match():
    game = rules(points_to_win=5)
    state = won(game, None, GUARD, KEY_HOLDER, (RING, PYRAMIDS))
    state = won(game, state, GUARD, TRAITOR, (JEWELS, GOLD, COPPER), GOOD_WIZARD, 0)
    assert [kinds(row) for row in state.rows] == [[JEWELS], [PYRAMIDS], [], [GOLD], [COPPER]]
    assert_over(game, state, EVIL_WIN)


def test_the_better_of_two_with_enough_points_wins_and_any_of_the_five_may_be_drawn_to_ask():
    game = rules(points_to_win=4)
    state = won(game, None, GUARD, KEY_HOLDER, (RING, COPPER))
    state = won(game, state, GUARD, TRAITOR, (PYRAMIDS, JEWELS, COPPER), GOOD_WIZARD, 0)
    assert [kinds(row) for row in state.rows] == [[PYRAMIDS], [COPPER], [], [JEWELS], [COPPER]]
    assert_over(game, state, GOOD_WIN)
    game = rules(points_to_win=5)
    state = won(game, None, GUARD, KEY_HOLDER, (RING, PYRAMIDS))
    state = won(game, state, GUARD, TRAITOR, (JEWELS, JEWELS, COPPER), GOOD_WIZARD, 0)
    assert_over(game, state, TIE)
    game = rules()
    state = named(game)
    assert outcomes(game, state) == list(SEATS)
    for seat in SEATS:
        spec = game.action_spec(drawn(game, state, seat), seat)
        assert list(spec.legal_actions()) == [label for label in SEATS if label != seat]


def test_the_traitor_is_never_asked_to_stop_the_others_once_and_who_stops_ends_the_poll_and_accuses():
    game = rules()
    state = talked(game, named(game), TRAITOR, KEY_HOLDER)
    assert outcomes(game, state) == NOT_THE_TRAITOR
    state = polled(game, state, (GUARD, EVIL_WIZARD))
    assert outcomes(game, state) == [GOOD_WIZARD, KEY_HOLDER]
    state = polled(game, state, (KEY_HOLDER, GOOD_WIZARD))
    assert outcomes(game, state) == list(SEATS)  # the next one to ask
    game = rules()
    state = polled(game, talked(game, named(game, labels=(1, 2, 3, 4, 0)), TRAITOR, KEY_HOLDER), (GUARD,), GOOD_WIZARD)
    assert (game.current_player(state), state.stage) == (GOOD_WIZARD, "accused")
    assert list(game.action_spec(state, GOOD_WIZARD).legal_actions()) == [0, 1, 2, 4]


def test_treasures_are_drawn_by_all_winners_and_a_ring_robs_any_opponent_with_treasures_in_its_round():
    game = rules()
    state = won(game, None, GUARD, TRAITOR, ())
    assert dict(game.chance_outcomes(state))[JEWELS] == pytest.approx(2 / 42)
    state = drawn(game, state, JEWELS, JEWELS)
    assert JEWELS not in outcomes(game, state)
    assert state.drawing == (GUARD,)
    game = rules()
    state = won(game, None, GUARD, EVIL_WIZARD, (GOLD, GOBLETS))
    state = won(game, state, GUARD, TRAITOR, (RING, GOLD, GOLD))
    assert outcomes(game, state) == [TRAITOR, EVIL_WIZARD]
    state = drawn(game, state, EVIL_WIZARD)
    assert outcomes(game, state) == [0]
    state = drawn(game, state, 0)
    assert [kinds(row) for row in state.rows] == [[GOLD], [], [GOBLETS], [GOLD], [GOLD]]
    assert sum(state.deck) == 42 - 5


def test_a_ring_takes_the_statue_or_else_any_card_and_one_of_two_is_used_in_a_round():
    game = rules()
    state = won(game, None, GUARD, EVIL_WIZARD, (GOLD, GOBLETS))
    state = won(game, state, GUARD, EVIL_WIZARD, (STATUE, COPPER))
    state = won(game, state, GUARD, TRAITOR, (RING, RING, GOLD), TRAITOR)
    assert [kinds(row) for row in state.rows] == [[GOLD], [GOBLETS, COPPER], [STATUE], [RING], [GOLD]]
    assert (state.stage, state.seat) == ("victim", KEY_HOLDER)
    state = drawn(game, state, EVIL_WIZARD)
    assert (outcomes(game, state), kinds(drawn(game, state, 1).rows[KEY_HOLDER])) == ([0, 1], [COPPER])
    game = rules()
    state = won(game, None, GUARD, EVIL_WIZARD, (RING, GOLD))
    state = won(game, state, GUARD, EVIL_WIZARD, (RING, COPPER))
    state = won(game, state, GUARD, TRAITOR, (COPPER, COPPER, RING), KEY_HOLDER, 0, TRAITOR, 0)
    assert [kinds(row) for row in state.rows] == [[COPPER], [GOLD, COPPER], [COPPER], [], [RING]]
    assert state.stage == "labels"


def chi_square(counts, expected):
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def names_of_two_rounds(game, seed):
    """Returns the labels of the first two rounds of a random match that has two."""
    found = []
    for state in positions(game, random.Random(seed)):
        if len(state.rounds) == len(found) and state.stage == "partner":
            found.append(state.labels.drawn)
        if len(found) == 2:
            return found


def test_names_are_independent_of_roles_and_teams_and_of_the_names_of_the_round_before():
    game = rules(max_cycles=1)
    first, second = zip(*(names_of_two_rounds(game, seed) for seed in range(2000)), strict=True)
    assert len(first) == len(second) == 2000
    for labels in (first, second):
        of_roles = [sum(drawn[seat] == label for drawn in labels) for seat in SEATS for label in SEATS]
        # Every match fills five of the 25 cells, one in each row and column, so the statistic is 5/4 of a chi-square.
        assert chi_square(of_roles, [400] * 25) * 4 / 5 < 39.25  # 16 degrees of freedom, 0.1 %
        evil = [sum(TEAMS[drawn.index(label)] == 0 for drawn in labels) for label in SEATS]
        # Two of five names are drawn without replacement: 3/4 of a chi-square.
        assert chi_square(evil, [800] * 5) * 4 / 3 < 18.47  # 4 degrees of freedom, 0.1 %
    changes = [sum(one[GUARD] == before and other[GUARD] == after for one, other in zip(first, second, strict=True))
               for before in SEATS for after in SEATS]
    assert chi_square(changes, [80] * 25) < 51.18  # 24 degrees of freedom, 0.1 %


def test_the_scores_add_up_to_one_chance_outcomes_differ_and_a_longest_round_has_the_stated_length():
    game, rng = rules(max_cycles=1), random.Random(0)
    assert game.teams() == (0, 0, 1, 1, 1)
    for _ in range(20):
        evil, partner, *good = game.random_returns(game.initial_state(), rng)
        assert evil == partner
        assert {evil + share for share in good} == {1}
    for state in positions(game, rng):
        if game.current_player(state) == CHANCE:
            texts = [game.chance_name(state, outcome) for outcome in outcomes(game, state)]
            assert len(set(texts)) == len(texts)
    game = rules(points_to_win=1, max_cycles=2, max_question_bytes=3, max_answer_bytes=5)
    # Two cycles of a choice, a question, an answer and four votes, and an accusation; at most four rounds.
    assert game.bounds().length == 4 * (2 * (1 + 4 + 6 + 4) + 1)


RULES = AreYouTheTraitor(max_cycles=2)
TIMES = 2000


def accusers(state):
    rng = random.Random(0)
    counts = Counter(draw_accuser(state, rng) for _ in range(TIMES))
    return [counts[seat] / TIMES for seat in POLLED]


def test_all_but_the_traitor_are_equally_likely_to_accuse_evil_wins_five_eighths_and_rings_are_used():
    assert accusers(drawn(RULES, named(RULES), TRAITOR)) == pytest.approx([1 / 4] * 4, abs=0.05)
    # The Guard stops with probability 1/2. Otherwise the Evil Wizard or the Key Holder is asked next, and so on; with
    # probability 1/8 none of the three stops, and all four are equally likely.
    state = drawn(RULES, talked(RULES, named(RULES), TRAITOR, GUARD), GUARD)
    polled = state._replace(unpolled=(EVIL_WIZARD, KEY_HOLDER))
    assert accusers(polled) == pytest.approx([7 / 32, 1 / 32, 7 / 32, 17 / 32], abs=0.05)
    assert accusers(polled._replace(stage="accused")) == [0, 0, 0, 1]
    """A quarter of the accusations is the Evil Wizard's, and a quarter is right: 1/4 * 1/4 + 3/4 * 3/4 = 5/8."""
    rng, rows = random.Random(0), (row(PYRAMIDS), (), (), (), row(PYRAMIDS))
    deck = tuple(count if kind == GOLD else 0 for kind, count in enumerate(DECK))  # 7 points end the match
    best = [play_random_rounds(deck, rows, 3, rng) for _ in range(TIMES)]
    assert set(best) == {(7, 4), (4, 7)}
    assert fmean(evil == 7 for evil, _ in best) == pytest.approx(5 / 8, abs=0.05)
    rng, rows = random.Random(0), (row(RING), (), row(JEWELS), (), ())
    deck = tuple(count if kind == GOLD else 0 for kind, count in enumerate(DECK))
    best = {play_random_rounds(deck, rows, 6, rng) for _ in range(100)}
    # If Evil wins the round, the ring takes the jewels to the gold; if Good does, it may take other gold.
    assert best > {(8, 0), (3, 8)}


@pytest.mark.parametrize("stage", ["partner", "poll", "stop", "accused", "treasure"])
def test_play_from_the_middle_of_a_round_earns_what_play_move_by_move_does(stage):
    state = drawn(RULES, named(RULES), KEY_HOLDER)
    if stage != "partner":
        state = talked(RULES, named(RULES), KEY_HOLDER, GUARD)._replace(unpolled=(EVIL_WIZARD,))
    if stage in ("stop", "accused"):
        state = state._replace(stage=stage, seat=KEY_HOLDER)
    if stage == "treasure":
        state = RULES.apply_action(state._replace(stage="accused", seat=GUARD), TRAITOR)
    state = state._replace(rows=(row(GOLD), row(RING, GOLD), row(JEWELS), row(GOLD), ()))
    rng = random.Random(0)
    quick = fmean(RULES.random_returns(state, rng)[TRAITOR] for _ in range(TIMES))
    slow = fmean(Rules.random_returns(RULES, state, rng)[TRAITOR] for _ in range(TIMES // 8))
    assert quick == pytest.approx(slow, abs=0.1)

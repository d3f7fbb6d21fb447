"""The generic prompt shows nothing hidden in any OpenSpiel game, and prompts of custom games their observations alone.

The prompt mostly prints OpenSpiel's own information state, so comparing states with the same one proves little about
the text. Therefore the rules of the games also say who notices each card of a deal, and each hidden move.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pyspiel
import pytest
from pyspiel import GameType

import adapters
from adapters.generic.generic_view import shows_present_alone
from custom_games import GAMES
from custom_games.framework.states import movers
from gtarena.agents.search.redrawn_states import can_redraw
from gtarena.checks.playouts import begun, states
from gtarena.checks.redraws import redraw_history, redraw_state
from tests.support.named_games import VERSIONS, after, prompt_text
from tests.support.openspiel_games import PERFECT, PLAYABLE, SEQUENTIAL
from tests.support.playouts import decision_points

DECISIONS = 30
ENOUGH = 8  # redealt states that differ from the true one, after which no more are drawn
SLOW = {"arctic_scavengers": 3, "chat_game": 1, "colored_trails": 3}  # enough for them

# Too many hidden cards for a search among all deals: they are in DEALS instead. So is Sea Battle: all see its ships and
# rocks, but only when the last one is placed, so that a search draws the whole map blindly.
TOO_LARGE = {
    "air_land_sea", "bridge", "codenames", "crazy_eights", "cribbage", "dou_dizhu", "euchre", "gin_rummy", "go_fish",
    "hanabi", "hearts", "oh_hell", "pit", "python_block_dominoes", "python_liars_poker", "python_team_dominoes",
    "sea_battle", "skat", "spades"}
# What is said is redealt byte by byte, which takes minutes: ``test_magic_secrets.py`` redeals words and roles instead.
SPOKEN = {"are_you_the_traitor", "chameleon", "two_rooms_and_a_boom", "undercover"}
# The history does not fix the deal, or the game says nothing of what its players know.
NOT_REDEALABLE = {"bridge_uncontested_bidding", "python_iterated_prisoners_dilemma", "tarok"}
# All that happened is known, or nothing has: only moves at the same node are hidden.
NOTHING_HIDDEN = {
    "beauty_contest", "blotto", "deep_sea", "goofspiel", "iterated_prisoners_dilemma", "matching_pennies_3p",
    "oshi_zumo", "pathfinding", "public_good", "public_goods", "python_dynamic_routing", "snake", "solitaire",
    "three_player_prisoners_dilemma", *(name for name in PLAYABLE if name.startswith("matrix_"))}

# Imperfect information, or moves that are made at the same time.
HIDING = {name for name, kind in PLAYABLE.items() if (kind.information, kind.dynamics) != (PERFECT, SEQUENTIAL)}
GENERIC = {name for name in HIDING if adapters.for_game(pyspiel.load_game(name)).prompts == adapters.GENERIC}


class Deal(NamedTuple):
    """Players who notice each chance outcome of a deal, after some that are fixed: ``"0"`` is dealt to player 0."""

    noticed: Sequence[str]
    fixed: Sequence[int] = ()


DEALS = {
    "air_land_sea(theaters=fixed)": Deal("01" * 6, fixed=[0]),
    "blackjack": Deal(["0", "0", "", "0"]),  # the dealer's first card lies face down
    "bridge(use_double_dummy_result=False)": Deal("0123" * 13),
    "codenames(rows=1,columns=5,first=2,second=1)": Deal([*["0123"] * 5, *["02"] * 5]),  # words, key
    "coin_game": Deal([*"01", *["01"] * 14]),  # preferences, then what stands where
    "crazy_eights": Deal([*"12340" * 5, "01234"], fixed=[52]),
    "dou_dizhu": Deal(["012", *"120" * 16, *"12"], fixed=[0]),  # the card of the fixed place lies face up
    "euchre": Deal([*"0123" * 5, "0123"], fixed=[0]), "gin_rummy": Deal([*"0" * 10, *"1" * 10, "01"]),
    "go_fish": Deal("0" * 7 + "1" * 7), "python_block_dominoes": Deal("0" * 7 + "1" * 7),
    "hanabi": Deal("1" * 5 + "0" * 5),  # a player sees all cards but its own
    "hearts": Deal("0123" * 13, fixed=[0]), "spades": Deal("0123" * 13), "cribbage": Deal("0" * 6 + "1" * 6),
    **dict.fromkeys(("kuhn_poker", "leduc_poker", "liars_dice", "liars_dice_ir", "python_kuhn_poker"), Deal("01")),
    **dict.fromkeys(("repeated_leduc_poker", "tiny_bridge_2p", "tiny_hanabi", "universal_poker"), Deal("01")),
    "lewis_signaling": Deal("0"),
    "oh_hell": Deal([*"012" * 5, "012"], fixed=[5, 2]),
    "pit": Deal(["0", "2", "1", "3"] * 9 + ["0", "2"]),
    "python_liars_poker": Deal("01" * 10), "python_team_dominoes": Deal("0123" * 7),
    "sea_battle(size=6,ships=1,rocks=2)": Deal(["01"] * 6),  # cells and headings of the ships, then rocks
    "skat": Deal([*"000111222", "", "", *"000011112222", *"000111222"]),
    "tiny_bridge_4p": Deal("0123")}

# The player cannot tell the histories of a row apart: they differ in an unseen move or card of the opponent's.
HIDDEN_MOVES = [
    ("phantom_ttt", 0, [[4, 0], [4, 1], [4, 8]]), ("phantom_ttt_ir", 0, [[4, 0], [4, 1], [4, 8]]),
    ("dark_hex", 0, [[4, 0], [4, 1], [4, 8]]), ("dark_hex", 1, [[4], [0], [8]]),
    ("phantom_go", 0, [[40, 0], [40, 1], [40, 80]]), ("battleship", 1, [[100], [101], [110]]),
    ("sheriff", 1, [[2], [3], [5]]),
    ("goofspiel(imp_info=True,num_cards=4,points_order=descending)", 0, [[[3, 0]], [[3, 1]], [[3, 2]]]),
    ("trade_comm", 0, [[50], [53], [59]])]


def said(state: pyspiel.State, player: int) -> list[str]:
    return [prompt_text(state, player, version) for version in VERSIONS]


def test_only_games_that_cannot_be_redealt_are_left_out():
    assert {name for name in HIDING if not can_redraw(pyspiel.load_game(name))} == NOT_REDEALABLE
    assert TOO_LARGE <= {game_string.split("(")[0] for game_string in DEALS} <= HIDING


def some_decisions(name: str) -> Iterator[tuple[pyspiel.State, int]]:
    """Returns the first decisions of several playouts; of custom games in a setting small enough to be redealt."""
    game = pyspiel.load_game(name, dict(GAMES[name].variants[0]) if name in GAMES else {})
    playouts = (states(game, seed) for seed in itertools.count())
    decisions = (
        itertools.islice(((state, player) for state in playout if not begun(state) for player in movers(state)), 10)
        for playout in playouts)
    return itertools.islice(itertools.chain.from_iterable(decisions), DECISIONS)


@pytest.mark.parametrize("name", sorted(HIDING - TOO_LARGE - SPOKEN - NOT_REDEALABLE))
def test_a_state_that_the_player_cannot_tell_from_the_true_one_has_the_same_prompt(name):
    rng, changed = random.Random(0), 0
    redraw = redraw_state if name == "negotiation" else redraw_history  # what negotiation hides is in no history
    for state, player in some_decisions(name):
        world = redraw(state, player, rng)
        if str(world) != str(state) or world.history() != state.history():
            assert said(world, player) == said(state, player)
            changed += 1
        if changed >= SLOW.get(name, ENOUGH):
            break
    assert (changed > 0) == (name not in NOTHING_HIDDEN)


def dealt(game: pyspiel.Game, outcomes: Sequence[int]) -> pyspiel.State | None:
    """Returns the state after a deal, or ``None`` if the deal is impossible."""
    state = game.new_initial_state()
    for outcome in outcomes:
        if not state.is_chance_node() or outcome not in state.legal_actions():
            return None
        state.apply_action(outcome)
    return state


def random_deal(game: pyspiel.Game, deal: Deal, rng: random.Random) -> list[int]:
    outcomes = list(deal.fixed)
    while len(outcomes) < len(deal.fixed) + len(deal.noticed):
        outcomes.append(rng.choice(dealt(game, outcomes).legal_actions()))
    return outcomes


def exchanged(outcomes: Sequence[int], place: int, outcome: int) -> tuple[list[int], set[int]]:
    """Returns the deal with another outcome at a place, and the places that differ: a later outcome may move there."""
    swapped = {outcome: outcomes[place], outcomes[place]: outcome}
    other = [swapped.get(old, old) if index >= place else old for index, old in enumerate(outcomes)]
    return other, {index for index, old in enumerate(outcomes) if other[index] != old}


@pytest.mark.parametrize("game_string", DEALS)
def test_a_card_that_is_dealt_otherwise_changes_the_prompts_of_those_who_see_it_alone(game_string):
    game, deal, rng = pyspiel.load_game(game_string), DEALS[game_string], random.Random(0)
    noticed = [*[""] * len(deal.fixed), *deal.noticed]
    outcomes = random_deal(game, deal, rng)
    prompts = {version: said_to_all(dealt(game, outcomes), version) for version in VERSIONS}
    noticing = set()
    for place in range(len(deal.fixed), len(outcomes)):
        possible = set(dealt(game, outcomes[:place]).legal_actions()) - {outcomes[place]}
        for outcome in rng.sample(sorted(possible), min(2 + 20 // len(outcomes), len(possible))):
            other, places = exchanged(outcomes, place, outcome)
            state = dealt(game, other)
            if state is None or state.is_chance_node():
                continue
            version = VERSIONS[place % len(VERSIONS)]
            told = zip(said_to_all(state, version), prompts[version], strict=True)
            changed = {str(seat) for seat, (text, before) in enumerate(told) if text != before}
            assert changed <= set("".join(noticed[index] for index in places))
            noticing |= changed
    assert noticing == set("".join(noticed))


def said_to_all(state: pyspiel.State, version: str) -> list[str]:
    return [prompt_text(state, player, version) for player in range(state.num_players())]


@pytest.mark.parametrize(("game_string", "player", "histories"), HIDDEN_MOVES)
def test_an_unseen_move_shows_in_no_prompt(game_string, player, histories):
    possible = [after(game_string, *history) for history in histories]
    assert len({str(state.history()) for state in possible}) == len(histories)
    assert {"\n".join(said(state, player)) for state in possible} == {"\n".join(said(possible[0], player))}


class Witness:
    """Wraps a state and records which methods are called, and for whom."""

    def __init__(self, state: pyspiel.State) -> None:
        self._state = state
        self.asked: set[tuple[str, int | None]] = set()

    def __getattr__(self, name):
        def ask(*arguments):
            self.asked.add((name, arguments[0] if arguments else None))
            return getattr(self._state, name)(*arguments)

        return ask

    def __str__(self) -> str:
        raise AssertionError("a state as text shows everything")


# That players move at once is known to all of them.
PUBLIC_QUESTIONS = {("get_game", None), ("is_simultaneous_node", None)}
QUESTIONS = ("information_state_string", "observation_string", "legal_actions", "action_to_string")


# Games in which everything is known, and which say so in no other text.
KNOWN_AS_STATES = {"python_iterated_prisoners_dilemma", "python_dynamic_routing"}
WITH_SECRETS = [name for name, rules in GAMES.items() if rules.facts.information == "imperfect_information"]


# Of games with a view of their own the tests above, which redeal what is hidden, have to be enough.
@pytest.mark.parametrize("name", sorted(GENERIC - KNOWN_AS_STATES - {*adapters.views()}) + WITH_SECRETS)
def test_a_prompt_asks_the_state_for_what_the_player_knows_and_may_do_and_for_nothing_else(name, monkeypatch):
    for module in ("adapter", "generic.generic_view"):
        monkeypatch.setattr(f"adapters.{module}.position_key", lambda state: object())  # so that nothing is kept
    adapter = adapters.for_game(pyspiel.load_game(name))
    for state, player in itertools.islice(decision_points(name, seed=0), 0, 60, 15):
        witness = Witness(state)
        for version in adapter.versions():
            assert adapter.prompt(witness, player, version) == adapter.prompt(state, player, version)
        if name in GAMES:  # laws of all games keep secrets out of observations
            assert witness.asked <= {("observation", player), ("action_spec", player)}
            continue
        own = {(question, player) for question in QUESTIONS}
        others = {("legal_actions", seat) for seat in range(state.num_players())} if known_to_all(name) else set()
        # Of a history a player remembers its own moves; the redrawn histories above show that it is told no more.
        remembered = {("full_history", None)} if shows_present_alone(state.get_game()) else set()
        assert witness.asked <= PUBLIC_QUESTIONS | own | others | remembered


def known_to_all(name: str) -> bool:
    """Checks that nothing but the moves at the same node is hidden in a game."""
    return PLAYABLE[name].information in (PERFECT, GameType.Information.ONE_SHOT)

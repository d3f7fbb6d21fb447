import pyspiel
import pytest

from custom_games.framework.states import movers
from gtarena import games
from gtarena.checks.playouts import begun, states
from gtarena.errors import UsageError
from gtarena.game_theory.beliefs.hidden_facts import HiddenFact, hidden_facts

GAMES = ("kuhn_poker", "leduc_poker", "universal_poker", "liars_dice", "first_sealed_auction", "bargaining",
         "chameleon", "undercover", "are_you_the_traitor", "tiny_traitor", "two_rooms_and_a_boom")


def decisions(name, params=None, seed=3):
    """Yields the states of a random match in which somebody is to move, with the first player who is."""
    for state in states(games.load(name, params or {}), seed):
        if movers(state) and not begun(state):
            yield state, movers(state)[0]


@pytest.mark.parametrize("name", GAMES)
def test_the_true_value_is_among_the_options_at_every_decision(name):
    seen = 0
    for state, player in list(decisions(name))[:12]:
        for fact in hidden_facts(name):
            options = fact.options(state.get_game())
            values = fact.values(state, player)
            assert len(values) == state.num_players() - 1
            assert set(values.values()) <= set(options)
            seen += len(values)
    assert seen


@pytest.mark.parametrize(("name", "params", "options"), [
    ("kuhn_poker", {}, ("J", "Q", "K")), ("kuhn_poker", {"players": 3}, ("0", "1", "2", "3")),
    ("liars_dice", {"dice_sides": 3, "numdice": 5}, ("1", "2", "3")),
    ("first_sealed_auction", {"max_value": 4}, ("1", "2", "3", "4")),
    ("undercover", {}, ("yes", "no")), ("chameleon", {}, ("chameleon", "non-chameleon"))])
def test_options_are_those_stated_with_the_parameters_or_those_of_all_deals(name, params, options):
    (fact,) = hidden_facts(name)
    assert fact.options(games.load(name, params)) == options


def test_a_value_is_the_holders_own_and_the_question_names_the_holder():
    state = pyspiel.load_game("kuhn_poker(players=3)").new_initial_state()
    for card in (2, 0, 3):
        state.apply_action(card)
    (fact,) = hidden_facts("kuhn_poker")
    assert fact.values(state, 0) == {"Player 1": "0", "Player 2": "3"}
    assert fact.values(state, 1) == {"Player 0": "2", "Player 2": "3"}
    assert fact.ask(state.get_game(), "Player 2") == "Which card does Player 2 hold?"
    assert fact.ask(pyspiel.load_game("kuhn_poker"), "Player 1") == "Which card does the other player hold?"


def test_of_several_cards_the_highest_is_asked_for_whichever_was_dealt_first():
    game = games.load("universal_poker", {"numHoleCards": 2, "numRanks": 3})
    (fact,) = hidden_facts("universal_poker")
    assert "highest card" in fact.ask(game, "Player 1")
    # The deck has the cards of the lowest rank first, and of each rank clubs, diamonds, hearts and spades.
    for highest, *deal in (("4 of spades", 0, 11), ("4 of spades", 11, 0), ("3 of diamonds", 6, 5)):
        state = game.new_initial_state()
        for card in [*deal, *(card for card in range(12) if card not in deal)][:4]:
            state.apply_action(card)
        assert fact.values(state, 1) == {"Player 0": highest}


def test_a_compared_value_says_whether_it_is_the_asked_players_own():
    (fact,) = hidden_facts("undercover")
    state, _ = next(decisions("undercover"))
    words = {f"Player {seat + 1}": state.observation(seat)["word"] for seat in range(3)}
    for player in range(3):
        own = words[f"Player {player + 1}"]
        assert fact.values(state, player) == {
            name: "yes" if word == own else "no" for name, word in words.items() if name != f"Player {player + 1}"}
    assert len(set(words.values())) == 2


def test_a_holder_is_known_by_the_name_that_the_others_see():
    (fact,) = hidden_facts("are_you_the_traitor")
    state, player = next(decisions("are_you_the_traitor"))
    views = [state.observation(seat) for seat in range(5) if seat != player]
    assert fact.values(state, player) == {view["you"]: view["role"] for view in views}


def test_a_place_that_is_not_in_the_observation_has_no_value():
    state, player = next(decisions("kuhn_poker"))
    for path in (("cards", 9), ("no", "such"), ("pot", "deep")):
        assert HiddenFact("fact", path, "?").values(state, player) == {}


def test_a_game_without_hidden_facts_and_a_fact_in_too_many_deals_are_refused():
    with pytest.raises(UsageError, match=r"chess has no hidden fact to ask for \(games that have some: are_you"):
        hidden_facts("chess")
    with pytest.raises(UsageError, match=r"liars_dice.* has more than 100000 deals: state the options"):
        HiddenFact("dice", ("your_dice",), "?").options(pyspiel.load_game("liars_dice(numdice=5)"))

import json
import re
import subprocess
import sys

import pyspiel
import pytest

from custom_games import GAMES
from gtarena import games
from gtarena.errors import UnplayableError, UsageError
from gtarena.logs.replay import Replay
from tests.support import ROOT, openspiel_games, team_games, twice
from tests.support.chat_game import small_talk
from tests.support.compound_games import coins

WRAPPED = "turn_based_simultaneous_game"


@pytest.mark.parametrize(("game", "name", "given"), [
    ("kuhn_poker", "kuhn_poker", {}), ("pig(winscore=20)", "pig", {"winscore": 20}),
    ("el_farol(capacity=0.5,players=4)", "el_farol", {"capacity": 0.5, "players": 4}),
    ("nim(pile_sizes=1;2,is_misere=false)", "nim", {"pile_sizes": "1;2", "is_misere": False}),
    ("misere(game=nim(pile_sizes=1;2,is_misere=true))", "misere", {"game": "nim(is_misere=True,pile_sizes=1;2)"}),
    ("misere(game=misere(game=nim()))", "misere", {"game": "misere(game=nim())"})])
def test_a_game_string_is_a_name_and_parameters(game, name, given):
    assert games.parse(game) == (name, given)


@pytest.mark.parametrize("game", ["pig(winscore=20", "pig("])
def test_other_strings_are_no_games_and_say_so_once(game, capfd):
    with pytest.raises(UsageError, match="is not a game: write NAME or NAME"):
        games.parse(game)
    assert capfd.readouterr() == ("", "")


def test_missing_parameters_are_filled_in_and_a_number_will_do_for_another_kind_or_text():
    assert games.complete("pig", {"winscore": 20}) == {
        "diceoutcomes": 6, "horizon": 1000, "piglet": False, "players": 2, "winscore": 20}
    capacity = games.complete("el_farol", {"capacity": 1})["capacity"]
    assert (capacity, type(capacity)) == (1.0, float)
    assert games.load("nim", {"pile_sizes": 2}).get_parameters()["pile_sizes"] == "2"
    message = r"unknown parameter of pig 'winscor'; did you mean winscore\? \(it has: diceoutcomes, horizon, piglet, "
    with pytest.raises(UsageError, match=message):
        games.complete("pig", {"winscor": 3})


@pytest.mark.parametrize(("name", "parameter", "value", "wanted"), [
    ("kuhn_poker", "players", "three", "a whole number"), ("kuhn_poker", "players", 2.0, "a whole number"),
    ("kuhn_poker", "players", True, "a whole number"), ("el_farol", "capacity", "much", "a number"),
    ("el_farol", "capacity", True, "a number"), ("nim", "is_misere", 1, "true or false"),
    ("nim", "pile_sizes", 2.5, "text")])
def test_values_of_another_kind_are_refused(name, parameter, value, wanted):
    with pytest.raises(UsageError, match=rf"^{name}: {parameter}={value} is not {wanted}$"):
        games.complete(name, {parameter: value})


@pytest.mark.parametrize(("name", "given", "players"), [
    ("el_farol", {"players": 4}, 4), ("kuhn_poker", {"players": 5}, 5), ("python_liars_poker", {}, 2),
    ("python_iterated_prisoners_dilemma", {"max_game_length": 3}, 2), (WRAPPED, {"game": "el_farol(players=3)"}, 3),
    ("misere", {"game": "nim(pile_sizes=1;2)"}, 2)])
def test_games_of_every_kind_are_loaded_with_their_parameters(name, given, players):
    assert games.load(name, given).num_players() == players
    state = games.load("misere", {"game": "nim(pile_sizes=2)"}).new_initial_state()
    assert state.legal_actions() == [0, 1]  # one or two objects of the only pile


@pytest.mark.parametrize("ratio", [1 / 3, 0.1 + 0.2])
def test_numbers_keep_all_their_digits(ratio):
    assert games.load("el_farol", {"capacity": ratio}).get_parameters()["capacity"] == ratio


@pytest.mark.parametrize(("name", "given", "message"), [
    ("kuhn_pokr", {}, r"^unknown game 'kuhn_pokr'; did you mean kuhn_poker"),
    ("kuhn_poker", {"players": 99}, r"^kuhn_poker: players=99 is not a whole number from 2 to 10$"),
    ("el_farol", {"capacity": 2.0}, r"^el_farol: capacity=2.0 is not a number from 0.0 to 1.0$"),
    ("goofspiel", {"returns_type": "x"}, r"^goofspiel: Unrecognized returns_type parameter: x$"),
    ("", {}, r"^unknown game ''"), ("misere", {}, r"^misere needs a value for game.game$"),
    ("misere", {"game": "nim("}, r"'nim\(' is not a game"),
    ("misere", {"game": "nim(piles=3)"}, r"unknown parameter of nim 'piles'"),
    ("chameleon", {"topic": 1, "secret": 99}, r"^chameleon: secret=99 is not a whole number from 0 to 16, "),
    ("undercover", {"pairs": "my"}, r"^undercover: set of pairs 'my' does not exist: shipped are .*GTARENA_WORDS"),
    ("undercover", {"pairs": "chameleon"}, r"^undercover: entry 1 of chameleon.json, .* more: 'topic' is not a key"),
    ("misere", {"game": 3}, r"^misere: game=3 is not a game, as in nim"),
    ("misere", {"game": ["nim"]}, r"^misere: game=\['nim'\] is not a game"),
    ("mfg_garnet", {}, r"^mfg_garnet is a mean-field game"),
    ("crossword", {}, r"^crossword cannot be played: its positions do not list their legal moves$")])
def test_what_cannot_be_loaded_is_explained_in_one_line_and_by_nobody_else(name, given, message, capfd):
    with pytest.raises(UsageError, match=message) as error:
        games.load(name, given)
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


def test_what_is_printed_afterwards_is_seen_again(capfd):
    with pytest.raises(UsageError):
        games.load("el_farol", {"capacity": 2.0})
    pyspiel.load_game("kuhn_poker")
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("kuhn_poker(players=99)")
    assert capfd.readouterr().err


@pytest.mark.parametrize(("name", "given", "label"), [
    ("kuhn_poker", {}, "kuhn_poker"), ("kuhn_poker", {"players": 2}, "kuhn_poker"), ("pig", {}, "pig"),
    ("pig", {"winscore": 20, "players": 3}, "pig(players=3,winscore=20)"),
    ("misere", {"game": "nim(pile_sizes=1;2)"}, "misere(game=nim(pile_sizes=1;2))")])
def test_a_label_states_what_is_not_the_default(name, given, label):
    assert games.label(name, games.complete(name, given)) == games.label(name, given) == label


def test_a_game_or_parameter_that_no_longer_exists_is_named_all_the_same():
    assert games.label("lost_game", {"a": 1, "b": "x y"}) == 'lost_game(a=1,b="x y")'
    assert games.label("pig", {"lost": 1}) == "pig(lost=1)"


@pytest.mark.parametrize(("name", "players"), [("hanabi", 2), ("chat_game", 2), ("python_dynamic_routing", 5)])
def test_a_default_number_of_players_outside_the_range_leaves_it_to_the_game(name, players):
    low, high = games.type_of(name).min_num_players, games.type_of(name).max_num_players
    assert not low <= games.defaults(name)["players"] <= high
    assert games.load(name, {}).num_players() == players


def negotiation(rng_seed, seed):
    state = games.load("negotiation", {"rng_seed": rng_seed}, seed).new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])  # before that, asking for the pool crashes the process
    return state.item_pool(), state.agent_utils(0), state.agent_utils(1)


def test_an_instance_is_always_the_published_one_unless_it_is_drawn_from_the_seed_of_every_match():
    assert {str(negotiation(-1, seed)) for seed in range(3)} == {str(([5, 5, 5], [10, 1, 7], [10, 10, 10]))}
    drawn = [str(negotiation(-2, seed)) for seed in range(10)]
    assert len(set(drawn)) > 5
    assert drawn == [str(negotiation(-2, seed)) for seed in range(10)]


@pytest.mark.parametrize(("game", "teams"), [
    ("kuhn_poker(players=3)", (0, 1, 2)), ("el_farol(players=4)", (0, 1, 2, 3)),
    ("turn_based_simultaneous_game(game=matrix_pd())", (0, 1)), ("team_bidding", (0, 0, 1, 1)),
    ("team_bidding(lineup=crossed)", (0, 1, 0, 1)), ("lone_bidding(lone=1)", (1, 0, 1)), ("chameleon", (0, 1, 2)),
    ("undercover(undercover=3)", (1, 1, 0))])
def test_every_seat_is_a_team_unless_the_rules_of_the_game_say_otherwise(game, teams):
    team_games.register()
    assert games.teams(pyspiel.load_game(game)) == teams


@pytest.mark.parametrize(("game", "says"), [
    (small_talk(), True), (coins(), False), (pyspiel.load_game("el_farol"), False), (pyspiel.load_game("chess"), False),
])
def test_games_whose_players_say_free_texts_are_told_from_others(game, says):
    assert games.has_texts(game) is says


@pytest.mark.parametrize("game", [
    "connect_four(rows=0)", "hanabi(ranks=8)", "coop_to_1p(game=tic_tac_toe())",
    "hex(num_cols=3,num_rows=2,swap=True)"])
def test_parameters_that_crash_openspiel_are_refused(game):
    name, given = games.parse(game)
    with pytest.raises(UnplayableError, match=rf"^{re.escape(game)} cannot be played: OpenSpiel itself crashed .*; "
                                             rf"change {to_change(name, given)}$"):
        games.load(name, given)


@pytest.mark.parametrize(("game", "reason"), [
    ("nim(pile_sizes=-1)", "a match comes to a position without legal moves that is not its end"),
    ("hex(board_size=-4)", "a match comes to a position without legal moves that is not its end"),
    ("cursor_go(board_size=0)", "a match fails: unsupported board size"),
    ("dots_and_boxes(num_rows=0)", "a match fails: num_rows_ >= 1"),
    ("quoridor(board_size=99)", r"a match fails: [^\n]*"),
    ("connect_four(columns=-1)", "a match fails: OpenSpiel refuses it without a reason"),
    ("gin_rummy(hand_size=0)", "hand_size_ >= 1"),
    ("misere(game=hex(board_size=-4))", "a match comes to a position without legal moves that is not its end"),
    ("repeated_game(num_repetitions=2,stage_game=blotto(coins=-1))", "a match comes to a position [^\n]*"),
    ("turn_based_simultaneous_game(game=goofspiel(num_cards=0))", "a match comes to a position [^\n]*")])
def test_parameters_with_which_no_match_comes_to_an_end_are_refused(game, reason):
    name, given = games.parse(game)
    label = re.escape(games.label(name, games.complete(name, given)))
    settings = to_change(name, given)
    with pytest.raises(UnplayableError, match=rf"^{label} cannot be played: {reason}; change {settings}$"):
        games.load(name, given)


def to_change(name, given):
    """The pattern of the settings that an error tells to change, each with its default value if it has one."""
    standard = games.defaults(name)
    return ", ".join(rf"game\.{parameter}" + ("" if isinstance(standard[parameter], dict) else
                                              re.escape(f" (its default is {standard[parameter]})"))
                     for parameter in given)


@pytest.mark.parametrize(("name", "parameter"), [("chameleon", "clue_limit"), ("pig", "winscore")])
@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 10**12, 10**400])
def test_whole_numbers_that_pyspiel_cannot_hold_are_refused(name, parameter, value):
    with pytest.raises(UsageError, match=rf"^{name}: {parameter}={value} is not a whole number from -2147483648 to "):
        games.load(name, {parameter: value})
    with pytest.raises(UsageError, match=r"is not a game: .* whole numbers from -2147483648 to 2147483647$"):
        games.parse(f"{name}({parameter}={value})")


@pytest.mark.parametrize(("name", "parameter"), [("battle_royale", "targets"), ("backgammon", "scoring_type")])
def test_text_that_no_encoding_has_is_refused(name, parameter):
    with pytest.raises(UsageError, match=rf"^{name}: {parameter}='\\udcff' is not text in UTF-8$"):
        games.load(name, {parameter: "\udcff"})


def test_our_own_games_and_openspiels_as_they_are_set_up_are_not_tried(monkeypatch):
    monkeypatch.setattr(games, "TRIALS", None)
    assert games.load("tic_tac_toe", {}).num_players() == 2
    assert games.load("kuhn_poker", {"players": 2}).num_players() == 2
    assert games.load("el_farol", {"players": 3}).num_players() == 3
    assert games.load("tarok", {}, seed=1).num_players() == 3
    with pytest.raises(AttributeError):
        games.load("kuhn_poker", {"players": 3})


LEFT_OPEN = {
    "go": {"max_game_length"}, "phantom_go": {"max_game_length"}, "quoridor": {"wall_count"}, "antichess": {"fen"},
    "dark_chess": {"fen"}, "kriegspiel": {"fen"}, "rbc": {"fen"},
    "hanabi": {"colors", "hand_size", "max_information_tokens", "max_life_tokens", "observation_type", "players",
               "random_start_player", "ranks", "seed"}}


@pytest.mark.parametrize("name", LEFT_OPEN)
def test_defaults_that_leave_the_choice_to_the_game_are_not_stated(name):
    whole = games.complete(name, {})
    assert games.literal(name, whole) == {key: value for key, value in whole.items() if key not in LEFT_OPEN[name]}


def test_what_was_chosen_is_stated():
    assert games.literal("go", games.complete("go", {"max_game_length": 9})) == games.complete(
        "go", {"max_game_length": 9})


@pytest.mark.parametrize("name", sorted(GAMES))
def test_our_own_games_state_every_parameter(name):
    assert games.literal(name, games.complete(name, {})) == games.complete(name, {})


def asked(game, fact):
    try:
        return getattr(game, fact)()
    except (pyspiel.SpielError, RuntimeError) as error:
        return type(error)


@pytest.mark.parametrize(("name", "given"), [("tarok", {}), ("misere", {"game": "tarok()"})])
def test_tarok_also_within_another_game_is_dealt_from_the_seed(name, given):
    deals = [twice.play(games.load(name, given, seed))["told"] for seed in (1, 2, 1)]
    assert deals[0] == deals[2] != deals[1]
    assert twice.play(games.load("tarok", {"rng_seed": 7}, 1)) == twice.play(games.load("tarok", {"rng_seed": 7}, 2))


def test_every_game_plays_the_same_match_with_its_parameters_stated_and_in_another_process_and_is_replayed():
    names = list(openspiel_games.PLAYABLE)
    other = subprocess.Popen([sys.executable, "-m", "tests.support.twice", *names], stdout=subprocess.PIPE, cwd=ROOT)
    stated = {name: games.literal(name, games.complete(name, {})) for name in names}
    here = {name: pyspiel.load_game(name, stated[name]) if name != "tarok" else games.load(name, {}, twice.SEED)
            for name in names}
    played = json.loads(json.dumps({name: twice.play(game) for name, game in here.items()}))
    assert json.loads(other.communicate()[0]) == played
    for name in names:
        for fact in ("num_players", "num_distinct_actions", "max_game_length", "min_utility", "max_utility"):
            assert asked(here[name], fact) == asked(pyspiel.load_game(name), fact), name
        replay = Replay(name, {}, twice.SEED)
        for player, action in played[name]["steps"]:
            replay.apply(player, action)
        assert twice.told(replay.state) == played[name]["told"], name


def test_games_of_sampled_chance_and_games_within_games_may_draw_for_themselves():
    drawing = {name: games.draws_for_itself(name) for name in (
        "negotiation", "tarok", "misere", "kuhn_poker", "hanabi", "tic_tac_toe", "el_farol")}
    assert drawing == {"negotiation": True, "tarok": True, "misere": True, "kuhn_poker": False, "hanabi": False,
                       "tic_tac_toe": False, "el_farol": False}

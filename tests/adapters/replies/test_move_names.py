import tomllib

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from adapters import ReplyError
from adapters.generic.generic_view import GenericView
from adapters.replies import move_names
from adapters.replies.move_names import LISTED_MOVES, MoveNames, find_last_mention, find_other_names
from custom_games.action_specs.name_keys import LONGEST_NAME
from tests.support import ROOT
from tests.support.named_games import SETTINGS, expanded, loaded, named_actions, named_decisions
from tests.support.reply_decisions import decision

DATA = tomllib.loads((ROOT / "adapters" / "prompts" / "names.toml").read_text("utf-8"))


def names(*listed: str, same=lambda actions: len(actions) == 1) -> MoveNames:
    return MoveNames({action: [name] for action, name in enumerate(listed)}, lambda: listed, same)


@pytest.mark.parametrize("said", [
    "pile 2", " PILE  2 ", "**pile 2.**", '"pile 2"', "“pile_2”", "pile2", "Ｐｉｌｅ ②", "`pile 2`", "pile\n2",
    "$pile 2$"])
def test_a_move_is_found_by_its_name_whatever_its_case_spacing_and_marks(said):
    assert names("pile 1", "pile 2").find(said) == [1]


@pytest.mark.parametrize("said", [
    "", "pile", "pile 3", "pile 2 or pile 1", "not pile 2", "pile 2?", "pile²", "pile 2 (so)", "≠ pile 2", "~pile 2"])
def test_whatever_is_no_name_finds_nothing(said):
    assert names("pile 1", "pile 2").find(said) is None


def test_spacing_case_and_parts_name_a_move_unless_several_share_the_name():
    assert names("build north-east", "build north").find("Build north east") == [0]
    assert (names("1 2", "12").find("1 2"), names("[1, 2]", "[2, 1]").find("2,1")) == ([0], [1])
    assert names("1-2", "12").find("12") == [1]
    assert names("draw", "draw", "pass").find("draw") is None
    assert names("draw", "draw", "pass").find("pass") == [2]
    assert names("draw", "draw", same=lambda actions: True).find("draw") == [0]
    assert names("Bxc3", "a4").find("bxc3") is None
    assert (names("Bxc3", "bxc3").find("bxc3"), names("Bxc3", "Ra1").find("bxc3")) == ([1], [0])
    assert names("B d4", "B d5").find("d4") == [0]
    assert names("turn left", "step and turn left", "left").find("left") == [2]
    assert names("x" * LONGEST_NAME).find("x" * LONGEST_NAME) == [0]
    assert names("x").find("x" + " " * LONGEST_NAME) is None


@pytest.mark.parametrize(("count", "end"), [(LISTED_MOVES, " | m59"), (LISTED_MOVES + 1, " | m59 | ...")])
def test_a_refusal_lists_the_first_sixty_moves_and_quotes_the_beginning_of_an_answer(count, end):
    refused = names(*[f"m{number}" for number in range(count)]).refusal("y" * 101)
    assert str(refused).startswith(f"Your answer '{'y' * 100}' is not a legal move. Legal moves: m0 | ")
    assert str(refused).endswith(end)
    assert refused.reason == "illegal"


def test_a_refusal_tells_the_moves_that_a_part_may_mean():
    assert str(names("From d4", "To d4", "d5").refusal("d4")) == (
        "Your answer 'd4' may mean several moves: From d4 | To d4.")


def test_numbers_have_words_in_every_game_and_places_take_either():
    assert list(find_other_names("any", "Four.")) == ["4"]
    assert list(find_other_names("connect_four", "column FOUR")) == ["C4"]
    assert list(find_other_names("nim", "Take two from pile 3")) == ["pile:3, take:2;"]
    assert list(find_other_names("any", "column 4")) == []
    assert list(find_other_names("connect_four", "column 4 or 5")) == []
    assert list(find_other_names("connect_four", "4" * (LONGEST_NAME + 1))) == []


def test_the_data_is_of_games_and_no_other_name_is_a_listed_one_of_another_move():
    named = {setting.partition("(")[0]: setting for setting in reversed(SETTINGS)}
    assert {*DATA} - {"denials", "numbers"} <= {*pyspiel.registered_names()}
    for game in {*DATA} & {*named}:
        for state, player in named_decisions(named[game], most=8):
            moves = MoveNames.of_legal_moves(loaded(named[game]).view, state, player)
            for said in (row for row in DATA[game] if "{" not in row):
                meant = find_other_names(game, said)  # of several, as "pass" for a bid and a card, one is listed
                assert moves.find(said) in (None, *map(moves.find, meant)), (game, said)


@pytest.mark.parametrize(("game", "said", "name"), [
    ("hanabi", "reveal color Y", "(Reveal player +1 color Y)"), ("mancala", "pit three", "3"), ("chess", "1. e4", "e4"),
    ("chess", "e2e4", "e4")])
def test_other_names_of_openspiels_games_are_understood(game, said, name):
    adapter, state, player = decision(game)
    [action] = adapter.parse(f"Answer: {said}", state, player)
    assert state.action_to_string(player, action) == name


def test_a_hint_to_one_of_several_players_needs_the_player():
    adapter, state, player = decision("hanabi(players=3)")
    hints = [state.action_to_string(player, action) for action in state.legal_actions()]
    color = next(color for color in "RYGWB" if sum(f"color {color}" in hint for hint in hints) == 2)
    with pytest.raises(ReplyError, match="may mean several moves"):
        adapter.parse(f"Answer: color {color}", state, player)
    with pytest.raises(ReplyError):
        adapter.parse(f"Answer: reveal color {color}", state, player)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_every_legal_move_is_understood_by_each_of_its_names(game_string):
    view = loaded(game_string).view
    for state, player in named_decisions(game_string, most=5):
        moves = MoveNames.of_legal_moves(view, state, player)
        for action in named_actions(view, state, player):
            for name in view.names(state, player, action):
                found = moves.find(name)
                assert found == [action] or view.are_one_move(state, [*(found or []), action]), name


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_patterns_stand_for_exactly_the_shown_names_of_the_legal_moves(game_string):
    view = loaded(game_string).view
    for state, player in named_decisions(game_string):
        shown = [name for pattern in view.patterns(state, player) for name in expanded(pattern)]
        known = [view.names(state, player, action)[0] for action in named_actions(view, state, player)]
        assert sorted(shown) == sorted(set(known))
        for name in set(known):  # twins lead to one position
            twins = [action for action in named_actions(view, state, player)
                     if view.names(state, player, action)[0] == name]
            assert len(twins) == 1 or view.are_one_move(state, twins)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_every_move_that_a_wording_lists_is_understood(game_string):
    adapter = loaded(game_string)
    for state, player in named_decisions(game_string, seeds=(0,), most=3):
        for version in adapter.versions():
            reader = adapter.reader(state, player, version)
            for pattern in adapter.reply_form(state, player, version).moves:
                assert all(reader.read_name(name) for name in expanded(pattern)[:20]), (version, pattern)


def test_moves_that_lead_to_one_position_are_one_move():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    assert GenericView().are_one_move(state, [0])
    assert adapters.for_game(state.get_game()).view.are_one_move(state, [0, 1]) is False


def mentioned(game: str, text: str, *actions: int) -> list[int] | None:
    loaded = pyspiel.load_game(game)
    state = loaded.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return find_last_mention(adapters.for_game(loaded).view, text, state, max(state.current_player(), 0))


@pytest.mark.parametrize(("text", "action"), [
    ("C1R1 is free, but the centre C2R2 is better.", 4), ("The centre C2R2 beats the corner (C1R1)", 0), ("c2r2", 4),
    ("x(1,1)", None),  # OpenSpiel's own name, which counts from 0
    ("C2R22 or XC2R2", None),  # parts of longer words
    ("C4R4", None), ("", None), ("Row 2 and column 2.", None)])
def test_the_last_legal_move_in_a_text_is_found(text, action):
    assert mentioned("tic_tac_toe", text) == (None if action is None else [action])


def test_moves_that_are_not_legal_are_passed_over_and_only_the_end_of_a_long_text_read():
    assert mentioned("tic_tac_toe", "First C1R1. They took C2R2.", 4) == [0]
    assert mentioned("tic_tac_toe", "C1R1" + " so" * 1_000) == [0]
    assert mentioned("tic_tac_toe", "C1R1" + " so" * 10_000) is None


@pytest.mark.parametrize(("game", "text", "action"), [
    ("nim", "I take pile: 3 , take:2.", 6), ("nim", "pile:3, take:1 leaves pile:3, take:4 to them", 14),
    ("breakthrough(columns=3)", "a7 → a6 is solid", 36 + 2),
    ("iterated_prisoners_dilemma", "If they DEFECT I lose, so", 1), ("liars_dice", "I bid 1-3.", None)])
def test_names_are_known_in_the_spellings_of_prose(game, text, action):
    found = mentioned(game, text, *([0, 0] if game == "liars_dice" else []))
    assert found == ([2] if game == "liars_dice" else [action])


@pytest.mark.parametrize("game", ["first_sealed_auction", "el_farol"])
def test_numbers_and_parts_of_other_words_are_no_names(game):
    assert mentioned(game, "I have 3, and bid 2; ago, 1.", *([5, 5] if game == "first_sealed_auction" else [])) is None


def test_of_names_that_begin_alike_the_longer_one_is_read():
    # White, who is player 1, may castle on both sides.
    moves = ["Nf3", "a6", "g3", "a5", "Bg2", "a4", "Nc3", "b6", "d3", "b5", "Bf4", "c6", "Qd2", "c5"]
    state = pyspiel.load_game("chess").new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    view = adapters.for_game(state.get_game()).view
    found = [find_last_mention(view, text, state, 1) for text in ("O-O.", "I play O-O-O.")]
    assert found == [[state.string_to_action("O-O")], [state.string_to_action("O-O-O")]]


@pytest.mark.parametrize("text", ["pile:1, " * 40_000, "pile:" + " " * 320_000 + "x"], ids=["names", "spaces"])
def test_a_long_text_is_searched_in_linear_time(monkeypatch, text):
    # Quadratic time would not end.
    monkeypatch.setattr(move_names, "MAX_SEARCHED", len(text))
    assert mentioned("nim", text) is None

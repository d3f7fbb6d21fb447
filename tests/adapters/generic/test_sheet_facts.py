"""Facts that rules sheets tell of seats, coordinates and signs are found again by playing the games."""

import random
import re

import open_spiel.python.games  # noqa: F401  registers its games
import pyspiel
import pytest

import custom_games  # noqa: F401
from adapters.generic.sheets import FOLDER, Sheet, has_sheet, read_sheet
from adapters.rendering import templates
from gtarena import games
from tests.support.named_games import prompt_text
from tests.support.playouts import decision_points, load


def started(game_string: str) -> pyspiel.State:
    """Returns the first state in which a player moves."""
    return past_chance(load(game_string).new_initial_state())


def past_chance(state: pyspiel.State, rng: random.Random | None = None) -> pyspiel.State:
    while state.is_chance_node():
        outcomes = state.legal_actions()
        state.apply_action(rng.choice(outcomes) if rng else outcomes[0])
    return state


def played(state: pyspiel.State, *names: str) -> pyspiel.State:
    """Returns the state after moves by OpenSpiel's names."""
    for name in names:
        (action,) = [action for action in state.legal_actions()
                     if state.action_to_string(state.current_player(), action) == name]
        state.apply_action(action)
        past_chance(state)
    return state


def facts(game_string: str) -> Sheet:
    return read_sheet(load(game_string))


def cells(state: pyspiel.State, player: int) -> str:
    """Returns a player's drawing without colours."""
    drawn = (state.observation_string(player) if state.get_game().get_type().provides_observation_string
             else state.information_state_string(player))
    return re.sub(r"\x1b\[[\d;]*m", "", drawn)


def table(state: pyspiel.State, player: int = 0) -> list[str]:
    """Returns the rows of a board without spaces."""
    return [line.replace(" ", "") for line in cells(state, player).splitlines()]


# Every sheet that names seats is checked by one of the tests below.
PIECES_PLACED = {
    "cursor_go(board_size=5)": "XO", "phantom_go(board_size=5)": "XO", "dark_hex": "xo", "dark_hex_ir": "xo",
    "pentago": "O@", "twixt(board_size=6)": "xo", "gomoku(size=6)": "bw", "mnk": "xo", "phantom_ttt": "xo",
    "phantom_ttt_ir": "xo", "python_tic_tac_toe": "xo", "ultimate_tic_tac_toe": "xo", "nine_mens_morris": "WB"}
COLLISIONS = {"phantom_ttt", "phantom_ttt_ir", "dark_hex", "dark_hex_ir"}
# The mark that leaves a place when a player moves.
PIECES_MOVED = {
    "clobber": "ox", "lines_of_action": "xo", "amazons": "XO", "chinese_checkers": "12",
    "einstein_wurfelt_nicht": "bw", "quoridor": "0@"}
CHESS = {"antichess", "crazyhouse", "kriegspiel", "rbc"}
CHECKED_BELOW = {
    "capture_the_flag", "chat_game", "colored_trails", "laser_tag", "latent_ttt", "lewis_signaling", "maedn",
    "markov_soccer", "sheriff", "shogi", "tiny_bridge_2p", "tiny_bridge_4p", "xiangqi"}


def test_every_sheet_that_names_seats_is_checked_here():
    sheets = [name for name in templates.list_versions(FOLDER) if not name.startswith("_")]
    named = {game_string.split("(")[0] for game_string in (*PIECES_PLACED, *PIECES_MOVED, *CHESS)} | CHECKED_BELOW
    assert {name for name in sheets if facts(name).seats} <= named
    assert all(has_sheet(name) for name in named)


@pytest.mark.parametrize("name", ["amazons", "sheriff", "tiny_bridge_4p", "yacht"])
def test_names_of_seats_and_all_lines_of_a_sheet_are_shown(name):
    state, player = next(decision_points(name, seed=0))
    told = facts(name)
    for version in ("v1", "v2"):
        text = prompt_text(state, player, version)
        assert all(line in text for lines in told.parts.values() for line in lines)
        assert all(f"layer {seat}{' (you)' if seat == player else ''} is {named}" in text
                   for seat, named in enumerate(told.seats))


def mark(told: Sheet, seat: int) -> str:
    """Returns the mark that a seat's name states: "x, who ..." or "Black (X)"."""
    found = re.search(r"\((\S)", told.seats[seat]) or re.match(r"(\S)(?=,|$)", told.seats[seat])
    assert found
    return found[1]


@pytest.mark.parametrize("game_string", PIECES_PLACED)
def test_who_places_which_mark(game_string):
    marks, state, rng = PIECES_PLACED[game_string], started(game_string), random.Random(0)
    assert [mark(facts(game_string), seat) for seat in (0, 1)] == list(marks)
    placed = set()
    for _ in range(12):
        player, before = state.current_player(), board(state)
        state.apply_action(rng.choice(state.legal_actions()))
        now = before if state.is_terminal() else board(state, player)
        gained = {seat for seat in (0, 1) if now.count(marks[seat]) > before.count(marks[seat])}
        # In a phantom game a player who runs into a mark of the other's sees that one instead.
        assert gained <= {player} if not placed or game_string not in COLLISIONS else len(gained) <= 1
        placed |= gained & {player}
        if state.is_terminal():
            break
    assert placed == {0, 1}


def board(state: pyspiel.State, player: int | None = None) -> str:
    """Returns the drawing of a player's, by default of the player to move, without the lines below it."""
    return cells(state, state.current_player() if player is None else player).split("Current")[0]


@pytest.mark.parametrize("game_string", PIECES_MOVED)
def test_whose_pieces_are_whose(game_string):
    marks, state, rng = PIECES_MOVED[game_string], started(game_string), random.Random(1)
    moved = set()
    for _ in range(60):
        if state.is_terminal():
            break
        player, before = state.current_player(), "".join(table(state))
        state.apply_action(rng.choice(state.legal_actions()))
        now = "".join(table(state)) if not state.is_terminal() else before
        left = {old for old, new in zip(before, now, strict=False) if old in marks and new in ".-_"}
        if len(left) == 1 and len(before) == len(now):
            assert left == {marks[player]}
            moved.add(player)
        past_chance(state, rng)
    assert moved == {0, 1}


def test_the_pieces_of_maedn_are_1_and_2():
    state, rng = started("maedn"), random.Random(0)
    left = set()
    while len(left) < 2:
        player, action = state.current_player(), state.legal_actions()[-1]
        if "brings in" in state.action_to_string(player, action):
            left.add(player)
            homes = [home(state, seat) for seat in (0, 1)]
            state.apply_action(action)
            assert [before - home(state, seat) for seat, before in enumerate(homes)] == [player == 0, player == 1]
        else:
            state.apply_action(action)
        past_chance(state, rng)


def home(state: pyspiel.State, seat: int) -> int:
    """Returns how many pieces of the seat's number have not been brought in."""
    lines = str(state).splitlines()
    return "".join(line[:3] for line in lines[:2]).count("1") if seat == 0 else (
        "".join(line[-3:] for line in lines[9:11]).count("2"))


def test_marks_of_latent_tic_tac_toe_are_x_and_o():
    assert facts("latent_ttt").seats == ("x", "o")
    state = started("latent_ttt")
    assert state.action_to_string(0, 0) == "x(0,0)"
    assert played(state, "x(0,0)").action_to_string(1, 0) == "o(0,0)"


@pytest.mark.parametrize("name", sorted(CHESS))
def test_white_moves_first_and_is_player_1(name):
    assert facts(name).seats == ("Black", "White")
    state = started(name)
    assert state.current_player() == 1
    assert "PPPPPPPP" in cells(state, 1)
    assert " w " in cells(state, 1)


def test_sides_of_shogi_have_the_marks_of_their_players():
    assert facts("shogi").seats == ("Black (capital letters)", "White (small letters)")
    state = started("shogi")
    assert (state.current_player(), str(state).split()[1]) == (0, "b")
    assert "PPPPPPP1P" in str(played(state, "2g2f"))


def test_in_xiangqi_places_are_row_and_column_and_capital_letters_are_player_0():
    state = started("xiangqi")
    assert table(state)[7][1] == "C"
    state = played(state, "C(7,1)-(4,1)")
    assert (table(state)[7][1], table(state)[4][1]) == (".", "C")
    assert all(state.action_to_string(1, action)[0].islower() for action in state.legal_actions())


@pytest.mark.parametrize(("name", "seats"), [("tiny_bridge_2p", "WE"), ("tiny_bridge_4p", "WNES")])
def test_seats_of_tiny_bridge_are_those_that_openspiel_prints(name, seats):
    assert [named[0] for named in facts(name).seats] == list(seats)
    state = started(name)
    hands = dict(hand.split(":") for hand in str(state).split())
    assert [hands[seat] for seat in seats] == [state.information_state_string(player).split()[0]
                                               for player in range(len(seats))]


def test_the_sheriff_moves_second_and_the_responder_third():
    for name, moves in (("sheriff", "PlaceIllegalItems(num=0)"), ("colored_trails", "Proposer 0: ")):
        state = started(name)
        assert state.current_player() == 0
        assert state.action_to_string(0, state.legal_actions()[0]).startswith(moves)
    assert facts("sheriff").seats == ("the smuggler", "the sheriff")
    state = played(started("sheriff"), "PlaceIllegalItems(num=0)", "Bribe(amount=0)")
    assert (state.current_player(), state.action_to_string(1, state.legal_actions()[0])[:10]) == (1, "Inspection")
    assert facts("colored_trails").seats == ("proposer 0", "proposer 1", "the responder")
    trade = played(started("colored_trails"), "Proposer 0: Pass trade.", "Proposer 1: Pass trade.")
    assert (trade.current_player(), trade.action_to_string(2, trade.legal_actions()[0])[:4]) == (2, "Deal")


def changed(state: pyspiel.State, name: str) -> set[tuple[int, int]]:
    """Returns rows and columns of a board's cells that a move changes."""
    player = state.current_player()
    before = table(state, player)
    after = table(played(state.clone(), name), player)
    return {(row, column) for row, (old, new) in enumerate(zip(before, after, strict=False))
            for column, (one, other) in enumerate(zip(old, new, strict=False)) if one != other}


@pytest.mark.parametrize(("game_string", "name", "place"), [
    ("dark_hex", "b1", (0, 1)), ("dark_hex", "a2", (1, 0)), ("amazons", "X From (7, 1)", (6, 0)),
    ("amazons", "X From (10, 4)", (9, 3)), ("mnk", "x(2,0)", (2, 0)), ("latent_ttt", "x(2,0)", (2, 0)),
    ("phantom_ttt", "x(2,0)", (2, 0)), ("python_tic_tac_toe", "x(2,0)", (2, 0))])
def test_a_cell_is_where_its_coordinates_say(game_string, name, place):
    assert changed(started(game_string), name) == {place}


def test_cells_of_gomoku_and_of_games_with_hidden_stones_are_where_they_are_said_to_be():
    assert (3, 0) in changed(started("gomoku(size=6)"), "2,0")
    assert table(played(started("phantom_ttt_ir"), "x(2,0)"), 0) == ["P0...", "...", "x.."]
    assert table(played(started("dark_hex_ir"), "a2"), 0)[:2] == ["...", "x.."]
    assert str(started("dark_hex")).splitlines()[1].startswith(" .")
    assert played(started("dark_hex"), "a1", "b1", "a2", "b2", "a3").returns() == [1, -1]
    assert played(started("dark_hex"), "a2", "a1", "b3", "b1", "a3", "c1").returns() == [-1, 1]


def test_a_side_of_twixt_is_closed_to_the_other_player():
    state = started("twixt(board_size=6)")
    own = {state.action_to_string(0, action) for action in state.legal_actions()}
    assert {"xb1", "xb6"} <= own
    assert not any(name[1] in "af" for name in own)
    state.apply_action(state.legal_actions()[0])
    theirs = {state.action_to_string(1, action) for action in state.legal_actions()}
    assert {"oa2", "of5"} <= theirs
    assert not any(name[2] in "16" for name in theirs)


def test_boards_points_and_fields_are_numbered_in_reading_order():
    state = played(started("ultimate_tic_tac_toe"), "Choose local board 5", "Local board 5: x(2,0)")
    assert [line for line in str(state).splitlines() if line.strip() and "." in line][5].split()[2] == "x.."
    for point in range(24):
        drawn = re.findall(r"[.WB]", str(played(started("nine_mens_morris"), f"Point {point}")).split("Current")[0])
        assert drawn.index("W") == point
    state = started("chinese_checkers")
    for action in state.legal_actions():
        source, target = map(int, re.split("->|=>", state.action_to_string(0, action)))
        later = state.clone()
        later.apply_action(action)
        old, new = (re.findall(r"[.\d]", str(each).split("Player")[0]) for each in (state, later))
        assert (old[source], old[target], new[source], new[target]) == ("1", ".", ".", "1")


def test_houses_and_starting_rows_are_where_their_names_say():
    state = started("oware")
    assert {state.action_to_string(0, action) for action in state.legal_actions()} == set("ABCDEF")
    assert {state.action_to_string(1, action) for action in played(state, "A").legal_actions()} == set("abcdef")
    lines = str(started("quoridor(board_size=5)")).splitlines()
    assert ("@" in lines[2], "0" in lines[10]) == (True, True)


@pytest.mark.parametrize(("name", "joint", "old", "new"), [
    ("capture_the_flag", ("East", "Stay"), "A.....B", "aA....B"),
    ("markov_soccer", ("down", "stand"), ".a...", ".a..."), ("laser_tag", ("move forward", "left turn"), "A", "A")])
def test_player_0_is_a(name, joint, old, new):
    assert [named[0] for named in facts(name).seats] == ["A", "B"]
    state = started(name)
    was = str(state)
    assert old in was
    state.apply_actions([state.string_to_action(seat, move) for seat, move in enumerate(joint)])
    now = str(past_chance(state))
    assert new in now
    assert positions(was, "B") == positions(now, "B")
    assert positions(was, "A") != positions(now, "A")


def positions(text: str, letter: str) -> list[int]:
    return [index for index, character in enumerate(text[:60]) if character.upper() == letter]


def test_a_capital_letter_has_the_ball_and_a_robot_sees_the_square_in_front():
    state, rng = started("markov_soccer"), random.Random(0)
    assert "O" in str(state)
    while "O" in str(state):
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in (0, 1)])
        past_chance(state, rng)
    assert ("A" in str(state)) != ("B" in str(state))
    state = started("coop_box_pushing")
    assert {state.observation_string(seat) for seat in (0, 1)} == {"field"}
    seen, rng = set(), random.Random(0)
    while not state.is_terminal():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in (0, 1)])
        past_chance(state, rng)
        seen |= {state.observation_string(seat) for seat in (0, 1)}
    assert {"field", "wall"} <= seen


def test_cards_and_dice_are_those_of_the_numbers_that_name_them():
    state = past_chance(pyspiel.load_game("go_fish").new_initial_state(), random.Random(0))
    name = state.action_to_string(0, state.legal_actions()[0])
    assert name[0] == "1"
    assert f"{name[1]}" in cells(state, 0).split("Your cards: ")[1].splitlines()[0]
    state = pyspiel.load_game("tiny_hanabi").new_initial_state()
    state.apply_action(1)
    state.apply_action(0)
    assert [cells(state, seat) for seat in (0, 1)] == ["p0:d1", "p1:d0"]
    state = pyspiel.load_game("yacht").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert "Dice: 6 6 6 6 6" in str(state)
    assert "Dice: 6 1 6 6 6" in str(played(state, "Reroll dice: 1"))


def test_bids_of_liars_dice_name_quantity_and_face():
    def returns(own: int, other: int, bid: str) -> list[float]:
        state = pyspiel.load_game("liars_dice_ir").new_initial_state()
        state.apply_action(own)
        state.apply_action(other)
        return list(played(state, bid, "Liar").returns())

    assert returns(4, 0, "1-5") == [1, -1]  # player 0 has a 5
    assert (returns(0, 0, "1-5"), returns(4, 4, "2-5")) == ([-1, 1], [1, -1])
    assert returns(5, 0, "1-5") == [1, -1]  # the six is wild
    assert "A die that shows 6 counts as every face." in facts("liars_dice_ir").text()


@pytest.mark.parametrize(("bids", "field"), [(("3", "1"), "#...W.#"), (("1", "3"), "#.W...#"), (("2", "2"), "#..W..#")])
def test_the_wrestler_of_oshi_zumo_moves_away_from_the_higher_bid(bids, field):
    state = pyspiel.load_game("oshi_zumo(coins=5,size=2)").new_initial_state()
    state.apply_actions([state.string_to_action(seat, f"[P{seat}]Bid: {bid}") for seat, bid in enumerate(bids)])
    assert field in str(state)


def test_letters_numbers_and_question_marks_of_records_are_the_moves_so_far():
    state = games.load("python_iterated_prisoners_dilemma", {"termination_probability": 0.25}).new_initial_state()
    assert "25%" in read_sheet(state.get_game()).text()
    state.apply_actions([0, 1])
    assert [weight for _, weight in state.chance_outcomes()] == [0.75, 0.25]
    assert str(state) == "p0:C p1:D"
    state = past_chance(games.load("python_liars_poker", {}).new_initial_state())
    for name, number in (("Bid: 1 of 1", 0), ("Bid: 1 of 2", 1), ("Bid: 2 of 1", 10)):
        assert state.get_game().get_parameters()["num_digits"] == 10
        assert f"b:{number}." in played(state.clone(), name).information_state_string(1)
    assert "c:1." in played(state.clone(), "Bid: 1 of 2", "Challenge").information_state_string(0)
    state = played(started("kriegspiel"), "e2e4", "e7e5")
    for seat, lines in ((1, ["e2e4 black's move.", "? white's move."]), (0, ["? black's move.", "e7e5 white's move."])):
        assert state.information_state_string(seat).splitlines()[2:] == lines

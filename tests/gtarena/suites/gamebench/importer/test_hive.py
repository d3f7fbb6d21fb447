"""Hive is asked for a piece and then for its place. The checkout is made up, as in test_prompt_import."""

import pytest

import adapters
from adapters.replies.published.gamebench import read
from tests.support.gamebench_wordings import gamebench_wordings
from tests.support.playouts import load

NAME, VERSION = "hive_without_beetles", "published"
PIECES = ["list_place_Queen", "list_place_Spider", "list_place_Hopper", "list_place_Ant"]


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory):
    with gamebench_wordings(tmp_path_factory.mktemp("gamebench")):
        yield


class Played:
    """A match that is played by published keys."""

    def __init__(self, *keys, game="hive_without_beetles(decisions=2)"):
        self.adapter = adapters.for_game(load(game))
        self.state = self.adapter.game.new_initial_state()
        for key in keys:
            assert key in self.keys
            self.state.apply_action(self.read(key))

    @property
    def player(self):
        return self.state.current_player()

    @property
    def lines(self):
        return self.adapter.block(NAME, VERSION, "reader", self.state, self.player).splitlines()[1:]

    @property
    def keys(self):
        return [line.partition("\t")[0] for line in self.lines]

    @property
    def asked(self):
        return self.adapter.prompt(self.state, self.player, VERSION)[-1]["content"]

    def read(self, key):
        return read(repr({"action": key}), self.adapter.view, self.state, self.player, *self.lines).actions[0]


def test_a_piece_is_asked_for_and_then_its_place_in_a_question_of_its_own():
    first, second = Played(), Played("list_place_Ant")
    assert first.keys == PIECES
    assert second.keys == ["place_(0,0)_Ant"]
    assert (first.player, second.player) == (0, 0)
    assert "\nTo do:\nGo:\n" in first.asked
    assert "\nTo do:\nGo on:\n" in second.asked
    for played in (first, second):
        assert "\nSeen:\nObservation(text='Blue goes, 250 to go.', image=<PIL." in played.asked
        assert f"Keys:\n{played.keys}\nAsk away." in played.asked
    assert "'Green goes, 249 to go.'" in Played("list_place_Ant", "place_(0,0)_Ant").asked


def test_cells_have_the_programs_coordinates_in_which_every_second_row_is_shifted():
    # In an even row the neighbours above and below (0, 0) are in columns -1 and 0, in an odd row in columns 0 and 1.
    black = Played("list_place_Ant", "place_(0,0)_Ant", "list_place_Queen")
    assert {key.split("_")[1] for key in black.keys} == {"(1,0)", "(0,-1)", "(-1,-1)", "(-1,0)", "(-1,1)", "(0,1)"}
    # White's next piece touches White's ant in (0, 0), and not Black's queen bee in (-1, 1).
    white = Played("list_place_Ant", "place_(0,0)_Ant", "list_place_Queen", "place_(-1,1)_Queen", "list_place_Spider")
    assert {key.split("_")[1] for key in white.keys} == {"(1,0)", "(0,-1)", "(-1,-1)"}


def test_pieces_in_play_are_named_by_their_cells_once_the_queen_bee_is_in_play():
    opening = ["list_place_Queen", "place_(0,0)_Queen", "list_place_Queen", "place_(1,0)_Queen"]
    moving = Played(*opening)
    assert moving.keys == [*PIECES[1:], "list_move_Queen_(0,0)"]
    place = Played(*opening, "list_move_Queen_(0,0)")
    # Beside (1, 0) and one step along it, around either side.
    assert set(place.keys) == {"move_(0,0)_(0,-1)", "move_(0,0)_(0,1)"}
    assert "Off to (0,1)" in place.adapter.own_turns(
        place.state, 0, VERSION, "ask_again", found={"explain": "move_(0,0)_(0,1)"})[0]["content"]


def test_with_one_decision_a_move_its_places_are_the_keys():
    assert Played(game=NAME).keys == [f"place_(0,0)_{kind}" for kind in ("Queen", "Ant", "Hopper", "Spider")]

from adapters.boards.pig import BAR
from adapters.images.drawing import PLAYERS
from tests.support.svg_pictures import NAMESPACE, board, parsed, played, texts

ROLL, STOP = 0, 1


def test_a_bar_is_as_long_as_its_seats_share_of_the_points_that_win():
    state = played("pig(winscore=20)", [ROLL, 4, STOP, ROLL, 2])
    svg = board(state)
    assert texts(svg) == ["Points at stake in this turn: 3", "20 points win", "seat 0", "5", "seat 1", "0"]
    bars = [path.get("d") for path in parsed(svg).iter(f"{NAMESPACE}path") if path.get("fill") == PLAYERS[0]]
    assert bars == [f"M90 26h{BAR // 4}v24h-{BAR // 4}z"]

from adapters.boards import _kept
from adapters.boards._kept import KeptBoards, Noting
from adapters.images.drawing import Canvas

calls = []


def drawing(obs, game):
    """Draws the length of a list, and of another one if the first is long."""
    calls.append(obs["first"])
    canvas = Canvas(10, 10)
    canvas.text((5, 5), f"{obs['first']} {obs['second'] if obs['first'] > 1 else ''}")
    return canvas


def test_observations_that_agree_in_what_was_read_share_one_board():
    calls.clear()
    kept = KeptBoards()
    boards = [kept.board(drawing, {"first": 1, "second": number, "moves": [number]}, {}, "A") for number in range(3)]
    assert len(set(boards)) == len(calls) == 1


def test_a_value_that_is_read_only_sometimes_tells_boards_apart():
    calls.clear()
    kept = KeptBoards()
    observations = [{"first": first, "second": second} for first in (1, 2, 1, 2) for second in (5, 6)]
    boards = [kept.board(drawing, obs, {}, "A") for obs in observations]
    assert boards == [drawing(obs, {}).svg("A") for obs in observations]


def test_games_of_other_parameters_have_boards_of_their_own():
    kept = KeptBoards()

    def sized(obs, game):
        return Canvas(game["size"], 10)

    assert kept.board(sized, {}, {"size": 5}, "A") != kept.board(sized, {}, {"size": 6}, "A")


def test_what_is_not_drawn_is_kept_too():
    calls.clear()
    kept = KeptBoards()

    def nothing(obs, game):
        calls.append(obs)

    assert kept.board(nothing, {}, {}, "A") is kept.board(nothing, {}, {}, "A") is None
    assert len(calls) == 1


def test_boards_are_forgotten_when_they_become_too_many(monkeypatch):
    monkeypatch.setattr(_kept, "MOST_CHARACTERS", 600)
    kept = KeptBoards()
    for first in (1, -1, -2, -3, 1):
        calls.clear()
        kept.board(drawing, {"first": first}, {}, "A")
    assert calls == [1]


def test_every_way_to_read_an_observation_is_noted():
    obs = {"a": 1, "b": 2}
    for look, read in ((lambda seen: seen["a"], {"a"}), (lambda seen: seen.get("b"), {"b"}),
                       (lambda seen: "c" in seen, {"c"}), (dict, {"a", "b"}), (len, {"a", "b"}),
                       (lambda seen: {**seen}, {"a", "b"})):
        noted = Noting(obs, set())
        look(noted)
        assert noted.read == read

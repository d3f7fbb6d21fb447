import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters.replies.move_names import MoveNames
from adapters.replies.short_names import find_meant, split_name
from custom_games import GAMES
from tests.support.named_games import loaded
from tests.support.openspiel_games import PLAYABLE
from tests.support.playouts import decision_points

GENERIC = [name for name in PLAYABLE if loaded(name).prompts == adapters.GENERIC and name not in GAMES]
HANABI = ["(Play 0)", "(Play 1)", "(Discard 0)", "(Reveal player +1 color R)", "(Reveal player +1 rank 5)"]
BIDS = ["[P0]Bid: 1", "[P0]Bid: 5", "[P0]Bid: 15"]
SHOTS = ["Pl0: shoot at (3, 4)", "Pl0: shoot at (3, 14)", "Pl0: shoot at (4, 3)"]


@pytest.mark.parametrize(("name", "expected"), [
    ("B d4", ("B", "d4")), ("[P0]Bid: 5", ("P0", "Bid", "5")),
    ("Player: 1 Action: 9s", ("Player", "1", "Action", "9s")),
    ("(Reveal player +1 color R)", ("Reveal", "player", "+1", "color", "R")),
    ("Pl0: shoot at (3, 4)", ("Pl0", "shoot", "at", "3,4")), ("player=0 move=AllIn", ("player", "0", "move", "AllIn")),
    ("193 - 24/18*/13*", ("193", "24/18/13")),
    ("p0 tile:(0.0, 6.0) pip:None", ("p0", "tile", "0.0,6.0", "pip", "None")), ("unknown/pass", ("unknown", "pass")),
    ("Re8+", ("Re8",)), ("a8=Q#", ("a8=Q",)), ("3♠ ← 2♥", ("3S", "<-", "2H")), ("bA1 /wG1", ("bA1", "/wG1")),
    ("bA1 wG1\\", ("bA1", "wG1\\")), ("Offer: Book: 0, Hat: 12", ("Offer", "Book", "0", "Hat", "12")),
    ("Trade 0:1", ("Trade", "0:1")),
    ("InspectionFeedback(will_inspect=True)", ("InspectionFeedback", "will_inspect", "True")), ("**d4**", ("d4",)),
    (" - ", ()), ("", ())])
def test_a_name_consists_of_words_numbers_and_places_without_decoration(name, expected):
    assert split_name(name) == expected


@pytest.mark.parametrize(("answer", "names", "expected"), [
    ("d4", ["B d4", "B d5"], [0]), ("D4", ["B d4", "B d5"], [0]), ("5", BIDS, [1]), ("Bid 5", BIDS, [1]),
    ("Play 0", HANABI, [0]), ("rank 5", HANABI, [4]), ("R", HANABI, [3]), ("(3, 4)", SHOTS, [0]), ("3,4", SHOTS, [0]),
    ("shoot at (4,3)", SHOTS, [2]), ("Re8", ["Re8+", "Re7", "e4"], [0]), ("1S", ["Pass", "1♠", "1NT"], [1]),
    ("pass", ["unknown/pass", "diamonds"], [0]), ("24/18/13", ["7 - 24/18*/13", "9 - 24/18 6/1"], [0]),
    ("3S <- 2H", ["3♠ ← 2♥", "3♠ ← 2♦"], [0]),
    ("reroll dice 0", ["Reroll dice: 0", "Reroll dice: 0,1", "Keep all"], [0])])
def test_a_part_that_one_move_has_names_it(answer, names, expected):
    assert find_meant(answer, names) == expected


@pytest.mark.parametrize(("answer", "names", "expected"), [
    ("B", ["B d4", "B d5"], [0, 1]), ("shoot", SHOTS, [0, 1, 2]),
    ("0", ["p=0 m=Call", "pp=0 mm=Call", "pp=0 mm=Bet"], [1, 2]),
    ("17/14", ["5 - 17/14 13/10", "8 - 17/14 6/3"], [0, 1])])
def test_of_a_part_that_several_moves_have_all_are_told(answer, names, expected):
    assert find_meant(answer, names) == expected


@pytest.mark.parametrize(("answer", "names"), [
    ("5", HANABI),  # rank 5, or a card that does not exist
    ("4", SHOTS),  # half of a place
    ("7", ["7 - 24/18*/13", "9 - 24/18 6/1"]),  # a number of OpenSpiel's own
    ("1", ["1 dice, 3 value", "2 dice, 3 value", "2 dice, 4 value"]),
    ("accept", ["Do not accept", "Wait"]),  # leaves out the word that matters
    ("Deal", ["No Deal!", "Wait"]),
    ("d", ["B d4", "B d5"]), ("4", ["B d4", "B d5"]),  # parts of words
    ("d4 d5", ["B d4", "B d5"]), ("B d6", ["B d4", "B d5"]),
    ("re8", ["Re8+", "e4"]),  # case tells moves apart
    ("d4?", ["B d4", "B d5"]), ("❌ d4", ["B d4", "B d5"]), ("≠ d4", ["B d4", "B d5"]), ("! d4", ["B d4", "B d5"]),
    ("", BIDS), ("-", BIDS), ("(", BIDS),
])
def test_what_could_be_meant_otherwise_is_no_name(answer, names):
    assert find_meant(answer, names, {"no", "not"}) == []


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=6))
def test_any_text_can_be_looked_up_among_any_names(answer, names):
    found = find_meant(answer, names)
    assert sorted(set(found)) == sorted(found)
    assert all(0 <= index < len(names) for index in found)


@pytest.mark.parametrize("name", GENERIC)
def test_a_full_name_finds_its_move_and_a_part_that_several_moves_have_finds_none(name):
    rng, view = random.Random(name), loaded(name).view
    for state, player in itertools.islice(decision_points(name, seed=3), 0, 30, 12):
        moves = MoveNames.of_legal_moves(view, state, player)
        names = {action: view.names(state, player, action)[0] for action in state.legal_actions(player)}
        split = {action: [part.casefold() for part in split_name(shown)] for action, shown in names.items()}
        for action in rng.sample(sorted(names), min(5, len(names))):
            assert moves.find(names[action]) == [action]
            if not split[action]:
                continue
            start = rng.randrange(len(split[action]))
            run = split[action][start:rng.randint(start + 1, len(split[action]))]
            sharing = [other for other, its in split.items()
                       if any(its[at:at + len(run)] == run for at in range(len(its)))]
            found = moves.find(" ".join(run))
            assert found is None or found[0] in sharing
            assert len(sharing) == 1 or found is None or is_whole(run, split[found[0]]) or are_alike(state, sharing)


def is_whole(run, name):
    return "".join(run) == "".join(name)


def are_alike(state, actions):
    return len({str(state.child(action)) for action in actions}) == 1


@pytest.mark.parametrize("name", GENERIC)
def test_no_random_word_finds_a_move_that_is_not_legal(name):
    rng, view = random.Random(name), loaded(name).view
    words = [part for word in PLAYABLE for part in split_name(word.replace("_", " "))] + list("0123456789abcdefgh")
    for state, player in itertools.islice(decision_points(name, seed=4), 0, 20, 10):
        moves = MoveNames.of_legal_moves(view, state, player)
        for _ in range(20):
            found = moves.find(" ".join(rng.choices(words, k=rng.randint(1, 2))))
            assert found is None or found[0] in state.legal_actions(player)

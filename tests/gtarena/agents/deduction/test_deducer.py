import random

import pytest

import adapters
import gtarena
from gtarena import games
from gtarena.agents.deduction import are_you_the_traitor, chameleon, two_rooms_and_a_boom, undercover
from gtarena.agents.deduction.scripts import SCRIPTS
from gtarena.agents.eligibility import reason_not_playable
from gtarena.errors import UsageError

RNG = random.Random(0)
GUARD = {"you": "Player 5", "target": "Traitor", "wizards": ["Player 1", "Player 2"], "key_holder": "Player 3"}


@pytest.mark.parametrize(("changes", "candidates"), [
    ({}, ["Player 4"]),  # two wizards, the Key Holder and the Guard itself: one name is left
    ({"key_holder": None}, ["Player 3", "Player 4"]),
    ({"you": "Player 1", "key_holder": None}, ["Player 3", "Player 4", "Player 5"]),  # the Good Wizard
    ({"you": "Player 1", "key_holder": None, "target": "Key Holder"}, ["Player 3", "Player 4", "Player 5"]),
    ({"you": "Player 3", "target": "Good Wizard"}, ["Player 1", "Player 2"])])
def test_a_traitor_hunter_counts_who_can_have_the_role_and_stops_the_talk_when_one_is_left(changes, candidates):
    seen = {**GUARD, "decision": "stop", **changes}
    assert are_you_the_traitor.list_candidates(seen) == candidates
    assert are_you_the_traitor.choose(seen, RNG) == ("stop" if len(candidates) == 1 else "pass")
    assert {are_you_the_traitor.choose({**seen, "decision": "accused"}, RNG) for _ in range(50)} == set(candidates)
    assert are_you_the_traitor.choose({**seen, "decision": "question"}, RNG) is None


def test_a_leader_with_a_card_sends_away_a_known_red_player_and_others_anybody():
    seen = {"stage": "hostage", "card": "President", "room": 2, "known": {"Player 2": "Blue", "Player 6": "Red"},
            "rooms": [{"players": ["Player 1", "Player 3", "Player 4"]},
                      {"players": ["Player 2", "Player 5", "Player 6"]}]}
    assert two_rooms_and_a_boom.choose(seen, RNG) == "Player 6"
    assert two_rooms_and_a_boom.choose({**seen, "card": None}, RNG) is None
    assert two_rooms_and_a_boom.choose({**seen, "known": {}}, RNG) is None
    assert two_rooms_and_a_boom.choose({**seen, "stage": "partner"}, RNG) is None


CLUES = [{"player": "Player 1", "clue": "5 letters, A first"}, {"player": "Player 2", "clue": "round"}]


def test_who_knows_a_word_spells_it_and_votes_for_whoever_does_not():
    seen = {"stage": "clue", "you": "Player 3", "others": ["Player 1", "Player 2"], "word": "apple", "clues": CLUES}
    for game in (chameleon, undercover):
        assert game.choose(seen, RNG) == "5 letters, A first"
        assert game.choose({**seen, "stage": "vote"}, RNG) == "Player 2"
        assert game.choose({**seen, "stage": "role"}, RNG) is None
    assert chameleon.choose({**seen, "word": None}, RNG) == "round"
    assert chameleon.choose({**seen, "word": None, "clues": []}, RNG) is None
    assert chameleon.choose({**seen, "word": None, "stage": "vote"}, RNG) is None
    agreed = [{"player": name, "clue": "4 letters, P first"} for name in ("Player 1", "Player 2")]
    assert undercover.choose({**seen, "clues": agreed}, RNG) == "4 letters, P first"
    assert undercover.choose({**seen, "clues": agreed, "stage": "vote"}, RNG) is None


@pytest.mark.parametrize("game", SCRIPTS)
def test_deducers_play_their_games_to_the_end_reproducibly_and_no_others(game):
    loaded = games.load(game, SCRIPTS[game].deals[0])
    assert set(games.teams(loaded)) == set(range(len(SCRIPTS[game].sides)))
    teams = len(set(games.teams(games.load(game, {}))))
    first, again = (gtarena.play(game, ["deducer"] * teams, seed=3) for _ in range(2))
    assert (first.outcome, first.history) == ("finished", again.history)
    assert reason_not_playable("deducer", adapters.for_game(loaded).game) is None
    with pytest.raises(UsageError, match="deducer cannot play kuhn_poker: it has scripts for games with hidden roles"):
        gtarena.play("kuhn_poker", ["deducer", "random"])

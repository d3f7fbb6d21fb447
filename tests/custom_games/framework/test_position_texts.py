from custom_games import GAMES
from custom_games.framework.position_texts import join_views, list_texts, write_value


def test_what_seats_are_told_alike_stands_once_and_the_rest_by_seat_with_lists_of_reports_last():
    shared = {"topic": "fruit", "stage": "vote"}
    views = {
        "Player 1": {"you": "Player 1", "others": ["Player 2", "Player 3"], **shared, "role": "spy", "your_points": 3,
                     "heard": [{"player": "Player 2", "clue": "red, round"}, {"word": "b"}],
                     "rounds": [{"crowd": 3}, {"you": "go", "crowd": 2}]},
        "Player 2": {"you": "Player 2", "others": ["Player 1", "Player 3"], **shared, "role": "guard", "accused": None,
                     "heard": [{"player": "Player 2", "clue": "red, round"}, {"word": "b"}],
                     "rounds": [{"crowd": 3}, {"you": "stay", "crowd": 2}]},
        "Player 3": {"you": "Player 3", "others": ["Player 1", "Player 2"], **shared, "role": "guard", "known": {},
                     "heard": [{"player": "Player 2", "clue": "red, round"}, {"word": "b"}],
                     "rounds": [{"crowd": 3}, {"you": "stay", "crowd": 2}]},
    }
    assert join_views(views, {"red, round"}).splitlines() == [
        "Topic: fruit", "Stage: vote", "Player 1: role spy; points 3", "Player 2, Player 3: role guard", "Heard:",
        "  Player 2; clue 'red, round'", "  word b", "Round 2:",
        "  crowd 2 | Player 1: go | Player 2, Player 3: stay"]
    assert join_views({"Player 0": {}, "Player 1": {"rounds": []}}) == ""


def test_values_are_written_as_people_read_them():
    value = {"accepted": True, "your_share": 0.5, "votes": [1, None], "made_by": {"player": "Player 1", "said": "no"}}
    assert write_value(value, {"no"}) == "accepted yes; share 0.5; votes 1, none; made by Player 1; said 'no'"
    assert write_value([{"a": 1 / 3}, {"b": -1_000_000}]) == "(a 0.333), (b -1000000)"


def test_the_strings_of_a_position_are_the_texts_that_were_said():
    assert list(list_texts((0, ("a", None, (1, "b")), {"key": "c"}))) == ["a", "b", "c"]


def text_after(name, params, *actions):
    rules = GAMES[name](**params)
    state = rules.initial_state()
    for action in actions:
        state = (rules.apply_actions if isinstance(action, list) else rules.apply_action)(
            state, tuple(action) if isinstance(action, list) else action)
    return rules.text(state)


def test_games_without_a_text_of_their_own_tell_what_was_dealt_said_and_decided():
    dealt = {"topic": 1, "secret": 1, "chameleon": 2, "questions": "skipped"}
    rules = GAMES["chameleon"](**dealt)
    topic, word = rules.entries[0].name, rules.entries[0].words[0]
    known = [f"Topic: {topic}", "Player 1, Player 3: role non-chameleon", "Player 2: role chameleon"]
    start = text_after("chameleon", dealt).splitlines()
    assert start == [f"Word: {word}", "Stage: clue", *known]
    said = text_after("chameleon", dealt, "It is red.", "Well, yes", "hm").splitlines()
    assert said[-4:] == [
        "Clues:", "  Player 1; clue 'It is red.'", "  Player 2; clue 'Well, yes'", "  Player 3; clue 'hm'"]
    caught = text_after("chameleon", dealt, "It is red.", "Well, yes", "hm", [1, 0, 1], "no idea").splitlines()
    assert {"Accused: Player 2", "Player 2: role chameleon; vote Player 1", "Outcome: caught"} < set(caught)
    plans = text_after("pirate_game", {"players": 3, "gold": 10}, (10, 0, 0), [0, 0, 0]).splitlines()
    assert "  proposer rank 1; plan 10, 0, 0; accepting 1; alive 3; accepted no" in plans[-1]


def test_games_in_rounds_tell_the_last_round_and_what_is_known_in_the_next():
    assert text_after("el_farol", {"players": 3, "rounds": 2}, [1, 0, 1], [0, 0, 1]).splitlines() == [
        "Round 2", "Player 0, Player 1: stay; payoff 5", "Player 2: go; went 1; stayed 2; crowded no; payoff 10"]
    assert text_after("sealed_bid_auction", {"players": 2, "rounds": 2}, 3, 4, [2, 1], 5, 6).splitlines() == [
        "Round 1", "Winning bid: 2", "Price: 2", "Player 0: value 30; 2; won yes; payoff 28",
        "Player 1: value 40; 1; won no; payoff 0", "Player 0: value 50", "Player 1: value 60"]

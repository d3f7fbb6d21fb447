import pytest

from tests.support.named_games import after, loaded, prompt_text

STAY, GO = 0, 1
VERSIONS = ("v1", "v2", "v3", "v4", "v5")
HIDDEN = "el_farol(players=2,rounds={rounds},horizon=hidden,termination_probability=0.25)"
CONTINUE = 0


def test_there_are_five_wordings():
    assert tuple(loaded("el_farol").versions()) == VERSIONS


@pytest.mark.parametrize(("version", "told"), [
    ("v1", "at most {share} of all players go, which means at most {most} of the {players} players"),
    ("v2", "Capacity: {share} of the players, that is {most} out of {players}."),
    ("v3", "The bar has room for {share} of the players. Up to {most} visitor"),
    ("v4", "enough for {share} of the regulars, you among them: as long as at most {most} of the {players} turn up"),
    ("v5", "c = {share} of n; k is within c if and only if k <= {most}."),
])
@pytest.mark.parametrize(("players", "capacity", "share", "most"), [
    (10, 0.6, "60%", 6), (4, 0.6, "60%", 2), (7, 0.5, "50%", 3), (5, 1.0, "100%", 5), (5, 0.1, "10%", 0)])
def test_the_capacity_is_told_as_a_share_and_as_a_number_of_players(players, capacity, share, most, version, told):
    text = prompt_text(after(f"el_farol(players={players},capacity={capacity})"), 0, version)
    assert told.format(share=share, most=most, players=players) in text


@pytest.mark.parametrize(("version", "lines"), [
    ("v1", ["A player who goes gets 7 points if the bar is fun and -2 points if it is crowded.",
            "A player who stays at home gets 1 point in either case."]),
    ("v2", ["- go, with at most 6 at the bar (not crowded): 7", "- go, with more than 6 at the bar (crowded): -2",
            "- stay: 1"]),
    ("v3", ["3. A nice evening earns each visitor 7 points, one that is too full -2 points.",
            "4. Staying home earns 1 point, however full the bar is."]),
    ("v4", ["An evening on your own sofa is worth 1 point, whatever goes on at the bar."]),
    ("v5", ["Payoff of i per round: 7 for go with k within c; -2 for go with k above c; 1 for stay."]),
])
def test_the_points_are_the_games_own(version, lines):
    told = prompt_text(after("el_farol(fun=7,crowded=-2,home=1)"), 0, version).splitlines()
    assert [line for line in told if line in lines] == lines


WENT = {
    "v1": "2 went to the bar and 1 stayed at home, so the bar was crowded.",
    "v2": "- At the bar: 2; at home: 1 (crowded)",
    "v3": "Round 1 is over. Visitors: 2. Stayed home: 1. The bar was too full. Your choice was:",
    "v4": "2 regulars were at the bar and 1 at home, a dreadful crush.",
    "v5": "k = 2 (above c).",
}
EARNED = {
    "v1": "You got {points}.", "v2": "- Your points: {number}", "v3": "It earned you {points}.",
    "v4": "To you the evening was worth {points}.", "v5": "Payoff: {number}.",
}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("feedback", "player", "own", "points", "learns"), [
    ("implicit", 0, "stay", 5, False), ("explicit", 0, "stay", 5, True),
    ("implicit", 1, "go", -1, True), ("explicit", 1, "go", -1, True)])
def test_who_stayed_learns_how_many_went_only_with_explicit_feedback(feedback, player, own, points, learns, version):
    state = after(f"el_farol(players=3,capacity=0.5,crowded=-1,feedback={feedback})", [STAY, GO, GO])
    lines = prompt_text(state, player, version).splitlines()
    assert (WENT[version] in lines) == learns
    assert f'{{"decision": "{own}"}}' in lines
    assert EARNED[version].format(number=points, points=f"{points} points") in lines


@pytest.mark.parametrize(("feedback", "version", "fact"), [
    ("implicit", "v1", "the players who stayed at home do not"), ("explicit", "v1", "all players learn how many went"),
    ("implicit", "v2", "If you stayed: only your own points."),
    ("explicit", "v2", "Everyone is told how many players went"),
    ("implicit", "v3", "only its visitors hear how many they were"),
    ("explicit", "v3", "everybody hears the number of visitors"),
    ("implicit", "v4", "nobody tells it to those who stayed in"),
    ("explicit", "v4", "even those hear it who stayed in"),
    ("implicit", "v5", "k to those whose action was go."), ("explicit", "v5", "k to all."),
])
def test_the_rules_say_who_learns_what(feedback, version, fact):
    assert fact in prompt_text(after(f"el_farol(feedback={feedback})"), 3, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_round_and_the_number_of_rounds_are_told(version):
    text = prompt_text(after("el_farol(players=2,rounds=5)", [GO, GO]), 0, version)
    assert "over 5 rounds" in text
    assert "round 2 of 5" in text


@pytest.mark.parametrize("version", VERSIONS)
def test_a_hidden_number_of_rounds_shows_nowhere(version):
    seven, nine = (after(HIDDEN.format(rounds=rounds), [GO, STAY], CONTINUE) for rounds in (7, 9))
    assert prompt_text(seven, 0, version) == prompt_text(nine, 0, version)
    assert loaded("el_farol").chat(seven, 0, version) == loaded("el_farol").chat(nine, 0, version)
    assert "a number of rounds that you are not told" in prompt_text(seven, 0, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_chance_of_an_early_end_is_told_where_there_is_one(version):
    told = "After every round the game ends with a probability of 25%"
    assert told in prompt_text(after(HIDDEN.format(rounds=7)), 0, version)
    assert "probability" not in prompt_text(after("el_farol"), 0, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_in_a_chat_the_players_own_decisions_are_its_turns(version):
    state = after("el_farol(players=2)", [GO, STAY], [STAY, STAY])
    messages = loaded("el_farol").chat(state, 0, version)
    assert [message["role"] for message in messages] == ["system", *["user", "assistant", "user"] * 2, "user"]
    assert [message["content"] for message in messages if message["role"] == "assistant"] == [
        '{"decision": "go"}', '{"decision": "stay"}']
    assert '{"decision": "<move>"}' in messages[-1]["content"].splitlines()


@pytest.mark.parametrize(("version", "told"), [
    ("v1", "So far you have 15 points in all."), ("v2", "- Your points so far: 15"), ("v3", "your sum stands at 15."),
    ("v4", "Your evenings so far were worth 15 points."), ("v5", "sum of your payoffs: 15."),
])
def test_the_total_is_told(version, told):
    assert told in prompt_text(after("el_farol(players=3)", [GO, STAY, STAY], [STAY, GO, GO]), 0, version)


@pytest.mark.parametrize("reply", ['{"decision": "go"}', 'So:\n```json\n{"decision": "Go"}\n```', "Answer: go", "go"])
def test_a_decision_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded("el_farol").parse(reply, after("el_farol"), 0) == [GO]

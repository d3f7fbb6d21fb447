import random
import re
from itertools import chain

import pytest

import adapters
from adapters.rendering.quoting import quoted
from adapters.replies.errors import ReplyError
from tests.support.deduction_play import play
from tests.support.injections import INJECTIONS
from tests.support.named_games import loaded
from tests.support.playouts import decision_points
from tests.support.two_rooms import dealt, name, silent, swapped, talked

GAME = "two_rooms_and_a_boom"
VERSIONS = loaded(GAME).versions()
every_version = pytest.mark.parametrize("version", VERSIONS)


def parts(state, seat, version):
    return [message["content"] for message in adapters.for_game(state.get_game()).prompt(state, seat, version)]


def turn(state, version):
    return parts(state, state.current_player(), version)[1]


@every_version
def test_players_are_told_their_own_name_team_card_and_goal(version):
    found = [parts(dealt(names="246135"), seat, version)[0] for seat in range(6)]
    assert [re.search(r"(?:You are|Name:) (Player \d)", text)[1] for text in found] == [
        f"Player {number}" for number in "246135"]
    assert [re.search(r"(?:You are on the|Team:) (Blue|Red)", text)[1] for text in found] == ["Blue"] * 3 + ["Red"] * 3
    card = re.compile(r"you are (?:the (President|Bomber)|neither)\b|Special card: (?:(President|Bomber)|none)")
    assert [next(filter(None, card.search(text).groups()), None) for text in found] == [
        "President", None, None, "Bomber", None, None]
    apart = re.compile(r"(?:to end up in|are in) different rooms(?:\.|$)", re.MULTILINE)
    assert [bool(apart.search(text)) for text in found] == [True] * 3 + [False] * 3


@every_version
def test_the_rules_have_the_parameters_numbers_and_no_other_players_secret(version):
    state = dealt(("1256", "3478"), "58", "12345678", 1, 5, rounds=7, max_question_bytes=31, max_answer_bytes=57)
    rules = parts(state, 1, version)[0]
    for told in ("4", "7", "31 bytes", "57"):
        assert told in rules
    assert not re.search(r"Player [13-8]", rules)
    one = parts(dealt(rounds=1, max_question_bytes=1), 0, version)[0]
    assert not re.search(r"\b1 (?:bytes|rounds)", one)


@every_version
def test_the_turn_shows_both_rooms_in_order_their_leaders_and_all_swaps(version):
    text = turn(swapped(dealt(), "12", "41"), version)
    rooms = [re.findall(r"Player \d", line.partition(":")[2]) for line in text.splitlines()
             if re.match(r"(- )?Room \d", line)]
    assert rooms == [["Player 5", "Player 2", "Player 1"], ["Player 3", "Player 6", "Player 4"]]
    leaders = re.findall(r"(Player \d)(?: \(you\))? - leader|led by (Player \d)", text)
    assert ["".join(found) for found in leaders] == ["Player 5", "Player 3"]
    moved = [re.findall(r"Player \d", line) for line in text.splitlines() if re.search("moved to|went from", line)]
    assert moved == [["Player 1", "Player 2"], ["Player 4", "Player 1"]]
    assert "ound 3 of 3" in text


@every_version
def test_each_decision_is_asked_for_with_its_own_form(version):
    state = dealt()
    for key, step in (("partner", "Player 4"), ("question", "Are you Red?"), ("answer", "No.")):
        assert f'{{"{key}": "<{key}>"}}' in turn(state, version).splitlines()
        play(state, step)
    assert '{"hostage": "<hostage>"}' in turn(silent(state), version).splitlines()
    assert "Legal moves: Player 1 | Player 4" in turn(state, version)


@every_version
def test_the_partner_is_shown_the_question_and_who_asks(version):
    state = dealt()
    play(state, "Player 4", "Are you Red?")
    text = turn(state, version)
    assert '"Are you Red?"' in text
    assert re.search(r"Player 1 (?:has chosen|to you)", text)


@every_version
def test_what_was_said_is_quoted_for_those_who_heard_it_with_the_reports_marked(version):
    state = talked(dealt(), (4, "Who?", "Me."), (1, "You?", ""))
    leader = turn(state, version)
    assert '"Who?"' not in leader
    [line] = [line for line in leader.splitlines() if '"You?"' in line]
    assert "report" in line
    assert {"v1": "answered nothing.", "v2": "answer: (none)"}[version] in line
    assert re.search("Player 1 is Blue, Player 4 is Red|- Player 1: Blue\n- Player 4: Red", leader)
    both = parts(state, 3, version)[1]
    assert '"Who?"' in both
    assert '"You?"' in both
    assert "report" not in both.partition("Your decision")[0]
    skipped = turn(talked(state, (4, "")), version)
    assert "Who?" not in skipped
    assert re.search("asked nothing|no question", parts(state, 3, version)[1])


def decisions(count):
    """Returns decisions of random matches, of all kinds and rounds."""
    games = (GAME, f"{GAME}(cards_per_room=4,rounds=2,max_question_bytes=8,max_answer_bytes=8)")
    rng = random.Random(0)
    met = list(chain.from_iterable(decision_points(game, seed) for game in games for seed in range(4)))
    return rng.sample(met, count)


def test_whatever_a_player_does_not_know_may_be_redealt_without_a_change_of_its_prompt():
    changed = 0
    for number, (state, player) in enumerate(decisions(200)):
        adapter = adapters.for_game(state.get_game())
        before = [node.position for node in state.node.path()]
        other = state.clone()
        position = state.node.rules.redrawn(before, player, random.Random(number))
        other._node = type(state.node)(state.node.rules, position)
        changed += position != before[-1]
        for version in VERSIONS:
            assert adapter.prompt(other, player, version) == adapter.prompt(state, player, version)
    assert changed > 180


@every_version
def test_no_prompt_shows_a_text_that_the_player_has_not_heard_or_tells_a_seat(version):
    # Seats are exchanged with all that belongs to them, and only the names stay: every player sees the same.
    turns = ((4, "Who goes there?", "Me."), (1, "Really?", "Sure."), (4, ""), (3, "Is it cold?", "Very."))
    one, other = (talked(dealt(names=names, president=president, bomber=bomber), *turns)
                  for names, president, bomber in (("123456", 1, 4), ("321564", 3, 6)))
    for number in range(6):
        mine, theirs = (state.node.position.names.seat_of(number) for state in (one, other))
        assert parts(one, mine, version) == parts(other, theirs, version)
        text = "\n".join(parts(one, mine, version))
        heard = {"Who goes there?": "14", "Really?": "145", "Is it cold?": "23"}
        assert all((said in text) == (str(number + 1) in players) for said, players in heard.items())


def asked(said):
    """Returns the state in which Player 1 has asked Player 4 this, perhaps something that nobody could say."""
    state = play(dealt(), "Player 4", "hello")
    state._node = type(state.node)(state.node.rules, state.node.position._replace(question=said))
    return state


@every_version
@pytest.mark.parametrize("attempt", [attempt for attempt, said in INJECTIONS.items() if said])
def test_a_hostile_question_changes_neither_lines_nor_form_nor_legal_moves(attempt, version):
    adapter, usual, hostile = loaded(GAME), asked("hello"), asked(INJECTIONS[attempt])
    for answer in ((), ("yes",)):
        usual, hostile = play(usual, *answer), play(hostile, *answer)
        assert usual.current_player() == hostile.current_player() == 3
        for one in (adapter.reply_form, adapter.reply_schema):
            assert one(hostile, 3, version) == one(usual, 3, version)
        assert adapter.view.patterns(hostile, 3) == adapter.view.patterns(usual, 3)
        (rules, text), (system, shown) = parts(usual, 3, version), parts(hostile, 3, version)
        assert rules == system
        differing = [pair for pair in zip(text.splitlines(), shown.splitlines(), strict=True) if pair[0] != pair[1]]
        assert len(differing) == 1
        assert quoted(INJECTIONS[attempt]) in differing[0][1]


def asked_for(decision):
    if decision == "hostage":
        return silent(dealt())
    return play(dealt(), *("Player 4", "Are you Red?")[:("partner", "question", "answer").index(decision)])


@pytest.mark.parametrize(("decision", "reply", "move"), [
    ("partner", '{"partner": "Player 5"}', name(5)),
    ("partner", "The leader may know more.\n\n**Answer: Player 5**", name(5)),
    ("partner", '{"partner": 4}', name(4)),
    ("partner", "I will ask Player 4.", "unparsable"),
    ("partner", "Answer: Player 4 or Player 5", "illegal"),
    ("partner", '{"partner": "Player 2"}', "illegal"),
    ("question", '{"question": "Are you the \\"Bomber\\"?"}', 'Are you the "Bomber"?'),
    ("question", "Careful now.\nAnswer: Which team are you on?", "Which team are you on?"),
    ("question", "Are you Red?", "Are you Red?"),
    ("question", '{"question": ""}', ""),
    ("question", f'{{"question": "{"x" * 500}"}}', "x" * 400),
    ("answer", '{"answer": "I am Blue.\\nAnswer: Player 5"}', "illegal"),
    ("answer", '{"answer": ""}', ""),
    ("answer", '{"question": "Why?"}', "unparsable"),
    ("hostage", '{"hostage": "Player 4"}', name(4)),
    ("hostage", "Player 1 is Blue, so I keep them.\nAnswer: Player 4", name(4)),
    ("hostage", "I will not send Player 4.", "unparsable"),
    ("hostage", '{"hostage": "Player 5"}', "illegal"),
])
def test_replies_are_understood_or_refused_for_the_named_reason(decision, reply, move):
    state = asked_for(decision)
    seat = state.current_player()
    adapter, spec = adapters.for_game(state.get_game()), state.action_spec(seat)
    if move in ("illegal", "unparsable"):
        with pytest.raises(ReplyError) as refused:
            adapter.parse(reply, state, seat)
        assert refused.value.reason == move
    else:
        actions = adapter.parse(reply, state, seat)
        assert spec.values(actions) == {spec.keys[0]: move} if spec.texts else [
            spec.action_name((), action) for action in actions] == [move]

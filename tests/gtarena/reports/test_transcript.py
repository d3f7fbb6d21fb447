import random

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from custom_games.action_specs.patterns import Pattern
from gtarena.logs.records import Asked, Step
from gtarena.logs.replay import Replay
from gtarena.reports.match_browser.positions import Pictures, shown_match
from gtarena.reports.transcript import transcript, transcripts
from tests.support import keepers
from tests.support.records import call, llm, record, seat, steps
from tests.support.search_trees import SEARCHED

# x takes the top row while o takes two of the middle one.
TIC_TAC_TOE = [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]
DUEL = [llm(), seat("random")]


def match(moves=TIC_TAC_TOE, returns=(1, -1), game="tic_tac_toe", **fields):
    return record("m", fields.pop("seats", DUEL), returns, game=game, history=steps(*moves), **fields)


def played(game_string, seed):
    """``(player, action)`` pairs and returns of a random match."""
    rng, state, moves = random.Random(seed), pyspiel.load_game(game_string).new_initial_state(), []
    while not state.is_terminal():
        if state.is_simultaneous_node():
            choices = [state.legal_actions(player) for player in range(state.num_players())]
            joint = [rng.choice(legal) if legal else 0 for legal in choices]
            moves += [(player, joint[player]) for player, legal in enumerate(choices) if legal]
            state.apply_actions(joint)
        else:
            moves.append((state.current_player(), rng.choice(state.legal_actions())))
            state.apply_action(moves[-1][1])
    return moves, state.returns()


@pytest.mark.parametrize(
    "game",
    ["kuhn_poker", "pig(winscore=20)", "goofspiel(num_cards=3)", "el_farol(players=3,rounds=2)",
     "iterated_prisoners_dilemma"])
def test_matches_with_chance_or_simultaneous_moves_replay_to_their_returns(game):
    moves, returns = played(game, seed=3)
    loaded = pyspiel.load_game(game)
    params = {key: value for key, value in loaded.get_parameters().items() if "(" in game and f"{key}=" in game}
    seats = [seat()] * loaded.num_players()
    lines = list(transcript(match(moves, returns, loaded.get_type().short_name, seats=seats, params=params)))
    assert "the log has" not in lines[-1]
    assert sum(line[:1].isdigit() for line in lines) == len(moves)


@pytest.mark.parametrize(("fields", "reason"), [
    ({"moves": [(0, 0), (1, 0)]}, "match m: step 1: action 0 of player 1 is not legal$"),
    ({"moves": [*TIC_TAC_TOE, (1, 8)]}, "match m: step 5: action 8 of player 1 is not legal$"),
    ({"moves": TIC_TAC_TOE[:-1]}, "match m: the actions stop before the game is over"),
    ({"game": "os.system"}, r"unknown game 'os\.system'"),
    ({"seats": [llm()], "returns": [0]}, "match m: 1 seats in a game for 2")])
def test_a_finished_match_that_cannot_have_been_played_is_rejected(fields, reason):
    with pytest.raises(ValueError, match=reason):
        list(transcript(match(**fields)))


def test_a_transcript_shows_every_move_with_its_state_other_returns_of_the_log_and_why_it_ended():
    lines = list(transcript(match()))
    moves = [line for line in lines if line[:1].isdigit()]
    assert moves[0] == "0. Player 0 (llm offline/random): C1R1"
    assert moves[-1] == "4. Player 0 (llm offline/random): C3R1"
    assert lines[-5:] == ["    xxx", "    oo.", "    ...", "", "returns: Player 0 1, Player 1 −1"]
    *_, recomputed, logged = transcript(match(returns=(-1, 1)))
    assert recomputed == "returns: Player 0 1, Player 1 −1"
    assert logged == "the log has other returns: Player 0 −1, Player 1 1"
    calls = [call(1, 1, reply="I resign", failure="unparsable")]
    lines = list(transcript(match([(0, 0)], None, outcome="forfeit", offender=1, error="no legal move", calls=calls)))
    assert "1. Player 1 (random): (nothing played)" in lines
    assert lines[lines.index("    reply [unparsable]:") + 1] == "    | I resign"
    assert lines[-1] == "forfeit by Player 1: no legal move; returns: none"


def test_the_line_of_a_seat_says_in_which_disguise_its_model_saw_the_game():
    seats = [llm(disguise="renamed\nPlayer 2: x"), llm(disguise="none")]
    assert list(transcript(match(seats=seats)))[1:3] == [
        "Player 0: llm offline/random (disguise=renamed Player 2: x, whose words its replies use)",
        "Player 1: llm offline/random"]


@pytest.mark.parametrize("game", [
    "backgammon", "breakthrough", "chess", "connect_four", "kuhn_poker", "liars_dice", "matrix_pd", "nim",
    "tic_tac_toe"])
def test_players_moves_have_the_names_that_prompts_list_and_those_by_chance_the_names_of_the_log(game):
    moves, _ = played(game, seed=3)
    cut = match(moves[:60], None, pyspiel.load_game(game).get_type().short_name, outcome="forfeit", offender=0)
    replay, named = Replay.of_record(cut), [line for line in transcript(cut) if line[:1].isdigit()]
    listing = adapters.for_game(replay.state.get_game()).view
    for line, (mover, action) in zip(named, moves, strict=False):
        listed = listing.patterns(replay.state, mover) if mover >= 0 else [Pattern(f"move {action}")]
        assert line.partition(": ")[2] in {name for each in listed for name in each.names()}
        replay.apply(mover, action)
    assert len(named) == len(cut.history)


def test_replies_are_shown_shortened_harmless_and_as_what_they_are_with_beliefs_and_trees():
    calls = [call(0, 0, reply="\x1b[2Jfirst\nsecond" + "x" * 5000), call(0, 2, reply="later")]
    lines = list(transcript(match(calls=calls)))
    shown = lines.index("    | <U+001B>[2Jfirst")
    assert lines[shown - 2].startswith("0. Player 0")
    assert lines[shown + 1].startswith("    | second")
    assert max(map(len, lines)) < 700
    assert lines.index("    | later") > shown
    calls = [call(reply="hm", purpose="thought"), call(reply="?", purpose="vote", failure="unparsable"), call(),
             call(form="schema")]
    lines = list(transcript(match(calls=calls)))
    labels = [line.strip() for line in lines if line.startswith("    ") and line.endswith(":")]
    assert labels == ["thought:", "vote [unparsable]:", "reply:", "reply [schema]:"]
    beliefs = [[0.306, 0.337, 0.357], [1 / 3, 1 / 3, 1 / 3]]
    lines = list(transcript(match(calls=[call(reply="hm", purpose="belief", beliefs=beliefs), call(reply="0")])))
    start = lines.index("    belief:")
    assert lines[start:start + 7] == ["    belief:", "    | hm", "    beliefs:", "    | 0.306 0.337 0.357",
                                      "    | 0.333 0.333 0.333", "    reply:", "    | 0"]
    estimates = [call(reply=reply, purpose="estimate") for reply in ("yes", "no\n\x1b", "2")]
    lines = list(transcript(match(calls=[call(reply="A then?", purpose="thought"), *estimates,
                                         call(reply="B", purpose="thought", tree=SEARCHED)])))
    start = lines.index("    thought:")
    assert lines[start:start + 10] == [
        "    thought:", "    | A then?", "    3 estimates: 'yes', 'no <U+001B>', '2'", "    thought:", "    | B",
        "    search of 7 nodes:", "    | A: 2 visits, value 1.125", "    | B: 1 visit, value 1.75",
        "    | and 1 more action", "    | best path: B > C"]


def test_a_match_that_cannot_be_replayed_is_skipped_with_a_warning_unless_it_is_the_only_one(caplog):
    broken = match([(0, 0), (1, 0)])
    assert list(transcripts([broken, match()])) == ["\n".join(transcript(match()))]
    assert caplog.messages == ["match m: step 1: action 0 of player 1 is not legal; the match is skipped"]
    with pytest.raises(ValueError, match="no match can be replayed, for the reasons above"):
        list(transcripts([broken]))
    assert list(transcripts([])) == []


def test_a_reason_why_matches_cannot_be_replayed_is_told_once(caplog):
    assert len(list(transcripts([match([(0, 0), (1, 0)])] * 3 + [match(), match([(0, 9)])]))) == 1
    assert [line.partition(":")[2] for line in caplog.messages[:2]] == [
        " step 1: action 0 of player 1 is not legal; the match is skipped",
        " step 0: action 9 of player 0 is not legal; the match is skipped"]
    assert caplog.messages[2:] == ["2 more matches are skipped for the same reasons"]


def talk(whispers, messages):
    """A match of keepers in which the two whisper, all four say a message and then accuse someone with it."""
    keepers.register()
    chance = [(-1, action) for action in (0, 1, 2, 3, 0, 0, 1, 1, 7)]
    said = [Step(player=player, action=None, name=text) for player, text in zip((0, 2), whispers, strict=True)]
    said += [Step(player=player, action=None, name=text) for player, text in enumerate(messages)]
    reasons = [Step(player=player, action=None, name=f"because {player}") for player in range(4)]
    accused = [Step(player=player, action=2 - player // 2 * 2, name="Player 1") for player in range(4)]
    last = [step for pair in zip(accused, reasons, strict=True) for step in pair]
    return record("m", [seat()] * 4, [0.5] * 4, game="keepers", history=[*steps(*chance), *said, *last])


def test_texts_are_shown_once_and_no_state_where_chance_is_next():
    texts = ["psst, it's me", 'she said "now"', "uno!", "dos!", "tres!", "cuatro!"]
    lines = list(transcript(talk(texts[:2], texts[2:])))
    shown = "\n".join(lines)
    for text in [*texts, *(f"because {player}" for player in range(4))]:
        assert shown.count(text) == 1, text
    assert '9. Player 1 (random): "psst, it\'s me"' in lines
    assert "text='(text of" not in shown
    start = lines.index('10. Player 3 (random): "she said "now""')
    assert lines[start + 1:lines.index("", start)] == [
        "    Word: bell", "    Player 1: partner Player 2; role guard", "    Player 2: partner Player 1; role guard",
        "    Player 3: partner Player 4; role keeper", "    Player 4: partner Player 3; role keeper", "    Heard:",
        "      Player 1, Player 2: speaker Player 1; to Player 2; text (text of 9) | "
        "Player 3, Player 4: speaker Player 3; to Player 4; text (text of 10)"]
    whole = "he said 'one' and left"[:20]
    shown = "\n".join(transcript(talk(["a", whole], ["one", "a", "", "'"])))
    assert (shown.count(whole), shown.count('"one"')) == (1, 1)
    moves, returns = played("santorini(size=3,win_level=1,pawns=1)", seed=1)
    shown = "\n".join(transcript(match(moves, returns, "santorini", params={"size": 3, "win_level": 1, "pawns": 1})))
    assert "Position(" not in shown
    assert "row 1: 0. 0. 0.\n" in shown
    moves, returns = played("pit(corner_size=2,commodities=2,cards=3,max_turns=4,max_hands=2)", seed=1)
    params = {"corner_size": 2, "commodities": 2, "cards": 3, "max_turns": 4, "max_hands": 2}
    lines = list(transcript(match(moves, returns, "pit", seats=[seat()] * 4, params=params)))
    following = {lines[place + 1] for place, line in enumerate(lines) if line[:1].isdigit() and "chance" in line}
    assert "" in following
    assert lines[5] == ""
    assert lines[6].startswith("0. chance: ")
    assert sum(line.startswith("    Player 1: ") for line in lines) < sum("chance" in line for line in lines)


def test_a_position_that_reads_as_before_is_not_shown_again():
    dealt = [(-1, action) for action in (2, 0, 3, 1, 1, 2, 0, 1, 1, 0, 0, 2)]
    talk = [*steps(*dealt, (1, 3)), Step(player=1, action=None, name="Who?"), Step(player=2, action=None, name="Me")]
    match = record("m", [seat()] * 4, None, game="two_rooms_and_a_boom", params={"cards_per_room": 2}, history=talk,
                   outcome="invalid")
    lines = list(transcript(match))
    assert [line for line in lines if line.startswith("    ")] == [
        "    Round 1", "    Room 1: Player 1 (President, leader), Player 4 (Bomber)",
        "    Room 2: Player 2 (Red), Player 3 (Blue, leader)"]
    assert [line for line in lines if line.startswith("1") and "chance" not in line] == [
        "12. Player 1 (random): move 3", '13. Player 1 (random): "Who?"', '14. Player 4 (random): "Me"']
    assert [position is None for position in shown_match(match, Pictures()).after][11:] == [False, True, True, True]


def test_an_answer_is_told_with_what_was_before_and_without_returns():
    asked = Asked(player=1, moves=3, sample=4)
    history = steps((-1, 0), (-1, 2), (0, 0), (1, 1))
    told = list(transcript(record("a", [llm(), llm()], None, game="kuhn_poker", history=history, asked=asked,
                                  calls=[call(1, 3, reply="Answer: Bet", actions=[1])])))
    assert told[0] == "answer a: kuhn_poker, seed 0, sample 4"
    assert "2. Player 0: Pass" in told
    assert "3. Player 1 (llm offline/random): Bet" in told
    assert told[-1] == "the move is the answer"


def test_stated_probabilities_are_told_by_option():
    asked = Asked(player=1, moves=3, inquiry="belief", options=["Jack", "Queen"], probabilities=[0.25, 0.75])
    told = list(transcript(record("a", [llm(), llm()], None, game="kuhn_poker", history=steps((-1, 0), (-1, 2), (0, 0)),
                                  asked=asked, calls=[call(1, 3, purpose="inquiry", reply="{}")])))
    assert "3. Player 1 (llm offline/random): asked how probable the options are (belief)" in told
    assert told[-1] == "probabilities: Jack 0.250, Queen 0.750"


def test_a_question_without_an_answer_is_told_with_the_reason():
    told = list(transcript(record("a", [llm(), llm()], None, game="kuhn_poker", history=steps((-1, 0), (-1, 2), (0, 0)),
                                  asked=Asked(player=1, moves=3), outcome="invalid", offender=1, error="no move")))
    assert told[-1] == "no answer: no move"

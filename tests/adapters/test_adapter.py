import itertools

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401  registers the games
from adapters.generic.generic_view import GenericView
from custom_games.action_specs import Choice, Fields, Number, Text
from custom_games.action_specs.alphabets import WORD
from tests.support.chat_game import SmallTalk, small_talk
from tests.support.playouts import decision_points, states

GENERIC = [
    "othello", "chess", "leduc_poker", "goofspiel(imp_info=True,num_cards=5)", "backgammon", "hex(board_size=4)",
    "gin_rummy", "go(board_size=5)", "phantom_ttt", "battleship", "matrix_pd", "hearts",
]
DECISIONS = 25


def said(messages: list[adapters.Message]) -> str:
    return "\n".join(message["content"] for message in messages)


def some_decisions(game_string: str) -> list[tuple[pyspiel.State, int]]:
    return list(itertools.islice(decision_points(game_string, seed=2), DECISIONS))


class TwinsView(GenericView):
    """Names every move alike, as a careless game might."""

    def names(self, state, player, action):
        return ("turn",)


@pytest.mark.parametrize("game_string", GENERIC)
def test_every_move_that_a_prompt_names_is_understood_as_the_move_of_that_name(game_string):
    adapter = adapters.for_game(pyspiel.load_game(game_string))
    for state, player in some_decisions(game_string):
        shown = adapter.view.patterns(state, player)
        prompt = said(adapter.prompt(state, player))
        moves = list(zip(state.legal_actions(player), shown, strict=True))
        for action, name in moves[::1 + len(moves) // 10]:
            assert name in prompt
            assert adapter.parse(f"Some thoughts.\nAnswer: {name}", state, player) == [action]
            assert adapter.parse(f"Some thoughts.\n**Answer: {name}.**", state, player) == [action]


@pytest.mark.parametrize("game_string", GENERIC)
def test_a_prompt_states_game_seat_reply_format_and_what_the_player_sees(game_string):
    game = pyspiel.load_game(game_string)
    adapter = adapters.for_game(game)
    state, player = some_decisions(game_string)[-1]
    system, user = adapter.prompt(state, player)
    assert (system["role"], user["role"]) == ("system", "user")
    assert game.get_type().long_name in system["content"]
    assert f"as player {player} of {game.num_players()}" in system["content"]
    assert '{"move": "<move>"}' in system["content"].splitlines()
    assert adapter.view.observe(state, player)["text"].strip() in user["content"]


def test_a_prompt_shows_nothing_of_the_opponents_card():
    # Both states differ in the second player's card alone.
    adapter = adapters.for_game(pyspiel.load_game("leduc_poker"))
    prompts = []
    for card in (1, 2):
        state = adapter.game.new_initial_state()
        state.apply_action(0)
        state.apply_action(card)
        prompts.append(adapter.prompt(state, 0))
    assert prompts[0] == prompts[1]


def test_a_name_that_two_legal_moves_share_states_neither():
    adapter = adapters.for_game(pyspiel.load_game("othello"))
    state = adapter.game.new_initial_state()
    twins = adapters.Adapter(adapter.game, TwinsView(), adapter.prompts, adapter.parameters)
    with pytest.raises(adapters.ReplyError) as refused:
        twins.parse("Answer: turn", state, 0)
    assert refused.value.reason == "illegal"


def test_an_illegal_answer_is_quoted_back_with_the_legal_moves():
    adapter = adapters.for_game(pyspiel.load_game("iterated_prisoners_dilemma"))
    with pytest.raises(adapters.ReplyError) as refused:
        adapter.parse("Answer: Sleep", adapter.game.new_initial_state(), 0)
    assert str(refused.value) == (
        "Your answer 'Sleep' is not a legal move. Legal moves: Cooperate | Defect")


def test_a_long_list_of_legal_moves_and_a_long_answer_are_cut_in_the_message():
    adapter = adapters.for_game(pyspiel.load_game("go"))
    with pytest.raises(adapters.ReplyError) as refused:
        adapter.parse("Answer: " + "x" * 5000, adapter.game.new_initial_state(), 0)
    assert str(refused.value).endswith(" | ...")
    assert len(str(refused.value)) < 1000


def test_an_illegal_json_answer_is_answered_with_what_is_allowed():
    adapter = adapters.for_game(pyspiel.load_game("el_farol"))
    with pytest.raises(adapters.ReplyError) as refused:
        adapter.parse('{"decision": "sleep"}', adapter.game.new_initial_state(), 0)
    assert str(refused.value) == "Your answer 'sleep' is not a legal move. Legal moves: stay | go"


def test_a_missing_prompt_version_is_refused_with_those_that_exist():
    adapter = adapters.for_game(pyspiel.load_game("othello"))
    with pytest.raises(ValueError, match="prompt version 'v9' does not exist for generic: it has v1"):
        adapter.prompt(adapter.game.new_initial_state(), 0, "v9")


def test_a_wording_has_a_digest_of_its_own():
    tic_tac_toe, othello = (adapters.for_game(pyspiel.load_game(name)) for name in ("tic_tac_toe", "othello"))
    digests = {adapter.digest(version) for adapter in (tic_tac_toe, othello) for version in adapter.versions()}
    assert len(digests) == len(tic_tac_toe.versions()) + len(othello.versions())
    assert othello.digest() == adapters.for_game(pyspiel.load_game("chess")).digest()


@pytest.mark.parametrize("game_string", ["el_farol(players=3,rounds=3)", "iterated_prisoners_dilemma"])
def test_moves_of_custom_games_are_understood_by_name_and_as_json(game_string):
    game = pyspiel.load_game(game_string)
    adapter = adapters.for_game(game)
    for state in states(game, seed=0):
        if state.is_simultaneous_node():
            for action in state.legal_actions(0):
                stated = state.action_to_struct(0, action).to_json()
                assert adapter.parse(f"I decide:\n{stated}", state, 0) == [action]
                assert adapter.parse(f"Answer: {state.action_to_string(0, action)}", state, 0) == [action]


def asked(monkeypatch, spec):
    """Returns a function that reads a reply to a decision with this spec."""
    monkeypatch.setattr(SmallTalk, "action_spec", lambda self, state, player: spec)
    game = small_talk()
    return lambda reply: adapters.for_game(game).parse(reply, game.new_initial_state(), 0)


@pytest.mark.parametrize("reply", [
    '{"clue": "ocean", "number": 2}', '{"CLUE": "ocean", "Number": "two"}', "{clue: 'ocean', number: '2',}"])
def test_a_move_of_two_keys_is_read_whole(reply, monkeypatch):
    spec = Fields((Text("clue", 30, WORD, least=1), Number("number", 0, 9)))
    assert asked(monkeypatch, spec)(reply) == [*b"ocean", 256, 2]


def test_a_key_that_is_missing_is_named(monkeypatch):
    spec = Fields((Choice("vote", ("Ann", "Bob")), Number("bid", 0, 9)))
    assert asked(monkeypatch, spec)('{"vote": "bob", "bid": "\uff17"}') == [1, 7]
    with pytest.raises(adapters.ReplyError, match='the key "vote" is missing'):
        asked(monkeypatch, spec)('{"bid": 7}')


def test_a_reading_tells_the_form():
    adapter = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    state = adapter.game.new_initial_state()
    assert adapter.read("C1R1", state, 0) == ([0], "whole")
    assert adapter.read('{"move": "C1R1"}', state, 0, "v2") == ([0], "json")


def test_bytes_beyond_the_limit_of_a_text_are_counted_whether_refused_or_cut(monkeypatch):
    game = small_talk(5)
    adapter, state = adapters.for_game(game), game.new_initial_state()
    assert adapter.overlong_bytes("Answer: 12345678", state, 0) == 3
    with pytest.raises(adapters.ReplyError, match="8 bytes"):
        adapter.parse("Answer: 12345678", state, 0)
    monkeypatch.setattr(SmallTalk, "action_spec", lambda self, state, player: Text("message", 5, overlong="cut"))
    state = game.new_initial_state()
    assert adapter.overlong_bytes("Answer: 12345678", state, 0) == 3
    assert adapter.parse("Answer: 12345678", state, 0) == [*b"12345", 256]
    assert adapter.overlong_bytes("Answer: 12345", state, 0) == 0


def test_moves_with_names_have_no_limits():
    game = pyspiel.load_game("tic_tac_toe")
    assert adapters.for_game(game).overlong_bytes("Answer: " + "x" * 999, game.new_initial_state(), 0) == 0


PLACED = """{% extends "_rounds.jinja" %}{% block persona %}{% endblock %}
{% block rules %}A bar.{{ persona }}{% endblock %}
{% block report %}Then:{% endblock %}{% block answer %}{}{% endblock %}{% block outcome %}So.{% endblock %}
{% block afterwards %}To all: {{ past.you }}.{% endblock %}
{% block request %}Well?{{ phrase }}{% endblock %}{% block legal_moves %}{% endblock %}"""


def test_a_wording_puts_the_words_that_are_not_the_games_where_it_has_places_for_them(tmp_path, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    (tmp_path / "el_farol").mkdir()
    (tmp_path / "el_farol" / "mine.jinja").write_text(PLACED)
    state = pyspiel.load_game("el_farol(players=2)").new_initial_state()
    state.apply_actions([1, 0])
    adapter = adapters.for_game(state.get_game())
    assert [adapter.place("mine", name) for name in ("persona", "phrase")] == [True, False]
    assert not adapter.place("v1", "persona")
    chat = adapter.chat(state, 0, "mine", persona=" I am you.", phrase=" Muse.")
    assert [(turn["role"], turn["content"]) for turn in chat] == [
        ("system", "A bar. I am you."), ("user", "Then:"), ("assistant", "{}"), ("user", "So."),
        ("user", "To all: go."), ("user", "Well? Muse.")]
    assert [turn["content"] for turn in adapter.prompt(state, 0, "mine")] == [
        "A bar.", "Then:\n{}\nSo.\nTo all: go.\n\nWell?"]


def test_a_block_of_another_folder_sees_what_the_prompts_see(tmp_path, monkeypatch):
    (tmp_path / "notes").mkdir()
    text = "{% block note %}{{ word }} {{ player }} of {{ game.players }}: {{ legal | join(', ') }}{% endblock %}"
    (tmp_path / "notes" / "own.jinja").write_text('{% if part == "all" %}' + text + "{% endif %}", encoding="utf-8")
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    game = pyspiel.load_game("matrix_pd")
    adapter, state = adapters.for_game(game), game.new_initial_state()
    assert adapter.block("notes", "own", "note", state, 1, word="seat") == "seat 1 of 2: Cooperate, Defect"
    assert adapter.block("notes", "own", "missing", state, 1) == ""
    with pytest.raises(ValueError, match="'other' does not exist for notes"):
        adapter.block("notes", "other", "note", state, 1)

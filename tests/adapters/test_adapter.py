import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401  registers the games
from adapters.generic.generic_view import GenericView, PlainStructView
from adapters.native.nim import NimView
from adapters.views import StructView
from custom_games.action_specs import Fields, Number, Text
from custom_games.action_specs.alphabets import WORD
from tests.support.chat_game import SmallTalk, small_talk


@pytest.mark.parametrize(("name", "view", "prompts"), [
    ("el_farol", StructView, "el_farol"), ("nim", NimView, "nim"), ("clobber", GenericView, "generic")])
def test_a_game_is_read_by_its_own_view_and_wordings_or_else_by_the_generic_ones(name, view, prompts):
    adapter = adapters.for_game(pyspiel.load_game(name))
    assert type(adapter.view) is view
    assert adapter.prompts == prompts


def test_a_custom_game_without_wordings_has_the_generic_ones_and_an_adapter_knows_parameters():
    adapter = adapters.for_game(small_talk())
    assert type(adapter.view) is PlainStructView
    assert adapter.prompts == "generic"
    assert adapters.for_game(pyspiel.load_game("pirate_game(gold=7)")).parameters == {"players": 10, "gold": 7}


class TwinsView(GenericView):
    """Names every move alike, as a careless game might."""

    def names(self, state, player, action):
        return ("turn",)


def test_shared_names_and_missing_versions_are_refused_and_each_wording_has_its_digest():
    clobber = adapters.for_game(pyspiel.load_game("clobber"))
    state = clobber.game.new_initial_state()
    twins = adapters.Adapter(clobber.game, TwinsView(), clobber.prompts, clobber.parameters)
    with pytest.raises(adapters.ReplyError) as refused:
        twins.parse("Answer: turn", state, 0)
    assert refused.value.reason == "illegal"
    with pytest.raises(ValueError, match="prompt version 'v9' does not exist for generic: it has v1"):
        clobber.prompt(state, 0, "v9")
    tic_tac_toe = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    digests = {adapter.digest(version) for adapter in (tic_tac_toe, clobber) for version in adapter.versions()}
    assert len(digests) == len(tic_tac_toe.versions()) + len(clobber.versions())
    assert clobber.digest() != adapters.for_game(pyspiel.load_game("shogi")).digest(), "their sheets differ"
    transforms = [pyspiel.load_game(f"misere(game={name}())") for name in ("clobber", "tic_tac_toe")]
    assert len({adapters.for_game(game).digest() for game in transforms}) == 1, "neither has a sheet"


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


def test_bytes_beyond_the_limit_of_a_text_are_counted_but_moves_with_names_have_none(monkeypatch):
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

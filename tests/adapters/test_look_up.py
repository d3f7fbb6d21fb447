from collections.abc import Sequence
from itertools import chain

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters import look_up
from adapters.rendering import templates
from adapters.replies import ReplyReader
from adapters.views import StructView
from custom_games.action_specs import ActionSpec, Branch, Branches, Choice
from custom_games.action_specs.patterns import Pattern
from tests.support.named_games import SETTINGS
from tests.support.playouts import decision_points
from tests.support.withheld_rules import HEADINGS, TOPICS, explain_moves, withhold_rules

GAME = "tic_tac_toe"


@pytest.fixture
def _withheld(monkeypatch, tmp_path):
    withhold_rules(monkeypatch, tmp_path)


def adapter_and_state():
    game = pyspiel.load_game(GAME)
    return adapters.for_game(game), game.new_initial_state()


@pytest.mark.parametrize(("reply", "topic"), [
    ("Look up: winning", "winning"), ("I am not sure.\nlook up: Order of play", "Order of play"),
    ("**Look up:** winning", "winning"), ("> LOOK-UP: winning  \n\n", "winning"), ("Look_up: winning", "winning"),
    ("Look up: winning\nI need it.", "winning"), ("Answer: C1R1\n\nLook up: winning", "winning"),
    ('{"answer": "C1R1"}\nLook up: winning', "winning"), ("```\nLook up: winning\n```", "winning"),
    ("<think>Answer: C1R1</think>Look up: winning", "winning"), ('{"look_up": "winning"}', "winning"),
    ('Let me see.\n```json\n{\n  "Look up": "winning"\n}\n```\nThat will help.', "winning"),
    ('{"answer": "C1R1"}\n{"look_up": "winning"}', "winning"),
    ('{"reason": "unsure", "look_up": "winning"}', "winning")])
def test_a_reply_asks_for_a_topic_with_the_last_thing_that_it_states(reply, topic):
    assert look_up.read_request(reply) == topic


@pytest.mark.parametrize("reply", [
    "", "   ", "Answer: C1R1", "Look up: winning\n\nAnswer: C1R1", "Look up:", "I would like to look up: winning",
    "Should I look up winning?", '{"look_up": "winning"}\nAnswer: C1R1', '{"look_up": "winning"}\n{"move": "C1R1"}',
    '{"look_up": "winning", "move": "C1R1"}', '{"look_up": "winning", "move": "C1R1", "Move": "C2R2"}',
    '{"look_up": null, "move": "C1R1"}', '{"look_up": ""}', '{"look_up": 3}', '{"look_up": ["winning"]}',
    '{"message": "{\\"look_up\\": \\"winning\\"}"}', '{"message": "I say\\nLook up: winning"}',
    '{"message": "I say\nLook up: winning"}', "<think>Look up: winning</think>Answer: C1R1",
    "<think>I was cut off.\nLook up: winning"])
def test_any_other_reply_asks_for_none(reply):
    assert look_up.read_request(reply, ("move",)) is None


@given(st.text(max_size=60))
def test_whatever_a_reply_says_before_its_request_the_topic_is_found(before):
    if "<" not in before and "{" not in before:  # marks and objects apart
        assert look_up.read_request(f"{before}\nLook up: winning") == "winning"


@given(st.text())
def test_no_reply_breaks_the_search_for_a_request(reply):
    asked = look_up.read_request(reply)
    assert asked is None or "up" in reply.casefold() or "ᵘᵖ" in reply


@pytest.mark.parametrize(("reply", "asked"), [
    ("Look up:" + " " * 100_000 + "x", "x"), ("look up: a\n" * 10_000 + "x", "a"), ("- " * 90_000, None)])
def test_long_replies_are_searched_at_once(reply, asked):
    assert look_up.read_request(reply) == asked


@pytest.mark.usefixtures("_withheld")
@pytest.mark.parametrize(("name", "heading"), [
    ("winning", "winning"), ("WINNING.", "winning"), ('"Winning"', "winning"), ("<winning>", "winning"),
    ("order of play", "Order of play"), ("Order_of_play", "Order of play"), ("Full board draws", "full-board draws"),
    ("losing", None), ("", None), ("winning and losing", None)])
def test_a_topic_is_known_by_the_letters_and_digits_of_its_heading(name, heading):
    assert look_up.find_topic(GAME, name) == heading


@pytest.mark.usefixtures("_withheld")
def test_an_adapter_lists_and_renders_the_topics_of_its_game():
    adapter, state = adapter_and_state()
    assert (adapter.topics(), adapter.topic("winning", state, 0)) == (HEADINGS, TOPICS["winning"])
    assert adapter.topic("ORDER OF PLAY", state, 0) == "Player 0 moves among 9 free cells."
    with pytest.raises(ValueError, match=r"^'losing' is not a topic of tic_tac_toe: it has Order of play, full-board"):
        adapter.topic("losing", state, 0)


def test_an_adapter_keeps_the_topics_that_it_had_first_and_may_have_none_or_generic_prompts(monkeypatch, tmp_path):
    adapter, state = adapter_and_state()
    assert adapter.topics() == []
    with pytest.raises(ValueError, match=r"^'winning' is not a topic of tic_tac_toe: it has none$"):
        adapter.topic("winning", state, 0)
    adapter, _ = adapter_and_state()
    assert adapter.topics() == []
    withhold_rules(monkeypatch, tmp_path, GAME)
    assert (adapter.topics(), adapter_and_state()[0].topics()) == ([], HEADINGS)
    withhold_rules(monkeypatch, tmp_path, "othello")
    assert adapters.for_game(pyspiel.load_game("othello")).topics() == HEADINGS


@pytest.mark.usefixtures("_withheld")
def test_topics_are_no_prompt_versions_and_change_no_digest_of_one(monkeypatch):
    adapter, _ = adapter_and_state()
    withheld = adapter.versions(), adapter.digest()
    monkeypatch.delenv(templates.FOLDER_VARIABLE)
    assert (adapter.versions(), adapter.digest()) == withheld


@pytest.mark.usefixtures("_withheld")
def test_the_digest_covers_names_and_texts_of_topics_and_the_texts_around_them(monkeypatch, tmp_path):
    topics = [look_up.topics_folder(GAME)]
    digests = {look_up.look_up_digest(topics, ["offer"]), look_up.look_up_digest(topics, ["full"])}
    for number, (old, new, text) in enumerate([("winning", "winning", "Other words."), ("winning", "victory", None)]):
        folder = tmp_path / str(number)
        withhold_rules(monkeypatch, folder)
        file = folder / GAME / "topics" / f"{old}.jinja"
        written = file.read_text()
        file.unlink()
        file.with_stem(new).write_text(text or written)
        digests.add(look_up.look_up_digest(topics, ["offer"]))
    assert (len(digests), look_up.look_up_digest([look_up.topics_folder("nim")], ["offer"])) == (4, "")


@pytest.mark.parametrize("name", sorted({setting.split("(")[0] for setting in SETTINGS}))
def test_the_headings_of_a_game_are_told_apart_by_their_letters(name):
    headings = list(look_up.list_topics(name))
    assert [look_up.find_topic(name, heading.upper()) for heading in headings] == headings


@pytest.mark.parametrize("wording", templates.list_versions(look_up.WORDINGS))
@pytest.mark.parametrize(("headings", "moves"), [(HEADINGS, False), (HEADINGS, True), ([], True)])
def test_no_text_around_look_ups_passes_for_a_reply_form_or_a_list_of_legal_moves(wording, headings, moves):
    text = look_up.render_wording(
        wording, headings=headings, moves=moves, limit=3, left=2, heading="winning", text="Three.",
        asked="x", topics=[("winning", "Three.")])
    lines = [line.strip() for line in text.splitlines()]
    assert not [line for line in lines if line.startswith(("{", "Legal moves:", "Answer:"))]
    assert text


def explained(game_string: str, name: str) -> tuple[str, str] | None:
    game = pyspiel.load_game(game_string)
    return adapters.for_game(game).explanation(name, game.new_initial_state(), 0)


@pytest.mark.parametrize("name", ["C1R2", "c1r2", "column 1, row 2", '"C1R2"', "<C1R2>", "**C1R2**", "C1R2."])
def test_a_move_is_explained_by_any_name_that_an_answer_may_state(monkeypatch, tmp_path, name):
    explain_moves(monkeypatch, tmp_path)
    told = "Player 0 may take C1R2, of 9 moves: {'move': 'C1R2'}."
    assert explained(GAME, name) == ("C1R2", told)


@pytest.mark.parametrize("name", ["", "C9R9", "C1R1 or C1R2", "the middle", "{{ obs }}", "C1R2\nC1R1", "winning",
                                  "C1R2" * 10_000, "(((((" * 1000])
def test_a_name_that_means_no_offered_move_is_not_explained(monkeypatch, tmp_path, name):
    explain_moves(monkeypatch, tmp_path)
    assert explained(GAME, name) is None


@given(st.text(max_size=200))
def test_no_name_breaks_the_search_for_a_move(name):
    game = pyspiel.load_game("el_farol(players=2,rounds=2)")
    reader = ReplyReader(adapters.for_game(game).view, game.new_initial_state(), 0)
    assert reader.read_name(name) in (None, [0], [1])


def test_a_move_is_explained_with_its_json_object_but_no_unlisted_one_and_no_text(monkeypatch, tmp_path):
    explain_moves(monkeypatch, tmp_path, "el_farol")
    assert explained("el_farol(players=2,rounds=2)", "go to the bar") == (
        "go", "Player 0 may take go, of 2 moves: {'decision': 'go'}.")
    explain_moves(monkeypatch, tmp_path, "divide_dollar")
    assert explained("divide_dollar(players=3)", "98, 1, 1") is None
    explain_moves(monkeypatch, tmp_path, "chameleon")
    state, player = next((state, player) for state, player in decision_points("chameleon", 0)
                         if state.action_spec(player).texts)
    adapter = adapters.for_game(state.get_game())
    assert not adapter.explains_moves(state, player)
    assert adapter.explanation("round", state, player) is None


class ListedView(StructView):
    """Lists moves of two parts as wholes, all but one."""

    def action_spec(self, state: pyspiel.State, player: int) -> ActionSpec:
        place = Choice("place", ("north", "south"))
        return Branches("act", (Branch("go", 0, place), Branch("stay", 1, place)))

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return ()

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return [Pattern(name) for name in ("go north", "go south", "stay north")]


@pytest.mark.parametrize("name", ["go south", "Go South.", "<GO SOUTH>"])
def test_a_move_of_several_actions_is_offered_if_it_is_listed_as_a_whole(name):
    _, state = adapter_and_state()
    found = look_up.OfferedMove("go south", {"act": "go", "place": "south"})
    assert look_up.find_offered_move(name, ListedView(), state, 0) == found
    assert look_up.find_offered_move("stay south", ListedView(), state, 0) is None
    assert look_up.find_offered_move("go", ListedView(), state, 0) is None


def test_a_move_is_explained_with_the_items_that_its_entry_in_the_list_leaves_open():
    state, player = next(iter(decision_points("arctic_scavengers", 0)))
    adapter, first, *_ = adapters.for_game(state.get_game()), *state.observation(player)["hand"]
    name, text = adapter.explanation(f"<trash {first.lower()}>", state, player) or ("", "")
    assert (name, "shuffled into the junkyard" in text) == (f"TRASH {first}", True)


def test_what_is_no_longer_offered_or_never_explained_is_not_explained(monkeypatch, tmp_path):
    adapter, state = adapter_and_state()
    assert not adapter.explains_moves(state, 0)
    assert adapter.explanation("C1R2", state, 0) is None
    explain_moves(monkeypatch, tmp_path)
    adapter, state = adapter_and_state()
    state.apply_action(3)
    assert adapter.explanation("C1R2", state, 1) is None
    assert adapter.explanation("C1R1", state, 1) == ("C1R1", "Player 1 may take C1R1, of 8 moves: {'move': 'C1R1'}.")


def test_explanations_are_no_prompt_versions_and_change_no_digest_of_one(monkeypatch, tmp_path):
    adapter, _ = adapter_and_state()
    plain = adapter.versions(), adapter.digest()
    explain_moves(monkeypatch, tmp_path)
    adapter, _ = adapter_and_state()
    assert (adapter.versions(), adapter.digest()) == plain


def test_the_digest_covers_the_explanation(monkeypatch, tmp_path):
    digests = {look_up.look_up_digest([look_up.moves_folder(GAME)], ["offer"])}
    for number, text in enumerate(["One.", "Two."]):
        explain_moves(monkeypatch, tmp_path / str(number), text=text)
        digests.add(look_up.look_up_digest([look_up.moves_folder(GAME)], ["offer"]))
    assert len(digests) == 3
    assert "" in digests


@pytest.mark.parametrize("game_string", [game for game in SETTINGS if look_up.explains_moves(game.split("(")[0])])
def test_every_offered_move_is_explained_under_its_shown_name(game_string):
    adapter = adapters.for_game(pyspiel.load_game(game_string))
    for state, player in list(decision_points(game_string, 1))[::20]:
        if adapter.explains_moves(state, player):
            names = (adapter.view.names(state, player, action)[:1] for action in state.legal_actions(player)[:10])
            for shown in chain.from_iterable(names):
                name, text = adapter.explanation(shown, state, player) or ("", "")
                assert (name, bool(text)) == (shown, True)

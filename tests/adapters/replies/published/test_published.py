import pytest

import adapters
from adapters import ReplyError
from adapters.replies import published
from adapters.replies.errors import Failure
from adapters.replies.published import load_reader
from adapters.replies.reply_reader import Reading
from tests.support.named_games import after


class Last:
    """Reader that takes the last letter of a reply for a move's number."""

    def read(self, reply, view, state, player):
        reason: Failure = "unparsable"
        if not reply[-1].isdigit():
            raise ReplyError(reason, "no digit")
        return Reading([int(reply[-1])])


def test_replies_to_a_wording_that_names_a_program_are_read_as_that_program_reads_them(tmp_path, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    monkeypatch.setattr("adapters.adapter.load_reader", {"gtbench": Last()}.__getitem__)
    (tmp_path / "el_farol").mkdir()
    (tmp_path / "el_farol" / "theirs.jinja").write_text(
        '{% block turns %}{{ turn("user") }}Well?{% endblock %}{% block reader %}gtbench{% endblock %}')
    state = after("el_farol")
    adapter = adapters.for_game(state.get_game())
    assert adapter.parse('{"decision": "stay"} 1', state, 0, "theirs") == [1]
    assert adapter.parse('{"decision": "stay"}', state, 0) != adapter.parse('{"decision": "go"}', state, 0)
    with pytest.raises(ReplyError, match="no digit"):
        adapter.parse('{"decision": "stay"}', state, 0, "theirs")


def test_a_program_without_a_reader_is_named_with_those_that_have_one():
    with pytest.raises(ValueError, match=r"names the reader 'chess', and there are: gamabench, gamebench"):
        load_reader("chess")
    assert sorted(published.PROGRAMS) == list(published.PROGRAMS)

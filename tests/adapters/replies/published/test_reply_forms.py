"""Replies in the forms that published programs read, written and read back."""

import random
from math import prod

import pytest

import adapters
from adapters.replies.published import gtbench, magic
from adapters.replies.reply_forms import ReplyForm
from tests.support.gamebench_wordings import gamebench_wordings
from tests.support.magic_chats import after_answers
from tests.support.playouts import decision_points, load

SHOWN = ReplyForm(())
GAMEBENCH = {"pit": "pit(trades=open,max_turns=12,max_hands=2)", "sea_battle": "sea_battle", "santorini": "santorini",
             "codenames": "codenames(rows=3,columns=7)", "air_land_sea": "air_land_sea",
             "are_you_the_traitor": "are_you_the_traitor", "two_rooms_and_a_boom": "two_rooms_and_a_boom"}
MAGIC = ("chameleon(topic=1)", "undercover(pair=1)", "cost_sharing(group=1)", "public_good",
         "three_player_prisoners_dilemma")


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory):
    with gamebench_wordings(tmp_path_factory.mktemp("gamebench")):
        yield


def some_points(game):
    points = list(decision_points(game, 3))
    return points[::max(len(points) // 12, 1)]


@pytest.mark.parametrize("name", GAMEBENCH)
def test_gamebench_plays_each_reply_in_its_form_and_all_listed_moves_have_one(name):
    adapter = adapters.for_game(load(GAMEBENCH[name]))
    for state, player in some_points(GAMEBENCH[name]):
        form, spec = adapter.reply_form(state, player, "published"), adapter.view.action_spec(state, player)
        read = {tuple(adapter.parse(form.reply({"move": pattern.draw(random.Random(0))}), state, player, "published"))
                for pattern in form.moves}
        assert read if spec.texts else read == {(action,) for action in state.legal_actions(player)}


@pytest.mark.parametrize("game", MAGIC)
def test_magic_plays_each_reply_in_its_form_and_all_listed_moves_have_one(game):
    view = adapters.for_game(load(game)).view
    for state, player in some_points(game):
        form, spec = magic.reply_form(SHOWN, view, state, player), view.action_spec(state, player)
        replies = [reply for pattern in form.moves for reply in pattern.names()] or [
            pattern.draw(random.Random(0)) for pattern in form.moves]
        read = {str(spec.values(magic.read(reply, view, state, player).actions)) for reply in replies}
        assert len(read) == len(replies)
        if not spec.texts:
            sizes = [sum(pattern.size for pattern in patterns) for patterns in spec.patterns_of_keys().values()]
            assert len(read) == prod(sizes)


def test_magic_plays_the_guess_that_is_written_in_its_form_and_every_proposal():
    clues = [[None] * 3, {"clue": "It is."}, [None] * 3] * 3
    state = after_answers("chameleon(topic=1,secret=1,chameleon=2)", [
        *clues, [{"vote": "Player 2"}, {"vote": "Player 1"}, {"vote": "Player 2"}]])
    view = adapters.for_game(state.get_game()).view
    (pattern,) = magic.reply_form(SHOWN, view, state, 1).moves
    said = pattern.draw(random.Random(1))
    read = view.action_spec(state, 1).values(magic.read(said, view, state, 1).actions)
    assert said == f'"{read["guess"]}"'
    sharing = load("cost_sharing(group=1)")
    assert len(magic.reply_form(SHOWN, adapters.for_game(sharing).view, sharing.new_initial_state(), 0).moves) == 231


@pytest.mark.parametrize("count", [1, 3, 9])
def test_gtbench_counts_each_vote_in_its_form(count):
    votes = [pattern.lowest() for pattern in gtbench.option_form(count).moves]
    assert [gtbench.read_option(vote, count) for vote in votes] == list(range(count))

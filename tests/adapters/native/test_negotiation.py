import pyspiel
import pytest

from tests.support.named_games import GTBENCH_VERSIONS, after, loaded, prompt_text

DEAL, AGREE, SILENCE = 0, 216, 217  # chance, acceptance, the utterance [0, 0, 0]


def proposal(*items):
    return (items[0] * 6 + items[1]) * 6 + items[2]


def with_values(other_values):
    """Returns GTBench's instance with other values for player 1, before player 0's second turn."""
    history = f"{DEAL}, {proposal(5, 0, 3)}, {SILENCE}, {proposal(1, 2, 4)}, {SILENCE + 1}"
    game = pyspiel.load_game("negotiation")
    return game.deserialize_state(f"7\n5 5 5\n10 1 7\n{other_values}\n{history}")


@pytest.mark.parametrize(("player", "values"), [(0, [10, 1, 7]), (1, [10, 10, 10])])
def test_the_default_instance_is_the_one_that_gtbench_plays(player, values):
    state = after("negotiation", DEAL)
    seen = loaded("negotiation").view.observe(state, player)
    assert (seen["pool"], seen["your_values"]) == ([5, 5, 5], values)


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_a_player_learns_nothing_of_the_other_ones_values(version):
    assert len({prompt_text(with_values(values), 0, version) for values in ("10 10 10", "0 3 1", "8 0 0")}) == 1


@pytest.mark.parametrize(("version", "lines"), [
    ("v1", ["Proposal 1 was made by you, to take [5, 0, 3] and leave the rest, with the utterance [0, 0, 0].",
            "Proposal 2 was made by your opponent, to take [1, 2, 4] and leave the rest, with the utterance [0, 0, 1].",
            "If you agree to the latest proposal, you get [4, 3, 1]."]),
    ("v2", ["1. you: keep [5, 0, 3], utterance [0, 0, 0]", "2. your opponent: keep [1, 2, 4], utterance [0, 0, 1]",
            "A new proposal, or Agree, which gives you [4, 3, 1]."]),
    ("paper", ["Your opponent now proposes to take 1 pepper, 2 strawberries and 4 cherries.",
               "Your opponent's latest utterance was that they want to take 0 peppers, 0 strawberries and 1 cherry."]),
])
def test_a_player_is_told_who_proposed_what_and_what_agreeing_brings(version, lines):
    text = prompt_text(with_values("10 10 10"), 0, version).splitlines()
    assert [line for line in lines if line not in text] == []


@pytest.mark.parametrize(("moves", "player", "patterns"), [
    ([], 0, ["[0..5, 0..5, 0..5]"]),
    ([proposal(1, 1, 1)], 0, ["[0..4, 0..4, 0..4]"]),
    ([proposal(1, 1, 1), SILENCE], 1, ["[0..5, 0..5, 0..5]", "Agree"]),
])
def test_agreeing_needs_a_proposal_and_every_proposal_is_followed_by_an_utterance(moves, player, patterns):
    state = after("negotiation", DEAL, *moves)
    assert (state.current_player(), loaded("negotiation").view.patterns(state, player)) == (player, patterns)


def test_an_item_that_the_pool_lacks_can_only_be_left_out():
    game_string = "negotiation(rng_seed=7,enable_utterances=False,num_items=4)"
    state = after(game_string, DEAL)
    assert state.item_pool() == [1, 0, 2, 3]
    assert loaded(game_string).view.patterns(state, 0) == ["[0..1, 0, 0..2, 0..3]"]


@pytest.mark.parametrize(("reply", "action"), [
    ("Answer: [1, 2, 3]", proposal(1, 2, 3)), ('{"move": [1, 2, 3]}', proposal(1, 2, 3)),
    ("Answer: <Proposal: [1, 2, 3]>", proposal(1, 2, 3)), ("Answer: agree", AGREE), ("**Answer: Agree!**", AGREE),
])
def test_proposals_and_acceptance_are_read(reply, action):
    assert loaded("negotiation").parse(reply, with_values("10 10 10"), 0) == [action]


def test_an_agreement_ends_the_game_at_once_and_gives_the_rest_to_the_one_who_agrees():
    state = after("negotiation", DEAL, proposal(5, 0, 3), SILENCE, AGREE)
    assert state.is_terminal()
    assert state.returns() == [5 * 10 + 3 * 7, 5 * 10 + 2 * 10]


def seventh_proposal(before):
    """Returns the player's latest decision if seven proposals are all that a negotiation allows, or ten are."""
    game = pyspiel.load_game("negotiation")
    history = ", ".join(map(str, [DEAL, *[proposal(1, 1, 1), SILENCE] * 6, *before]))
    return [game.deserialize_state(f"{limit}\n5 5 5\n10 1 7\n10 10 10\n{history}") for limit in (7, 10)]


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
@pytest.mark.parametrize("before", [[], [proposal(0, 0, 0)]])
def test_nobody_is_told_how_many_proposals_there_can_be(version, before):
    limited, longer = (prompt_text(state, 0, version) for state in seventh_proposal(before))
    assert limited == longer


def test_after_the_last_proposal_the_game_ends_without_an_agreement_and_brings_nothing():
    limited, longer = seventh_proposal([proposal(0, 0, 0), SILENCE])
    assert (limited.is_terminal(), limited.returns()) == (True, [0, 0])
    assert not longer.is_terminal()


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_without_utterances_nobody_speaks_of_them(version):
    state = after("negotiation(enable_utterances=False)", DEAL, proposal(1, 1, 1))
    assert "utterance" not in prompt_text(state, 1, version)


def test_goods_beyond_the_papers_three_have_numbers():
    text = prompt_text(after("negotiation(rng_seed=3,num_items=4,utterance_dim=2)", DEAL), 0, "paper")
    assert "The pool holds 2 peppers, 4 strawberries, 0 cherries and 0 items of type 4." in text
    assert "An utterance is a list of 2 numbers" in text

"""The checkout here is made up: the program's files and functions, and none of its text.

Given a checkout, the program itself plays, and every message that leaves is compared with ours.
"""

import asyncio
from collections import Counter

import pytest

import adapters
from adapters.rendering import templates
from gtarena.agents.base import Decision, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply
from gtarena.suites.gtbench.importer.observations import PUBLISHED_GAMES
from gtarena.suites.gtbench.importer.prompt_import import import_prompts
from tests.support import published_gtbench as published
from tests.support.llm_decisions import OfflineModel
from tests.support.named_games import after
from tests.support.scripted import ScriptedModel
from tests.support.svg_pictures import played

beside = pytest.mark.skipif(published.checkout() is None, reason=f"{published.VARIABLE} names no checkout of GTBench")

TOLD = '''
raise SystemExit("never run")

def construct_observation_prompt(observations):
    return ENTRIES
'''
STEPS = {
    "prompt": "def construct_step_prompt(observation):\n    return {'prompt': f'Move as {form}.'}",
    "cot": "def construct_step_prompt(observation):\n"
           "    return {'prompt': f'Muse, then {form}, one of {observation[\"legal_moves\"]}.'}",
    "tot": "def construct_step_prompt(observation):\n    return {'prompt': f'Muse or {form}.\\n'}\n"
           "def construct_voting_prompt(observation):\n    return {'prompt': 'Which?'}"}


def make_checkout(root):
    prompts = root / "gamingbench" / "prompts"
    for folder in ("observation_prompts", "system_prompts", "step_prompts"):
        (prompts / folder).mkdir(parents=True)
    branches = []
    for game in PUBLISHED_GAMES.values():
        listed = [] if "legal_moves" in game.values else ["legal_moves"]  # Negotiation lists none
        names = [*listed, *(name for name in game.values if name != "legal_moves")]
        entries = " + ' ' + ".join(f"f'{name}={{observations[\"{name}\"]}}'" for name in names)
        (prompts / "observation_prompts" / game.module).write_text(TOLD.replace("ENTRIES", entries))
        (prompts / "system_prompts" / game.module).write_text(f"SYSTEM_PROMPT = 'Play {game.name} {{{{ 7 }}}}.'")
        branches.append(f"    if env_name == '{game.name}':\n        regex = '<.>'\n        format = '<{game.name}>'")
    for name, source in STEPS.items():
        read = "    regex, format = get_step_env_regex_and_format(observation)\n"
        (prompts / "step_prompts" / f"{name}_agent.py").write_text(
            source.replace("(observation):\n", f"(observation):\n{read}", 1).replace("{form}", "{format}"))
    (prompts / "regex_and_format.py").write_text("def f(env_name):\n" + "\n".join(branches))
    return root


@pytest.fixture
def checkout(tmp_path):
    return make_checkout(tmp_path / "GTBench")


@pytest.fixture
def own(tmp_path, monkeypatch):
    folder = tmp_path / "prompts"
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture
def imported(checkout, own):
    assert list(import_prompts(checkout, own)) == [f"wrote 10 wordings to {own}; choose them with prompt=published"]
    return own


def left(state, player, *replies, stated=frozenset(), **settings):
    """Returns the chats that leave our agent at a decision, and its response."""
    model = ScriptedModel(*replies)
    chosen = LlmSettings.read({"prompt": "published", "retries": 0, "policy": "invalid", **settings})
    agent = LlmAgent(Seating(state.get_game(), player, 1), model, chosen, InMemoryTexts())
    decision = Decision(state, player, adapters.for_game(state.get_game()), len(state.history()), stated)
    response = asyncio.run(agent.act(decision))
    return [[(turn["role"], turn["content"]) for turn in request.messages] for request in model.requests], response


# The dilemma: chance goes on after every round.
MADE_OF = [
    (after("tic_tac_toe", 4, 0, 2, 6, 3, 5, 1), 1,
     "legal_moves=['<C2R3>', '<C3R3>'] opponent_moves=['<C2R2>', '<C3R1>', '<C1R2>', '<C2R1>'] "
     "self_moves=['<C1R1>', '<C1R3>', '<C3R2>']"),
    (after("connect_four", 3, 3), 0,
     f"legal_moves={[f'<C{column}>' for column in range(1, 8)]} opponent_moves=['<C4>'] self_moves=['<C4>']"),
    (played("breakthrough(columns=3)", ["a7b6", "a2b3", "b6a5", "b3b4", "a5b4*"]), 1,
     "legal_moves=['<b2->a3>', '<b2->b3>', '<b2->c3>', '<c2->b3>', '<c2->c3>', '<a1->a2>', '<b1->a2>'] "
     "opponent_moves=['<a7->b6>', '<b6->a5>', '<a5->b4*>']"
     " self_moves=['<a2->b3>', '<b3->b4>'] board=['8bbb', '7.bb', '6...', '5...', '4.b.', '3...', '2.ww', '1www']"),
    (after("nim", 1 + 4 * 2, 2 + 4 * 3, 3 + 4 * 5), 1,
     "legal_moves=['<pile:1, take:1>', '<pile:3, take:1>', '<pile:4, take:1>'] piles=[1, 0, 1, 1]"),
    (after("kuhn_poker", 2, 0, 0, 1), 0, "legal_moves=['<Pass>', '<Bet>'] card=2 player_idx=0 moves=pb"),
    (after("kuhn_poker", 2, 0), 0, "legal_moves=['<Pass>', '<Bet>'] card=2 player_idx=0 moves=None"),
    (after("liars_dice", 4, 1, 8), 1,
     "legal_moves=['<2 dices, 4 value>', '<2 dices, 5 value>', '<2 dices, 6 value>', '<Liar>'] "
     "self_dice_face_value=2 last_move=<2 dices, 3 value>"),
    (after("first_sealed_auction", 2, 4), 0, "legal_moves=['<0>', '<1>'] valuation=2.0"),
    (after("negotiation", 0, 5, 217 + 3, 41), 1,
     "turn_type=Utterance item_pool=[5, 5, 5] self_value_vector=[10, 10, 10] most_recent_proposal=[1, 0, 5] "
     "most_recent_utterance=[0, 0, 3]"),
    (after("negotiation", 0), 0,
     "turn_type=Proposal item_pool=[5, 5, 5] self_value_vector=[10, 1, 7] most_recent_proposal=None "
     "most_recent_utterance=None"),
    (after("pig(winscore=20)", 0, 4, 1, 0, 2), 1,
     "legal_moves=['<roll>', '<stop>'] self_current_score=0 opponent_current_score=5 turn_total_score=3"),
    (after(published.DILEMMA, [0, 1], 0, [1, 1], 0), 1,
     "legal_moves=['<Silent>', '<Testify>'] self_moves=DD opponent_moves=CD")]


@pytest.mark.parametrize(("state", "player", "entries"), MADE_OF)
def test_the_texts_are_made_of_what_the_programs_own_observation_holds(state, player, entries, imported):
    (chat,), _ = left(state, player, "Hm.")
    name = PUBLISHED_GAMES[state.get_game().get_type().short_name].name
    assert chat == [("system", f"Play {name} {{{{ 7 }}}}."), ("user", f"{entries}\nMove as <{name}>.")]


def test_moves_that_models_stated_stand_without_brackets_as_the_program_read_them(imported):
    (chat,), _ = left(after("tic_tac_toe", 4, 0, 2), 1, "Hm.", stated=frozenset({0, 1}))
    assert "opponent_moves=['C2R2', '<C3R1>'] self_moves=['C1R1']" in chat[1][1]
    state = played("breakthrough(columns=3)", ["a7b6", "a2b3", "b6a5", "b3b4", "a5b4*"])
    (chat,), _ = left(state, 1, "Hm.", stated=frozenset({4, 3}))
    assert "'<b6->a5>', 'a5->b4*'] self_moves=['<a2->b3>', 'b3->b4']" in chat[1][1]


KUHN = after("kuhn_poker", 2, 0)
KUHN_TOLD = "legal_moves=['<Pass>', '<Bet>'] card=2 player_idx=0 moves=None"
SYSTEM = ("system", "Play kuhn_poker {{ 7 }}.")


def test_an_instruction_to_think_selects_the_programs_own_words_for_it(imported):
    (chat,), _ = left(KUHN, 0, "<Bet>", reasoning="cot_situation")
    assert chat == [SYSTEM, ("user", f"{KUHN_TOLD}\nMuse, then <kuhn_poker>, one of ['<Pass>', '<Bet>'].")]
    for reasoning in ("direct", "none"):
        (chat,), _ = left(KUHN, 0, "<Bet>", reasoning=reasoning)
        assert chat == [SYSTEM, ("user", f"{KUHN_TOLD}\nMove as <kuhn_poker>.")]


@pytest.mark.parametrize(("replies", "played"), [
    (["<Pass>", "<Pass>", "<Pass>", "<Pass>", "<Bet>"], 1), (["<Bet>", "<Pass>", "<Bet>", "hm", ""], 1),
    (["hm"] * 5, None)])
def test_of_several_samples_the_last_that_states_a_move_is_played(replies, played, imported):
    chats, response = left(KUHN, 0, *replies, scheme="self_consistency")
    assert len(chats) == 5
    assert getattr(response, "actions", (None,)) == (played,)


def test_a_last_sample_with_an_illegal_move_is_none_at_all(imported):
    _, response = left(after("tic_tac_toe", 4), 1, *["C1R1"] * 4, "C2R2", scheme="self_consistency")
    assert response.outcome == "invalid"


def test_a_tree_asks_twice_in_the_same_words_and_the_thought_stops_before_the_action(imported):
    votes = ["The best choice is 2", "The best choice is 2", "1"]
    chats, response = left(
        KUHN, 0, "a\nAction: <Pass>", "b\nAction:\n<Bet>", "c", *votes, "<Pass>", "<Bet>", "hm", *votes,
        scheme="tree_of_thoughts")
    asked = f"{KUHN_TOLD}\nMuse or <kuhn_poker>.\n\n"
    expected = [
        asked, f"{KUHN_TOLD}\nChoice1: a\n\nChoice2: b\n\nChoice3: c\nWhich?", f"{asked}b\n",
        f"{KUHN_TOLD}\nChoice1: <Pass>\nChoice2: <Bet>\nChoice3: hm\nWhich?"]
    assert chats == [[SYSTEM, ("user", text)] for text in expected for _ in range(3)]
    assert response.actions == (1,)
    assert [call.failure for call in response.calls if call.purpose == "vote"] == [None, None, "unparsable"] * 2


def test_a_tree_whose_choice_states_no_move_ends_the_match(imported):
    votes = ["The best choice is 3"] * 3
    _, response = left(KUHN, 0, "a", "b", "c", *votes, "<Pass>", "<Bet>", "hm", *votes, scheme="tree_of_thoughts")
    assert response.outcome == "invalid"


def test_a_reply_that_was_cut_off_is_read_like_any_other(imported):
    cut = Reply(text="I choose <Bet>, because", truncated=True)
    assert left(KUHN, 0, cut)[1].actions == (1,)
    assert left(KUHN, 0, *["<Pass>"] * 4, cut, scheme="self_consistency")[1].actions == (1,)
    vote = Reply(text="The best choice is 2 since", truncated=True)
    tree = ["a", "b", "c", *[vote] * 3, "<Pass>", cut, "hm", *[vote] * 3]
    assert left(KUHN, 0, *tree, scheme="tree_of_thoughts")[1].actions == (1,)
    assert left(KUHN, 0, cut, prompt="paper")[1].outcome == "invalid"


def test_offline_models_play_imported_wordings(imported):
    for state, player, _ in MADE_OF:
        adapter = adapters.for_game(state.get_game())
        for seed in range(2):
            settings = LlmSettings.read({"prompt": "published", "retries": 0, "policy": "invalid"})
            agent = LlmAgent(Seating(state.get_game(), player, seed), OfflineModel(), settings, InMemoryTexts())
            response = asyncio.run(agent.act(Decision(state, player, adapter, 0)))
            assert response.actions[0] in state.legal_actions(player)


def rewrite(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(("place", "old", "new", "told"), [
    ("observation_prompts/nim.py", "def construct_observation_prompt", "def other",
     "nim: not imported: nim.py has no function construct_observation_prompt"),
    ("observation_prompts/nim.py", "return", "return open(__file__) +",
     "nim: not imported: nim.py has open(__file__) in a text, which is not supported"),
    ("system_prompts/nim.py", "SYSTEM_PROMPT", "OTHER", "nim: not imported: nim.py assigns no text to SYSTEM_PROMPT"),
    ("regex_and_format.py", "'nim'", "'mim'",
     "nim: not imported: regex_and_format.py assigns no text to regex where env_name is 'nim'")])
def test_what_cannot_be_read_is_told_and_left_out(place, old, new, told, checkout, own):
    rewrite(checkout / "gamingbench" / "prompts" / place, old, new)
    line, last = import_prompts(checkout, own)
    assert line == told
    assert last.startswith("wrote 9 wordings to ")


def test_another_folder_is_refused_and_a_file_of_the_users_is_kept(checkout, own, tmp_path):
    with pytest.raises(UsageError, match=r"is not a checkout of GTBench: it has no directory gamingbench/prompts"):
        list(import_prompts(tmp_path, own))
    mine = own / "pig" / "published.jinja"
    mine.parent.mkdir(parents=True)
    mine.write_text("My own.")
    line, last = import_prompts(checkout, own)
    assert line == f"pig: not imported: {mine} was not made by gtarena import prompts and is kept"
    assert mine.read_text() == "My own."
    assert last.startswith("wrote 9 wordings to ")
    for path in (checkout / "gamingbench" / "prompts" / "system_prompts").iterdir():
        path.unlink()
    with pytest.raises(UsageError, match=r"no wording in .* could be imported"):
        list(import_prompts(checkout, own))
    assert list(import_prompts(make_checkout(tmp_path / "again"), tmp_path / "elsewhere"))[-1] == (
        f"set GTARENA_PROMPTS={tmp_path / 'elsewhere'} to use them")


def scripted(game):
    """Returns replies of which most name a legal move as the program lists it, others nothing, and votes."""
    def answer(rng, kind, state, player):
        if kind == "vote":
            return f"Hm.\nThe best choice is {rng.randint(1, 4)}."
        if rng.random() < 0.02:
            return "I cannot say."
        listed = list(published.names(game, state, player))
        moves = listed[:len(state.legal_actions(player))]  # of agreeing, the program lists it when there is no proposal
        return f"Thought:\nHm {rng.random()}\n\nAction:\n{rng.choice(moves)}"

    return answer


def compared(game, agent, kinds, seeds):
    """Returns the numbers of equal and differing chats, and of equal and differing moves."""
    counts = Counter()
    for seed in seeds:
        for asked in published.play(game, kinds, scripted(game), seed):
            sent, move = published.ours(game, agent, asked)
            assert len(sent) == len(asked.sent)
            counts += Counter(f"{'same' if one == other else 'other'} chat"
                              for one, other in zip(sent, asked.sent, strict=True))
            counts[f"{'same' if move == asked.played else 'other'} move"] += 1
    return counts


@beside
@pytest.mark.parametrize("game", published.GAMES)
@pytest.mark.parametrize("agent", published.AGENTS)
def test_the_chats_that_leave_and_the_moves_played_are_the_programs(game, agent, monkeypatch, tmp_path):
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(tmp_path))
    list(import_prompts(published.checkout(), tmp_path))
    kind, _ = published.AGENTS[agent]
    other = "TitForTatAgent" if game == published.DILEMMA else "RandomAgent"
    counts = Counter()
    for kinds in ((kind, other), (other, kind)):
        counts += compared(game, agent, kinds, range(3))
    counts += compared(game, agent, (kind, kind), range(2))
    assert set(counts) == {"same chat", "same move"}

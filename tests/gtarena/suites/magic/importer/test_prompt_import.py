"""The checkout here is made up: the published files, variables and fields, and none of the published texts."""

import re

import pytest

import adapters
from adapters.rendering import templates
from gtarena.errors import UsageError
from gtarena.suites.magic.importer.prompt_import import import_prompts
from gtarena.suites.magic.importer.wordings import LAYOUTS
from tests.support.magic_chats import after_answers, chats_sent
from tests.support.magic_checkout import make_checkout

OWN = "chameleon(topic=1,secret=1,chameleon=2,own_word=allowed)"
WORDS = "undercover(pair=1,undercover_word=1,undercover=2,own_word=allowed)"
ROLES = [{"name": f"Player {seat}", "role": "chameleon"} for seat in (1, 2, 3)]
SURE = [{"name": f"Player {seat}", "role": "civilian"} for seat in (1, 2, 3)]
NONE = [None] * 3
GIVEN = [{"contribution": 5}, {"contribution": 0}, {"contribution": 70}]
SHARES = [{"proposal": shares, "message": said} for shares, said in (
    ([40, 30, 30], ""), ([50, 25, 25], "My offer:\nAirline A: 50%"), ([60, 20, 20], "Ours."))]


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("magic")
    list(import_prompts(make_checkout(folder / "checkout"), folder / "own"))
    return folder / "own"


@pytest.fixture
def own(imported, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(imported))


def said(messages):
    """Returns the chat as the lines of its texts after the system's, own turns marked."""
    assert [message["role"] for message in messages[:2]] == ["system", "user"]
    return [("* " if message["role"] == "assistant" else "") + line
            for message in messages[1:] for line in message["content"].splitlines() if line]


def chat(game, answers, player, block="turns", version="published", **words):
    state = after_answers(game, answers)
    adapter = adapters.for_game(state.get_game())
    if block == "turns":
        return adapter.prompt(state, player, version, **words)
    return adapter.own_turns(state, player, version, block, **words)


def test_a_contributor_sees_the_moderators_reports_and_none_of_its_own_turns(own):
    system, turn = chat("public_good(rounds=3,multiplier=1.5)", [GIVEN], 1)
    assert system["content"] == (
        "A pot, 3 times, and 1.5 as much. {{ 7 * 7 }} {% no %}\nLook for <EOS> at the end.\n"
        "I am Player 2, and this is my part: Player 2 in public_good")
    assert turn["content"] == (
        "[Moderator]: Begin: \n\nThere are 3 rounds.\n<EOS>\n\n[Moderator]: Player 1 begins.<EOS>\n\n"
        "[Moderator]: 1 done: I contribute 5 / I contribute 0 / I contribute 70<EOS>\n\n"
        "[System]: Your turn, Player 2!<EOS>")


def test_a_table_with_beliefs_is_asked_otherwise_and_who_has_them_sees_the_latest_analysis_as_its_own_turn(own):
    played = [GIVEN]
    assert chat("public_good", played, 1, version="published_beside_pgm")[-1]["content"].endswith("[System]: How much?")
    system, turn = chat("public_good", played, 1, "ask_analysis")
    assert system["content"].endswith("my part: Think, {player_name}.")  # the program does not fill this in
    assert turn["content"].endswith("[System]: Player 2 on Player 1 and Player 3.")
    assert said(chat("public_good", played, 1, "ask_decision", analysis="They give."))[-2:] == [
        "* They give.<EOS>", "[System]: Give in view of this."]
    # In the first round, in which nothing has been analysed, the first player alone is asked as the others.
    first, second = (said(chat("public_good", [], player, "ask_decision", analysis=""))[-1] for player in (0, 1))
    assert [first, second] == ["[System]: How much?", "[System]: Give in view of this."]


def test_suspects_are_told_the_scores_in_a_turn_of_the_moderator_and_are_asked_the_same_at_every_table(own):
    game = "three_player_prisoners_dilemma(cooperate=2,one_defect=9,two_defect=4)"
    played = [[{"move": "Defect"}, {"move": "Cooperate"}, {"move": "Defect"}]]
    system, turn = chat(game, played, 2)
    assert system["content"].startswith("Rules of prisoner.\nLook for")
    assert turn["content"] == (
        "[Moderator]: Begin!<EOS>\n\n[Moderator]: \n2 or 1, alone 9, two 4.\n<EOS>\n\n"
        "[Moderator]: Player 1 begins.<EOS>\n\n[Moderator]: 1 done: Defect / Cooperate / Defect<EOS>\n\n"
        "[System]: Which?")
    assert chat(game, played, 2, version="published_beside_pgm") == [system, turn]


def test_proposals_stand_as_they_were_said_or_else_as_the_openings_do_and_votes_of_a_round_are_shown_after_it(own):
    game = "cost_sharing(group=1,rounds=3)"
    votes = [{"vote": f"Player {seat}"} for seat in (1, 2, 1)]
    opening = ["[Player 1]: Player 1 of Airline A:", "        A 40, B 30, C 30", "        <EOS>"]
    offers = ["* My offer:", "* Airline A: 50%<EOS>", "[Player 3]: Ours.<EOS>"]
    head = said(chat(game, [], 1))[:-1]
    assert head[0] == "[Moderator]: Begin: Fee: 7"
    assert head[-2:] == ["<EOS>", "[Moderator]: Player 1 begins.<EOS>"]
    proposed = [*head, *opening, *offers, "[Moderator]: Vote.<EOS>"]
    assert said(chat(game, [*SHARES, votes[0]], 1)) == [*proposed, "[System]: Your turn, Player 2!<EOS>"]
    cast = ["[Player 1]: I vote for Player 1's proposal<EOS>", "* I vote for Player 2's proposal<EOS>",
            "[Player 3]: I vote for Player 1's proposal<EOS>", "[Moderator]: Nothing in 1.<EOS>"]
    assert said(chat(game, [*SHARES, *votes], 1)) == [*proposed, *cast, "[System]: What share?"]
    # Where somebody has beliefs, those who vote see the votes before theirs.
    beside = said(chat(game, [*SHARES, votes[0]], 1, version="published_beside_pgm"))
    assert beside[-3:] == ["[Moderator]: Vote after thought.<EOS>", cast[0], "[System]: Your turn, Player 2!<EOS>"]
    assert said(chat(game, [*SHARES, *votes, SHARES[0]], 1, "ask_analysis"))[-2:] == [
        cast[-1], "[System]: Player 2 on Player 1 and Player 3."]
    assert said(chat(game, [*SHARES, *votes], 0, "ask_decision", analysis="So."))[-2:] == [
        "* So.<EOS>", "[System]: Propose in view of this."]
    assert said(chat(game, [*SHARES, *votes, SHARES[0]], 1, "ask_decision", analysis="So."))[-2:] == [
        "* So.<EOS>", "[System]: What share?"]


def test_clues_of_undercover_stand_to_the_character_with_a_turn_of_the_moderator_between_rounds(own):
    clues = [{"clue": f"Clue {{{number}}}"} for number in (1, 2, 3)]
    head = ["[Moderator]: Begin!<EOS>", f"[Moderator]: You have {word(WORDS, 1)}<EOS>",
            "[Moderator]: Clues. Player 1 begins.<EOS>"]
    given = ["[Player 1]: Clue {1}<EOS>", "* Clue {2}<EOS>", "[Player 3]: Clue {3}<EOS>"]
    assert said(chat(WORDS, [], 1)) == [*head, "[System]: Your turn, Player 2!<EOS>"]
    assert said(chat(WORDS, clues, 1)) == [*head, *given, "[System]: Answer.", "Who are you?"]
    assert said(chat(WORDS, [*clues, SURE], 1)) == [
        *head, *given, "[System]: Answer.", "1. Who is it?", "2. Who is it to Player 1?", "3. Who is it to Player 3?"]
    again = [*clues, SURE, NONE]
    assert said(chat(WORDS, again, 0))[-2:] == ["[Moderator]: Again.<EOS>", "[System]: Your turn, Player 1!<EOS>"]
    assert said(chat(WORDS, again, 0, version="published_beside_pgm"))[-1] == "[System]: Player 1, be vague."
    end = chat(WORDS, [*again, *clues, SURE, NONE], 1)
    assert said(end) == [*head, *given, "[Moderator]: Again.<EOS>", *given, "[Moderator]: Vote.<EOS>",
                         "[System]: Your turn, Player 2!<EOS>"]


def word(game, player):
    return after_answers(game, []).observation(player)["word"]


def test_the_chameleon_and_the_others_see_their_own_deal_and_example_and_defenders_none(own):
    clue = {"clue": "It is."}
    system, turn = chat(OWN, [], 0)
    assert system["content"].startswith("Find who hides.\nLook for")
    topic = after_answers(OWN, []).observation(0)["topic"]
    assert turn["content"] == (
        f"[Moderator]: Begin: {topic}<EOS>\n\n[Moderator]: The word is {word(OWN, 0)}<EOS>\n\n[System]: Who are you?")
    assert "[Moderator]: You hide!<EOS>" in said(chat(OWN, [], 1))
    asked, of_defender = chat(OWN, [ROLES], 0), chat(OWN, [ROLES], 0, openings="recorded")
    assert asked[0]["content"].startswith("Find who hides.\n\nSo seeks one.\nLook for")
    assert of_defender[0]["content"].startswith("Find who hides.\nLook for")
    assert asked[1:] == of_defender[1:]
    assert said(chat(OWN, [ROLES, clue], 1))[-3:] == [
        "[Moderator]: Clues. Player 1 begins.<EOS>", "[Player 1]: It is.<EOS>", "[System]: Player 2, guess."]
    assert said(chat(OWN, [ROLES, clue], 2))[-1] == "[System]: Player 3, judge."


def test_a_chameleon_that_is_accused_sees_its_vote_and_players_with_beliefs_a_target_and_an_example(own):
    clue = {"clue": "It is."}
    played = [ROLES, clue, NONE] * 3
    assert said(chat(OWN, played, 0))[-2:] == ["[Moderator]: Vote.<EOS>", "[System]: Your turn, Player 1!<EOS>"]
    votes = [{"vote": "Player 2"}, {"vote": "Player 3"}, {"vote": "Player 2"}]
    assert said(chat(OWN, [*played, votes], 1))[-4:] == [
        "[Moderator]: Vote.<EOS>", "* I vote for Player 3.<EOS>", "[Moderator]: Player 2 may guess.<EOS>",
        "[System]: Your turn, Player 2!<EOS>"]
    system, _ = asked = chat(OWN, [ROLES, clue], 1, "ask_analysis")
    assert system["content"].startswith("Find who hides.\n\nSo thinks one who hides.\n")
    assert said(asked)[0].startswith("[Moderator]: Begin anew: ")
    assert said(asked)[-1] == "[System]: Player 2 who hides, on Player 1 and Player 3."
    system, *rest = chat(OWN, [ROLES, clue, NONE, ROLES], 1, "ask_decision", analysis="It is they.", target="Player 3")
    assert "So hides one." in system["content"]
    assert rest[-1]["content"] == "[System]: Player 2, win Player 3."
    assert rest[-2] == {"role": "assistant", "content": "It is they.<EOS>"}


def test_all_games_get_two_wordings_which_are_replaced_by_importing_again(tmp_path):
    checkout, out = make_checkout(tmp_path / "checkout"), tmp_path / "own"
    first, last = list(import_prompts(checkout, out))
    assert first == (f"wrote the wordings of {', '.join(LAYOUTS)} to {out}; choose them with prompt=published, or "
                     "prompt=published_beside_pgm")
    assert last == f"set GTARENA_PROMPTS={out} to use them"
    assert all(sorted(path.name for path in (out / game).iterdir()) == [
        "published.jinja", "published_beside_pgm.jinja"] for game in LAYOUTS)
    prompt = checkout / "prompts" / "chameleon_prompt.py"
    prompt.write_text(prompt.read_text().replace("Find who", "Tell who"))
    assert next(import_prompts(checkout, out)) == first
    assert "Tell who hides" in (out / "chameleon" / "published.jinja").read_text()


@pytest.mark.parametrize(("place", "content", "told"), [
    ("prompts/prisoner_prompt.py", "def\n" * 30, "is not Python"),
    ("prompts/prisoner_prompt.py", "pgm = 1", r"prisoner_prompt\.py assigns no text, or several, to topic_template"),
    ("chatarena/environments/prisoner.py", "pass", r"calls self\._moderator_speak with 0 texts instead of 4"),
    ("config_release/competition_prisoner.json", "[]", "competition_prisoner.json is no JSON object"),
    ("config_release/competition_prisoner.json", '{"global_prompt": "", "players": []}', "does not tell the roles"),
    ("config_release/competition_prisoner.json", "{", "competition_prisoner.json is no JSON: Expecting"),
])
def test_a_file_in_another_form_leaves_out_its_game_only(place, content, told, tmp_path):
    checkout = make_checkout(tmp_path / "checkout")
    (checkout / place).write_text(content)
    first, second, _ = import_prompts(checkout, tmp_path / "own")
    assert re.match(rf"three_player_prisoners_dilemma: not imported: .*{told}", first)
    assert second.startswith("wrote the wordings of public_good, cost_sharing, undercover, chameleon to ")


def test_folders_are_refused_with_what_they_lack(tmp_path):
    (tmp_path / "prompts").mkdir()
    with pytest.raises(UsageError, match=r"is not a checkout of MAgIC: it has no directory chatarena and no"):
        list(import_prompts(tmp_path, tmp_path / "own"))
    for name in ("chatarena", "config_release"):
        (tmp_path / name).mkdir()
    lines = import_prompts(tmp_path, tmp_path / "own")
    assert [next(lines).split(":")[0] for _ in LAYOUTS] == list(LAYOUTS)
    with pytest.raises(UsageError, match=r"^no wording in .* could be imported$"):
        next(lines)


def test_imported_versions_are_found_as_whole_chats(own):
    for game in LAYOUTS:
        assert {"published", "published_beside_pgm"} <= set(templates.list_versions(game))
        assert templates.find(game, "published").has_block(templates.TURNS)


def test_a_player_with_beliefs_is_asked_in_undercover_for_its_role_first_and_another_model_what_it_says(own):
    clues, unread = "Clues:\nRound 0\nPlayer 1: It is.", ["No."] * 2
    first = ["I hide, I think.", "undercover", "1. I think Player 3 is undercover", "It was."]
    second = ["I cannot tell.", "unsure", "I think Player 1 is undercover", *unread]
    third = ["Who knows.", "-1", "Nobody.", "It will be."]
    last = ["Now I seek.", "Non-undercover", "I think Player 1 is undercover", *unread, "No."]
    replies = [["It is.", *unread, "Again.", *unread, "No."], [*first, *second, *third, *last],
               ["Perhaps.", *unread, "It may.", *unread, "No."]]
    seats = [{"prompt": "published", "scheme": scheme} for scheme in ("single", "pgm", "single")]
    chats = chats_sent(WORDS, seats, replies)[1]
    diagnose, reading, analyse, clue = chats[:4]
    assert diagnose == [{"role": "user", "content": f"{clues}\nPlayer 2 has {word(WORDS, 1)}. And Player 1, Player 3?"}]
    assert reading == [{"role": "user", "content": "I hide, I think. Which role is that?"}]
    assert analyse == [{"role": "user", "content": (
        f"{clues}\n2. Player 2 who hides, with {word(WORDS, 1)}, on Player 1.\n"
        f"3. Player 2 who hides, with {word(WORDS, 1)}, on Player 3.\n4. How to hide?")}]
    assert clue[0]["content"].startswith("Think, and find who hides.")
    assert said(clue)[-3:] == ["* I hide, I think.<EOS>", "* 1. I think Player 3 is undercover<EOS>",
                               "[System]: Player 2, hide."]
    assert chats[6][0]["content"].endswith(f"4. Player 2 with {word(WORDS, 1)} on Player 3.\n")  # and no plan
    assert said(chats[7])[-4:] == ["* I cannot tell.<EOS>", "* I think Player 1 is undercover<EOS>",
                                   "[System]: Answer.", "Who are you?"]
    # The replies of the third analysis say nothing that the program can read.
    assert said(chats[12])[-1] == "[System]: Player 2, be vague."
    assert chats[15][0]["content"].endswith("5. How to accuse?")

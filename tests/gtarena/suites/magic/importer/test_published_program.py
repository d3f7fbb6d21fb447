"""Our chats and readings beside those of MAgIC's program, of which GTARENA_MAGIC names a checkout."""

import contextlib
import importlib
import io
import json
import os
import random
import re
import shutil
import types
from pathlib import Path

import pytest

from adapters import ReplyError, for_game
from adapters.replies.published import magic
from custom_games.word_sets.json_sets import SEATS
from gtarena.suites.magic.importer.prompt_import import import_prompts
from tests.support.magic_chats import after_answers, chats_sent
from tests.support.magic_program import MagicProgram

pytestmark = pytest.mark.skipif("GTARENA_MAGIC" not in os.environ, reason="GTARENA_MAGIC names no checkout of MAgIC")

SETS = {"chameleon": "chameleon", "undercover": "undercover", "airportfee": "cost_sharing"}
ROLES = {"undercover": ("undercover", "non-undercover", "not sure"), "chameleon": ("chameleon", "non-chameleon")}
JUDGEMENTS = ("more suspicious", "less suspicious", "no change")


@pytest.fixture(scope="module")
def checkout():
    return Path(os.environ["GTARENA_MAGIC"])


@pytest.fixture(scope="module")
def program(checkout, tmp_path_factory):
    return MagicProgram(checkout, tmp_path_factory.mktemp("program") / "magic")


@pytest.fixture(scope="module")
def prompts(checkout, tmp_path_factory):
    out = tmp_path_factory.mktemp("prompts")
    assert len(list(import_prompts(checkout, out))) == 2
    return out


@pytest.fixture
def folders(checkout, prompts, tmp_path, monkeypatch):
    """The imported wordings, and sets of the authors' files as they are."""
    for name in SETS:
        (tmp_path / f"my_{name}").mkdir()
        shutil.copy(checkout / "topics_release" / name / "settings" / "0.json", tmp_path / f"my_{name}")
    monkeypatch.setenv("GTARENA_PROMPTS", str(prompts))
    monkeypatch.setenv("GTARENA_WORDS", str(tmp_path))


def reply_of(game, stage, seat, rng):
    """Returns a reply in the program's form, and sometimes one that it cannot read."""
    others = [name for name in SEATS if name != SEATS[seat]]
    if stage in ("metric_pgm", "pgm") and game == "chameleon":
        return "\n".join([f"As {SEATS[seat]}, {rng.random()}", *view(others, rng),
                          f"I think now {others[0]} thinks:", *view(SEATS, rng)])
    if stage == "reading":
        return rng.choice(["undercover", "Non-undercover", "unsure"])
    if stage == "pgm" and game == "undercover":
        return f"I think {rng.choice(others)} is undercover.\nI think {others[0]} thinks {others[1]} is the undercover."
    if stage == "metric_pgm":
        return "\n".join(f"I think {viewer}{rng.choice(SEATS)} is undercover, because {rng.random()}" for viewer in (
            "", f"{others[0]} thinks ", f"{others[1]} thinks "))
    if stage == "pgm":
        return f"I think {others[0]} will {rng.random()}"
    if stage == "metric_consistency":
        return f"I am {SEATS[seat]}, my role is {rng.choice(ROLES[game])}, because {rng.random()}"
    if game == "cost_sharing" and stage == "negotiate":
        shares = [5 * rng.randrange(2, 8), 5 * rng.randrange(2, 8)]
        parts = zip("ABC", [*shares, 100 - sum(shares)], strict=True)
        return "\n".join([f"Reasons {rng.random()}.", *(f"Airline {letter}: {share}%" for letter, share in parts)])
    return {
        "give clues": f"It is like {rng.random()}.", "accuse": f"I vote for {rng.choice(others)}.",
        "guess": rng.choice(['I guess the code is "pear"', "Grape"]),
        "vote": f"I vote for {rng.choice(SEATS)}'s proposal",
        "decide": rng.choice(["Cooperate", "Defect"]) if "dilemma" in game else f"I contribute {rng.randrange(20)}",
    }[stage]


def view(names, rng):
    return [f"{name} is {rng.choice(JUDGEMENTS)}, because {rng.random()}" for name in names]


def matches_of(checkout):
    """Yields a match of each game and challenger: its name, the program's files and settings, and the challengers."""
    def setting(name):
        return json.loads((checkout / "topics_release" / name / "settings" / "0.json").read_text())

    for seat, name in enumerate(SEATS):
        yield "public_good(multiplier=1.5)", "competition_public_good", {
            "test_player_name": name, "game_round": 5, "multiplier": 1.5}, [seat]
        scores = {"cooperate": 3, "defect": 1, "one_defect": 10, "two_defect": 4}
        yield "three_player_prisoners_dilemma(one_defect=10,two_defect=4)", "competition_prisoner", {
            "test_player_name": name, "topic_values": scores}, [seat]
        yield "cost_sharing(groups=my_airportfee,group=1)", "competition_airportfee", {
            **setting("airportfee"), "test_player_name": name}, [seat]
        for game, place in (("chameleon", "topics=my_chameleon,topic"), ("undercover", "pairs=my_undercover,pair")):
            found = setting(game)
            found["game_setting"][f"{game}_name"] = name
            others = [other for other in range(3) if other != seat]
            for side, challengers in (("", [seat]), ("non_", others)):
                yield f"{game}({place}=1,{game}={seat + 1})", f"competition_as_{side}{game}", found, challengers


@pytest.mark.parametrize("model", ["gpt-4", "gpt-4-pgm"])
def test_the_chats_that_leave_are_the_programs_in_whole_matches(model, checkout, program, folders):
    equal = 0
    for number, (game, competition, settings, challengers) in enumerate(matches_of(checkout)):
        name = game.partition("(")[0]
        beliefs = model.endswith("-pgm")
        sent = program.play(name, competition, settings, model, reply_of, number)
        # Our agents with beliefs are not asked for votes that the matrix settles.
        unasked = challengers if beliefs and name == "chameleon" else []
        sent = [each for each in sent if each.stage != "accuse" or each.seat not in unasked]
        seats = [{"prompt": "published_beside_pgm" if beliefs else "published",
                  "scheme": "pgm" if beliefs and seat in challengers else "single",
                  "openings": "live" if seat in challengers else "recorded"} for seat in range(3)]
        by_seat = [[each for each in sent if each.seat == seat] for seat in range(3)]
        ours = chats_sent(game, seats, [[each.reply for each in asked] for asked in by_seat])
        for seat, asked in enumerate(by_seat):
            assert [each.messages for each in asked] == ours[seat], (game, challengers, seat)
        equal += len(sent)
    assert equal > 250


def test_a_player_with_beliefs_is_asked_as_published_with_either_wording(checkout, program, folders):
    """Its chats do not depend on whether the table is said to be one with beliefs."""
    for game, competition, settings, challengers in list(matches_of(checkout))[:2]:
        sent = program.play(game.partition("(")[0], competition, settings, "gpt-4-pgm", reply_of, 7)
        seats = [{"prompt": "published", "scheme": "pgm" if seat in challengers else "single"} for seat in range(3)]
        replies = [[each.reply for each in sent if each.seat == seat] for seat in range(3)]
        assert chats_sent(game, seats, replies)[challengers[0]] == [
            each.messages for each in sent if each.seat in challengers]


def garbled(text, rng):
    """Returns a reply with a few changes of the kinds that models make."""
    changes = [lambda text: text, lambda text: text.replace("Player 2", "Player 7"), lambda text: text.upper(),
               lambda text: text.replace("is ", "is not "), lambda text: f"Player 1: {text}", lambda text: text[5:],
               lambda text: text.replace(", ", " "), lambda text: text.replace("\n", " "), lambda text: text + "<EOS>"]
    return rng.choice(changes)(rng.choice(changes)(text))


def environment(program, place, name, **own):
    return types.SimpleNamespace(player_names=list(SEATS), **own), getattr(
        importlib.import_module(f"chatarena.environments.{place}"), name)


def ours(game, answers, reply, player):
    state = after_answers(game, answers)
    view = for_game(state.get_game()).view
    try:
        actions = magic.read(reply, view, state, player).actions
    except ReplyError:
        return None
    return dict(view.action_spec(state, player).values(actions))


def cleaned(reply, name):
    """Returns a reply as the program's backend hands it on (`backends/openai.py`)."""
    text = re.sub(r"^\s*\[.*]:", "", reply.strip()).strip()
    return re.sub(r"<EOS>$", "", re.sub(rf"^\s*{name}\s*:", "", text).strip()).strip()


@pytest.mark.parametrize("game", ["chameleon", "undercover"])
def test_replies_of_the_word_games_are_read_as_by_the_programs_functions(game, program, folders):
    rng, counts = random.Random(game), {"role": 0, "beliefs": 0, "vote": 0}
    name = "Chameleon_Competition" if game == "chameleon" else "Undercover_Competition"
    settings = "topics=my_chameleon,topic" if game == "chameleon" else "pairs=my_undercover,pair"
    asked, culprit = f"{game}({settings}=1)", 2 if game == "chameleon" else 0
    clue, none = {"clue": "It is."}, [None] * 3
    before = {"role": [] if game == "chameleon" else [clue] * 3,
              "beliefs": [none, clue] if game == "chameleon" else [clue] * 3 + [none],
              "vote": [none, clue, none] * 3 if game == "chameleon" else ([clue] * 3 + [none] * 2) * 2}
    with program.imported(), contextlib.redirect_stdout(io.StringIO()):
        for _ in range(400):
            seat = rng.randrange(3)
            fake, theirs = environment(program, f"{game}_competition", name, _next_player_idx=seat)
            reply = garbled(reply_of(game, "metric_consistency", seat, rng), rng)
            role = game if seat == culprit else f"non-{game}"
            right = theirs.parse_consistency(fake, cleaned(reply, SEATS[seat]), SEATS[seat], role)
            found = ours(asked, before["role"], reply, seat)
            own_role = "civilian" if role == "non-undercover" else role
            assert right == (found == {"name": SEATS[seat], "role": own_role})
            counts["role"] += right
            reply = garbled(reply_of(game, "accuse", seat, rng), rng)
            vote = theirs._text2vote(fake, cleaned(reply, SEATS[seat]))
            assert ours(asked, before["vote"], reply, seat) == (
                {"vote": vote} if vote not in ("", SEATS[seat]) else None)
            counts["vote"] += bool(vote)
            reply = garbled(reply_of(game, "metric_pgm", seat, rng), rng)
            try:
                rows = theirs.parse_pgm(fake, cleaned(reply, SEATS[seat]))
            except (ValueError, AttributeError, AssertionError):
                assert ours(asked, before["beliefs"], reply, seat) is None
                continue
            found = ours(asked, before["beliefs"], reply, seat)
            counts["beliefs"] += 1
            for key, suspect in found.items():
                viewer = seat if key == "suspect" else int(key.split("_")[1]) - 1
                row = rows[viewer].tolist()
                # In Chameleon nobody may be said to suspect itself, as the program has it of one who suspects nobody.
                itself = game == "chameleon" and row.index(max(row)) == viewer
                places = [place for place in range(3) if place != viewer or not itself]
                assert suspect == SEATS[max(places, key=row.__getitem__)]
    assert min(counts.values()) > 30


def test_proposals_contributions_and_moves_are_read_as_by_the_programs_functions(program, folders):
    rng, read = random.Random(5), 0
    with program.imported():
        for _ in range(400):
            fake, sharing = environment(program, "airportfee", "Airport_Fee_Allocation")
            reply = garbled(reply_of("cost_sharing", "negotiate", 0, rng), rng)
            shares = list(sharing.parse_proposal(fake, cleaned(reply, SEATS[0])).values())
            whole = [int(share) for share in shares[:3] if share and share.isdigit()]
            fits = len(whole) == 3 and sum(whole) == 100
            found = ours("cost_sharing(group=1,message_limit=2000)", [], reply, 0)
            assert (found and found["proposal"]) == (whole if fits else None)
            read += fits
            given = [garbled(reply_of("public_good", "decide", seat, rng), rng) for seat in range(3)]
            fake, good = environment(program, "public_good", "Public_Good", score=[0] * 3, pool_total=0)
            texts = {name: cleaned(each, name) for name, each in zip(SEATS, given, strict=True)}
            assert [-score for score in good._scoring(fake, texts)] == [
                ours("public_good", [], each, seat)["contribution"] for seat, each in enumerate(given)]
            scores = {"cooperate": 8, "defect": 1, "one_defect": 4, "two_defect": 2}
            fake, dilemma = environment(program, "prisoner", "Prinsoner_Dilemma", score=[0] * 3, decision_scores=scores)
            given = [garbled(reply_of("dilemma", "decide", seat, rng), rng) for seat in range(3)]
            dilemma._scoring(fake, {name: cleaned(each, name) for name, each in zip(SEATS, given, strict=True)})
            moves = [ours("three_player_prisoners_dilemma", [], each, seat)["move"] for seat, each in enumerate(given)]
            game = "three_player_prisoners_dilemma(rounds=1,cooperate=8,one_defect=4,two_defect=2)"
            assert after_answers(game, [[{"move": move} for move in moves]]).returns() == fake.score
    assert read > 100

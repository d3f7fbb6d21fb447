import re

import pytest

from custom_games.are_you_the_traitor.position import ADVENTURERS, Exchange, Round, Theft
from tests.support.named_games import loaded, prompt_parts
from tests.support.traitor_rounds import (
    EVIL_WIZARD,
    GOLD,
    GOOD_WIZARD,
    GUARD,
    JEWELS,
    KEY_HOLDER,
    RING,
    SEATS,
    TRAITOR,
    named,
    row,
    shown,
)

NAME = "are_you_the_traitor"
ROLES = ("Traitor", "Evil Wizard", "Good Wizard", "Key Holder", "Guard")
LABELS = (3, 4, 1, 0, 2)  # the wizards are Player 5, who is evil, and Player 2; the Key Holder is Player 1
TALK = (Exchange(1, 2, "Who are you?", "The Guard."), Exchange(3, 0, ""), Exchange(2, 4, "Are you good?", ""))
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def at(stage, seat, game=NAME, **parts):
    """Returns the state of a round with the names ``LABELS`` in which a seat has to decide."""
    rules = loaded(game).game.new_initial_state().node.rules
    return shown(game, named(rules, labels=LABELS)._replace(stage=stage, seat=seat, **parts))


@every_version
@pytest.mark.parametrize("seat", SEATS)
def test_the_rules_tell_ones_role_team_and_target_and_the_turn_ones_name_and_the_wizards(version, seat):
    rules, turn = prompt_parts(at("partner", seat), seat, version)
    assert re.search(rf"(You are the|Your role:) {ROLES[seat]}\b", rules)
    team = "Evil" if seat < 2 else "Good"
    assert re.search(rf"(You belong to|Your team:) {team}\b", rules)
    assert f"Player {LABELS[seat] + 1}" in turn
    wizards = re.search(r"(?:The two wizards are|Wizards:) (.+?)\.?$", turn, re.MULTILINE)[1].split("  ")[0]
    assert re.sub(r" \(you\)|\. The Key Holder.*", "", wizards) == "Player 2 and Player 5"
    assert not re.search(r"Player \d", re.sub("Player 1 to Player 5", "", rules))


@every_version
def test_the_numbers_and_limits_in_the_rules_are_those_of_the_game(version):
    rules, _ = prompt_parts(at("partner", 0, f"{NAME}(max_question_bytes=7,max_answer_bytes=9)"), 0, version)
    assert re.search("7 bytes and an answer up to 9;|after 7 bytes, replies after 9\\.", rules)
    rules, _ = prompt_parts(at("partner", GUARD), GUARD, version)
    assert re.search(r"\b10 points\b", rules)
    assert re.search(r"\b8 questions\b", rules)
    for number, name in ((2, "Crown jewels"), (5, "Platinum"), (12, "Bags of gold"), (11, "Silver"), (5, "Chest"),
                         (5, "Magic ring"), (2, "Gilded")):
        assert re.search(rf"\b{number}( x)? {name}", rules)
    game = f"{NAME}(points_to_win=1,max_cycles=1,max_question_bytes=123,max_answer_bytes=45)"
    short, _ = prompt_parts(at("partner", GUARD, game), GUARD, version)
    assert re.search(r"\b1 point\b", short)
    assert re.search(r"\b1 question\b", short)
    assert re.search(r"123 bytes.*\b45\b", short)
    assert "cut off" in short


@every_version
@pytest.mark.parametrize(("known", "knowing"), [("on", ADVENTURERS), ("off", ())])
def test_the_key_holder_is_named_to_those_who_know_it_and_the_rules_say_who_they_are(version, known, knowing):
    game = f"{NAME}(adventurers_know_key_holder={known})"
    for seat in SEATS:
        rules, turn = prompt_parts(at("partner", seat, game), seat, version)
        assert bool(re.search(r"Key Holder(:| is) Player 1\b", turn)) == (seat in knowing)
        told = re.search("Traitor, (the )?Key Holder(,| and the) Guard[^.]* (told|know) the name of the", rules)
        assert bool(told) == (known == "on")


@every_version
def test_the_talk_is_quoted_with_who_spoke_and_who_was_silent(version):
    _, turn = prompt_parts(at("stop", GUARD, exchanges=TALK), GUARD, version)
    said = [line for line in turn.splitlines() if re.match(r"(\d\.|-|  ) ?Player|   Player", line)]
    assert len(said) == 5
    assert '"Who are you?"' in said[0]
    assert said[0].index("Player 2") < said[0].index("Player 3 (you)")
    assert '"The Guard."' in said[1]
    assert re.search("asked nothing|no question", said[2])
    assert '"Are you good?"' in said[3]
    assert re.search("answered nothing|silence", said[4])


@every_version
@pytest.mark.parametrize(("stage", "seat", "parts", "words"), [
    ("partner", GUARD, {"exchanges": TALK}, r"question 4\b.* 8\b"),
    ("question", GUARD, {"exchanges": (*TALK, Exchange(2, 4))}, r"(chosen|to) Player 5\b.*[Ee]mpty|empty"),
    ("answer", TRAITOR, {"exchanges": (*TALK, Exchange(2, 3, "And you?"))}, "empty"),
    ("stop", KEY_HOLDER, {"exchanges": TALK}, r"question 3\b.* 8\b.*stop.*pass"),
    ("accused", KEY_HOLDER, {"exchanges": TALK}, "stop.*the Good Wizard"),
    ("accused", EVIL_WIZARD, {"exchanges": TALK, "forced": True}, "(picked|chance).*the Key Holder")])
def test_every_decision_is_asked_for_in_words(version, stage, seat, parts, words):
    _, turn = prompt_parts(at(stage, seat, **parts), seat, version)
    [asked] = [line for line in turn.splitlines() if re.search(words, line)]
    forced = "used up|in time"
    assert bool(re.search(forced, asked)) == bool(parts.get("forced"))


@every_version
def test_past_rounds_are_told_by_roles_and_the_end_of_the_match_with_the_points_of_the_best(version):
    past = (Round(GOOD_WIZARD, GUARD), Round(EVIL_WIZARD, TRAITOR, True, (Theft(TRAITOR, GOOD_WIZARD, JEWELS),)))
    rows = (row(JEWELS), row(GOLD), (), row(RING, GOLD, GOLD), row(GOLD))
    _, turn = prompt_parts(at("partner", KEY_HOLDER, rounds=past, rows=rows), KEY_HOLDER, version)
    told = re.split(r"(?:Treasures of|## Cards)", turn)[0]
    assert re.search("Round 1: .*the Good Wizard.* the Guard.*Evil", told)
    assert re.search("Round 2: .*the Evil Wizard.*(had|forced) to.*the Traitor.*Good", told)
    assert re.search("the Traitor (took this from the Good Wizard: |-> )Crown jewels(.| from the Good Wizard)", told)
    assert not re.search(r"Player \d", told)
    assert "Traitor: 1, Evil Wizard: 1, Good Wizard: 0, Key Holder (you): 3, Guard: 1" in turn
    assert "2 x Bags of gold, 1 x Magic ring" in turn
    assert "7 points" in turn
    assert "round 3" in turn.lower()
    rows = (row(JEWELS, JEWELS), (), row(GOLD), (), ())
    _, turn = prompt_parts(at("over", GUARD, rounds=(Round(GUARD, EVIL_WIZARD),), rows=rows), GUARD, version)
    assert re.search("Evil( player:)? 10.*Good( player:)? 3", turn)
    assert "Player 2" not in turn

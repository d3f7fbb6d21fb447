import re

import pytest

from tests.support.named_games import after, loaded, prompt_text, rules, turn

NAME = "public_good"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def test_the_first_wording_tells_points_rounds_multiplier_and_goal():
    assert rules(f"{NAME}(rounds=4,points=70,multiplier=2.5)", "v1", player=2).splitlines()[:-3] == [
        "You are Player 3 in Public Good, a game with three players: Player 1, Player 2 and Player 3.",
        "Each of you starts with 70 points.",
        "The game lasts 4 rounds. In every round each of you decides how many points to contribute to a common pool.",
        "Contributions are public: after the round everybody learns how much each of you contributed.",
        "Nobody can contribute more points than they have left.",
        "After the last round, the points in the pool are multiplied by 2.5, and divided equally among the three of "
        "you.",
        "Your final points are the points that you have left plus your part of the pool. The player with the most "
        "final points wins.",
        "Everybody has to contribute with care: enough to get more points from the pool, and yet the least of all "
        "three to win. Usually, the larger the number by which the pool is multiplied, the more you get back for "
        "contributing more.",
        "Your goal is to win, with as many final points as you can get."]


@every_version
@pytest.mark.parametrize(("multiplier", "told"), [("1.0", "1"), ("1.2", "1.2"), ("3.5", "3.5"), ("0.5", "0.5")])
def test_the_multiplier_is_told_exactly(multiplier, told, version):
    text = rules(f"{NAME}(rounds=6,points=70,multiplier={multiplier})", version)
    assert re.search(rf"(multiplied by|a factor of) {re.escape(told)}(,| and )", text)


@every_version
def test_what_one_may_contribute_depends_on_the_budget_which_may_be_free(version):
    enforced, free = (rules(f"{NAME}(budget={budget})", version) for budget in ("enforced", "free"))
    assert re.search(r"Nobody can contribute more points than they have left|"
                     r"The most that you can pay is what your account still holds", enforced)
    assert re.search("below zero|negative", free)
    assert not re.search("below zero|negative", enforced)
    assert not re.search("more points than they have left|still holds", free)
    text = turn(after(f"{NAME}(rounds=3,budget=free)", [100, 0, 0], [20, 0, 0]), 0, version)
    assert "Legal moves: 0..100\n" in text


@every_version
def test_past_contributions_are_told_by_player_without_payback_and_single_things_are_singular(version):
    text = turn(after(f"{NAME}(rounds=3)", [20, 101, 50], [30, 10, 50]), 0, version)
    told = re.findall(r"(Player \d)(?: \(you\))?(?: contributed|:) (\d+)", text)
    assert told == [("Player 1", "20"), ("Player 2", "0"), ("Player 3", "50"),
                    ("Player 1", "30"), ("Player 2", "10"), ("Player 3", "50")]
    assert "Legal moves: 0..50\n" in text
    assert "160" not in text
    text = prompt_text(after(f"{NAME}(rounds=1,points=1)"), 0, version)
    assert not re.search(r"\b1 (points|rounds)\b", text, re.IGNORECASE)

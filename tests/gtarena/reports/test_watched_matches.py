"""All that people who watch a match are shown: in browsers, transcripts and tables of rounds."""

import pkgutil
import random
import re
from collections.abc import Iterator

import pyspiel
import pytest

import adapters.native
from adapters import boards
from custom_games import GAMES
from gtarena import games
from gtarena.logs.records import MatchRecord
from gtarena.reports.match_browser.positions import Pictures, shown_match
from gtarena.reports.transcript import transcript
from gtarena.runs.api import play
from tests.support.records import record, seat, steps
from tests.support.svg_pictures import texts

SECOND_PERSON = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
REPR = re.compile(r"Position\(|None, None| object at 0x|\b\w+\(\w+=")
OPENSPIEL = sorted({*boards.board_games(), *(module.name for module in pkgutil.iter_modules(adapters.native.__path__)
                                             if module.name[0] != "_")} - set(GAMES))
LONGEST = 12  # moves of OpenSpiel's games


def random_match(name: str) -> MatchRecord:
    """Returns a match of one of our games in its first variant, or the start of one of another game.

    Of games of simultaneous moves, and of those that draw an instance when they are loaded, it is a whole match.
    """
    game = pyspiel.load_game(name, dict(GAMES[name].variants[0]) if name in GAMES else {})
    together = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    if name in GAMES or together or games.INSTANCE in game.get_parameters():
        return play(str(game), [f"random*{game.num_players()}"], seed=1)
    rng, state, moves = random.Random(1), game.new_initial_state(), []
    while not state.is_terminal() and len(moves) < LONGEST:
        moves.append((state.current_player(), rng.choice(state.legal_actions())))
        state.apply_action(moves[-1][1])
    return record("m", [seat()] * state.num_players(), None, game=name, history=steps(*moves), outcome="forfeit",
                  offender=0)


def shown_texts(match: MatchRecord) -> Iterator[str]:
    """Yields all texts that a browser shows of a match, and the lines of its transcript below the first one."""
    pictures = Pictures()
    shown = shown_match(match, pictures)
    assert shown.problem is None
    for picture in pictures.svgs:
        yield from texts(picture)
    yield from (position.text for position in (shown.start, *shown.after) if position and position.text)
    if shown.rounds:
        yield from (cell for row in shown.rounds.rows for cell in (*shown.rounds.columns, *row.cells))
    _, *lines = transcript(match)
    yield from lines


@pytest.mark.parametrize("name", [*GAMES, *OPENSPIEL])
def test_nobody_who_watches_is_addressed_or_shown_how_a_program_writes_values(name: str) -> None:
    match = random_match(name)
    said = [re.escape(step.name) for step in match.history if step.action is None and step.name]
    for text in shown_texts(match):
        told = re.sub("|".join(said), "", text) if said else text
        assert not SECOND_PERSON.search(told), text
        assert name == "go" or not REPR.search(told), text  # OpenSpiel writes Go's positions so


@pytest.mark.parametrize(("name", "called"), [
    ("chameleon", ["Player 1", "Player 2", "Player 3"]), ("el_farol", ["Player 0", "Player 1", "Player 2"]),
    ("pirate_game", [f"Pirate {rank}" for rank in range(1, 6)]), ("sea_battle", ["Ship 1", "Ship 2"]),
    ("battle_royale", ["player_0", "player_1", "player_2"]), ("hive_without_beetles", ["White", "Black"]),
    ("are_you_the_traitor", ["Traitor", "Evil Wizard", "Good Wizard", "Key Holder", "Guard"]),
    ("codenames", ["Red spymaster", "Red operative", "Blue spymaster", "Blue operative"])])
def test_a_transcript_calls_seats_as_the_prompts_do_and_has_no_other_number_of_them(
    name: str, called: list[str]
) -> None:
    lines = list(transcript(random_match(name)))
    assert lines[1:1 + len(called)] == [f"{each}: random" for each in called]
    movers = {found[1] for line in lines if (found := re.match(r"\d+\. (.*) \(random\): ", line))}
    assert movers <= set(called)
    assert not [line for line in lines if re.search(r"\bseat \d", line)]
    assert [each.rpartition(" ")[0] for each in lines[-1].removeprefix("returns: ").split(", ")] == called


def test_names_that_are_drawn_are_those_of_the_whole_match() -> None:
    lines = list(transcript(random_match("two_rooms_and_a_boom")))
    drawn = [line.rpartition("the next seat is ")[2] for line in lines if "the next seat is" in line]
    assert [line.partition(":")[0] for line in lines[1:5]] == drawn
    assert sorted(drawn) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert sum(line.startswith("    hostages of round 1: ") for line in lines) == 1
    assert sum(line.startswith("    winner: ") for line in lines) == 1

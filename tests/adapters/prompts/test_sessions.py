"""The truth of the wordings of Economics Arena, in random play with rule breaks.

Every statement in a prompt that has a number or names a winner is found by one of the patterns below and compared with
what was played; a number outside all of them is an untruth as well.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from functools import cache

import pyspiel
import pytest

from adapters.rendering import templates
from tests.support.econ_arena_play import BREAK, CONTEST, ENGLISH, SEALED, Play, Run, played
from tests.support.named_games import prompt_text

SETTINGS = (
    f"{CONTEST}(players=3,upper=4,grid=0.5,ratio=0.75,prize=2.5,runs=5,history=choices,history_window=2,"
    "entrance_fee=0.5)", f"{CONTEST}(players=2,group=L,runs=4,history=choices)", f"{CONTEST}(players=4,runs=3)",
    f"{SEALED}(players=3,assets=6,value_mean=3,value_std=1,runs=5,history=private,history_window=2)",
    f"{SEALED}(players=2,assets=8,grid=2,value_mean=4,value_std=2,runs=4,history=choices,entrance_fee=0.0)",
    f"{SEALED}(players=4,runs=3,entrance_fee=2.5)",
    f"{ENGLISH}(players=3,assets=6,value_mean=3,value_std=1,runs=5,history=private,history_window=2)",
    f"{ENGLISH}(players=4,assets=12,increment=3,value_mean=6,value_std=3,runs=5,history=choices,entrance_fee=0.0)",
    f"{ENGLISH}(players=2,assets=4,value_mean=3,value_std=1,runs=2,entrance_fee=2.5)")
CASES = [(setting, version) for setting in SETTINGS for version in templates.list_versions(setting.split("(")[0])]
SEEDS = range(6)

Facts = Callable[[Play, int, Run | None], object]  # of a play, the reader's seat, and the run that is told of


def number(value: float) -> str:
    return f"{value:.10g}"


def fraction(play: Play) -> str:
    return {2 / 3: "2/3", 0.75: "3/4"}[play.params["ratio"]]


def listed(entries: list[str], seat: int, role: str) -> str:
    you = [f"{role} {index}{' (you)' * (index == seat)}: {entry}" for index, entry in enumerate(entries)]
    return ", ".join(you)


def answers(play: Play, seat: int, run: Run | None) -> str:
    assert run is not None
    role = "player" if play.game == CONTEST else "bidder"
    stated = [run.answers[0][index] for index in range(play.players)]
    return listed(["no valid answer" if answer == BREAK else number(float(answer)) for answer in stated], seat, role)


def exits(play: Play, seat: int, run: Run | None) -> str:
    at = play.exits(run or play.runs[-1])
    return listed(["still in" if price is None else f"dropped at {price}" for price in at], seat, "bidder")


def values(play: Play, seat: int, run: Run | None) -> str:
    return listed([str(value) for value in play.values], seat, "bidder")


def own(play: Play, seat: int, run: Run | None) -> str:
    """The player's last answer in a run."""
    assert run is not None
    last = [asked[seat] for asked in run.answers if seat in asked][-1]
    return str(last) if isinstance(last, str) else number(last)


def buyer(play: Play, seat: int, run: Run | None) -> tuple[str, ...]:
    assert run is not None
    result = play.sale(run)
    who = "nobody" if result.winner is None else "you" if result.winner == seat else f"bidder {result.winner}"
    return (who,) if result.winner is None else (who, str(result.price))


def before(play: Play, seat: int, run: Run | None) -> tuple[str, ...]:
    """The number of earlier runs in words, and which of them are told."""
    made, window = len(play.finished()), play.params["history_window"]
    often = {1: "once", 2: "twice"}.get(made, f"{made} times")
    if made <= window:
        return (often, ", as")
    return (often, "; the last is" if window == 1 else f"; the last {window} are")


# Of all sentences with a number; the groups of a match must be the facts.
EVERYWHERE: dict[str, Facts] = {
    r"There are (\d+) \w+, including you|(?<=: )(\d+), including you": lambda play, seat, run: str(play.players),
    r"numbered from 0": lambda play, seat, run: (), r"Rounds: 1": lambda play, seat, run: (),
    r"(?:[Yy]ou are|Your number:|Your seat:) (?:player|bidder) (\d+)": lambda play, seat, run: str(seat),
    r"The same \w+ (?:has been|was) \w+ ([\w ]+) before(.*?) shown above": before}
CONTEST_FACTS: dict[str, Facts] = {
    r"from 0 to (\d+)": lambda play, seat, run: str(play.upper),
    r"closest to (\S+) of the average": lambda play, seat, run: fraction(play),
    r"prize of ([\d.]+) points?|Prize: ([\d.]+) points?": lambda play, seat, run: number(play.params["prize"]),
    r"costs you ([\d.]+) points?|pay ([\d.]+) points?": lambda play, seat, run: number(play.params["entrance_fee"]),
    r"Legal moves: 0(?:\.0+)?\.\.(\d+)(?:\.0+)?$": lambda play, seat, run: str(play.upper),
    r"nearest multiple of ([\d.]+)\.\)": lambda play, seat, run: number(float(play.step))}
AUCTION_FACTS: dict[str, Facts] = {
    r"private value of it is (\d+) units?|private value: (\d+) units?": lambda play, seat, run: str(play.values[seat]),
    r"You have (\d+) units? of assets|assets: (\d+) units?": lambda play, seat, run: str(play.params["assets"]),
    r"costs (?:you )?([\d.]+) units?|pay ([\d.]+) units?": lambda play, seat, run: number(play.params["entrance_fee"]),
    r"or 0 if there is no other": lambda play, seat, run: (),
    r"from 0 to (\d+)": lambda play, seat, run: str(play.params["assets"]),
    r"Legal moves: 0\.\.(\d+)$": lambda play, seat, run: str(play.params["assets"]),
    r"nearest multiple of ([\d.]+)\.\)": lambda play, seat, run: number(float(play.step)),
    r"(?:starts at|shows) (\d+) and rises by (\d+)": lambda play, seat, run: (str(play.step), str(play.step)),
    r"It shows (\d+), then (\d+), and so on in steps of (\d+)":
        lambda play, seat, run: (str(play.step), str(2 * play.step), str(play.step)),
    r"\(0 if it stopped at (\d+)\)": lambda play, seat, run: str(play.step), r"(?:price shown is|clock shows:) (\d+)":
        lambda play, seat, run: str((len(play.runs[-1].answers) + 1) * play.step),
    r"[Bb]idders: (bidder .*?)\.?$": exits}
PAST: dict[str, Facts] = {
    r"^(?:## )?(?:Game|Contest|Auction|Sale) (\d+)": lambda play, seat, run: str(play.runs.index(run) + 1),
    r"(?:Everybody's numbers|All picks|Everybody's bids|All bids): (.*?)\.?$": answers,
    r'^\{"(?:answer|bid)": ([\d.]+)\}$|^\{"decision": "(\w+)"\}$': own, r"rivate values: (bidder .*?)\.?$": values,
    r"ended at a price of (\d+): (bidder .*?)\.$|stopped at (\d+)\.\n- Bidders: (.*)$": lambda play, seat, run: (
        str(len(run.answers) * play.step), exits(play, seat, run)),
    r"^(.*) got the item and paid (\d+)\.$|^(Nobody) got the item\.$": buyer,
    r"Winner: (.*)\n- Price: (\d+)$|Winner: (nobody)$(?!\n- Price)": buyer,
    r": you .*no valid \w+\.$|none that is valid": lambda play, seat, run: own(play, seat, run) == BREAK or "!"}


def untruths(text: str, play: Play, seat: int) -> list[str]:
    """The statements of a prompt that are not true of the play, and the numbers that no statement accounts for."""
    facts = CONTEST_FACTS if play.game == CONTEST else AUCTION_FACTS
    rules, *sections = re.split(r"\n(?=(?:## )?(?:Game|Contest|Auction|Sale) \d)", text)
    last, _, turn = (sections[-1] if sections else "").partition("\n\n")
    told = [*sections[:-1], last] if sections else []
    window = play.params["history_window"] if play.params["history"] != "none" else 0
    due = play.finished()[-window:] if window else []
    found = [] if len(told) == len(due) else [f"{len(told)} runs are told, not {len(due)}"]
    for section, run in zip(told, due, strict=False):
        found += _untrue(section, PAST, play, seat, run)
    return found + list(_untrue(f"{rules}\n{turn}", EVERYWHERE | facts, play, seat, None))


def _untrue(text: str, facts: dict[str, Facts], play: Play, seat: int, run: Run | None) -> Iterator[str]:
    rest = text
    for pattern, fact in facts.items():
        for match in re.finditer(pattern, text, re.MULTILINE):
            stated, expected = tuple(group for group in match.groups() if group is not None), fact(play, seat, run)
            if expected is not True and _lowered(stated) != _lowered(
                    expected if isinstance(expected, tuple) else (expected,)):
                yield f"{match[0]!r} is not {expected}"
            rest = rest.replace(match[0], "")
    yield from (f"{line!r} states a number" for line in rest.splitlines() if re.search(r"\d", line))


def _lowered(words: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(str(word).lower() for word in words)


@cache
def session(setting: str, seed: int) -> list[tuple[pyspiel.State, Play]]:
    return list(played(setting, seed))


def prompts(setting: str, version: str, seeds: range = range(2)) -> Iterator[tuple[str, Play, int]]:
    """Every prompt of random sessions, with the play and the player who reads it."""
    for seed in seeds:
        for state, play in session(setting, seed):
            for seat in range(play.players):
                if not state.is_terminal() and state.legal_actions(seat):
                    yield prompt_text(state, seat, version), play, seat


@pytest.mark.parametrize(("setting", "version"), CASES)
def test_every_number_winner_and_history_in_a_prompt_is_true_of_the_play(setting, version):
    checked = 0
    for text, play, seat in prompts(setting, version):
        assert untruths(text, play, seat) == []
        checked += 1
    assert checked > 8


@pytest.mark.parametrize(("setting", "version"), CASES)
def test_a_changed_number_in_a_prompt_is_found_to_be_untrue(setting, version):
    *_, (text, play, seat) = prompts(setting, version, range(1))
    for digit in re.finditer(r"\d+", text):
        if re.search(r"Legal moves: [\d.]*$", text[:digit.start()]):
            continue  # the list is the adapter's own, and tested there
        changed = f"{text[:digit.start()]}{int(digit[0]) + 1}{text[digit.end():]}"
        assert untruths(changed, play, seat), changed


@pytest.mark.parametrize("version", templates.list_versions(ENGLISH))
@pytest.mark.parametrize("said", ["you", "nobody", "bidder 1"])
def test_another_winner_in_a_prompt_is_found_to_be_untrue(version, said):
    changed = 0
    for text, play, seat in prompts(SETTINGS[6], version):
        other = re.sub(r"(?m)^(You|Nobody|Bidder \d)(?= got the item)|(?<=Winner: )(you|nobody|bidder \d)$", said, text)
        if other.lower() != text.lower():
            assert untruths(other, play, seat), other
            changed += 1
    assert changed > 5


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_was_played_pays_what_the_games_rules_pay(setting):
    for seed in SEEDS:
        state, play = session(setting, seed)[-1]
        assert state.is_terminal()
        paid = [play.contest(run) if play.game == CONTEST else play.sale(run).payoffs for run in play.runs]
        assert state.returns() == pytest.approx([sum(earned) for earned in zip(*paid, strict=True)])


def test_random_play_has_the_rare_cases():
    """Ties, auctions without a winner, and two who break the rules at the last price while another drops there."""
    ends, ties, empty = [], 0, 0
    for setting, seed in itertools.product(SETTINGS, SEEDS):
        _, play = session(setting, seed)[-1]
        for run in play.runs:
            last = run.answers[-1]
            ties += play.game == SEALED and sorted(map(str, last.values()))[-2:] in (["6", "6"], ["5", "5"], ["8", "8"])
            if play.game == ENGLISH:
                ends.append(tuple(last.values()))
                empty += play.sale(run).winner is None
    assert ties
    assert empty
    assert any(end.index("drop") > 0 for end in ends if "drop" in end and end[0] == BREAK)

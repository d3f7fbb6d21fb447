"""Results of finished matches of GTBench's games, worked out from the history by the rules that the wordings state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from tests.support.gtbench_facts import Step, steps

Marks = Mapping[tuple[int, int], int]


def by_the_rules(state: pyspiel.State) -> list[float]:
    """Returns the result of each seat in a finished match."""
    parameters = {**state.get_game().get_parameters(), "players": state.num_players()}
    name = state.get_game().get_type().short_name
    if name == "iterated_prisoners_dilemma":
        return _dilemma(state, parameters)
    chance = [step for step in steps(state) if step.player < 0]
    return RESULTS[name](chance, [step for step in steps(state) if step.player >= 0], parameters, state)


def _one_wins(winner: int) -> list[float]:
    return [1, -1] if winner == 0 else [-1, 1]


def _tic_tac_toe(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    return _first_line({index: (divmod(step.action, 3), step.player) for index, step in enumerate(made)}, 3)


def _connect_four(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    height: Counter[int] = Counter()
    placed = {}
    for index, step in enumerate(made):
        placed[index] = ((height[step.action], step.action), step.player)
        height[step.action] += 1
    return _first_line(placed, of["x_in_row"])


def _first_line(placed: Mapping[int, tuple[tuple[int, int], int]], length: int) -> list[float]:
    """Returns the result if the first line wins at once; nobody may have one before the last mark."""
    marks: dict[tuple[int, int], int] = {}
    for index, (cell, player) in placed.items():
        marks[cell] = player
        if _line_through(marks, cell, length):
            assert index == len(placed) - 1
            return _one_wins(player)
    return [0, 0]


def _line_through(marks: Marks, cell: tuple[int, int], length: int) -> bool:
    def reach(down: int, right: int) -> int:
        steps_taken = 0
        while marks.get((cell[0] + down * (steps_taken + 1), cell[1] + right * (steps_taken + 1))) == marks[cell]:
            steps_taken += 1
        return steps_taken

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(1 + reach(down, right) + reach(-down, -right) >= length for down, right in ways)


def _breakthrough(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    deep = 2 if of["rows"] >= 6 else 1
    left = [of["columns"] * deep] * 2
    for index, step in enumerate(made):
        left[1 - step.player] -= step.name.endswith("*")
        entered = ord(step.name[3]) - ord("0")
        if entered == (1, of["rows"])[step.player] or not left[1 - step.player]:
            assert index == len(made) - 1
            return _one_wins(step.player)
    raise AssertionError("a game of breakthrough has a winner")


def _nim(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    return _one_wins(1 - made[-1].player if of["is_misere"] else made[-1].player)


def _kuhn_poker(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    paid = [1] * of["players"]
    for step in made:
        paid[step.player] += step.name == "Bet"
    staying = [seat for seat in range(of["players"]) if paid[seat] == max(paid)]
    winner = max(staying, key=lambda seat: chance[seat].action)
    return [sum(paid) - paid[seat] if seat == winner else -paid[seat] for seat in range(of["players"])]


def _liars_dice(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    assert made[-1].name == "Liar"
    quantity, face = map(int, made[-2].name.split("-"))
    counted = sum(step.action + 1 in (face, of["dice_sides"]) for step in chance)
    return _one_wins(made[-2].player if counted >= quantity else made[-1].player)


def _first_sealed_auction(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    bids = [step.action for step in made]
    highest = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
    drawn = [step.action for step in chance[of["players"]:]]  # the tie, if there is one
    (winner,) = highest if len(highest) == 1 else drawn
    assert winner in highest
    return [chance[seat].action - bids[seat] if seat == winner else 0 for seat in range(of["players"])]


def _negotiation(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    if "Agreement" not in made[-1].name:
        return [0, 0]
    proposal = next(step for step in reversed(made[:-1]) if "Proposal" in step.name)
    taken = [int(number) for number in proposal.name.partition("[")[2].rstrip("]").split(", ")]
    gets = [[size - number for size, number in zip(state.item_pool(), taken, strict=True)]] * 2
    gets[proposal.player] = taken
    return [sum(value * number for value, number in zip(state.agent_utils(seat), gets[seat], strict=False))
            for seat in (0, 1)]


def _pig(chance: Sequence[Step], made: Sequence[Step], of: Any, state: pyspiel.State) -> list[float]:
    scores, total, rolls = [0] * of["players"], 0, iter(chance)
    for step in made:
        if step.name == "stop":
            scores[step.player] += total
            total = 0
        elif roll := next(rolls, None):  # a game that has lasted too long ends before the die is thrown
            face = roll.action + 1
            total = 0 if face == 1 else total + (1 if of["piglet"] else face)
    winners = [seat for seat, score in enumerate(scores) if score >= of["winscore"]]
    assert len(winners) <= 1
    return [0.0 if not winners else 1 if seat in winners else -1 / (of["players"] - 1) for seat in range(of["players"])]


def _dilemma(state: pyspiel.State, of: Mapping[str, Any]) -> list[float]:
    made = [step.action for step in state.full_history() if step.player >= 0]
    pay = [[of["reward"], of["sucker"]], [of["temptation"], of["punishment"]]]
    pairs = [made[at:at + 2] for at in range(0, len(made), 2)]
    return [sum(pay[one][two] for one, two in pairs), sum(pay[two][one] for one, two in pairs)]


RESULTS = {"tic_tac_toe": _tic_tac_toe, "connect_four": _connect_four, "breakthrough": _breakthrough, "nim": _nim,
           "kuhn_poker": _kuhn_poker, "liars_dice": _liars_dice, "first_sealed_auction": _first_sealed_auction,
           "negotiation": _negotiation, "pig": _pig}

"""Facts that GTBench's wordings v1 and paper may state, computed from a match's history and not by the views.

A fact is a pattern and what it finds in a prompt that tells the truth. The parameters of the games are OpenSpiel's.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Any, NamedTuple

import pyspiel

Fact = tuple[str, Sequence[Any]]

NUMBERED_SEATS = r"numbered from (\d)\. You are (?:player|bidder) (\d+)"
GOODS = [("pepper", "peppers"), ("strawberry", "strawberries"), ("cherry", "cherries")]
YEARS = [(r"you go free, and your partner gets (\d) years in prison", ["3"]),
         (r"you get (\d) years in prison, and your partner goes free", ["3"]),
         (r"both of you Testify, each of you gets (\d) years", ["2"]),
         (r"both of you remain Silent, each of you gets (\d) year", ["1"])]


class Step(NamedTuple):
    """A move of a player, or of chance (-1), with OpenSpiel's own name."""

    player: int
    action: int
    name: str


def steps(state: pyspiel.State) -> list[Step]:
    """Returns the moves so far, named by replaying them; only in games where players move in turn."""
    replayed, made = state.get_game().new_initial_state(), []
    for step in state.full_history():
        made.append(Step(step.player, step.action, replayed.action_to_string(replayed.current_player(), step.action)))
        replayed.apply_action(step.action)
    return made


def untold(text: str, facts: Sequence[Fact]) -> str:
    """Returns the text without what the facts account for.

    Raises:
        AssertionError: the text states something else than a fact.
    """
    for pattern, expected in facts:
        found = re.findall(pattern, text, re.MULTILINE)
        assert found == list(expected), f"{pattern}: {found}, not {list(expected)}"
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    return text


def check(text: str, facts: Sequence[Fact]) -> None:
    """Checks that each fact is told and that no number is left that no fact accounts for.

    Raises:
        AssertionError: the text is untrue, or states a number that is no fact.
    """
    rest = untold(text, facts)
    assert not re.search(r"\d", rest), f"no fact accounts for a number in: {rest}"


def listed(moves: Sequence[str]) -> Fact:
    return (r"^Legal moves: (.*)$", [" | ".join(moves)])


def some(value: Any, told: bool = True) -> list[Any]:
    return [value] if told else []


def in_order(made: Sequence[tuple[int, str]], player: int, players: int = 2) -> Fact:
    who = ["you" if seat == player else "your opponent" if players == 2 else f"player {seat}" for seat, _ in made]
    shown = "; ".join(f"{name} ({seat})" for (_, name), seat in zip(made, who, strict=True))
    return (r"^The (?:moves|bids) so far, in order: (.*)\.$", some(shown, bool(made)))


def by_turns(made: Sequence[tuple[int, str]], player: int) -> Fact:
    first = "you" if made and made[0][0] == player else "your opponent"
    if len(made) < 2:
        return in_order(made, player)
    return (r"^The moves so far, in order, (you|your opponent) first and then by turns: (.*)\.$",
            [(first, ", ".join(name for _, name in made))])


def by_side(made: Sequence[tuple[int, str]], player: int) -> list[Fact]:
    sides = [", ".join(name for seat, name in made if seat == side) or "none yet" for side in (1 - player, player)]
    return [(r"^Your opponent's moves so far: (.*)\.$", sides[:1]), (r"^Your moves so far: (.*)\.$", sides[1:])]


def win_and_loss(state: pyspiel.State, draws: bool = False) -> Fact:
    game = state.get_game()
    drawn = "0" if draws else ""
    return (r"A win is worth (\S+) point to you(?:, a draw (\S+) points)? and a loss (\S+) point",
            [(f"{game.max_utility():g}", drawn, f"{game.min_utility():g}")])


# Boards and nim: the moves of the history are made on a board of our own.


def drawing(rows: Sequence[Sequence[str]], columns: Sequence[str], names: Sequence[str]) -> Fact:
    width, margin = max(map(len, columns)) + 1, max(map(len, names))
    lines = [" " * margin + "".join(f"{column:>{width}}" for column in columns)]
    lines += [f"{name:>{margin}}" + "".join(f"{cell:>{width}}" for cell in row)
              for name, row in zip(names, rows, strict=True)]
    return board_below("\n".join(lines) + "\n")


def board_below(board: str) -> Fact:
    return (rf"^This is the board now.*\n({re.escape(board)})(?=[A-Z])", [board])


def marks(player: int) -> list[Fact]:
    return [(r"^You (?:place the mark|play the discs marked) (\w) and your opponent (?:places the mark|plays the discs "
             r"marked) (\w)\.$", [("xo"[player], "ox"[player])]),
            (r"^It is your turn to (?:place|drop) an (\w)\.$", ["xo"[player]])]


def tic_tac_toe(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    def cell(name: str) -> str:
        found = re.fullmatch(r"[xo]\((\d),(\d)\)", name)
        assert found
        return f"C{int(found[2]) + 1}R{int(found[1]) + 1}"

    made = [(step.player, cell(step.name)) for step in steps(state)]
    board = [["."] * 3 for _ in range(3)]
    for seat, name in made:
        board[int(name[3]) - 1][int(name[1]) - 1] = "xo"[seat]
    legal = listed([cell(state.action_to_string(player, action)) for action in state.legal_actions()])
    names = ["C1", "C2", "C3"], ["R1", "R2", "R3"]
    return {
        "v1": [legal, drawing(board, *names), by_turns(made, player), *marks(player), win_and_loss(state, draws=True),
               (r"columns (.*) run from left to right, rows (.*) from top to bottom", [tuple(map(", ".join, names))])],
        "paper": [legal, *by_side(made, player), (r"grid of (\d) columns and (\d) rows", [("3", "3")]),
                  (r"to have (\d) of their own marks", ["3"]),
                  (r"C(\d)R(\d) is the cell in column (\d) and row (\d)", [("1", "2", "1", "2")])]}


def connect_four(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    made = [(step.player, f"C{int(step.name[1:]) + 1}") for step in steps(state)]
    board = [["."] * of["columns"] for _ in range(of["rows"])]
    for seat, name in made:
        column = int(name[1:]) - 1
        board[max(row for row in range(of["rows"]) if board[row][column] == ".")][column] = "xo"[seat]
    legal = listed([f"C{column + 1}" for column in range(of["columns"]) if board[0][column] == "."])
    drawn = drawing(board, [str(column + 1) for column in range(of["columns"])], [""] * of["rows"])
    return {
        "v1": [legal, drawn, by_turns(made, player), *marks(player), win_and_loss(state, draws=True),
               (r"board of (\d+) columns and (\d+) rows", [(str(of["columns"]), str(of["rows"]))]),
               (r"to have (\d+) of their discs", [str(of["x_in_row"])]), (r"named C1 to C(\d+)", [str(of["columns"])])],
        "paper": [legal, *by_side(made, player), (r"to have (\d+) of their own discs", [str(of["x_in_row"])]),
                  (r"C(\d) is the first column", ["1"])]}


def breakthrough(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    def arrow(name: str) -> str:
        left, low, entered, high = name.rstrip("*")  # OpenSpiel's row after 9 is the character after "9", which is ":"
        return f"{left}{ord(low) - ord('0')}->{entered}{ord(high) - ord('0')}"

    made = [(step.player, arrow(step.name)) for step in steps(state)]
    height, width = of["rows"], of["columns"]
    deep = 2 if height >= 6 else 1
    home = [list(range(height, height - deep, -1)), list(range(1, deep + 1))]
    board = {(column, row): "b" if row in home[0] else "w" if row in home[1] else "."
             for column, row in product(range(width), range(1, height + 1))}
    for _, name in made:
        left, entered = ((ord(square[0]) - ord("a"), int(square[1:])) for square in name.split("->"))
        board[entered], board[left] = board[left], "."
    rows = [[board[column, row] for column in range(width)] for row in range(height, 0, -1)]
    numbers = [str(row) for row in range(height, 0, -1)]
    files = [chr(ord("a") + column) for column in range(width)]
    legal = listed([arrow(state.action_to_string(player, action)) for action in state.legal_actions()])
    goals = [1, height]
    sides = [("black", "b"), ("white", "w")]
    margin = len(numbers[0])
    preview = "".join(f"{number:>{margin}} {''.join(row)}\n" for number, row in zip(numbers, rows, strict=True))
    of_rows = [" and row ".join(map(str, rows)) for rows in home]
    return {
        "v1": [legal, drawing(rows, files, numbers), by_turns(made, player), win_and_loss(state),
               (r"board of (\d+) columns and (\d+) rows", [(str(width), str(height))]),
               (r"(\w) to (\w) from left to right, and the number of its row, 1 to (\d+) from bottom to top",
                [(files[0], files[-1], str(height))]),
               (r"You play the (\w+) pieces, marked (\w), and your opponent plays the (\w+) pieces, marked (\w)",
                [(*sides[player], *sides[1 - player])]),
               (r"Your pieces start on row (.*) and move (\w+) the board, towards row (\d+)",
                [(of_rows[player], ("down", "up")[player], str(goals[player]))]),
               (r"Your opponent's pieces start on row (.*) and move the opposite way, towards row (\d+)",
                [(of_rows[1 - player], str(goals[1 - player]))]),
               (r"one of your pieces reaches row (\d+)", [str(goals[player])]),
               (r"Your opponent wins by reaching row (\d+)", [str(goals[1 - player])]),
               (r"move one of the (\w+) pieces \((\w)\)", [sides[player]])],
        "paper": [legal, *by_side(made, player), (r"rows are numbered 1 to (\d+)", [str(height)]),
                  board_below(preview)]}


def nim(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    made = [(step.player, step.name.rstrip(";")) for step in steps(state)]
    start = of["pile_sizes"].split(";")
    piles = list(map(int, start))
    for _, name in made:
        pile, take = map(int, re.findall(r"\d+", name))
        piles[pile - 1] -= take
    moves = [[f"pile:{pile}, take:{take}" for take in range(1, size + 1)] for pile, size in enumerate(piles, 1)]
    spans = [f"pile:{pile}, take:{'1' if size == 1 else f'1..{size}'}" for pile, size in enumerate(piles, 1) if size]
    last = "loses" if of["is_misere"] else "wins"
    numbered = [(str(pile), str(size)) for pile, size in enumerate(piles, 1)]
    return {
        "v1": [listed(spans), by_turns(made, player), win_and_loss(state),
               (r"^Pile (\d+) now holds (\d+) objects?\.$", numbered),
               (r"in this order, are (.*)\.$", [", ".join(start)]), (r"takes the very last object (\w+)", [last]),
               (r"numbered from (\d)", ["1"]), (r"(\w+)(?: opponent)? moves? first", [("You", "Your")[player]])],
        "paper": [listed(list(chain.from_iterable(moves))), (r"^Pile (\d+) now has (\d+) match(?:es)?\.$", numbered),
                  (r"there are (\d+) piles of matches, which hold (.*) at the start",
                   [(str(len(start)), f"{', '.join(start[:-1])} and {start[-1]}")]),
                  (r"takes the last match (\w+)", [last]),
                  (r"pile:(\d), take:(\d) takes (\d) match from pile (\d)", [("2", "1", "1", "2")])]}


# Cards, dice, bids and payoffs.


def kuhn_poker(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    players = of["players"]
    dealt = [step.action for step in steps(state) if step.player < 0]
    made = [(step.player, step.name) for step in steps(state) if step.player >= 0]
    deck = "JQK" if players == 2 else range(players + 1)
    cards, own = ", ".join(map(str, deck)), str(deck[dealt[player]])
    bets = sum(name == "Bet" for _, name in made)
    who = ["you" if seat == player else "your opponent" if players == 2 else f"player {seat}" for seat, _ in made]
    numbered = [(str(number), seat, name) for number, (seat, (_, name)) in enumerate(zip(who, made, strict=True), 1)]
    seats = [(NUMBERED_SEATS, some(("0", str(player)), players > 2)),
             (r"at a table of (\d+) players", some(str(players), players > 2)),
             (r"^The players act in .* starting with player (\d)", some("0", players > 2)),
             (r"(\w+)(?: opponent)? acts? first", some(("You", "Your")[min(player, 1)], players == 2))]
    return {
        "v1": [listed(["Pass", "Bet"]), in_order(made, player, players), *seats,
               (r"The deck has (\d+) cards, one each of (.*), from", [(str(players + 1), cards)]),
               (r"Your card is (\w+)\.", [own]),
               (r"^(You are the first to act)\.$", some("You are the first to act", not made)),
               (r"The pot holds (\d+) chips, (\d+) of which is yours", [(str(players + bets), "1")]),
               (r"put (\d) chip into the pot", ["1"]), (r"Bet puts (\d) more chip", ["1"]),
               (r"matches the bet with (\d) chip,", ["1"]), (r"more than (\d) chips", ["2"]),
               (r"There has been a bet, so Bet now matches it with (\d) more", some("1", bets > 0)),
               (r"Nobody has bet yet, .* Bet puts in (\d) more", some("1", bets == 0))],
        "paper": [listed(["Pass", "Bet"]), (r"^(\d+)\. (.+): (Pass|Bet)$", numbered),
                  (r"a simple card game for (\d+) players", [str(players)]),
                  (r"The deck has only (\d+) cards, from the lowest to the highest: (.*)\.$",
                   [(str(players + 1), cards)]),
                  (r"Your card in this match is (\w+)\.", [own]),
                  (r"(You are the first to move)", some("You are the first to move", not made)),
                  (r"against (\d+) opponents\. The players are numbered from (\d), and you are player (\d+)\.$",
                   some((str(players - 1), "0", str(player)), players > 2))]}


def liars_dice(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    each, sides = of["numdice"], str(of["dice_sides"])
    rolled = [step.action + 1 for step in steps(state) if step.player < 0]
    own = ", ".join(map(str, sorted(rolled[player * each:(player + 1) * each])))
    made = [(step.player, step.name) for step in steps(state) if step.player >= 0]
    last = made[-1][1] if made else ""
    names = [state.action_to_string(player, action) for action in state.legal_actions()]
    words = [re.sub(r"(\d+)-(\d+)", r"\1 dice, \2 value", name) for name in [*names, last]]
    larger_first = of["bidding_rule"] == "reset-face"
    return {
        "v1": [listed(names), in_order(made, player), win_and_loss(state), (r"You rolled (.*)\.", [own]),
               (r"has rolled (\d+) (?:die|dice) with faces 1 to (\d+)", [(str(each), sides)]),
               (r"so there are (\d+) dice in all", [str(2 * each)]),
               (r"Face (\d+) is wild: a die that shows (\d+) counts", [(sides, sides)]),
               (r"bid on face (\d+) itself is met only by dice that show (\d+)", [(sides, sides)]),
               (r"cannot exceed (\d+)", [str(2 * each)]),
               (r"higher if its (\w+) is \w+, whatever", ["quantity" if larger_first else "face"]),
               (r"(\w+)(?: opponent)? bids? first", [("You", "Your")[player]]),
               (r"Make a higher bid than (\S+), or call Liar", some(last, bool(last) and len(names) > 1)),
               (r"you (can only|cannot) call Liar",
                some("can only" if last else "cannot", not last or len(names) == 1))],
        "paper": [listed(words[:-1]), (r"Your (die|dice) shows? (.*)\.", [("die" if each == 1 else "dice", own)]),
                  (r"each of whom has (\d+) (?:die|dice)", [str(each)]), (r"only (\d+) dice in all", [str(2 * each)]),
                  (r"bid (a larger|any) number", ["a larger" if larger_first else "any"]),
                  (r"The value (\d+) is wild: a die that shows (\d+) counts", [(sides, sides)]),
                  (r"Your opponent's last bid was (.*)\.", some(words[-1], bool(last))),
                  (r"(You are the first to bid)", some("You are the first to bid", not last))]}


def first_sealed_auction(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    players = of["players"]
    worth = [step.action for step in steps(state) if step.player < 0][player]
    bids = [state.action_to_string(player, action).split(": ")[1] for action in state.legal_actions()]
    span = f"0..{worth - 1}" if worth > 1 else "0"
    assert bids == [str(bid) for bid in range(worth)]
    return {
        "v1": [listed([span]), (r"with (\d+) bidders, numbered from (\d)", [(str(players), "0")]),
               (r"You are bidder (\d+)", [str(player)]), (r"The item is worth (\d+) to you", [str(worth)]),
               (r"at least (\d) and lower than the bidder's own", ["0"]), (r"of everyone else is (\d)", ["0"])],
        "paper": [listed(bids), (r"which is also your budget, is (\d+)\.", [str(worth)]),
                  (r"must be lower than (\d+)\.", [str(worth)]),
                  (r"with (\d+) opponents", some(str(players - 1), players > 2))]}


def negotiation(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    types, pool = of["num_items"], state.item_pool()
    values = state.agent_utils(player)[:types]
    said = [(step.player, list(map(int, re.findall(r"\d+", step.name))), "Utterance" in step.name)
            for step in steps(state) if step.player >= 0]
    proposals = [(seat, numbers) for seat, numbers, uttered in said if not uttered]
    utterances = [(seat, numbers) for seat, numbers, uttered in said if uttered]
    after = [f", with the utterance {numbers}" for _, numbers in utterances]
    uttering = of["enable_utterances"] and len(proposals) > len(utterances)
    told = [(str(index + 1), "you" if seat == player else "your opponent", str(numbers),
             after[index] if index < len(after) else "") for index, (seat, numbers) in enumerate(proposals)]
    rest = [size - taken for size, taken in zip(pool, proposals[-1][1], strict=True)] if proposals else []
    highest = [of["num_symbols"] - 1] * of["utterance_dim"] if uttering else pool
    spans = ", ".join(f"0..{most}" if most else "0" for most in highest)
    legal = listed([f"[{spans}]", *some("Agree", bool(proposals) and not uttering)])
    theirs = [amounts(numbers) for seat, numbers in proposals if seat != player][-1:]
    heard = [amounts(numbers) for seat, numbers in utterances if seat != player][-1:]
    assert types == of["utterance_dim"]
    return {
        "v1": [legal, (r"The pool holds (\[.*\]),", [str(pool)]), (r"is worth (\[.*\]) to you", [str(values)]),
               (r"^Proposal (\d+) was made by (.*), to take (\[.*?\]) and leave the rest(.*)\.$", told),
               (r"latest proposal, you get (\[.*\])\.", some(str(rest), bool(proposals) and not uttering)),
               (r"items of (\d+) types", [str(types)]), (r"(\w+)(?: opponent)? begins?\.", [("You", "Your")[player]]),
               (r"a list of (\d+) whole numbers from (\d) to (\d+)",
                some((str(types), "0", str(of["num_symbols"] - 1)), of["enable_utterances"])),
               (r"the payoff of both players is (\d)", ["0"])],
        "paper": [legal, (r"The pool holds (.*)\.", [amounts(pool)]),
                  (r"^One (\w+) is worth (\d+) to you", [(GOODS[n][0], str(value)) for n, value in enumerate(values)]),
                  (r"You have just proposed to take (.*)\.",
                   [amounts(numbers) for _, numbers in proposals[-1:] if uttering]),
                  (r"Your opponent now proposes to take (.*)\.", [] if uttering else theirs),
                  (r"Your opponent's latest utterance was that they want to take (.*)\.", heard)]}


def amounts(numbers: list[int]) -> str:
    *others, last = [f"{number} {GOODS[index][number != 1]}" for index, number in enumerate(numbers)]
    return f"{', '.join(others)} and {last}"


def pig(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    players, target = of["players"], str(of["winscore"])
    scores, total, seat = [0] * players, 0, 0
    for step in steps(state):
        if step.player < 0:
            face = step.action + 1
            total = 0 if face == 1 else total + (1 if of["piglet"] else face)
            seat = (seat + (face == 1)) % players
        elif step.name == "stop":
            scores[seat] += total
            total, seat = 0, (seat + 1) % players
    assert seat == player
    enough = scores[player] + total >= of["winscore"]
    others = [("Your opponent's score" if players == 2 else f"The score of player {other}", str(scores[other]))
              for other in range(players) if other != player]
    own = [(r"^Your score is (?:now )?(\d+)\.", [str(scores[player])]),
           (r"^(Your opponent's score|The score of player \d+) is (?:now )?(\d+)\.", others)]
    legal = listed(["stop"] if enough else ["roll", "stop"])
    seats = [(NUMBERED_SEATS, some(("0", str(player)), players > 2)),
             (r"with (\d+) players", some(str(players), players > 2)),
             (r"^The players take turns in .* starting with player (\d)", some("0", players > 2)),
             (r"(\w+)(?: opponent)? ha(?:ve|s) the first turn", some(("You", "Your")[min(player, 1)], players == 2))]
    return {
        "v1": [legal, *own, *seats, (r"^Your turn total is (\d+)\.", [str(total)]),
               (r"a die with faces 1 to (\d+)", [str(of["diceoutcomes"])]),
               (r"a turn total of (\d)", ["0"]), (r"the die shows (\d), the turn ends", ["1"]),
               (r"exactly (\d) is added", some("1", of["piglet"])),
               (r"whose score is (\d+) or more wins", [target]), (r"together reach (\d+) still", [target]),
               *([win_and_loss(state)] if players == 2 else
                 [(r"A win is worth (\S+) point to you and another player's win -(\d)/(\d) of",
                   [("1", "1", str(players - 1))])])],
        "paper": [legal, *own, (r"You have collected (\d+) points? in this turn so far", [str(total)]),
                  (r"dice game for (\d+) players", [str(players)]), (r"a roll of (\d) ends the turn", ["1"]),
                  (r"Every other roll brings (\d) point", some("1", of["piglet"])),
                  (r"to reach a score of (\d+) wins", [target]),
                  (r"against (\d+) opponents\. The players are numbered from (\d), and you are player (\d+)\.$",
                   some((str(players - 1), "0", str(player)), players > 2))]}


def iterated_prisoners_dilemma(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    made = [step.action for step in state.full_history() if step.player >= 0]
    rounds = [(made[at + player], made[at + 1 - player]) for at in range(0, len(made), 2)]
    pay = {(0, 0): of["reward"], (0, 1): of["sucker"], (1, 0): of["temptation"], (1, 1): of["punishment"]}
    words, names = ("Silent", "Testify"), ("Cooperate", "Defect")
    earned = [(pay[own, other], pay[other, own]) for own, other in rounds]
    told = [(str(number), names[own], names[other], str(pay[own, other]), str(pay[other, own]))
            for number, (own, other) in enumerate(rounds, 1)]
    totals = (str(sum(own for own, _ in earned)), str(sum(other for _, other in earned)))
    fixed = of["termination_probability"] == 0
    now = (str(len(rounds) + 1), f" of {of['max_rounds']}" if fixed else "")
    return {
        "v1": [listed(names), (r"^In round (\d+) you chose (\w+) and your opponent chose (\w+)\. "
                               r"You got (\S+) points? and your opponent got (\S+) points?\.$", told),
               (r"^So far you have (\S+) points? in all, and your opponent has (\S+) points?\.$",
                some(totals, bool(rounds))),
               (r"^This is round (\d+)(.*?)\.", [now]),
               (r"both cooperate, each of you gets (\S+) points?\.", [str(of["reward"])]),
               (r"both defect, each of you gets (\S+) points?\.", [str(of["punishment"])]),
               (r"who defects gets (\S+) points?, and the one who cooperates gets (\S+) points?\.",
                [(str(of["temptation"]), str(of["sucker"]))]),
               (r"lasts exactly (\d+) rounds", some(str(of["max_rounds"]), fixed))],
        "paper": [listed(words), *YEARS, (r"^In round (\d+) you chose (\w+) and your partner chose (\w+)\.$", [
            (str(number), words[own], words[other]) for number, (own, other) in enumerate(rounds, 1)])]}


FACTS = {function.__name__: function for function in (
    tic_tac_toe, connect_four, breakthrough, nim, kuhn_poker, liars_dice, first_sealed_auction, negotiation, pig,
    iterated_prisoners_dilemma)}

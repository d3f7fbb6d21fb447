"""Rules sheets tell enough to find out results: functions written by the sheets alone give the games' returns.

Each function knows of its game what the sheet says and nothing else: it reads what prompts show, that is texts of
positions and names of moves, and the numbers that the sheet fills in. A function that replays a match also holds that
the match ends where the sheet says, not later.

Matches of each game: 50 at random with its usual numbers (seeds 0 to 49), and those of RARE, in which other numbers,
moves chosen first, or found seeds lead to what random play seldom shows.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, dropwhile, pairwise, product
from typing import Any

import open_spiel.python.games  # noqa: F401  registers its games
import pyspiel
import pytest

from adapters.generic.sheets import read_sheet
from tests.support.playouts import load

CHANCE = -1
WON_BY = ([1, -1], [-1, 1])
DRAW = [0, 0]
AROUND = [(down, right) for down, right in product((-1, 0, 1), repeat=2) if (down, right) != (0, 0)]

Returns = Sequence[float]
Square = tuple[int, int]


@dataclass(frozen=True)
class Match:
    """A match that is over: its sheet, the numbers and switches that this fills in, and what the players have seen.

    The first position is the one in which a player makes the first move.
    """

    sheet: str
    settings: Mapping[str, Any]
    moves: list[tuple[int, str]]
    first_texts: list[str]
    texts: list[str]

    def after_deal(self) -> list[tuple[int, str]]:
        """Returns the moves from the first one of a player on."""
        return list(dropwhile(lambda move: move[0] == CHANCE, self.moves))

    def by_players(self) -> list[tuple[int, str]]:
        """Returns the moves that are not chance."""
        return [(player, move) for player, move in self.moves if player != CHANCE]


def played(game: pyspiel.Game, seed: int, preferred: str = "") -> tuple[Match, Returns]:
    """Returns a random match and its returns; moves whose names match a pattern are preferred, chance's as well."""
    rng, state, moves, first = random.Random(seed), game.new_initial_state(), [], None
    while not state.is_terminal():
        first = first if state.is_chance_node() else first or texts_of(state)
        if state.is_simultaneous_node():
            movers = range(game.num_players())
            actions = [drawn(state, player, preferred, rng) for player in movers]
            names = [state.action_to_string(player, action) for player, action in zip(movers, actions, strict=True)]
            state.apply_actions(actions)
        else:
            movers = [state.current_player()]
            action = drawn(state, movers[0], preferred, rng)
            names = [state.action_to_string(movers[0], action)]
            state.apply_action(action)
        moves += zip(movers, names, strict=True)
    settings = {**game.get_type().parameter_specification, **game.get_parameters()}
    sheet = "\n".join(chain(*read_sheet(game).parts.values()))
    return Match(sheet, settings, moves, first, texts_of(state)), state.returns()


def drawn(state: pyspiel.State, player: int, preferred: str, rng: random.Random) -> int:
    """Returns a random action, of the preferred ones if there are any."""
    actions = state.legal_actions(player)
    weights = dict(state.chance_outcomes()) if player == CHANCE else dict.fromkeys(actions, 1)
    if preferred:
        names = {action: state.action_to_string(player, action) for action in actions}
        actions = [action for action, name in names.items() if re.search(preferred, name)] or actions
    return rng.choices(actions, [weights[action] for action in actions])[0]


def texts_of(state: pyspiel.State) -> list[str]:
    """Returns the text of a position for each player."""
    text = (state.observation_string if state.get_game().get_type().provides_observation_string
            else state.information_state_string)
    return [text(player) for player in range(state.num_players())]


def by_higher(first: float, second: float) -> Returns:
    """Returns what two players get where more wins and equally many is a draw."""
    return DRAW if first == second else WON_BY[second > first]


def by_most(totals: Sequence[int]) -> Returns:
    """Returns what players get where those with most share 1 and the others share -1, and all alike get 0."""
    best = totals.count(max(totals))
    return [0 if best == len(totals) else 1 / best if total == max(totals) else -1 / (len(totals) - best)
            for total in totals]


def last(moves: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, bool]]:
    """Yields moves, each with whether it is the last one."""
    for number, (player, move) in enumerate(moves, 1):
        yield player, move, number == len(moves)


# Boards.

def oware(match: Match) -> Returns:
    """Returns what the seeds captured give; houses are A, B, C and so on, then a, b, c and so on."""
    size, each = match.settings["num_houses_per_player"], match.settings["num_seeds_per_house"]
    houses, captured, seen, half = [each] * 2 * size, [0, 0], set(), size * each
    rows = (slice(0, size), slice(size, 2 * size))
    for player, move, is_last in last(match.moves):
        other = 1 - player
        houses, taken = capture(*sow(houses, player * size + "abcdef".index(move.lower())), rows[other])
        captured[player] += taken
        over = max(captured) > half or captured == [half, half]
        able = any(seeds and (any(houses[rows[player]]) or any(sow(houses, house)[0][rows[player]]))
                   for house, seeds in enumerate(houses) if house // size == other)
        # "the same seeds in all houses, the same captured seeds and the same player to move"
        position = (*houses, *captured, other)
        if not over and (not able or position in seen):
            captured, over = [seeds + sum(houses[row]) for seeds, row in zip(captured, rows, strict=True)], True
        seen.add(position)
        assert over == is_last
    return by_higher(*captured)


def sow(houses: Sequence[int], start: int) -> tuple[list[int], int]:
    """Returns the houses after sowing, and the house of the last seed; the house at the start is left out."""
    after, house = list(houses), start
    seeds, after[start] = after[start], 0
    for _ in range(seeds):
        house = (house + 1) % len(after)
        house = (house + 1) % len(after) if house == start else house
        after[house] += 1
    return after, house


def capture(houses: list[int], house: int, row: slice) -> tuple[list[int], int]:
    """Returns the houses after captures in the other player's row, backwards from the last seed, and their seeds."""
    after = list(houses)
    while row.start <= house < row.stop and after[house] in {2, 3}:
        after[house] = 0
        house -= 1
    # "If a move would capture all seeds in the other player's row, nothing is captured"
    return (after, sum(houses) - sum(after)) if any(after[row]) else (houses, 0)


def clobber(match: Match) -> Returns:
    """Returns what the last move gives, once no piece has a neighbour to capture."""
    rows = re.findall(r"^\d+([ox.]+)$", match.texts[0], re.MULTILINE)
    lines = rows + ["".join(column) for column in zip(*rows, strict=True)]
    assert not any("ox" in line or "xo" in line for line in lines)
    return WON_BY[match.moves[-1][0]]


def lines_of_action(match: Match) -> Returns:
    """Returns what groups, repetitions or a lack of moves give; squares are names such as a1."""
    men = {**{f"{column}{row}": 0 for column in "bcdefg" for row in "18"},
           **{f"{column}{row}": 1 for column in "ah" for row in "234567"}}
    seen, result = {frozenset(men.items())}, None
    for number, (player, move) in enumerate(match.moves, 1):
        assert result is None
        start, end = move[:2], move[3:]
        assert (move[2] == "x") == (end in men)
        men[end] = men.pop(start)
        arrangement = frozenset(men.items())
        # "as soon as a move leads to an arrangement that was on the board before, no matter who was to move then"
        if arrangement in seen or number == match.settings["max_game_length"]:
            result = DRAW
        elif is_group({place(square) for square, owner in men.items() if owner == player}):
            result = WON_BY[player]
        elif is_group({place(square) for square, owner in men.items() if owner != player}):
            result = WON_BY[1 - player]
        seen.add(arrangement)
    # "A player who has to move and has no legal move loses."
    return WON_BY[player] if result is None else result


def place(square: str) -> Square:
    """Returns the row and the column of a square such as b3."""
    return int(square[1:]), "abcdefgh".index(square[0])


def is_group(squares: set[Square]) -> bool:
    """Checks whether pieces all touch each other, directly or through others."""
    reached, edge = set(), [next(iter(squares))]
    while edge:
        row, column = edge.pop()
        reached.add((row, column))
        edge += {(row + down, column + right) for down, right in AROUND} & squares - reached
    return reached == squares


def gomoku(match: Match) -> Returns:
    """Returns what the first line that is long enough gives."""
    size, longest = match.settings["size"], match.settings["connect"]
    stones: dict[Square, int] = {}
    for player, move, is_last in last(match.moves):
        point = tuple(map(int, move.split(",")))
        stones[point] = player
        made = any(longest <= 1 + sum(following(stones, point, (sign * down, sign * right), match.settings)
                                      for sign in (1, -1)) for down, right in AROUND)
        assert (made or len(stones) == size * size) == is_last
    return WON_BY[player != match.settings["anti"]] if made else DRAW


def following(stones: Mapping[Square, int], start: Square, way: Square, settings: Mapping[str, Any]) -> int:
    """Returns how many stones of the same colour follow a stone one way, at most round a board without edges."""
    point, count = start, 0
    while count < settings["size"]:
        point = (point[0] + way[0], point[1] + way[1])
        # "The board has no edges: a line that leaves it on one side goes on at the opposite side."
        point = (point[0] % settings["size"], point[1] % settings["size"]) if settings["wrap"] else point
        if stones.get(point) != stones[start]:
            break
        count += 1
    return count


def ultimate_tic_tac_toe(match: Match) -> Returns:
    """Returns what a line of won local boards gives."""
    rows = [line.split() for line in match.texts[0].splitlines() if re.fullmatch(r"[xo.]{3}( [xo.]{3}){2}", line)]
    boards = ["".join(rows[3 * down + line][right] for line in range(3)) for down in range(3) for right in range(3)]
    winners = [next((mark for mark in "xo" if has_line(board, mark)), "." if "." in board else "-")
               for board in boards]
    for player, mark in enumerate("xo"):
        if has_line(winners, mark):
            return WON_BY[player]
    # "If all local boards are finished and nobody has such a line, it is a draw"
    assert "." not in winners
    return DRAW


def has_line(cells: Sequence[str], mark: str) -> bool:
    """Checks for a row, a column or a diagonal of one mark among three times three."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(all(cells[cell] == mark for cell in line) for line in lines)


# Points clockwise from the corner at the top left, of the outer, the middle and the inner square.
RINGS = ((0, 1, 2, 14, 23, 22, 21, 9), (3, 4, 5, 13, 20, 19, 18, 10), (6, 7, 8, 12, 17, 16, 15, 11))
LINES = [
    *((*ring, ring[0])[corner:corner + 3] for ring in RINGS for corner in (0, 2, 4, 6)),
    *(tuple(ring[middle] for ring in RINGS) for middle in (1, 3, 5, 7))]


def nine_mens_morris(match: Match) -> Returns:
    """Returns what men taken, blocked men or the limit of turns give."""
    board: dict[int, int] = {}
    left, to_place, turns, mill, over = [9, 9], [9, 9], 0, False, False
    for player, move in match.moves:
        assert not over
        points = [int(point) for point in re.findall(r"\d+", move)]
        if mill:  # "takes one man of the other player off the board, as a second move in the same turn"
            assert board.pop(points[0]) == 1 - player
            left[1 - player] -= 1
            mill = False
        else:
            to_place[player] -= move.startswith("Point")
            if len(points) == 2:
                assert board.pop(points[0]) == player
            board[points[-1]] = player
            mill = any(points[-1] in line and all(board.get(point) == player for point in line) for line in LINES)
        turns += not mill
        mover = player if mill else 1 - player
        blocked = not mill and not can_move(board, mover, to_place[mover], left[mover])
        over = blocked or 2 in left or (turns == 200 and not mill)
    assert over
    return WON_BY[1 - left.index(2)] if 2 in left else WON_BY[1 - mover] if blocked else DRAW


def can_move(board: dict[int, int], player: int, to_place: int, left: int) -> bool:
    """Checks whether a player has a move: to place a man, or to move one to the next point, or with three to any."""
    steps = {step for line in LINES for step in pairwise(line)}
    free = to_place > 0 or left == 3
    return free or any({board.get(start, -1), board.get(end, -1)} == {player, -1} for start, end in steps)


def oshi_zumo(match: Match) -> Returns:
    """Returns what the place of the wrestler gives, counted from the middle of the field."""
    size, wrestler, coins = match.settings["size"], 0, [match.settings["coins"]] * 2
    bids = [int(move.split("Bid: ")[1]) for _, move in match.moves]
    for number, (first, second) in enumerate(zip(bids[::2], bids[1::2], strict=True), 1):
        wrestler += (first > second) - (first < second)
        coins = [coins[0] - first, coins[1] - second]
        over = abs(wrestler) > size or coins == [0, 0] or number == match.settings["horizon"]
        assert over == (2 * number == len(bids))
    # "If the game ends otherwise, it is a draw, wherever the wrestler stands."
    return DRAW if match.settings["alesia"] and abs(wrestler) <= size else by_higher(wrestler, 0)


# Cards, tiles, dice and coins.

def coin_game(match: Match) -> Returns:
    """Returns S * S + O * O - N * N for each player, by the colours that only they see."""
    own = [int(text.split("\n", 1)[0]) for text in match.first_texts]
    rows = re.findall(r"^\|(.*)\|$", match.first_texts[0], re.MULTILINE)
    board = set(product(range(len(rows)), range(len(rows[0]))))
    signs = {(row, column): rows[row][column] for row, column in board if rows[row][column] != " "}
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "stand": (0, 0)}
    totals = Counter()
    assert len(match.after_deal()) == match.settings["episode_length"]
    for player, move in match.after_deal():
        square = next(square for square, sign in signs.items() if sign == str(player))
        goal = (square[0] + steps[move][0], square[1] + steps[move][1])
        # "A player who would leave the board, or would move onto the square of another player, stays"
        if goal in board and not signs.get(goal, "").isdigit():
            del signs[square]
            totals[signs.get(goal)] += 1
            signs[goal] = str(player)
    colours = [totals[colour] for colour in "abcdefgh"]
    nobody = sum(total for colour, total in enumerate(colours) if colour not in own)
    return [colours[colour] ** 2 + sum(colours[other] for other in own if other != colour) ** 2 - nobody ** 2
            for colour in own]


def python_block_dominoes(match: Match) -> Returns:
    """Returns what the tiles left give: the winner gets the sum of the loser."""
    hands = [re.findall(r"\((\d\.0), (\d\.0)\)", text) for text in match.first_texts]
    ends: list[str] = []
    before = 1
    for player, move, is_last in last(match.after_deal()):
        # "A player who has no tile that fits is skipped by the game; one who has a tile that fits must play."
        assert player != before or not fits(hands[1 - player], ends)
        first, second, *joined = re.findall(r"\d\.0", move)
        hands[player].remove((first, second))
        if joined:
            ends[ends.index(joined[0])] = second if first == joined[0] else first
        else:
            ends = [first, second]
        before = player
        assert is_last == (not hands[player] or not any(fits(hand, ends) for hand in hands))
    mine, others = (sum(float(pips) for tile in hand for pips in tile) for hand in hands)
    return [0, 0] if mine == others else [others, -others] if mine < others else [-mine, mine]


def fits(hand: Sequence[tuple[str, str]], ends: Sequence[str]) -> bool:
    """Checks whether a tile of a hand can be joined to one of two ends."""
    return any(pips in ends for tile in hand for pips in tile)


def oh_hell(match: Match) -> Returns:
    """Returns a point for each trick and ten more for as many as bid, or what the switch for penalties says."""
    players, each = match.settings["players"], match.settings["points_per_trick"]
    dealer, tricks = (int(re.findall(rf"{label}: (\d+)", match.first_texts[0])[0])
                      for label in ("Dealer", "Num Total Tricks"))
    trump = re.findall(r"Trump: (.)", match.first_texts[0])[0]
    order = [(dealer + step) % players for step in range(1, players + 1)]
    moves = match.by_players()
    bids, cards = {player: int(bid) for player, bid in moves[:players]}, moves[players:]
    assert list(bids) == order
    assert sum(bids.values()) != tricks
    won, leader = Counter(), order[0]
    for start in range(0, players * tricks, players):
        trick = cards[start:start + players]
        assert trick[0][0] == leader
        # "The highest trump wins the trick, or, if none was played, the highest card of the suit led."
        leader = max(trick, key=lambda played, led=trick[0][1][0]: (
            played[1][0] == trump, played[1][0] == led, "23456789TJQKA".index(played[1][1])))[0]
        won[leader] += 1
    assert len(cards) == players * tricks
    # "-2 for each trick above or below the bid"
    return [each * won[player] + 10 if won[player] == bids[player]
            else -each * abs(won[player] - bids[player]) if match.settings["off_bid_penalty"] else each * won[player]
            for player in range(players)]


def skat(match: Match) -> Returns:
    """Returns what points in tricks give, or in the game null whether the solo player won a trick."""
    moves = match.by_players()
    asked = next((number for number, (_, move) in enumerate(moves) if move != "unknown/pass"), None)
    if asked is None:
        assert len(moves) == 3
        return [0, 0, 0]
    (solo, game), away, cards = moves[asked], moves[asked + 1:asked + 3], moves[asked + 3:]
    assert {player for player, _ in away} == {solo}
    points, leader, won = worth(away), 0, 0
    for start in range(0, len(cards), 3):
        trick = cards[start:start + 3]
        assert trick[0][0] == leader
        assert not (game == "null" and won)
        leader = max(trick, key=lambda played, led=trick[0][1]: skat_strength(played[1], led, game))[0]
        if leader == solo:
            won, points = won + 1, points + worth(trick)
    if game == "null":
        return [(1 if won == 0 else -1) * (0.25 if player == solo else -0.125) for player in range(3)]
    assert len(cards) == 30
    return [(points - 60) / 120 if player == solo else (120 - points - 60) / 240 for player in range(3)]


def worth(cards: Sequence[tuple[int, str]]) -> int:
    """Returns the points of cards in tricks of skat."""
    return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[1], 0) for _, card in cards)


def skat_strength(card: str, led: str, game: str) -> tuple[bool, bool, bool, int]:
    """Returns what tells which card of a trick wins: trumps, among them jacks, then the suit led, then the rank."""
    if game == "null":
        return False, False, card[0] == led[0], "789TJQKA".index(card[1])
    jack = card[1] == "J"
    trump = jack or card[0] == {"grand": ""}.get(game, game[0].upper())
    return trump, jack, not jack and card[0] == led[0], "DHSC".index(card[0]) if jack else "789QKTA".index(card[1])


def yacht(match: Match) -> Returns:
    """Returns what the totals of twelve categories give; dice keep their places, or are put in order."""
    count = match.settings["num_dice"]
    scores, again, dice = [{} for _ in match.texts], range(count), [0] * count
    for player, move in match.moves:
        if player == CHANCE:
            for die, number in zip(again, re.findall(r"\d", move), strict=True):
                dice[die] = int(number)
            dice = sorted(dice) if match.settings["sort_dice"] else dice
        elif move.startswith("Reroll"):
            again = [int(die) for die in re.findall(r"\d", move)]
        elif move.startswith("Score in "):
            category, again = move.removeprefix("Score in "), range(count)
            assert category not in scores[player]
            scores[player][category] = category_points(category, dice, match.settings["dice_sides"])
    assert {len(score) for score in scores} == {12}
    totals = [sum(score.values()) for score in scores]
    assert totals == [int(total) for total in re.findall(r"total: (\d+)", match.texts[0])]
    if len(totals) == 1:
        return [totals[0] / int(re.findall(r"divided by (\d+)", match.sheet)[0])]
    return by_most(totals)


def category_points(category: str, dice: Sequence[int], sides: int) -> int:
    """Returns the points of dice in a category."""
    single = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"]
    if category in single:
        number = single.index(category) + 1
        return number * dice.count(number)
    most, next_most, *_ = (*sorted(map(dice.count, set(dice)), reverse=True), 0)
    # "Four of a Kind gives 0 with these dice, whatever they show."
    met = {"Chance": True, "Four of a Kind": most >= 4 and sides >= 3, "Yacht": most >= 5,
           "Full House": (most >= 3 and next_most >= 2) or most >= 5,
           "Small Straight": {1, 2, 3, 4, 5} <= set(dice), "Large Straight": {2, 3, 4, 5, 6} <= set(dice)}[category]
    return met * {"Yacht": 50, "Small Straight": 30, "Large Straight": 30}.get(category, sum(dice))


def go_fish(match: Match) -> Returns:
    """Returns what books give, or who is out of cards first."""
    settings, asked = match.settings, ""
    hands = [Counter({rank: int(number) for rank, number in re.findall(r"([a-m])(\d)", text.splitlines()[2])})
             for text in match.first_texts]
    books = [int(number) for number in re.findall(r"books (\d+)", match.first_texts[0])]
    pool = settings["suits"] * (settings["ranks"] - sum(books)) - sum(hand.total() for hand in hands)
    turn = able(hands, 0, pool)
    for player, move, is_last in last(match.after_deal()):
        rank, number = move[-1], 1
        if player == CHANCE:  # a card drawn after a rank asked for in vain, or by a player without cards
            assert asked or not hands[turn].total()
            pool, asked, ends = pool - 1, "", rank != asked if asked else not settings["ask_after_empty_draw"]
        else:
            assert (player, hands[player][rank] > 0) == (turn, True)
            number = hands[int(move[:-1])].pop(rank, 0)
            asked, ends = ("", False) if number else (rank, False) if pool else ("", True)
        hands[turn][rank] += number
        out = hands[turn][rank] == settings["suits"]
        if out:
            books[turn] += 1
            del hands[turn][rank]
            out = settings["end_on_first_out"] and not hands[turn].total()
        assert (out or sum(books) == settings["ranks"]) == is_last
        if not is_last and not asked:
            turn = able(hands, turn + ends, pool)
    if settings["most_books_wins"]:
        return by_most(books)
    if settings["end_on_first_out"]:
        return by_most([player == turn for player in range(len(hands))])
    # "Nobody wins"
    return [-1 / (len(hands) - 1)] * len(hands)


def able(hands: Sequence[Counter[str]], turn: int, pool: int) -> int:
    """Returns whose turn it is: one who can ask, or has no cards and can draw one; the others are passed over."""
    turn %= len(hands)
    can_ask = hands[turn].total() and any(hand.total() for player, hand in enumerate(hands) if player != turn)
    can_draw = pool and not hands[turn].total()
    return turn if can_ask or can_draw else able(hands, turn + 1, pool)


def sheriff(match: Match) -> Returns:
    """Returns what the cargo and the last bribe and answer give."""
    (_, placed), *_, (_, offered), (_, answered) = match.moves
    assert len(match.moves) == 1 + 2 * match.settings["num_rounds"]
    items, bribe = (int(re.findall(r"=(\d+)", move)[0]) for move in (placed, offered))
    if "False" in answered:
        return [match.settings["item_value"] * items - bribe, bribe]
    lost = match.settings["item_penalty"] * items if items else -match.settings["sheriff_penalty"]
    return [-lost, lost]


FUNCTIONS: dict[str, Callable[[Match], Returns]] = {
    function.__name__: function for function in (
        oware, clobber, lines_of_action, gomoku, ultimate_tic_tac_toe, nine_mens_morris, oshi_zumo,
        coin_game, python_block_dominoes, oh_hell, skat, yacht, go_fish, sheriff)}

# Games with other numbers, moves preferred, and seeds.
RARE: Sequence[tuple[str, str, Sequence[int]]] = [
    ("clobber(rows=3,columns=4)", "", range(20)),
    ("coin_game(players=3,rows=5,columns=6,episode_length=31,num_extra_coin_colors=2)", "", range(20)),
    ("go_fish(players=3)", "", range(20)),
    ("go_fish(players=4,ask_after_empty_draw=false,initial_cards=3,ranks=8,suits=3)", "", range(20)),
    ("go_fish(players=4,end_on_first_out=true)", "", range(20)),
    ("go_fish(players=4,most_books_wins=false)", "", range(20)),
    ("go_fish(players=4,end_on_first_out=true,most_books_wins=false)", "", range(20)),
    ("gomoku(size=4,connect=4)", "", range(20)),  # a full board
    ("gomoku(size=6,connect=4,anti=true,wrap=true)", "", range(20)),
    ("lines_of_action", "-", range(5)),  # the limit of moves: nothing is captured
    ("lines_of_action(max_game_length=30)", "", range(20)),
    ("nine_mens_morris", "", (502, 834)),  # no legal move
    ("nine_mens_morris", "", (95, 114)),  # three men left that may move anywhere
    ("nine_mens_morris", "", (56, 219)),  # a mill in the last turn
    ("oh_hell(players=4,num_cards_per_suit=6,num_suits=3,off_bid_penalty=true,points_per_trick=2)", "", range(20)),
    ("oshi_zumo(horizon=3)", "", range(20)),
    ("oshi_zumo(alesia=true,coins=10,horizon=6,min_bid=1,size=2)", "", range(20)),
    ("oware(num_houses_per_player=3,num_seeds_per_house=2)", "", range(20)),
    ("sheriff(item_penalty=5.0,item_value=1.5,max_bribe=4,max_items=2,num_rounds=2,sheriff_penalty=2.5)", "",
     range(20)),
    ("skat", "unknown/pass", (0,)),  # all three pass
    ("skat", "grand", range(5)),
    ("skat", "null", range(20)),
    ("yacht(players=1)", "", range(10)),
    ("yacht(dice_sides=2)", "", range(20)),
    ("yacht(num_dice=6,dice_sides=3)", "", range(20)),  # six dice in a Full House, five in Four of a Kind
    ("yacht(players=3,rolls_per_turn=2,sort_dice=true)", "", range(5)),
    ("yacht", "Roll: (1,2,3,4,5|6,4,5,3,2)$|Keep|Straight", range(3))]


# A match of lines_of_action, found by search, after which x has pieces but no legal move.
NO_MOVE = """
    b8-d6 h4-f6 d6-d3 a3xd3 b1-h1 h6xf8 g1-a1 h3xf1 c8-d7 a4xd7 c1-d2 a5xd2 e8-a8 f6xd8 g8-e6 f1-c4 d1-f3 h5xf3 e6-g6
    d3xg6 e1-b1 d2-e1 b1-b2 a2-b1 b2-b4 d8xa8 b4-b2 a7-a3 b2-b4 f8-c5 b4-b6 c4-b4 b6-c7 c5xc7 a1-b2 e1-c3 h1-f1 c7-f7
    f1-g2 f3-f1 b2-e2 h2-g3 g2-e4 f1-f3 e4-e6 b1-e4 e6-b6 c3-b2 b6-a7 a3-d3 e2-c2 f3-c3 a7-b6 f7-c7 c2-d1 c3-c5 d1-c2
    a8-c6 c2-d1 g6-c2 d1-e1 e4-e2 e1-f1 c2-f2 f1-g1 g3-e1 g1-g2 d3-b1 g2-g1 e2-h2 g1-g2 c5-a3 g2-e4 h2-e2 e4-g2 e1-g3
    g2-h3 f2-h4 h3-f5 g3-g4 f5-f6 g4-d4 f6-d8 e2-e3 d8-f6 h7-e7 f6-f5 h4-e4 f5-g5 a6-b5 g5-g4 d7-f5 g4-h5 e4-h4 h5-h7
    b5-d7 h7-g8 d7-g7 g8-h8 e7-h7 h8-g8 g7-f8 g8-f7 b1-a2 f7-g6 a2-c2 g6-g7 h4-g5 g7-d7 g5-g4 d7-g7 f5-e5 g7-g5 a3-c1
    g5-h4 h7-h5 h4-h2 g4-e2 h2-h4 c1-c5 h4-h2 c5-g1 h2-h4 e3-f4 h4-h2 h5-h3
"""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_written_by_the_sheets_give_the_returns(name):
    for seed in range(50):
        match, returns = played(load(name), seed)

        assert FUNCTIONS[name](match) == pytest.approx(returns), seed


@pytest.mark.parametrize(("game_string", "preferred", "seeds"), RARE)
def test_functions_give_the_returns_of_rare_matches_too(game_string, preferred, seeds):
    for seed in seeds:
        match, returns = played(load(game_string), seed, preferred)

        assert FUNCTIONS[game_string.split("(")[0]](match) == pytest.approx(returns), seed


def test_in_lines_of_action_a_player_without_a_move_loses():
    state, moves = load("lines_of_action").new_initial_state(), []
    for name in NO_MOVE.split():
        moves.append((state.current_player(), name))
        state.apply_action(state.string_to_action(name))

    assert state.is_terminal()
    assert lines_of_action(Match("", {"max_game_length": 1000}, moves, [], [])) == state.returns()

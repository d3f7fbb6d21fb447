"""Rules sheets tell enough to find out results: functions written by the sheets alone give the games' returns.

Each function knows of its game what the sheet says and nothing else, and reads what a prompt shows: texts of positions
and names of moves. A function that replays a match also holds that the match ends where the sheet says, not later.
Each game plays MATCHES random matches.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, pairwise, product

import open_spiel.python.games  # noqa: F401  registers its games
import pyspiel
import pytest

from tests.support.playouts import load

MATCHES = 50
CHANCE = -1
WON_BY = ([1, -1], [-1, 1])
DRAW = [0, 0]
AROUND = [(down, right) for down, right in product((-1, 0, 1), repeat=2) if (down, right) != (0, 0)]

Returns = Sequence[float]
Square = tuple[int, int]


@dataclass(frozen=True)
class Match:
    """A match that is over: who made which move, and for each player the texts of the first and the last position.

    The first position is the one in which a player makes the first move.
    """

    moves: list[tuple[int, str]]
    first_texts: list[str]
    texts: list[str]

    def after_deal(self) -> list[tuple[int, str]]:
        """Returns the moves from the first one of a player on."""
        return list(dropwhile(lambda move: move[0] == CHANCE, self.moves))

    def by_players(self) -> list[tuple[int, str]]:
        """Returns the moves that are not chance."""
        return [(player, move) for player, move in self.moves if player != CHANCE]


def played(game: pyspiel.Game, seed: int) -> tuple[Match, Returns]:
    """Returns a random match and its returns."""
    rng, state, moves, first = random.Random(seed), game.new_initial_state(), [], None
    while not state.is_terminal():
        if not state.is_chance_node():
            first = first or texts_of(state)
        if state.is_simultaneous_node():
            actions = [rng.choice(state.legal_actions(player)) for player in range(game.num_players())]
            moves += [(player, state.action_to_string(player, action)) for player, action in enumerate(actions)]
            state.apply_actions(actions)
            continue
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            action = rng.choice(state.legal_actions())
        moves.append((state.current_player(), state.action_to_string(state.current_player(), action)))
        state.apply_action(action)
    return Match(moves, first, texts_of(state)), state.returns()


def texts_of(state: pyspiel.State) -> list[str]:
    """Returns the text of a position for each player."""
    text = (state.observation_string if state.get_game().get_type().provides_observation_string
            else state.information_state_string)
    return [text(player) for player in range(state.num_players())]


def by_higher(first: float, second: float) -> Returns:
    """Returns what players get where more wins and equally many is a draw."""
    return DRAW if first == second else WON_BY[second > first]


def last(moves: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, bool]]:
    """Yields moves, and whether it is the last one."""
    for number, (player, move) in enumerate(moves, 1):
        yield player, move, number == len(moves)


# Boards.

def oware(match: Match) -> Returns:
    """Returns what seeds caught give; houses are A to F, then a to f."""
    houses, caught, seen = [4] * 12, [0, 0], set()
    rows = (slice(0, 6), slice(6, 12))
    for player, move, is_last in last(match.moves):
        other = 1 - player
        sown = sow(houses, "ABCDEFabcdef".index(move))
        houses, taken = capture(*sown, rows[other])
        caught[player] += taken
        # "more than 24, or both have captured 24"
        over = max(caught) > 24 or caught == [24, 24]
        position = (*houses, *caught, other)
        starved = not any(houses[rows[player]])
        able = any(seeds and (not starved or any(sow(houses, house)[0][rows[player]]))
                   for house, seeds in enumerate(houses) if house // 6 == other)
        if not over and (not able or position in seen):
            caught, over = [seeds + sum(houses[row]) for seeds, row in zip(caught, rows, strict=True)], True
        seen.add(position)
        assert over == is_last
    return by_higher(*caught)


def sow(houses: Sequence[int], start: int) -> tuple[list[int], int]:
    """Returns the houses after sowing, and the house of the last seed; the house at the start is left out."""
    after, house = list(houses), start
    seeds, after[start] = after[start], 0
    for _ in range(seeds):
        house = (house + 1) % 12
        house = (house + 1) % 12 if house == start else house
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
    rows = re.findall(r"^\d([ox.]+)$", match.texts[0], re.MULTILINE)
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
        if arrangement in seen or number == 1000:
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
    """Returns what the first line of five or more gives."""
    stones: dict[Square, int] = {}
    for player, move, is_last in last(match.moves):
        row, column = map(int, move.split(","))
        stones[row, column] = player
        won = any(1 + sum(length(stones, (row, column), (sign * down, sign * right)) for sign in (1, -1)) >= 5
                  for down, right in AROUND)
        assert (won or len(stones) == 15 * 15) == is_last
    return WON_BY[player] if won else DRAW


def length(stones: dict[Square, int], point: Square, way: Square) -> int:
    """Returns how many stones of the same colour follow a stone one way."""
    follower = (point[0] + way[0], point[1] + way[1])
    return 1 + length(stones, follower, way) if stones.get(follower) == stones[point] else 0


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
    """Returns what the place of the wrestler gives, counted from the middle of seven."""
    wrestler, coins = 0, [50, 50]
    bids = [int(move.split("Bid: ")[1]) for _, move in match.moves]
    for number, (first, second) in enumerate(zip(bids[::2], bids[1::2], strict=True), 1):
        wrestler += (first > second) - (first < second)
        coins = [coins[0] - first, coins[1] - second]
        assert (abs(wrestler) > 3 or coins == [0, 0] or number == 1000) == (2 * number == len(bids))
    return by_higher(wrestler, 0)


# Cards, tiles, dice and coins.

def coin_game(match: Match) -> Returns:
    """Returns S * S + O * O - N * N for each player, by the colours that only they see."""
    own = [int(text.split("\n", 1)[0]) for text in match.first_texts]
    rows = re.findall(r"^\|(.{8})\|$", match.first_texts[0], re.MULTILINE)
    signs = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line) if sign != " "}
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "stand": (0, 0)}
    totals = Counter()
    assert len(match.after_deal()) == 20
    for player, move in match.after_deal():
        square = next(square for square, sign in signs.items() if sign == str(player))
        goal = (square[0] + steps[move][0], square[1] + steps[move][1])
        # "A player who would leave the board, or would move onto the square of another player, stays"
        if goal in product(range(8), repeat=2) and not signs.get(goal, "").isdigit():
            del signs[square]
            totals[signs.get(goal)] += 1
            signs[goal] = str(player)
    colours = [totals[colour] for colour in "abc"]
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
    """Returns a point for each trick, and ten more for as many as bid."""
    trump = re.findall(r"Trump: (.)", match.texts[0])[0]
    dealer, tricks = (int(re.findall(rf"{label}: (\d+)", match.texts[0])[0])
                      for label in ("Dealer", "Num Total Tricks"))
    order = [(dealer + step) % 3 for step in (1, 2, 3)]
    bids, cards = dict(match.by_players()[:3]), match.by_players()[3:]
    assert list(bids) == order
    assert sum(map(int, bids.values())) != tricks
    won, leader = Counter(), order[0]
    for start in range(0, 3 * tricks, 3):
        trick = cards[start:start + 3]
        assert trick[0][0] == leader
        # "The highest trump wins the trick, or, if none was played, the highest card of the suit led."
        leader = max(trick, key=lambda played, led=trick[0][1][0]: (
            played[1][0] == trump, played[1][0] == led, "23456789TJQKA".index(played[1][1])))[0]
        won[leader] += 1
    assert len(cards) == 3 * tricks
    return [won[player] + 10 * (won[player] == int(bids[player])) for player in range(3)]


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
    """Returns what the higher total of twelve categories gives; dice keep their places when rolled again."""
    scores, again, dice = ({}, {}), range(5), [0] * 5
    for player, move in match.moves:
        numbers = [int(number) for number in re.findall(r"\d", move)]
        if player == CHANCE:
            for die, number in zip(again, numbers, strict=True):
                dice[die] = number
        elif move.startswith("Reroll"):
            again = numbers
        elif move.startswith("Score in "):
            category, again = move.removeprefix("Score in "), range(5)
            assert category not in scores[player]
            scores[player][category] = category_points(category, dice)
    assert [len(score) for score in scores] == [12, 12]
    return by_higher(*(sum(score.values()) for score in scores))


def category_points(category: str, dice: Sequence[int]) -> int:
    """Returns the points of five dice in a category."""
    single = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"]
    if category in single:
        number = single.index(category) + 1
        return number * dice.count(number)
    most = [count for _, count in Counter(dice).most_common()]
    met = {"Chance": True, "Four of a Kind": most[0] >= 4, "Full House": most in ([3, 2], [5]), "Yacht": most[0] >= 5,
           "Small Straight": set(dice) == {1, 2, 3, 4, 5}, "Large Straight": set(dice) == {2, 3, 4, 5, 6}}[category]
    return met * {"Yacht": 50, "Small Straight": 30, "Large Straight": 30}.get(category, sum(dice))


def go_fish(match: Match) -> Returns:
    """Returns what more books give, once all thirteen are complete."""
    hands = [Counter({rank: int(number) for rank, number in re.findall(r"([a-m])(\d)", text.splitlines()[2])})
             for text in match.first_texts]
    books = [int(number) for number in re.findall(r"books (\d+)", match.first_texts[0])]
    pool, turn, asked = 52 - 4 * sum(books) - sum(hand.total() for hand in hands), 0, ""
    for player, move, is_last in last(match.after_deal()):
        rank, number = move[-1], 1
        if player == CHANCE:  # a card drawn after a rank asked for in vain, or by a player without cards
            assert asked or not hands[turn].total()
            pool, asked, ends = pool - 1, "", asked not in ("", rank)
        else:
            assert player == turn
            assert hands[player][rank] > 0
            number = hands[1 - player].pop(rank, 0)
            asked, ends = ("", False) if number else (rank, False) if pool else ("", True)
        hands[turn][rank] += number
        if hands[turn][rank] == 4:
            books[turn] += 1
            del hands[turn][rank]
        turn = 1 - turn if ends else turn
        # "If the pool is empty too, the player is skipped.", and "nobody else has cards, the turn goes to the next"
        if not asked and not (hands[1 - turn].total() if hands[turn].total() else pool):
            turn = 1 - turn
        assert (sum(books) == 13) == is_last
    return by_higher(*books)


def sheriff(match: Match) -> Returns:
    """Returns what the cargo and the last bribe and answer give."""
    (_, placed), *_, (_, offered), (_, answered) = match.moves
    assert len(match.moves) == 1 + 4 * 2
    items, bribe = (int(re.findall(r"=(\d+)", move)[0]) for move in (placed, offered))
    if "False" in answered:
        return [items - bribe, bribe]
    return [-2 * items, 2 * items] if items else [3, -3]


FUNCTIONS: dict[str, Callable[[Match], Returns]] = {
    function.__name__: function for function in (
        oware, clobber, lines_of_action, gomoku, ultimate_tic_tac_toe, nine_mens_morris, oshi_zumo,
        coin_game, python_block_dominoes, oh_hell, skat, yacht, go_fish, sheriff)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_written_by_the_sheets_give_the_returns(name):
    for seed in range(MATCHES):
        match, returns = played(load(name), seed)

        assert FUNCTIONS[name](match) == pytest.approx(returns), seed

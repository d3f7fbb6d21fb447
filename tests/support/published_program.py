"""A program that chats as gamma-Bench's published one does, and plays random rounds of its eight games.

It keeps one chat per player, which begins with the rules. After a round, a file in three parts becomes a user's turn,
the player's own answer as the assistant's turn, and another user's turn. A request is sent as one more turn, but not
kept. The results of rounds are computed here, from the answers alone; the texts are those of ``CHECKOUT``.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any, ClassVar

HEADER_ENDS = "<commentblockmarker>###</commentblockmarker>"
PART_ENDS = "<part>///</part>"
NEVER_RUN = 'raise SystemExit("this is only read")\n'
THINKING = """
if cot:
    output_format = f'{cot_msg} Muse: {{"explanation": "musings", "KEY": "x"}}'
else:
    output_format = f'Say: {{"KEY": "FORM"}}'
"""


def asking(key, form):
    return THINKING.replace("KEY", key).replace("FORM", form)


# By our game: the folder and module, the module's texts, and of every file the number of placeholders and where the
# player's own choice is among them.
CHECKOUT: dict[str, tuple[str, str, dict[str, tuple[int, ...]]]] = {
    "guess_two_thirds": ("guessing_game", 'won_msg = "Yes!" if won else "No!"' + asking(
        "chosen_number", "{self.min}_to_{self.max}"), {"description": (6,), "report": (7, 5), "request": (5,)}),
    "el_farol": ("bar_game", 'number_msg = "few" if ok else "many"\nfun_msg = "nice" if ok else "awful"' + asking(
        "decision", "go_or_stay"),
        {"description": (7,), "report_explicit": (9, 7), "report_implicit": (3, 1), "request": (3,)}),
    "divide_dollar": ("divide_dollar", "round_msg = f'fits' if won else f'is too much'" + asking(
        "bid_amount", "up_to_{self.golds}"), {"description": (4,), "report": (6, 1), "request": (3,)}),
    "public_goods": ("public_goods", asking("tokens_contributed", "up_to_{player.tokens[-1]}"),
                     {"description": (4,), "report": (7, 2), "request": (3,)}),
    "diners_dilemma": ("diner_dilemma", asking("chosen_dish", "one_or_other"),
                       {"description": (7,), "report": (7, 5), "request": (2,)}),
    "sealed_bid_auction": ("sealed_bid_auction", "result = 'first' if bidder == player.id else 'beaten'" + asking(
        "bid", "up_to_{player.valuation[-1]}"), {"description": (4,), "report": (7, 2), "request": (3,)}),
    "battle_royale": ("battle_royale", """
player_data = {f"{self.ordinal(player_index)} in line": player.id, "rate": f"{hit_rate} in 100"}

result = ""
result2 = ""
if miss:
    result = 'fired into the air.'
    result2 = 'Into the air you fired.'
else:
    result = f'aimed at {round_record["shot_player"]}'
    result2 = f'You aimed at {round_record["shot_player"]}'
    if out:
        result += f', who fell: {round_record["shot_player"]}.'
        result2 += f', who fell.'
    else:
        result += ", in vain."
        result2 += ", and in vain."
""" + asking("target", "whom"), {"description": (6,), "report": (4,), "report2": (5, 2), "request": (6,)}),
    "pirate_game": ("pirate_game", """
if enough:
    majority = 'Enough'
else:
    majority = "Too few"
if own and enough:
    result = f'You keep {gold_distribution[count]}.'
elif enough:
    result = f'Rank {self.player_id_manipulation(self.current_round)} pays {gold_distribution[count]}.'
elif own:
    result = f'You swim.'
else:
    result = f'Rank {self.player_id_manipulation(self.current_round)} swims.'
if cot:
    output_format = '{{"explanation": "musings", "proposal": "{g_input_0}"}}'.format(g_input_0=g_input_0)
else:
    output_format = f'Say: {{"proposal": {{"{g_input_0}-th": "x", ..., "{g_input_2}-th": "x"}}}}'
""" + asking("decision", "yes_or_no"), {"description": (4,), "report": (7, 4), "request1": (4,), "request2": (3,)}),
}
Message = dict[str, str]


@dataclass(frozen=True)
class Sent:
    """A chat that the program sends, the player who is asked, the reply, and all moves before in our games' actions."""

    moves: tuple[int | list[int], ...]
    player: int
    chat: list[Message]
    reply: str


@dataclass(frozen=True)
class Program:
    """The program on a checkout's wording ``v1``.

    ``role`` and ``phrase`` may be empty; if not, a space is put in front of them. Blanks at the ends of a turn, which
    the published program leaves in turns of a file in one part, are left out.
    """

    checkout: Path
    role: str = ""
    phrase: str = ""

    FOLDER: ClassVar[str]
    GAME: ClassVar[str]  # as our games are named, with parameters
    PLAYERS: ClassVar[int] = 5

    def turns(self, name: str, *inputs: object) -> list[Message]:
        """Returns a file's parts as turns, the second of which is the assistant's."""
        path = self.checkout / "prompt_template" / self.FOLDER / f"{name}_v1.txt"
        text = path.read_text(encoding="utf-8").split(HEADER_ENDS)[1].strip()
        for number, value in enumerate(inputs):
            text = text.replace(f"!<INPUT {number}>!", str(value))
        return [{"role": "assistant" if place == 1 else "user", "content": part.strip()}
                for place, part in enumerate(text.split(PART_ENDS))]

    def rules(self, *inputs: object) -> list[Message]:
        (turn,) = self.turns("description", *inputs, f" {self.role}" if self.role else "")
        return [{**turn, "role": "system"}]

    def form(self, key: str, form: str) -> str:
        if self.phrase:
            return f' {self.phrase} Muse: {{"explanation": "musings", "{key}": "x"}}'
        return f'Say: {{"{key}": "{form}"}}'

    def sent(self, rng: random.Random) -> Iterator[Sent]:
        """Plays randomly, and yields every chat that is sent."""
        raise NotImplementedError


class Rounds(Program):
    """A game in which all players answer at once, for three rounds."""

    KEY: ClassVar[str]
    ROUNDS: ClassVar[int] = 3

    def sent(self, rng: random.Random) -> Iterator[Sent]:
        chats = [self.opening() for _ in range(self.PLAYERS)]
        moves: list[int | list[int]] = []
        for number in range(1, self.ROUNDS + 1):
            drawn = self.drawn(rng)
            moves += drawn
            answers = [self.answer(rng) for _ in range(self.PLAYERS)]
            for player, answer in enumerate(answers):
                request = self.turns("request", number, *self.asked(player, drawn))
                yield Sent(tuple(moves), player, chats[player] + request, json.dumps({self.KEY: answer}))
            moves.append([self.action(answer) for answer in answers])
            for player, chat in enumerate(chats):
                chat += self.report(number, player, answers, drawn)

    def opening(self) -> list[Message]:
        raise NotImplementedError

    def drawn(self, rng: random.Random) -> list[int]:
        """Returns what chance decides before a round."""
        return []

    def answer(self, rng: random.Random) -> Any:
        raise NotImplementedError

    def action(self, answer: Any) -> int:
        return int(answer)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        raise NotImplementedError

    def report(self, number: int, player: int, answers: list[Any], drawn: list[int]) -> list[Message]:
        raise NotImplementedError


class Guess(Rounds):
    FOLDER, KEY = "guessing_game", "chosen_number"
    GAME = "guess_two_thirds(players=5,rounds=3)"

    def opening(self) -> list[Message]:
        return self.rules(5, 3, 0, 100, "2/3")

    def answer(self, rng: random.Random) -> int:
        return rng.randint(0, 100)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        return ["2/3", 0, 100, self.form(self.KEY, "0_to_100")]

    def report(self, number: int, player: int, answers: list[int], drawn: list[int]) -> list[Message]:
        target = mean(answers) * (2 / 3)
        winner = min(answers, key=lambda answer: abs(answer - target))
        won = "Yes!" if answers[player] == winner else "No!"
        return self.turns("report", number, mean(answers), "2/3", f"{target:.2f}", winner, answers[player], won)


class ExplicitBar(Rounds):
    FOLDER, KEY, FEEDBACK = "bar_game", "decision", "explicit"
    GAME = "el_farol(players=5,rounds=3,feedback=explicit)"

    def opening(self) -> list[Message]:
        return self.rules(5, 3, "60%", 10, 0, 5)

    def answer(self, rng: random.Random) -> str:
        return rng.choice(["go", "stay"])

    def action(self, answer: str) -> int:
        return ["stay", "go"].index(answer)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        return ["60%", self.form(self.KEY, "go_or_stay")]

    def report(self, number: int, player: int, answers: list[str], drawn: list[int]) -> list[Message]:
        went, own = answers.count("go"), answers[player]
        fun = went <= 3
        utility = 5 if own == "stay" else 10 if fun else 0
        if self.FEEDBACK == "implicit" and own == "stay":
            return self.turns("report_implicit", number, own, utility)
        told = ("few", "nice") if fun else ("many", "awful")
        return self.turns("report_explicit", number, went, 5 - went, 5, *told, "60%", own, utility)


class ImplicitBar(ExplicitBar):
    GAME, FEEDBACK = "el_farol(players=5,rounds=3,feedback=implicit)", "implicit"


class Dollar(Rounds):
    FOLDER, KEY = "divide_dollar", "bid_amount"
    GAME = "divide_dollar(players=5,rounds=3,gold=10)"

    def opening(self) -> list[Message]:
        return self.rules(5, 3, 10)

    def answer(self, rng: random.Random) -> int:
        return rng.randint(0, 4)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        return [10, self.form(self.KEY, "up_to_10")]

    def report(self, number: int, player: int, answers: list[int], drawn: list[int]) -> list[Message]:
        own, fits = answers[player], sum(answers) <= 10
        told = ("fits", 10, own) if fits else ("is too much", 10, 0)
        return self.turns("report", number, own, sum(answers), *told)


class Goods(Rounds):
    FOLDER, KEY, PLAYERS = "public_goods", "tokens_contributed", 7
    GAME = "public_goods(players=7,rounds=3,multiplier=1.5)"

    def opening(self) -> list[Message]:
        return self.rules(7, 3, 1.5)

    def answer(self, rng: random.Random) -> int:
        return rng.randint(0, 20)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        return [20, self.form(self.KEY, "up_to_20")]

    def report(self, number: int, player: int, answers: list[int], drawn: list[int]) -> list[Message]:
        own, share = answers[player], sum(answers) * 1.5 / 7
        tokens = [round(20 - answer + share, 2) for answer in answers]
        return self.turns("report", number, answers, own, sum(answers), round(share - own, 2), tokens[player], tokens)


class Diner(Rounds):
    FOLDER, KEY, PLAYERS = "diner_dilemma", "chosen_dish", 3
    GAME = "diners_dilemma(players=3,rounds=3)"

    def opening(self) -> list[Message]:
        return self.rules(3, 3, 20, 20, 10, 15)

    def answer(self, rng: random.Random) -> str:
        return rng.choice(["cheap", "costly"])

    def action(self, answer: str) -> int:
        return ["cheap", "costly"].index(answer)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        return [self.form(self.KEY, "one_or_other")]

    def report(self, number: int, player: int, answers: list[str], drawn: list[int]) -> list[Message]:
        cheap, own = answers.count("cheap"), answers[player]
        costly = 3 - cheap
        bill, utility = 10 * cheap + 20 * costly, 15 if own == "cheap" else 20
        return self.turns("report", number, costly, cheap, f"{costly} * 20 + {cheap} * 10 = {bill}", bill / 3, own,
                          f"{utility} - {bill}/3 = {utility - bill / 3:.2f}")


class FirstPrice(Rounds):
    FOLDER, KEY, MODE, PLACE = "sealed_bid_auction", "bid", "highest bid", -1
    GAME = "sealed_bid_auction(players=5,rounds=3,price=first)"

    def opening(self) -> list[Message]:
        return self.rules(5, 3, self.MODE)

    def drawn(self, rng: random.Random) -> list[int]:
        return rng.sample(range(21), self.PLAYERS)

    def answer(self, rng: random.Random) -> int:
        return rng.randint(0, 200)

    def asked(self, player: int, drawn: list[int]) -> list[object]:
        value = 10 * drawn[player]
        return [value, self.form(self.KEY, f"up_to_{value}")]

    def report(self, number: int, player: int, answers: list[int], drawn: list[int]) -> list[Message]:
        own, value, price = answers[player], 10 * drawn[player], sorted(answers)[self.PLACE]
        won = own == max(answers)
        return self.turns("report", number, value, own, max(answers), price, "first" if won else "beaten",
                          value - price if won else 0)


class SecondPrice(FirstPrice):
    MODE, PLACE = "second highest bid", -2
    GAME = "sealed_bid_auction(players=5,rounds=3,price=second)"


class Battle(Program):
    """Each shot is a round of its own; of the shooter's two reports, its own comes first."""

    FOLDER = "battle_royale"
    GAME = "battle_royale(players=5,lowest_rate=35,rate_step=5,max_shots=20)"

    def sent(self, rng: random.Random) -> Iterator[Sent]:
        alive, shooter = list(range(5)), 0
        chats = [self.rules(5, self.listed(alive), *self.own(seat), seat + 1) for seat in alive]
        moves: list[int | list[int]] = []
        for number in range(1, 13):
            target = rng.choice([seat for seat in alive if seat != shooter] + [None])
            request = self.turns("request", number, self.listed(alive), *self.own(shooter),
                                 alive.index(shooter) + 1, self.form("target", "whom"))
            name = None if target is None else f"player_{target}"
            yield Sent(tuple(moves), shooter, chats[shooter] + request, json.dumps({"target": name}))
            hit = target is not None and rng.random() < 0.3
            moves += [5] if target is None else [target, int(hit)]
            alive = [seat for seat in alive if not hit or seat != target]
            for seat in alive:
                chats[seat] += self.reports(number, shooter, seat == shooter, target, hit, len(alive))
            if len(alive) == 1:
                return
            shooter = next((seat for seat in alive if seat > shooter), alive[0])

    def own(self, seat: int) -> tuple[str, int]:
        return f"player_{seat}", 35 + 5 * seat

    def listed(self, alive: list[int]) -> str:
        places = ["1st", "2nd", "3rd", "4th", "5th"]
        return json.dumps([{f"{place} in line": f"player_{seat}", "rate": f"{35 + 5 * seat} in 100"}
                           for place, seat in zip(places, alive, strict=False)], indent=0)

    def reports(self, number: int, shooter: int, own: bool, target: int | None, hit: bool, left: int) -> list[Message]:
        if target is None:
            action, shot, told, told_own = "miss", "null", "fired into the air.", "Into the air you fired."
        else:
            action, shot = "shoot", str(target)
            told = f"aimed at {target}" + (f", who fell: {target}." if hit else ", in vain.")
            told_own = f"You aimed at {target}" + (", who fell." if hit else ", and in vain.")
        first = self.turns("report2", number, action, shot, told_own, left) if own else []
        return first + self.turns("report", number, f"player_{shooter}", told, left)


class Pirates(Program):
    """The proposer is asked for a plan, and then everyone below for a vote; all plans but the last fail."""

    FOLDER = "pirate_game"
    GAME = "pirate_game(players=5,gold=9)"

    def sent(self, rng: random.Random) -> Iterator[Sent]:
        chats = [self.rules(5, 9, rank) for rank in range(1, 6)]
        moves: list[int | list[int]] = []
        for rank in range(1, 5):
            cuts = sorted(rng.randint(0, 9) for _ in range(5 - rank))
            gold = [high - low for low, high in zip([0, *cuts], [*cuts, 9], strict=True)]
            plan = {f"{rank + place}-th": share for place, share in enumerate(gold)}
            yield self._plan(moves, rank, plan, chats[rank - 1])
            moves += gold
            supporter = rng.randint(rank + 1, 5) if rank == 1 else None
            votes = ["accept" if voter in (rank, supporter) else "reject" for voter in range(1, 6)]
            for voter in range(rank + 1, 6):
                request = self.turns("request1", rank, plan, gold[voter - rank], self.form("decision", "yes_or_no"))
                yield Sent(tuple(moves), voter - 1, chats[voter - 1] + request,
                           json.dumps({"decision": votes[voter - 1]}))
            # Players who do not vote have no other action than 0.
            moves.append([int(voter > rank and vote == "accept") for voter, vote in enumerate(votes, start=1)])
            accepted, name = 2 if supporter else 1, f"{rank}-{['st', 'nd', 'rd', 'th'][rank - 1]}"
            for voter in range(rank + 1, 6):
                chats[voter - 1] += self.turns("report", name, plan, accepted, 6 - rank, votes[voter - 1], "Too few",
                                               f"Rank {name} swims.")

    def _plan(self, moves: list[int | list[int]], rank: int, plan: dict[str, int], chat: list[Message]) -> Sent:
        # The published code forgets the phrase in the form of plans.
        form = f'{{"explanation": "musings", "proposal": "{rank}"}}' if self.phrase else (
            f'Say: {{"proposal": {{"{rank}-th": "x", ..., "5-th": "x"}}}}')
        request = self.turns("request2", rank, 9, form)
        return Sent(tuple(moves), rank - 1, chat + request, json.dumps({"proposal": plan}))


PROGRAMS: tuple[type[Program], ...] = (
    Guess, ExplicitBar, ImplicitBar, Dollar, Goods, Diner, FirstPrice, SecondPrice, Battle, Pirates)

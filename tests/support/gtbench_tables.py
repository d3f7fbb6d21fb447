"""Facts of GTBench's games with cards, dice, bids and payoffs, computed from the chance events and moves so far."""

import re
from collections.abc import Mapping
from typing import Any

import pyspiel

from tests.support.gtbench_facts import Fact, in_order, listed, some, steps, win_and_loss

NUMBERED_SEATS = r"numbered from (\d)\. You are (?:player|bidder) (\d+)"
GOODS = [("pepper", "peppers"), ("strawberry", "strawberries"), ("cherry", "cherries")]
YEARS = [(r"you go free, and your partner gets (\d) years in prison", ["3"]),
         (r"you get (\d) years in prison, and your partner goes free", ["3"]),
         (r"both of you Testify, each of you gets (\d) years", ["2"]),
         (r"both of you remain Silent, each of you gets (\d) year", ["1"])]


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
                   some((str(players - 1), "0", str(player)), players > 2))],
    }


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
                  (r"each of whom has (\d+) (?:die|dice)", [str(each)]),
                  (r"only (\d+) dice in all", [str(2 * each)]),
                  (r"bid (a larger|any) number", ["a larger" if larger_first else "any"]),
                  (r"The value (\d+) is wild: a die that shows (\d+) counts", [(sides, sides)]),
                  (r"Your opponent's last bid was (.*)\.", some(words[-1], bool(last))),
                  (r"(You are the first to bid)", some("You are the first to bid", not last))],
    }


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
                  (r"with (\d+) opponents", some(str(players - 1), players > 2))],
    }


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
                  (r"Your opponent's latest utterance was that they want to take (.*)\.", heard)],
    }


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
                   some((str(players - 1), "0", str(player)), players > 2))],
    }


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
            (str(number), words[own], words[other]) for number, (own, other) in enumerate(rounds, 1)])],
    }

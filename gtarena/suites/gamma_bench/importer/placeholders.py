"""What the numbered placeholders of gamma-Bench's template files stand for, in the terms of our observations.

A placeholder's number is its place in the list that the published code fills a file's placeholders from; the meanings
that some files give in their header count differently. Roles are told in front of the rules by a run's own settings,
so that their slot stays empty.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gtarena.suites.gamma_bench.importer.source_texts import Phrases, either, escaped, shown

Texts = Callable[[str, int], list[str]]


@dataclass(frozen=True)
class File:
    """A template file by the beginning of its name, its placeholders' templates, and when it is the one to be used."""

    name: str
    inputs: list[str]
    condition: str = ""


@dataclass(frozen=True)
class Wording:
    """The files of a game: the rules, what is told of a past round, what everyone is told after it, and requests.

    Of several reports or requests, the first whose condition holds is used.
    """

    rules: File
    reports: list[File]
    requests: list[File]
    afterwards: list[File] = field(default_factory=list)


@dataclass(frozen=True)
class Published:
    """Where a game is published: its folder of templates, its module, what that shows in texts, and its files."""

    folder: str
    module: str
    values: Mapping[str, str]
    wording: Callable[[Texts], Wording]

    def read(self, source: str) -> Wording:
        """The game's files, given the source of its module.

        Raises:
            ValueError: the module does not have the texts that belong into them.
        """
        return self.wording(Phrases(self.module, source, self.values).of)


NO_ROLE = ""
PLAYERS = shown("game.players")
# Published games always tell the number of rounds. Where ours hides it, the sentence has to do without a number.
ROUNDS = shown('game.rounds if game.horizon == "known" else "several"')
PAST = shown("number")
NOW = shown("obs.round")
YOU = shown("past.you")
RANK = shown("player + 1")


def _float(expression: str) -> str:
    """What Python shows of a number with a fraction of at most two digits."""
    return shown(f"{expression} | float | round(2)")


def _percent(expression: str) -> str:
    return shown(f'"%g%%" % (100 * {expression})')


def _guess(texts: Texts) -> Wording:
    (form,), (won, lost) = texts("output_format", 1), texts("won_msg", 2)
    low, high = shown("game.low"), shown("game.high")
    percent, fraction = shown('"%.1f%%" % (100 * game.ratio)'), shown("fraction(game.ratio)")
    ratio = either("game.ratio == game.ratio | int", percent, fraction)
    return Wording(
        rules=File("description", [PLAYERS, ROUNDS, low, high, ratio, NO_ROLE]),
        reports=[File("report", [
            PAST, shown('"%.10g" % past.mean'), ratio, shown('"%.2f" % past.target'), shown("past.winning_number"), YOU,
            either("past.won", won, lost)])],
        requests=[File("request", [NOW, ratio, low, high, form])],
    )


def _bar(texts: Texts) -> Wording:
    (form,), (at_most, more), (fun, no_fun) = texts("output_format", 1), texts("number_msg", 2), texts("fun_msg", 2)
    capacity, payoff = _percent("game.capacity"), shown("past.your_payoff")
    return Wording(
        rules=File("description", [
            PLAYERS, ROUNDS, capacity, shown("game.fun"), shown("game.crowded"), shown("game.home"), NO_ROLE]),
        reports=[
            File("report_explicit", [
                PAST, shown("past.went"), shown("past.stayed"), PLAYERS, either("past.crowded", more, at_most),
                either("past.crowded", no_fun, fun), capacity, YOU, payoff], "past.went is defined"),
            File("report_implicit", [PAST, YOU, payoff])],
        requests=[File("request", [NOW, capacity, form])],
    )


def _dollar(texts: Texts) -> Wording:
    (form,), (within, exceeded) = texts("output_format", 1), texts("round_msg", 2)
    gold = shown("game.gold")
    return Wording(
        rules=File("description", [PLAYERS, ROUNDS, gold, NO_ROLE]),
        reports=[File("report", [
            PAST, YOU, shown("past.sum"), either("past.exceeded", exceeded, within), gold, shown("past.your_payoff")])],
        requests=[File("request", [NOW, gold, form])],
    )


def _goods(texts: Texts) -> Wording:
    (form,) = texts("output_format", 1)
    return Wording(
        rules=File("description", [PLAYERS, ROUNDS, shown('"%g" % game.multiplier'), NO_ROLE]),
        reports=[File("report", [
            PAST, shown("past.contributions"), YOU, shown("past.pot"), _float("past.gain"), _float("past.your_payoff"),
            shown('past.tokens | map("float") | map("round", 2) | list')])],
        requests=[File("request", [NOW, shown("game.tokens"), form])],
    )


def _diner(texts: Texts) -> Wording:
    (form,) = texts("output_format", 1)
    costly, cheap, bill = shown("past.costly"), shown("past.cheap"), shown("past.bill")
    prices = [shown("game.costly_price"), shown("game.cheap_price")]
    utility, share = shown('"%.2f" % past.your_payoff'), shown("past.share | float")
    enjoyed = either('past.you == "cheap"', shown("game.cheap_utility"), shown("game.costly_utility"))
    return Wording(
        rules=File("description", [
            PLAYERS, ROUNDS, prices[0], shown("game.costly_utility"), prices[1], shown("game.cheap_utility"), NO_ROLE]),
        reports=[File("report", [
            PAST, costly, cheap, f"{costly} * {prices[0]} + {cheap} * {prices[1]} = {bill}", share,
            YOU, f"{enjoyed} - {bill}/{PLAYERS} = {utility}"])],
        requests=[File("request", [NOW, form])],
    )


def _auction(texts: Texts) -> Wording:
    (form,), (won, lost) = texts("output_format", 1), texts("result", 2)
    return Wording(
        rules=File("description", [
            PLAYERS, ROUNDS, shown('"highest bid" if game.price == "first" else "second highest bid"'), NO_ROLE]),
        reports=[File("report", [
            PAST, shown("past.your_value"), YOU, shown("past.winning_bid"), shown("past.price"),
            either("past.won", won, lost), shown("past.your_payoff")])],
        requests=[File("request", [NOW, shown("obs.your_value"), form])],
    )


SEAT, SEATS = shown("seat"), "range(game.players)"
LIVING = 'obs.alive | map(attribute="name") | map("replace", "player_", "") | map("int") | list'
TARGET = shown('"null" if past.target is none else past.target | replace("player_", "")')


def _rate(seat: str) -> str:
    return shown(f"game.lowest_rate + {seat} * game.rate_step")


def _listed(seats: str, entry: str) -> str:
    """A list of JSON objects as Python writes it with an indentation of 0."""
    separator = shown('"," if not loop.last')
    return f"[{{%+ for seat in {seats} +%}}\n{entry}{separator}{{%+ endfor +%}}\n]"


def _royale(texts: Texts) -> Wording:
    (form,), (entry,) = texts("output_format", 1), texts("player_data", 1)
    told, told_shooter = (
        either("past.target is none", missed, shot + either("past.hit", hit, failed))
        for missed, shot, hit, failed in (texts("result", 4), texts("result2", 4)))
    own = [f"player_{shown('player')}", _rate("player")]
    place, left = shown(f"({LIVING}).index(player) + 1"), shown("past.left")
    action = shown('"miss" if past.target is none else "shoot"')
    return Wording(
        rules=File("description", [PLAYERS, _listed(SEATS, entry), *own, RANK, NO_ROLE]),
        reports=[File("report2", [PAST, action, TARGET, told_shooter, left], "past.you is defined")],
        afterwards=[File("report", [PAST, shown("past.shooter"), told, left])],
        requests=[File("request", [NOW, _listed(LIVING, entry), *own, place, form])],
    )


def _ending(rank: str) -> str:
    return f'{{1: "st", 2: "nd", 3: "rd"}}.get({rank}, "th")'


def _plan(plan: str, first: str) -> str:
    """A plan as Python shows a dict with the published keys."""
    rank, separator = shown(f"{first} + loop.index0"), shown('", " if not loop.last')
    return f"{escaped('{')}{{%+ for gold in {plan} +%}}'{rank}-th': {shown('gold')}{separator}{{%+ endfor +%}}}}"


PROPOSER = f"{shown('past.proposer_rank')}-{shown(_ending('past.proposer_rank'))}"


def _pirates(texts: Texts) -> Wording:
    (propose, vote), (enough, too_few) = texts("output_format", 2), texts("majority", 2)
    yours_accepted, other_accepted, yours_rejected, other_rejected = texts("result", 4)
    yours = "past.you is not string"
    result = either("past.accepted", either(yours, yours_accepted, other_accepted),
                    either(yours, yours_rejected, other_rejected))
    gold = shown("game.gold")
    return Wording(
        rules=File("description", [PLAYERS, gold, RANK, NO_ROLE]),
        reports=[File("report", [
            PROPOSER, _plan("past.plan", "past.proposer_rank"), shown("past.accepting"),
            shown("past.alive"), shown('past.you if past.you is string else "accept"'),
            either("past.accepted", enough, too_few), result])],
        requests=[
            File("request2", [RANK, gold, propose], "obs.your_rank == obs.proposer_rank"),
            File("request1", [
                shown("obs.proposer_rank"), _plan("obs.plan", "obs.proposer_rank"), shown("obs.your_share"), vote])],
    )


GAMES: Mapping[str, Published] = {
    "guess_two_thirds": Published("guessing_game", "guessing_game.py", {
        "self.min": shown("game.low"), "self.max": shown("game.high")}, _guess),
    "el_farol": Published("bar_game", "bar_game.py", {}, _bar),
    "divide_dollar": Published("divide_dollar", "divide_dollar.py", {"self.golds": shown("game.gold")}, _dollar),
    "public_goods": Published("public_goods", "public_goods.py", {"player.tokens[-1]": shown("game.tokens")}, _goods),
    "diners_dilemma": Published("diner_dilemma", "diner_dilemma.py", {}, _diner),
    "sealed_bid_auction": Published("sealed_bid_auction", "sealed_bid_auction.py", {
        "player.valuation[-1]": shown("obs.your_value")}, _auction),
    "battle_royale": Published("battle_royale", "battle_royale.py", {
        "round_record['shot_player']": TARGET, "player.id": f"player_{SEAT}", "hit_rate": _rate("seat"),
        "self.ordinal(player_index)": shown("loop.index") + shown(
            f'"th" if 10 <= loop.index % 100 <= 20 else {_ending("loop.index % 10")}')}, _royale),
    "pirate_game": Published("pirate_game", "pirate_game.py", {
        "g_input_0": RANK, "g_input_2": PLAYERS, "gold_distribution[count]": shown("past.your_share"),
        "self.player_id_manipulation(self.current_round)": PROPOSER}, _pirates),
}

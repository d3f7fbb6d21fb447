"""Meaning of the numbered placeholders in gamma-Bench's template files, in terms of our observations.

A placeholder's number is its place in the list that the published code fills a file's placeholders from; the meanings
that some files give in their header are numbered differently. The placeholder of the role takes the run's persona, and
the phrase that asks a model to think takes the run's instruction; the published code puts a space in front of both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gtarena.suites.importing.source_texts import PHRASE, SourceTexts, either, escaped, printed

TextsOf = Callable[[str, int], list[str]]  # of a variable, and how many it must have


@dataclass(frozen=True)
class File:
    """Template file: the start of its name, its placeholders' templates, and the condition under which it is used."""

    name: str
    inputs: list[str]
    condition: str = ""


@dataclass(frozen=True)
class ImportedWording:
    """Template files of a game: its rules, reports of past rounds, and requests.

    Of several reports or requests, the first whose condition holds is used. Everyone gets ``afterwards`` after it.
    """

    rules: File
    reports: list[File]
    requests: list[File]
    afterwards: File | None = None


@dataclass(frozen=True)
class PublishedFiles:
    """Published files of a game: a folder of templates and a module with further texts.

    ``values`` has a template for every expression in the module's texts; ``wording`` puts the files together.
    """

    folder: str
    module: str
    values: Mapping[str, str]
    wording: Callable[[TextsOf], ImportedWording]

    def read(self, source: str) -> ImportedWording:
        """Returns the game's template files, given the source of its module.

        Raises:
            ValueError: the module lacks a text that is part of them.
        """
        values = {PHRASE: printed('" " ~ phrase'), **self.values}
        return self.wording(SourceTexts(self.module, source, values).of)


ROLE = printed('" " ~ persona if persona')
PLAYER_COUNT = printed("game.players")
# The published wordings always tell the number of rounds; if ours hides it, the sentence needs another word.
ROUNDS = printed('game.rounds if game.horizon == "known" else "several"')
PAST = printed("number")
NOW = printed("obs.round")
YOU = printed("past.you")
RANK = printed("player + 1")


def _float(expression: str) -> str:
    """Renders a number as Python prints it when rounded to two digits."""
    return printed(f"{expression} | float | round(2)")


def _percent(expression: str) -> str:
    return printed(f'"%g%%" % (100 * {expression})')


def _guess(texts: TextsOf) -> ImportedWording:
    (form,), (won, lost) = texts("output_format", 1), texts("won_msg", 2)
    low, high = printed("game.low"), printed("game.high")
    percent, fraction = printed('"%.1f%%" % (100 * game.ratio)'), printed("fraction(game.ratio)")
    ratio = either("game.ratio == game.ratio | int", percent, fraction)
    return ImportedWording(
        rules=File("description", [PLAYER_COUNT, ROUNDS, low, high, ratio, ROLE]),
        reports=[File("report", [
            PAST, printed('"%.10g" % past.mean'), ratio, printed('"%.2f" % past.target'),
            printed("past.winning_number"), YOU, either("past.won", won, lost)])],
        requests=[File("request", [NOW, ratio, low, high, form])],
    )


def _bar(texts: TextsOf) -> ImportedWording:
    (form,), (at_most, more), (fun, no_fun) = texts("output_format", 1), texts("number_msg", 2), texts("fun_msg", 2)
    capacity, payoff = _percent("game.capacity"), printed("past.your_payoff")
    return ImportedWording(
        rules=File("description", [
            PLAYER_COUNT, ROUNDS, capacity, printed("game.fun"), printed("game.crowded"), printed("game.home"),
            ROLE]),
        reports=[
            File("report_explicit", [
                PAST, printed("past.went"), printed("past.stayed"), PLAYER_COUNT, either("past.crowded", more, at_most),
                either("past.crowded", no_fun, fun), capacity, YOU, payoff], "past.went is defined"),
            File("report_implicit", [PAST, YOU, payoff])],
        requests=[File("request", [NOW, capacity, form])],
    )


def _dollar(texts: TextsOf) -> ImportedWording:
    (form,), (within, exceeded) = texts("output_format", 1), texts("round_msg", 2)
    gold = printed("game.gold")
    return ImportedWording(
        rules=File("description", [PLAYER_COUNT, ROUNDS, gold, ROLE]),
        reports=[File("report", [
            PAST, YOU, printed("past.sum"), either("past.exceeded", exceeded, within), gold,
            printed("past.your_payoff")])],
        requests=[File("request", [NOW, gold, form])],
    )


def _goods(texts: TextsOf) -> ImportedWording:
    (form,) = texts("output_format", 1)
    return ImportedWording(
        rules=File("description", [PLAYER_COUNT, ROUNDS, printed('"%g" % game.multiplier'), ROLE]),
        reports=[File("report", [
            PAST, printed("past.contributions"), YOU, printed("past.pot"), _float("past.gain"),
            _float("past.your_payoff"), printed('past.tokens | map("float") | map("round", 2) | list')])],
        requests=[File("request", [NOW, printed("game.tokens"), form])],
    )


def _diner(texts: TextsOf) -> ImportedWording:
    (form,) = texts("output_format", 1)
    costly, cheap, bill = printed("past.costly"), printed("past.cheap"), printed("past.bill")
    prices = [printed("game.costly_price"), printed("game.cheap_price")]
    utility, share = printed('"%.2f" % past.your_payoff'), printed("past.share | float")
    enjoyed = either('past.you == "cheap"', printed("game.cheap_utility"), printed("game.costly_utility"))
    return ImportedWording(
        rules=File("description", [
            PLAYER_COUNT, ROUNDS, prices[0], printed("game.costly_utility"), prices[1], printed("game.cheap_utility"),
            ROLE]),
        reports=[File("report", [
            PAST, costly, cheap, f"{costly} * {prices[0]} + {cheap} * {prices[1]} = {bill}", share,
            YOU, f"{enjoyed} - {bill}/{PLAYER_COUNT} = {utility}"])],
        requests=[File("request", [NOW, form])],
    )


def _auction(texts: TextsOf) -> ImportedWording:
    (form,), (won, lost) = texts("output_format", 1), texts("result", 2)
    return ImportedWording(
        rules=File("description", [
            PLAYER_COUNT, ROUNDS, printed('"highest bid" if game.price == "first" else "second highest bid"'),
            ROLE]),
        reports=[File("report", [
            PAST, printed("past.your_value"), YOU, printed("past.winning_bid"), printed("past.price"),
            either("past.won", won, lost), printed("past.your_payoff")])],
        requests=[File("request", [NOW, printed("obs.your_value"), form])],
    )


SEAT, SEATS = printed("seat"), "range(game.players)"
LIVING = 'obs.alive | map(attribute="name") | map("replace", "player_", "") | map("int") | list'
TARGET = printed('"null" if past.target is none else past.target | replace("player_", "")')


def _rate(seat: str) -> str:
    return printed(f"game.lowest_rate + {seat} * game.rate_step")


def _listed(seats: str, entry: str) -> str:
    """Renders a list of JSON objects as Python's ``json.dumps`` does with ``indent=0``."""
    separator = printed('"," if not loop.last')
    return f"[{{%+ for seat in {seats} +%}}\n{entry}{separator}{{%+ endfor +%}}\n]"


def _royale(texts: TextsOf) -> ImportedWording:
    (form,), (entry,) = texts("output_format", 1), texts("player_data", 1)
    told, told_shooter = (
        either("past.target is none", missed, shot + either("past.hit", hit, failed))
        for missed, shot, hit, failed in (texts("result", 4), texts("result2", 4)))
    own = [f"player_{printed('player')}", _rate("player")]
    place, left = printed(f"({LIVING}).index(player) + 1"), printed("past.left")
    action = printed('"miss" if past.target is none else "shoot"')
    return ImportedWording(
        rules=File("description", [PLAYER_COUNT, _listed(SEATS, entry), *own, RANK, ROLE]),
        reports=[File("report2", [PAST, action, TARGET, told_shooter, left], "past.you is defined")],
        afterwards=File("report", [PAST, printed("past.shooter"), told, left]),
        requests=[File("request", [NOW, _listed(LIVING, entry), *own, place, form])],
    )


def _ending(rank: str) -> str:
    return f'{{1: "st", 2: "nd", 3: "rd"}}.get({rank}, "th")'


def _plan(plan: str, first: str) -> str:
    """Renders a plan as Python prints a dict with the published keys."""
    rank, separator = printed(f"{first} + loop.index0"), printed('", " if not loop.last')
    return f"{escaped('{')}{{%+ for gold in {plan} +%}}'{rank}-th': {printed('gold')}{separator}{{%+ endfor +%}}}}"


PROPOSER = f"{printed('past.proposer_rank')}-{printed(_ending('past.proposer_rank'))}"


def _pirates(texts: TextsOf) -> ImportedWording:
    (propose, vote), (enough, too_few) = texts("output_format", 2), texts("majority", 2)
    yours_accepted, other_accepted, yours_rejected, other_rejected = texts("result", 4)
    yours = "past.you is not string"
    result = either("past.accepted", either(yours, yours_accepted, other_accepted),
                    either(yours, yours_rejected, other_rejected))
    gold = printed("game.gold")
    return ImportedWording(
        rules=File("description", [PLAYER_COUNT, gold, RANK, ROLE]),
        reports=[File("report", [
            PROPOSER, _plan("past.plan", "past.proposer_rank"), printed("past.accepting"),
            printed("past.alive"), printed('past.you if past.you is string else "accept"'),
            either("past.accepted", enough, too_few), result])],
        requests=[
            File("request2", [RANK, gold, propose], "obs.your_rank == obs.proposer_rank"),
            File("request1", [
                printed("obs.proposer_rank"), _plan("obs.plan", "obs.proposer_rank"), printed("obs.your_share"),
                vote])],
    )


PUBLISHED_GAMES: Mapping[str, PublishedFiles] = {
    "guess_two_thirds": PublishedFiles("guessing_game", "guessing_game.py", {
        "self.min": printed("game.low"), "self.max": printed("game.high")}, _guess),
    "el_farol": PublishedFiles("bar_game", "bar_game.py", {}, _bar),
    "divide_dollar": PublishedFiles("divide_dollar", "divide_dollar.py", {"self.golds": printed("game.gold")}, _dollar),
    "public_goods": PublishedFiles("public_goods", "public_goods.py", {
        "player.tokens[-1]": printed("game.tokens")}, _goods),
    "diners_dilemma": PublishedFiles("diner_dilemma", "diner_dilemma.py", {}, _diner),
    "sealed_bid_auction": PublishedFiles("sealed_bid_auction", "sealed_bid_auction.py", {
        "player.valuation[-1]": printed("obs.your_value")}, _auction),
    "battle_royale": PublishedFiles("battle_royale", "battle_royale.py", {
        "round_record['shot_player']": TARGET, "player.id": f"player_{SEAT}", "hit_rate": _rate("seat"),
        "self.ordinal(player_index)": printed("loop.index") + printed(
            f'"th" if 10 <= loop.index % 100 <= 20 else {_ending("loop.index % 10")}')}, _royale),
    "pirate_game": PublishedFiles("pirate_game", "pirate_game.py", {
        "g_input_0": RANK, "g_input_2": PLAYER_COUNT, "gold_distribution[count]": printed("past.your_share"),
        "self.player_id_manipulation(self.current_round)": PROPOSER}, _pirates),
}

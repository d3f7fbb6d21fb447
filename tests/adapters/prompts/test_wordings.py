"""All wordings of a gamma-Bench game tell the same facts, so that a comparison of them measures wording alone."""

import re

import pytest

from adapters.rendering import templates
from adapters.rendering.templates import PROMPTS
from tests.support.named_games import SETTINGS, some_decisions
from tests.support.wordings import NUMBER, differences, missing_or_added, parts, sentences

# Wordings of instructions and schemes, not of games.
INSTRUCTIONS = ("analyses", "nudge", "persona", "pgm", "rap", "reasoning", "think", "tree")
THINKING = re.compile(
    r"\bthink (?:it|about|over|first|hard|of)\b|\b(?:think|reason)(?:ing)? (?:aloud|out|through)|step by step|"
    r"if you like", re.IGNORECASE)
PARAPHRASES = ("v2", "v3", "v4", "v5")
STYLES = ("bullets", "formal", "story")
COMMON = {
    "you": "you|your|yours", "rounds": "rounds?", "up to": "up to", "goal": "goal|aim|try|task|want|objective",
    "not told": "not told", "early end": "ends with a probability of", "but the last": "but the last",
    "legal moves": "legal moves", "own place in the form": "angle brackets"}
# What counts in each game, with the words for it in any wording; formulas have letters, and stories a dress of their
# own.
TERMS = {
    "guess_two_thirds": {
        "player": "players?|guests?", "number": "numbers?|x_i", "whole": "whole", "average": "averaged?|m",
        "target": "target|mark|t", "winning number": "winning number|lucky number|w",
        "near": "nearest|near|closest|close|minimises?", "tie": "two different", "won": "wins?|won|winners",
        "lost": "lost", "own number counts": "your own|yours|including you"},
    "el_farol": {
        "player": "players?|townsfolk", "independently": "independently|independent", "bar": "bar",
        "go": "go|goes|went|going", "home": "home", "fun": "fun", "crowded": "crowded", "points": "points?",
        "at most": "at most|no more|or fewer|<=", "more than": "(?<!no )more than|>",
        "yourself included": "yourself|including you|with you among them",
        "otherwise": "otherwise|when you do not|and if not|in any other case"},
    "divide_dollar": {
        "player": "players?|heirs?", "independently": "independently|independent", "coin": "coins?", "whole": "whole",
        "bid": "bids?|bidding|notes?|claims?|b_i", "sum": "sum|s", "within": "not exceed|not above|without",
        "exceeds": "(?<!not )(?:exceeds?|above)", "nothing": "nothing",
        "received": "receives?|received|paid|given|gets?|got", "gain": "gain"},
    "public_goods": {
        "player": "players?|player's|households?", "token": "tokens?", "new": "new",
        "contribute": "contribut(?:es?|ed|ion)", "secretly": "secretly|secret", "public pot": "public pot|public well",
        "pot": "pot|pot's|well", "multiplied": "multiplied", "equally": "equally|equal",
        "no matter what": "no matter|whatever|regardless|independent of|however", "kept": "keeps?|kept|stay|remain",
        "result": "(?:the|this) result|r \\* s", "gain": "gain|gained", "minus": "minus",
        "end of the game": "end of the game|game ends|game has ended|finish the game", "all rounds": "all rounds"},
    "diners_dilemma": {
        "player": "players?|members?", "costly": "costly", "cheap": "cheap", "dish": "dish|dishes|d_i|everything",
        "price": "prices?|bill|p|b", "utility": "utility|u", "taste": "tastes?|tastier|remark",
        "alone": "din(?:ed|ing) alone|dines alone|without the club", "worth": "worth|justif(?:y|ies)|make up for",
        "equal parts": "equal|equally|same share|b / n", "pay": "pay|pays|paying|owe|your part|split|share|divided",
        "satisfaction": "satisfied|satisfaction"},
    "sealed_bid_auction": {
        "player": "players?|collectors?|bidder|whoever", "item": "item|curiosity",
        "private": "private|in private|to that player alone", "valuation": "valuations?|v_i",
        "bid": "bids?|b_i|offered",
        "unknown": "without knowing|knowing neither|not known|unaware|in ignorance|nobody knows",
        "highest": "(?<!second )highest|bids the most", "second highest": "second highest",
        "price": "price|pays as much as", "utility": "utility|u_i", "minus": "minus|less|v_w - p",
        "won": "wins?|won|winning|winner", "lost": "lose|loser|loses|lost|losing", "total": "total|sum|together"},
    "battle_royale": {
        "player": "players?|duellists?", "survival": "survival|survive|alive", "win": "wins?|winner|winning",
        "one winner": "only one player can win|only one winner|just one of the players|at most one|player at most|"
                      "only one of you|the only one",
        "shoot": "shoot|shoots|shooting|shot|shots|fired?|fires|aimed|trigger|shooter", "order": "order",
        "hit rate": "hit rates?|hit at a rate|h", "lowest": "lowest|ascending", "bullets": "bullets?",
        "no end": "never|no end|without limit|unlimited",
        "on purpose": "on purpose|deliberate|deliberately|intentionally|as intended",
        "hit": "and hit(?! rate)|result: hit", "missed": "but missed|result: miss",
        "left": "left|still in the game|remains?|leaves|still alive|size", "eliminate": "eliminate|elimination",
        "word": "word miss"},
    "pirate_game": {
        "pirate": "pirates?", "gold coin": "gold coins?", "seniority": "seniority|senior",
        "plan": "plan|proposal|proposed",
        "accept": "accept|accepts|accepted|accepting|acceptance|in favour of accepting",
        "at least half": "at least half|half of the pirates or more",
        "fewer than half": "fewer than half|less than half", "overboard": "overboard", "proposer": "proposer|r",
        "vote": "votes?|voted", "end": "game ends|game is over|end of the game|ends the game|until a plan|end: a plan",
        "survive": "survive|survival|survivor", "not negative": "not negative|none of them negative|>= 0",
        "list": "list"}}
# Settings in which no two numbers of the rules are the same, so that none can stand for another.
TELLING = (
    "guess_two_thirds(players=7,rounds=9,low=3,high=42,ratio=1.25,termination_probability=0.125)",
    "el_farol(players=7,rounds=9,capacity=0.3,fun=8,crowded=-2,home=3,termination_probability=0.125)",
    "diners_dilemma(players=7,rounds=9,cheap_price=31,cheap_utility=52,costly_price=43,costly_utility=58,"
    "termination_probability=0.125)",
    "sealed_bid_auction(players=7,rounds=9,max_value=64,value_step=8,price=second,termination_probability=0.125)",
    "battle_royale(players=4,lowest_rate=21,rate_step=13,max_shots=17)",
    "pirate_game(players=12,gold=30)",  # with so many, random votes often reject a plan
    "divide_dollar(players=7,rounds=9,gold=42,termination_probability=0.125)",
    "public_goods(players=7,rounds=9,tokens=42,multiplier=1.5,termination_probability=0.125)",
)
POSITIONS = [game_string for game_string in (*SETTINGS, *TELLING) if game_string.split("(")[0] in TERMS]


def name(game_string):
    return game_string.split("(")[0]


@pytest.mark.parametrize("game_string", POSITIONS)
def test_paraphrases_state_the_same_sentence_by_sentence_and_styles_part_by_part(game_string):
    terms, found = {**COMMON, **TERMS[name(game_string)]}, set()
    for state, player in some_decisions(game_string, seeds=(0, 1), most=3):
        first = parts(state, player, "v1")
        for version in (*PARAPHRASES, *STYLES):
            comparison = differences if version in PARAPHRASES else missing_or_added
            for part, text in parts(state, player, version).items():
                found |= {f"{version}, {part}: {apart}" for apart in comparison(first[part], text, terms)}
    assert sorted(found) == []


@pytest.mark.parametrize("game", TERMS)
def test_no_wording_asks_for_explanations_or_forbids_them(game):
    for version in templates.list_versions(game):
        text = (PROMPTS / game / f"{version}.jinja").read_text(encoding="utf-8")
        assert not re.search(r"expla|however you like|free text|only the", text, re.I)


def test_only_the_agents_instruction_speaks_of_thinking():
    invited = {}
    for path in PROMPTS.glob("*/*.jinja"):
        shown = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        if path.parent.name not in INSTRUCTIONS and (found := THINKING.search(shown)):
            invited[f"{path.parent.name}/{path.name}"] = found[0]
    assert invited == {}


@pytest.mark.parametrize("game_string", POSITIONS)
def test_a_changed_number_and_a_lost_sentence_would_be_noticed_in_every_part(game_string):
    terms = {**COMMON, **TERMS[name(game_string)]}
    state, player = some_decisions(game_string, seeds=(0,), most=6)[-1]
    paraphrase = parts(state, player, "v2")
    for part, text in parts(state, player, "v1").items():
        for at in NUMBER.finditer(text):
            assert differences(text[:at.start()] + "987" + text[at.end():], paraphrase[part], terms)
        for sentence in sentences(text):
            assert differences(text.replace(sentence, ""), paraphrase[part], terms)


@pytest.mark.parametrize("game_string", TELLING)
def test_a_style_without_one_of_the_rules_numbers_would_be_noticed(game_string):
    terms = {**COMMON, **TERMS[name(game_string)]}
    state, player = some_decisions(game_string, seeds=(0,), most=0)[0]
    rules = parts(state, player, "v1")["rules"]
    for style in STYLES:
        text = parts(state, player, style)["rules"]
        for number in set(NUMBER.findall(text)):
            assert missing_or_added(rules, re.sub(rf"(?<![\d/.]){re.escape(number)}(?![\d/%])", "some", text), terms)


@pytest.mark.parametrize(("changed", "noticed"), [
    ("Bid 0 to 9 coins. The highest bid wins 5 coins.", []),
    ("The range of a bid is 0 to 9 coins. 5 coins go to the highest bid, which wins them.", []),
    ("Bid 9 to 0 coins. The highest bid wins 5 coins.", ["other numbers"]),
    ("Bid 0 to 9 coins. The highest bid wins 6 coins.", ["other numbers"]),
    ("Bid 0 to 9 coins. The highest bid wins 5 points.", ["only one names coin"]),
    ("Bid 0 to 9 coins. The highest wins 5 coins.", ["only one names bid"]),
    ("Bid 0 to 9 coins, and the highest bid wins 5 coins.", ["2 sentences, not 1"]),
    ("The highest bid wins 5 coins. Bid 0 to 9 coins.", ["other numbers", "only one names wins"] * 2)])
def test_the_comparison_by_sentences_notices_other_numbers_terms_and_orders(changed, noticed):
    terms = {"coin": "coins?", "bid": "bids?", "wins": "wins?"}
    found = differences("Bid 0 to 9 coins. The highest bid wins 5 coins.", changed, terms)
    assert [said.split(":")[0] for said in found] == noticed


@pytest.mark.parametrize(("changed", "noticed"), [
    ("- wins: highest bid, 5 coins\n- bids: 0 <= b <= 9, 9 at most", []),
    ("- wins: highest bid, 5 coins\n- bids: 1 <= b <= 9", ["only one has 0", "only one has 1"]),
    ("- highest bid: 5 coins\n- bids: 0 <= b <= 9", ["only one has wins"]),
    ("- wins: highest bid, 5 points\n- bids: 0 <= b <= 9", ["only one has coin"])])
def test_the_comparison_by_parts_notices_what_is_missing_or_added(changed, noticed):
    terms = {"coin": "coins?", "bid": "bids?", "wins": "wins?"}
    assert missing_or_added("Bid 0 to 9 coins. The highest bid wins 5 coins.", changed, terms) == noticed

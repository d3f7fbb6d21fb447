"""The facts that a wording of a game in rounds states, part by part, and a comparison of two wordings by them."""

import re
from collections.abc import Mapping, Set
from functools import lru_cache, partial

import pyspiel

import adapters
from adapters.rendering import templates

NUMBER = re.compile(r"(?:(?<!\w)-)?\d+(?:\.\d+)?(?:/\d+)?%?")
Terms = Mapping[str, str]  # what counts, and a pattern of the words for it


def parts(state: pyspiel.State, player: int, version: str) -> dict[str, str]:
    """Returns a prompt in its parts: the rules, the report and outcome of each past round, and the turn."""
    adapter = adapters.for_game(state.get_game())
    obs = adapter.view.observe(state, player)
    render = partial(
        templates.render_version, adapter.prompts, version, obs=obs, player=player, picture=False,
        game={**adapter.parameters, "players": state.num_players()}, legal=adapter.view.patterns(state, player))
    past = {f"{part} {number}": render(part=part, past=told, number=number)
            for number, told in enumerate(obs["rounds"], start=1) for part in ("report", "answer", "outcome")}
    return {"rules": render(part="system"), **past, "turn": render(part="turn")}


def sentences(text: str) -> list[str]:
    """Returns the sentences of a text; one ends with its line at the latest."""
    return [sentence for line in text.splitlines() for sentence in re.split(r"(?<=[.?!]) ", line) if sentence]


def terms_in(text: str, terms: Terms) -> Set[str]:
    """Returns which of the terms a text names."""
    return _terms_in(text, tuple(terms.items()))


@lru_cache(maxsize=20_000)  # wordings repeat most of their sentences at every decision
def _terms_in(text: str, terms: tuple[tuple[str, str], ...]) -> Set[str]:
    return {term for term, words in terms if re.search(rf"(?<![a-z])(?:{words})(?![a-z])", text, re.IGNORECASE)}


def differences(one: str, other: str, terms: Terms) -> list[str]:
    """Returns how two texts differ sentence by sentence in their numbers, in order, and in the terms they name."""
    ours, theirs = sentences(one), sentences(other)
    if len(ours) != len(theirs):
        return [f"{len(ours)} sentences, not {len(theirs)}: {ours} {theirs}"]
    found = []
    for first, second in zip(ours, theirs, strict=True):
        if NUMBER.findall(first) != NUMBER.findall(second):
            found.append(f"other numbers: {first} | {second}")
        if apart := terms_in(first, terms) ^ terms_in(second, terms):
            found.append(f"only one names {', '.join(sorted(apart))}: {first} | {second}")
    return found


def missing_or_added(one: str, other: str, terms: Terms) -> list[str]:
    """Returns which numbers and terms only one of two texts has, wherever and however often it has them."""
    numbers = set(NUMBER.findall(one)) ^ set(NUMBER.findall(other))
    apart = terms_in(one, terms) ^ terms_in(other, terms)
    return [f"only one has {what}" for what in sorted(numbers | apart)]

"""Views of a match for one person: the texts of the prompts, remembered from turn to turn, and the news in them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from pyspiel import GameType

from adapters import Message
from adapters.generic.generic_view import GenericView
from custom_games.framework.spiel import State
from gtarena.agents.base import Decision
from gtarena.agents.llm.look_up import full_rules
from gtarena.agents.people.turns import Turn

OWN = "You: "
LOG = "log"  # the block of a wording that tells people what has happened, where models are not told
_WORD = re.compile(r"[^\W\d_]{2}")


@dataclass
class TurnMemory:
    """Memory of what a person was told, from which the next turn is made; it grows with every decision."""

    version: str
    _situation: list[str] = field(default_factory=list)
    _moves: list[str] = field(default_factory=list)
    _rounds: int = 0

    def turn(self, decision: Decision) -> Turn:
        """Returns the turn for a decision, with the news since the last one."""
        rules, past, situation = _render_texts(decision, self.version)
        lines, moves = situation.splitlines(), _list_moves(decision)
        told = [*past[self._rounds:], *(_find_added(self._situation, lines) if self._situation else [])]
        made = told or _find_added(self._moves, moves)
        news = [line for line in made if not line.startswith(OWN)]
        self._rounds, self._situation, self._moves = len(past), lines, moves
        return Turn(decision, self.version, rules, situation, (*past, *moves), tuple(news))


def final_view(decision: Decision) -> str:
    """Returns the position at the end of a match as text.

    A game of ``custom_games`` tells all of it, as cards are turned up after a game. In games without prompts of their
    own it is what the seat saw at each turn, and in OpenSpiel's others empty where the seat may not see all.
    """
    state, view = decision.state, decision.adapter.view
    if isinstance(state, State):
        return state.node.rules.text(state.node.position)
    if isinstance(view, GenericView):
        return str(view.observe(state, decision.player)["text"])
    sees_all = decision.adapter.game.get_type().information == GameType.Information.PERFECT_INFORMATION
    return str(state) if sees_all else ""


def _list_moves(decision: Decision) -> list[str]:
    """Returns the moves that the seat's observation lists, if it has such a list: ``You: C2R1``."""
    listed = decision.adapter.view.observe(decision.state, decision.player).get("moves")
    made = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    return [f"{_name(each['player'], decision)}: {each['move']}" for each in made if {"player", "move"} <= each.keys()]


def _name(seat: object, decision: Decision) -> str:
    if seat == decision.player:
        return OWN.rstrip(": ")
    two = decision.adapter.game.num_players() == 2
    return "Your opponent" if two else decision.adapter.view.seat_name(decision.state, int(str(seat)))


def _find_added(before: list[str], now: list[str]) -> list[str]:
    """Returns the lines that have come between or behind those that were there before."""
    changes = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    lines = (line for kind, _, _, start, end in changes if kind == "insert" for line in now[start:end])
    return [line for line in lines if _WORD.search(line)]  # not the rows of a board


def _render_texts(decision: Decision, version: str) -> tuple[str, list[str], str]:
    """Returns the rules, the reports of past rounds, and the situation, without the form of replies and the list."""
    adapter = decision.adapter
    chat = decision.chat(version) if adapter.tells_rounds(version) else decision.prompt(version)
    system = [message["content"] for message in chat if message["role"] == "system"]
    *past, situation = [_tell_turn(message) for message in chat if message["role"] != "system"]
    blocks = [decision.block(adapter.prompts, version, name) for name in ("legal_moves", "reply_format")]
    log = decision.block(adapter.prompts, version, LOG)
    rules = "\n\n".join(filter(None, [*(_cut_out(text, blocks) for text in system), full_rules(decision)]))
    return rules, past, "\n\n".join(filter(None, [log, _cut_out(situation, blocks)]))


def _tell_turn(message: Message) -> str:
    """Returns a turn of a chat as a person is told it; the player's own answers are JSON there."""
    if message["role"] != "assistant":
        return message["content"]
    try:
        stated = json.loads(message["content"])
    except ValueError:
        stated = message["content"]
    values = stated.values() if isinstance(stated, dict) else [stated]
    return f"You answered: {', '.join(map(str, values))}"


def _cut_out(text: str, blocks: Sequence[str]) -> str:
    """Returns a text without these parts of it; each is cut out where it stands last, behind what players said."""
    for block in filter(None, blocks):
        before, _, after = text.rpartition(block)
        text = f"{before.rstrip()}\n\n{after.lstrip()}" if before or text.startswith(block) else text
    return text.strip()

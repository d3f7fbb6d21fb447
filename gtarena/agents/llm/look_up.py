"""Topics of the rules and offered moves that a language model may look up in the course of a decision."""

from dataclasses import dataclass
from typing import Any, Literal

from adapters import ReplyError, look_up
from adapters.replies.reply_forms import add_look_up
from custom_games.action_specs.schemas import Schema
from gtarena.agents.base import Decision

RulesShown = Literal["look_up", "full"]

_WORDINGS: dict[RulesShown, tuple[str, ...]] = {"look_up": ("offer", "text", "unknown", "spent"), "full": ("full",)}


@dataclass(frozen=True)
class LookUps:
    """Look-ups during one decision, at most ``limit`` in one chat; none without topics and explanations of moves."""

    decision: Decision
    limit: int

    @property
    def allowed(self) -> bool:
        """True if a reply may ask for a topic or a move."""
        return self.limit > 0 and (bool(self.decision.adapter.topics()) or self._of_moves)

    @property
    def _of_moves(self) -> bool:
        decision = self.decision
        return decision.adapter.explains_moves(decision.state, decision.player)

    def offer(self) -> str:
        """Returns the text that says what may be looked up, and how to ask for it; empty if nothing may."""
        return self._render("offer") if self.allowed else ""

    def in_schema(self, schema: Schema) -> Schema:
        """Returns the schema of a reply with a place for what may be looked up, if anything may."""
        return add_look_up(schema, self.decision.adapter.topics(), self._of_moves) if self.allowed else schema

    def _render(self, name: str, **context: Any) -> str:
        headings = self.decision.adapter.topics()
        return look_up.render_wording(name, headings=headings, moves=self._of_moves, limit=self.limit, **context)

    def answer(self, reply: str, used: int) -> str | None:
        """Returns the text to show in return for a reply that asks for a topic or a move; ``None`` if it does not.

        ``used`` is the number of look-ups so far in its chat. A name that means nothing counts as one too.

        Raises:
            ReplyError: the reply asks for something beyond the limit.
        """
        asked = look_up.read_request(reply, self.decision.keys) if self.allowed else None
        if asked is None:
            return None
        if used >= self.limit:
            raise ReplyError("unparsable", self._render("spent"))
        found, left = self._find(asked), self.limit - used - 1
        if found is None:
            return self._render("unknown", asked=asked, left=left)
        heading, text = found
        return self._render("text", heading=heading, text=text, left=left)

    def _find(self, asked: str) -> tuple[str, str] | None:
        """Returns the heading of a topic, or else the name of an offered move, with what is said of it."""
        adapter, state, player = self.decision.adapter, self.decision.state, self.decision.player
        heading = look_up.find_topic(adapter.game.get_type().short_name, asked)
        if heading is None:
            return adapter.explanation(asked, state, player)
        return heading, adapter.topic(heading, state, player)


def full_rules(decision: Decision) -> str:
    """Returns the texts of all topics; empty in a game without any."""
    adapter = decision.adapter
    topics = [(heading, adapter.topic(heading, decision.state, decision.player)) for heading in adapter.topics()]
    return look_up.render_wording("full", topics=topics) if topics else ""


def rules_digest(game: str, rules: RulesShown) -> str:
    """Returns a short hash of all that may be looked up, and of the texts around it; empty in a game without any."""
    explained = [look_up.moves_folder(game)] if rules == "look_up" else []
    return look_up.look_up_digest([look_up.topics_folder(game), *explained], _WORDINGS[rules])

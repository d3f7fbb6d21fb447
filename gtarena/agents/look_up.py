"""Topics of the rules that a language model may look up in the course of a decision."""

from dataclasses import dataclass
from typing import Literal

from adapters import ReplyError, look_up
from gtarena.agents.base import Decision

RulesShown = Literal["look_up", "full"]

_WORDINGS: dict[RulesShown, tuple[str, ...]] = {"look_up": ("offer", "text", "unknown", "spent"), "full": ("full",)}


@dataclass(frozen=True)
class LookUps:
    """Look-ups during one decision, at most ``limit`` in one chat; none in a game without topics."""

    decision: Decision
    limit: int

    @property
    def allowed(self) -> bool:
        """True if a reply may ask for a topic."""
        return self.limit > 0 and bool(self.decision.adapter.topics())

    def offer(self) -> str:
        """Returns the text that lists the topics and says how to ask for one; empty if none may be asked for."""
        headings = self.decision.adapter.topics()
        return look_up.wording("offer", headings=headings, limit=self.limit) if self.allowed else ""

    def told(self, reply: str, used: int) -> str | None:
        """Returns the text to show in return for a reply that asks for a topic; ``None`` if it does not.

        ``used`` is the number of look-ups so far in its chat. A topic that does not exist counts as one too.

        Raises:
            ReplyError: the reply asks for a topic beyond the limit.
        """
        asked = look_up.requested(reply) if self.allowed else None
        if asked is None:
            return None
        if used >= self.limit:
            raise ReplyError("unparsable", look_up.wording("spent", limit=self.limit))
        adapter, left = self.decision.adapter, self.limit - used - 1
        heading = look_up.find(adapter.game.get_type().short_name, asked)
        if heading is None:
            return look_up.wording("unknown", asked=asked, headings=adapter.topics(), left=left)
        text = adapter.topic(heading, self.decision.state, self.decision.player)
        return look_up.wording("text", heading=heading, text=text, left=left)


def full_rules(decision: Decision) -> str:
    """Returns the texts of all topics; empty in a game without any."""
    adapter = decision.adapter
    topics = [(heading, adapter.topic(heading, decision.state, decision.player)) for heading in adapter.topics()]
    return look_up.wording("full", topics=topics) if topics else ""


def rules_digest(game: str, rules: RulesShown) -> str:
    """Returns a short hash of the topics and of the texts around them; empty in a game without topics."""
    return look_up.digest(game, _WORDINGS[rules])

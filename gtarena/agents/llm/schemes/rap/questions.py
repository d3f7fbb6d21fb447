"""Questions of a search: their chats, and what is read in the replies.

They are in our texts, made out of the game's own prompt, or in the blocks of a wording that is a whole chat.
"""

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Any, Literal, Protocol

from adapters import Message
from adapters.adapter import READER
from adapters.rendering import templates
from adapters.replies.published import load_reader
from adapters.replies.scheme_answers import read_listed_actions, read_tagged_text
from gtarena.agents.llm.model_calls import Question, assistant_message
from gtarena.agents.llm.schemes.base import Steps, add_paragraphs
from gtarena.logs.records import Purpose

FOLDER = "rap"  # of the prompts
TEXTS = ("own_game", "position", "actions", "choice", "evaluation", "others", "state", "win", "option")
REAL = ""  # the state in which the decision is due
OWN = "ask_state"  # the block of a wording with questions of its own
MOST_LOOK_UPS = 10  # in one chat of a wording's own

Name = Literal["actions", "choice", "evaluation", "others", "state", "win"]
Prediction = Literal["others", "state"]

# What stands for predictions that cannot be read.
NO_ACTIONS: Sequence[str] = ("Play on.",)
UNKNOWN: dict[Prediction, str] = {
    "others": "It is not known what the other players do.", "state": "It is not known what the situation is now."}


def render_wording(name: str, part: str = "", **context: Any) -> str:
    """Returns a text of the search."""
    return templates.render_version(FOLDER, name, part=part, **context)


class Questions(Protocol):
    """Source of the questions that a search asks in a state, and reader of the predictions."""

    def ask(self, name: Name, state: str, **words: Any) -> Question:
        """Returns a question; ``words`` are the ``action``, the ``actions`` or the ``others`` that it is about."""

    def read(self, name: Prediction, reply: str) -> str:
        """Returns what a reply predicts.

        Raises:
            ReplyError: it cannot be read.
        """

    def read_actions(self, reply: str) -> Sequence[str]:
        """Returns the actions that a reply predicts.

        Raises:
            ReplyError: it cannot be read.
        """

    def unknown(self, name: Prediction) -> str:
        """Returns what stands for a prediction that cannot be read."""

    def unknown_actions(self) -> Sequence[str]:
        """Returns what stands for actions that cannot be read; nothing if the decision fails then."""


class SharedQuestions:
    """Questions in our texts, which say at ``most`` how many actions are to be named.

    The game's own prompt shows the real state, without the form of an answer; an imagined one takes the place of its
    last turn. The questions for actions, others and states follow an example from a game of their own.
    """

    def __init__(self, steps: Steps, most: int | None) -> None:
        self._chat, self._most = steps.chat_without_form(steps.turn), most

    def ask(self, name: Name, state: str, **words: Any) -> Question:
        """Returns a question; see :class:`Questions`."""
        rules, *past, turn = self._chat
        if state != REAL:
            turn = {"role": "user", "content": render_wording("position", lines=state.splitlines())}
        first, *following = self._turns(name, **words)
        chat = [*past, add_paragraphs(turn, first), *_turns("assistant", following)]
        if purpose_of(name) == "prediction":
            begun = f"{render_wording('own_game')}\n\n{chat[0]['content']}"
            shown = [render_wording(name, part) for part in ("example", "reply")]
            chat = [*_turns("user", shown), chat[0] | {"content": begun}, *chat[1:]]
        return Question(purpose_of(name), (rules, *chat[:-1]), chat[-1])

    def _turns(
        self, name: Name, action: str = "", actions: Sequence[str] = (), others: str = ""
    ) -> Sequence[str]:
        match name:
            case "choice":
                listed = "\n".join(f"{number}. {each}" for number, each in enumerate(actions))
                return render_wording(name, "list"), listed, render_wording(name)
            case "evaluation":
                return render_wording(name, "own"), action, render_wording(name)
            case "state":
                own, theirs = (render_wording(name, part) for part in ("own", "theirs"))
                return own, action, theirs, others, render_wording(name)
        return (render_wording(name, most=self._most),)

    def read(self, name: Prediction, reply: str) -> str:
        """Returns the text between two tags."""
        return read_tagged_text(reply, name)

    def read_actions(self, reply: str) -> Sequence[str]:
        """Returns the actions listed between two tags."""
        return read_listed_actions(reply, "actions")

    def unknown(self, name: Prediction) -> str:
        """Returns a neutral text."""
        return UNKNOWN[name]

    def unknown_actions(self) -> Sequence[str]:
        """Returns a neutral action."""
        return NO_ACTIONS


class OwnQuestions:
    """Questions in the blocks of a wording that is a whole chat, whose program reads the replies.

    A block ``ask_...`` sees the state as ``imagined``, which is empty for the real one. ``ask_topic`` is what the
    program shows of a ``topic`` of the rules to a reply that asks for it in place of a prediction.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps, self._reader = steps, load_reader(steps.block(READER).partition("\n")[0])

    def ask(self, name: Name, state: str, **words: Any) -> Question:
        """Returns a question; see :class:`Questions`."""
        return self.make_question(purpose_of(name), self._steps.own_turns(name, imagined=state, **words) or [])

    def make_question(self, purpose: Purpose, chat: Sequence[Message]) -> Question:
        """Returns the question that a chat is."""
        *before, turn = chat
        return Question(purpose, tuple(before), turn, cut_off_counts=True, look_up=self._look_up)

    def read(self, name: Prediction, reply: str) -> str:
        """Returns what the program reads."""
        return self._reader.read_prediction(reply, name)

    def read_actions(self, reply: str) -> Sequence[str]:
        """Returns the actions that the program reads."""
        return self._reader.read_predicted_actions(reply)

    def unknown(self, name: Prediction) -> str:
        """Returns the program's text."""
        return self._steps.block(f"no_{name}")

    def unknown_actions(self) -> Sequence[str]:
        """Returns nothing: the program gives up the decision."""
        return ()

    def _look_up(self, reply: str, used: int) -> str | None:
        """Returns the text of the topic that a reply asks for; ``None`` if it asks for none."""
        topic = self._reader.read_topic(reply)
        shown = self._steps.own_turns("topic", topic=topic) if topic and used < MOST_LOOK_UPS else None
        return shown[0]["content"] if shown else None


def purpose_of(name: Name) -> Purpose:
    """Returns the purpose of a question: a prediction is read, and an estimate counts tokens."""
    return "prediction" if name in ("actions", "others", "state") else "estimate"


def _turns(first: str, texts: Iterable[str]) -> list[Message]:
    roles = cycle(("user", "assistant") if first == "user" else ("assistant", "user"))
    return [assistant_message(text) if role == "assistant" else {"role": role, "content": text}
            for role, text in zip(roles, texts, strict=False)]

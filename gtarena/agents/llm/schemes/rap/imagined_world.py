"""The imagined world of a search: questions to a model about actions, the others, states and the end of a game.

Predictions are texts between tags, which are read by ``adapters/replies/predictions.py``; what cannot be read is
logged with its failure and becomes a neutral text. Judgements are probabilities of a next token. A question that has
been asked before in the same decision is not asked again.

The game's own prompt shows the real state, without the form of an answer; an imagined one takes the place of its last
turn. The questions for actions, others and states follow an example from a game of their own.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from typing import Any, TypeVar

from adapters import Message, ReplyError
from adapters.rendering import templates
from adapters.replies import Reading
from adapters.replies.scheme_answers import read_listed_actions, read_tagged_text
from gtarena.agents.llm.model_calls import Question, assistant_message
from gtarena.agents.llm.next_token import Estimates
from gtarena.agents.llm.schemes.base import Steps, add_paragraphs
from gtarena.agents.llm.schemes.rap.search import Option, Outcome
from gtarena.logs.records import Purpose

FOLDER = "rap"  # of the prompts
TEXTS = ("own_game", "position", "actions", "choice", "evaluation", "others", "state", "win", "option")
YES_OR_NO = ("yes", "no")
REAL = ""  # the state in which the decision is due

# What stands for predictions that cannot be read.
NO_ACTIONS: Sequence[str] = ("Play on.",)
NO_OTHERS = "It is not known what the other players do."
NO_STATE = "It is not known what the situation is now."

T = TypeVar("T")


def render_wording(name: str, part: str = "", **context: Any) -> str:
    """Returns a text of the search."""
    return templates.render_version(FOLDER, name, part=part, **context)


class ImaginedWorld:
    """World whose states a model imagines, for a decision with these real ``actions``, by name, with descriptions.

    A question shows the description of a real action in place of its name. ``width`` is the largest number of actions
    in an imagined state, ``None`` for all that the model names; ``how`` says where probabilities come from.
    """

    def __init__(
        self, steps: Steps, actions: Sequence[tuple[str, str]], width: int | None, how: Estimates
    ) -> None:
        self._calls, self._chat = steps.calls, steps.chat_without_form(steps.turn)
        self._real_actions, self._width, self._how = [name for name, _ in actions], width, how
        self._descriptions = dict(actions)
        self._known: dict[object, Any] = {}

    async def options(self, state: str) -> Sequence[Option]:
        """Returns the real actions of the real state, or those that the model predicts, with its judgements.

        Raises:
            ModelError: a call got no reply.
            NoMoreCalls: no further call is allowed.
        """
        actions = self._real_actions if state == REAL else await self._predict_actions(state)
        intuitions = await self._ask_intuitions(state, actions)
        questions = [self._question_of_value(state, action) for action in actions]
        evaluations = await self._ask_probabilities(questions, YES_OR_NO)
        return [
            Option(action, intuition, good)
            for action, intuition, (good, _) in zip(actions, intuitions, evaluations, strict=True)]

    async def outcome(self, state: str, action: str) -> Outcome:
        """Returns what the model predicts of an action, and the probability that it says it wins from there.

        Raises:
            ModelError: a call got no reply.
            NoMoreCalls: no further call is allowed.
        """
        others = await self._predict_others(state)
        after = await self._predict_state(state, action, others)
        question = self._question("estimate", after, [render_wording("win")])
        ((won, _),) = await self._ask_probabilities([question], YES_OR_NO)
        return Outcome(others, after, won)

    async def _predict_actions(self, state: str) -> Sequence[str]:
        question = self._question("prediction", state, [render_wording("actions", most=self._width)], "actions")
        listed = await self._predict(question, lambda reply: read_listed_actions(reply, "actions"), NO_ACTIONS)
        return listed[:self._width]

    async def _predict_others(self, state: str) -> str:
        question = self._question("prediction", state, [render_wording("others")], "others")
        return await self._predict(question, lambda reply: read_tagged_text(reply, "others"), NO_OTHERS)

    async def _predict_state(self, state: str, action: str, others: str) -> str:
        own, theirs = (render_wording("state", part) for part in ("own", "theirs"))
        turns = [own, self._describe(state, action), theirs, others, render_wording("state")]
        question = self._question("prediction", state, turns, "state")
        return await self._predict(question, lambda reply: read_tagged_text(reply, "state"), NO_STATE)

    async def _ask_intuitions(self, state: str, actions: Sequence[str]) -> Sequence[float]:
        """Returns the probability of each action's number, asked for as the next token; 1 for the only action."""
        if len(actions) == 1:
            return (1.0,)
        listed = "\n".join(f"{number}. {self._describe(state, action)}" for number, action in enumerate(actions))
        turns = [render_wording("choice", "list"), listed, render_wording("choice")]
        numbers = [str(number) for number in range(len(actions))]
        (intuitions,) = await self._ask_probabilities([self._question("estimate", state, turns)], numbers)
        return intuitions

    def _question_of_value(self, state: str, action: str) -> Question:
        turns = [render_wording("evaluation", "own"), self._describe(state, action), render_wording("evaluation")]
        return self._question("estimate", state, turns)

    def _describe(self, state: str, action: str) -> str:
        return self._descriptions[action] if state == REAL else action

    def _question(self, purpose: Purpose, state: str, turns: Sequence[str], example: str = "") -> Question:
        """Returns a question in a state: ``turns`` of user and model by turns, after an example of that name."""
        rules, *past, turn = self._chat
        if state != REAL:
            turn = {"role": "user", "content": render_wording("position", lines=state.splitlines())}
        first, *following = turns
        chat = [*past, add_paragraphs(turn, first), *_turns("assistant", following)]
        if example:
            begun = f"{render_wording('own_game')}\n\n{chat[0]['content']}"
            shown = [render_wording(example, part) for part in ("example", "reply")]
            chat = [*_turns("user", shown), chat[0] | {"content": begun}, *chat[1:]]
        return Question(purpose, (rules, *chat[:-1]), chat[-1])

    async def _predict(self, question: Question, read: Callable[[str], T], neutral: T) -> T:
        """Returns what a reply says, even if it was cut off, or else the neutral text."""
        key = _key(question)
        if key not in self._known:
            (answer,) = await self._calls.ask(question, 1, lambda reply: (read(reply), Reading(()))[1])
            try:
                self._known[key] = read(answer.reply)
            except ReplyError:
                self._known[key] = neutral
        found: T = self._known[key]
        return found

    async def _ask_probabilities(
        self, questions: Sequence[Question], options: Sequence[str]
    ) -> list[tuple[float, ...]]:
        new = {key: question for question in questions if (key := _key(question)) not in self._known}
        found = await self._calls.ask_probabilities(list(new.values()), options, self._how)
        self._known |= zip(new, found, strict=True)
        return [self._known[_key(question)] for question in questions]


def _key(question: Question) -> object:
    return tuple((turn["role"], turn["content"]) for turn in question.messages)


def _turns(first: str, texts: Iterable[str]) -> list[Message]:
    roles = cycle(("user", "assistant") if first == "user" else ("assistant", "user"))
    return [assistant_message(text) if role == "assistant" else {"role": role, "content": text}
            for role, text in zip(roles, texts, strict=False)]

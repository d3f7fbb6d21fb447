"""The imagined world of a search: a model's answers about actions, the others, states and the end of a game.

A prediction that cannot be read is logged with its failure and becomes a neutral text. Judgements are probabilities of
a next token. A question that has been asked before in the same decision is not asked again if its reply could be read.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from adapters import ReplyError
from adapters.replies import Reading
from gtarena.agents.llm.model_calls import ModelCalls, Question, Rejected
from gtarena.agents.llm.next_token import Estimates
from gtarena.agents.llm.schemes.rap.questions import REAL, Questions
from gtarena.agents.llm.schemes.rap.search import Option, Outcome

YES_OR_NO = ("yes", "no")

T = TypeVar("T")


class UnreadableError(Exception):
    """Prediction that cannot be read and that no neutral text stands for; ``answer`` is the reply."""

    def __init__(self, answer: Rejected) -> None:
        super().__init__(answer.error)
        self.answer = answer


class ImaginedWorld:
    """World whose states a model imagines, for a decision with these real ``actions``, by name, with descriptions.

    A question shows the description of a real action in place of its name. ``width`` is the largest number of actions
    in an imagined state, ``None`` for all that the model names; ``how`` says where probabilities come from.
    """

    def __init__(
        self, calls: ModelCalls, questions: Questions, actions: Sequence[tuple[str, str]], width: int | None,
        how: Estimates,
    ) -> None:
        self._calls, self._questions = calls, questions
        self._real_actions, self._width, self._how = [name for name, _ in actions], width, how
        self._descriptions = dict(actions)
        self._known: dict[object, Any] = {}

    async def options(self, state: str) -> Sequence[Option]:
        """Returns the real actions of the real state, or those that the model predicts, with its judgements.

        Raises:
            ModelError: a call got no reply.
            NoMoreCalls: no further call is allowed.
            UnreadableError: there are no actions.
        """
        actions = self._real_actions if state == REAL else await self._predict_actions(state)
        shown = [self._describe(state, action) for action in actions]
        choice = self._questions.ask("choice", state, actions=shown)
        (intuitions,) = await self._ask_probabilities([choice], [str(number) for number in range(len(actions))])
        values = [self._questions.ask("evaluation", state, action=each) for each in shown]
        evaluations = await self._ask_probabilities(values, YES_OR_NO)
        # Of equal actions the first one counts.
        return [Option(action, intuitions[actions.index(action)], good)
                for action, (good, _) in zip(actions, evaluations, strict=True)]

    async def outcome(self, state: str, action: str) -> Outcome:
        """Returns what the model predicts of an action, and the probability that it says it wins from there.

        Raises:
            ModelError: a call got no reply.
            NoMoreCalls: no further call is allowed.
        """
        ask, read, unknown = self._questions.ask, self._questions.read, self._questions.unknown
        others = await self._predict(
            ask("others", state), lambda reply: read("others", reply), lambda _: unknown("others"))
        question = ask("state", state, action=self._describe(state, action), others=others)
        after = await self._predict(question, lambda reply: read("state", reply), lambda _: unknown("state"))
        ((won, _),) = await self._ask_probabilities([ask("win", after)], YES_OR_NO)
        return Outcome(others, after, won)

    async def _predict_actions(self, state: str) -> Sequence[str]:
        def neutral(answer: Rejected) -> Sequence[str]:
            if actions := self._questions.unknown_actions():
                return actions
            raise UnreadableError(answer)

        listed = await self._predict(self._questions.ask("actions", state), self._questions.read_actions, neutral)
        return listed[:self._width]

    def _describe(self, state: str, action: str) -> str:
        return self._descriptions[action] if state == REAL else action

    async def _predict(self, question: Question, read: Callable[[str], T], neutral: Callable[[Rejected], T]) -> T:
        """Returns what a reply says, even if it was cut off, or else the neutral text."""
        key = _key(question)
        if key not in self._known:
            (answer,) = await self._calls.ask(question, 1, lambda reply: (read(reply), Reading(()))[1])
            try:
                self._known[key] = read(answer.reply)
            except ReplyError:
                assert isinstance(answer, Rejected), "what cannot be read is rejected"
                return neutral(answer)
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

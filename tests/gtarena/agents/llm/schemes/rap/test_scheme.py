"""Reasoning via planning as a whole: moves, call counts, the logged tree, settings, and every game."""

import asyncio
import math
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from gtarena.agents.base import Decision, NoMove, Response, Unanswered
from gtarena.agents.llm.schemes.rap.imagined_world import render_wording
from gtarena.agents.llm.schemes.rap.scheme import log_tree
from gtarena.agents.llm.schemes.rap.search import Option, Outcome, Search
from gtarena.agents.llm.settings import LlmSettings, rarer_settings
from gtarena.errors import UsageError
from gtarena.logs.records import TreeNode
from gtarena.models.base import Alternative, Model, ModelError, Reply, Request, TokenLogprob
from tests.support.llm_decisions import OfflineModel, decide, decision_at
from tests.support.named_games import SETTINGS, loaded, some_decisions
from tests.support.scripted import ScriptedModel

PRISONERS = "iterated_prisoners_dilemma"


Judged = tuple[str, float, float]  # an action, its intuition and its self-evaluation

# The world that test_search.py searches by hand; a is to cooperate and b to defect.
OPTIONS: Mapping[str, Sequence[Judged]] = {
    "root": [("Cooperate", 0.6, 0.5), ("Defect", 0.4, 0.6)],
    "A": [("c", 0.9, 0.8), ("d", 0.1, 0.2)],
    "B": [("e", 0.5, 0.5), ("f", 0.5, 0.3)],
}
AFTER: Mapping[tuple[str, str], tuple[str, float]] = {
    ("root", "Cooperate"): ("A", 0.0), ("root", "Defect"): ("B", 0.9),
    ("A", "c"): ("AC", 0.0), ("A", "d"): ("AD", 1.0), ("B", "e"): ("BE", 0.0), ("B", "f"): ("BF", 1.0)}
WINS = dict(AFTER.values())


class KnownModel:
    """Imagines the world above. Without ``logprobs`` its replies come in the proportions of the probabilities.

    Of ten replies to the same question as many state an option as its probability times ten.
    """

    def __init__(self, logprobs: bool = True) -> None:
        self._logprobs = logprobs
        self._asked: Counter[str] = Counter()
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        chat = [message["content"] for message in request.messages]
        state = next((state for state in WINS if any(f'"{state}"' in text.splitlines() for text in chat)), "root")
        judged = self._judged(chat, state)
        if judged is None:
            return Reply(text=self._predicted(chat, state))
        if not self._logprobs:
            return Reply(text=self._counted(judged, request))
        assert request.logprobs is not None
        top = [Alternative(word, math.log(share)) for word, share in judged.items() if share][:request.logprobs]
        return Reply(text=top[0].token, truncated=True, logprobs=(TokenLogprob(top[0].token, -1.0, tuple(top)),))

    def _judged(self, chat: Sequence[str], state: str) -> Mapping[str, float] | None:
        """Returns the probability of each word as the next one; ``None`` if a prediction is asked for."""
        if chat[-1] == render_wording("choice"):
            assert chat[-2] == "\n".join(f"{number}. {name}" for number, (name, _, _) in enumerate(OPTIONS[state]))
            return {str(number): intuition for number, (_, intuition, _) in enumerate(OPTIONS[state])}
        if chat[-1] == render_wording("evaluation"):
            good = next(good for name, _, good in OPTIONS[state] if name == chat[-2])
            return {"Yes": good, " no": 1 - good}
        if chat[-1].endswith(render_wording("win")):
            return {"yes": WINS[state], "no": 1 - WINS[state]}
        return None

    def _predicted(self, chat: Sequence[str], state: str) -> str:
        if chat[-1].endswith(render_wording("actions", most=None)):
            return "<actions>" + "\n".join(name for name, _, _ in OPTIONS[state]) + "</actions>"
        if chat[-1].endswith(render_wording("others")):
            return f"<others>others of {state}</others>"
        assert chat[-1] == render_wording("state")
        assert chat[-2] == f"others of {state}"
        return f"<state>{AFTER[state, chat[-4]][0]}</state>"

    def _counted(self, judged: Mapping[str, float], request: Request) -> str:
        if request.logprobs is not None:
            return next(iter(judged))  # and no log-probabilities
        question = str(request.messages)
        self._asked[question] += 1
        words = [word for word, share in judged.items() for _ in range(round(10 * share))]
        return words[(self._asked[question] - 1) % 10]


def decided(model: Model, game_string: str = PRISONERS, *actions: int, **settings) -> Response:
    return decide(model, decision_at(game_string, *actions), scheme="rap", **settings)


def tree_of(given: Response) -> dict[str, TreeNode]:
    assert [call.tree is not None for call in given.calls] == [False] * (len(given.calls) - 1) + [True]
    return {node.action: node for node in given.calls[-1].tree}


# The tree of the four iterations that test_search.py goes through by hand: visits, reward and Q.
EXPECTED = {
    "": (4, None, 2.45),  # (0.8 + 1.8 + 3.6 + 3.6) / 4
    "Cooperate": (1, 0.1, 0.8),
    "Defect": (3, 1.8, 3.0),  # (1.8 + 3.6 + 3.6) / 3
    "c": (1, 0.7, 0.7),
    "d": (0, None, None),
    "e": (1, 0.0, 0.0),
    "f": (2, 1.8, 1.8),
}


def check_tree(given: Response) -> None:
    assert given.actions == (1,)  # to defect
    tree = tree_of(given)
    assert tree.keys() == EXPECTED.keys()
    for name, expected in EXPECTED.items():
        assert (tree[name].visits, tree[name].reward, tree[name].value) == pytest.approx(expected)
    nodes = list(tree.values())
    parents = {node.action: nodes[node.parent].action for node in nodes if node.parent is not None}
    assert parents == {"Cooperate": "", "Defect": "", "c": "Cooperate", "d": "Cooperate", "e": "Defect", "f": "Defect"}
    assert (tree["Defect"].others, tree["Defect"].state) == ("others of root", "B")
    assert (tree["f"].intuition, tree["f"].self_evaluation, tree["f"].win) == (0.5, 0.3, 1.0)
    assert (tree["d"].intuition, tree["d"].self_evaluation, tree["d"].win, tree["d"].state) == (0.1, 0.2, None, None)


# Calls of these four iterations. At the root: 1 choice and 2 evaluations. Expanding A and B: 1 list of actions, 1
# choice and 2 evaluations each. Visiting A, AC, B, BE and BF: a state and a win each. The others: once for the root, A
# and B each.
ESTIMATES = 3 + 2 * 3 + 5
PREDICTIONS = 2 + 5 + 3


def test_a_model_of_known_probabilities_makes_the_move_and_the_tree_computed_by_hand():
    given = decided(KnownModel(), iterations=4)
    check_tree(given)
    assert Counter(call.purpose for call in given.calls) == {"estimate": ESTIMATES, "prediction": PREDICTIONS}
    assert all(call.failure is None for call in given.calls if call.purpose == "prediction")
    assert all(call.logprobs for call in given.calls if call.purpose == "estimate")
    assert sorted(call.sample for call in given.calls) == list(range(ESTIMATES + PREDICTIONS))


def test_without_log_probabilities_counted_replies_make_the_same_tree():
    given = decided(KnownModel(logprobs=False), iterations=4, samples=10)
    check_tree(given)
    # The first estimate asks once for log-probabilities, and gets none.
    purposes = Counter(call.purpose for call in given.calls)
    assert purposes == {"estimate": 1 + 10 * ESTIMATES, "prediction": PREDICTIONS}
    counted = decided(KnownModel(logprobs=False), iterations=4, samples=10, estimates="samples")
    check_tree(counted)
    assert len(counted.calls) == len(given.calls) - 1


# With I iterations to the depth of 1 and A options: 1 choice, A evaluations, 1 prediction of the others, and a state
# and a win for each option that is visited.
@pytest.mark.parametrize(("iterations", "choice", "calls"), [(1, 0, 4 + 2), (2, 1, 4 + 4), (9, 1, 4 + 4)])
def test_a_search_of_one_move_asks_for_each_of_its_parts_once(iterations, choice, calls):
    given = decided(KnownModel(), depth=1, iterations=iterations)
    assert (given.actions, len(given.calls)) == ((choice,), calls)
    assert tree_of(given)[""].visits == iterations


# The formula of docs/models.md: A options at the root, a in each of m expanded states, n visited nodes of p parents.
@pytest.mark.parametrize("iterations", [1, 2, 3, 4, 30])
def test_the_number_of_calls_follows_from_the_tree(iterations):
    given = decided(KnownModel(), iterations=iterations, exploration=5.0)
    tree = given.calls[-1].tree
    visited = [index for index, node in enumerate(tree) if node.win is not None]
    expanded = {node.parent for node in tree[1:]} - {0}
    parents = {tree[index].parent for index in visited}
    options = sum(node.parent == 0 for node in tree)
    assert len(given.calls) == 1 + options + 2 * len(visited) + len(parents) + len(expanded) * (2 + 2)


def test_a_larger_weight_visits_more():
    narrow, wide = (decided(KnownModel(), iterations=6, exploration=weight) for weight in (0.0, 20.0))
    assert tree_of(narrow)["Cooperate"].visits < tree_of(wide)["Cooperate"].visits


def test_the_only_move_is_played_without_a_call():
    given = decided(ScriptedModel(), "tic_tac_toe", 0, 1, 2, 4, 3, 5, 7, 6)
    assert (given.actions, given.calls) == ((8,), ())


def test_if_no_written_option_is_legal_the_next_try_is_nudged_and_the_last_one_fails():
    model = ScriptedModel(*["hm"] * 6)
    given = decided(model, "guess_two_thirds", retries=1)
    assert isinstance(given, NoMove)
    assert [(call.purpose, call.failure) for call in given.calls] == [("move", "unparsable")] * 6
    assert [len(request.messages) for request in model.requests] == [2] * 3 + [4] * 3


def test_predictions_that_were_paid_for_are_logged_if_a_call_fails():
    class Failing(KnownModel):
        async def complete(self, request: Request) -> Reply:
            if len(self.requests) == 2:  # the first of two evaluations at the same time
                self.requests.append(request)
                raise ModelError("no connection")
            return await super().complete(request)

    given = decided(Failing())
    assert isinstance(given, Unanswered)
    assert [call.purpose for call in given.calls] == ["estimate", "estimate"]


# Of every game its first setting, and two games with the generic prompts.
GAMES = [*{game_string.split("(")[0]: game_string for game_string in reversed(SETTINGS)}.values(), "goofspiel",
         "coin_game"]


@pytest.mark.parametrize("game_string", GAMES)
def test_every_game_is_played_with_a_tree_whose_root_has_legal_moves(game_string):
    for state, player in some_decisions(game_string, (0,), 2):
        decision = Decision(state, player, loaded(game_string), 0)
        given = decide(OfflineModel(), decision, scheme="rap", depth=1, iterations=2)
        assert given.actions[0] in state.legal_actions(player)
        if len(given.calls) > 3:
            tree = given.calls[-1].tree
            assert tree[0].visits == 2
            assert all(node.parent == 0 for node in tree[1:])
        # Offline models foresee nothing, which the log says.
        assert {call.failure for call in given.calls if call.purpose == "prediction"} <= {"unparsable"}
        assert {call.failure for call in given.calls if call.purpose != "prediction"} <= {None}


def test_a_tree_is_logged_with_parents_first_and_nothing_where_nothing_was_asked():
    class World:
        async def options(self, state: str) -> list[Option]:
            return [Option("x", 0.25, 0.5), Option("y", 0.75, 0.5)]

        async def outcome(self, state: str, action: str) -> Outcome:
            return Outcome("they wait", f"{state}{action}", 0.5)

    tree = asyncio.run(Search(World(), depth=1, iterations=1).run("s"))
    assert log_tree(tree) == [
        TreeNode(visits=1, value=1.25),
        TreeNode(parent=0, action="x", intuition=0.25, self_evaluation=0.5),
        TreeNode(parent=0, action="y", others="they wait", state="sy", intuition=0.75, self_evaluation=0.5, win=0.5,
                 reward=1.25, visits=1, value=1.25),
    ]


@pytest.mark.parametrize(("setting", "value", "allowed"), [
    ("depth", 0, "a whole number from 1 to 100"), ("iterations", 1001, "a whole number from 1 to 1000"),
    ("width", 1.5, "a whole number from 1 to 100"), ("samples", 0, "a whole number from 1 to 100"),
    ("top", 21, "a whole number from 1 to 20"), ("estimates", "guesses", "auto or logprobs or samples"),
    *(("exploration", value, "a number of at least 0") for value in (-1, float("nan"), "much"))])
def test_settings_outside_their_range_are_refused(setting, value, allowed):
    with pytest.raises(UsageError, match=f"{setting}={value} is not {allowed}"):
        LlmSettings.read({"scheme": "rap", setting: value})


def test_settings_of_the_search_belong_to_rap_and_are_logged_by_nobody_else():
    with pytest.raises(UsageError, match="depth=2 does not apply to scheme=single"):
        LlmSettings.read({"depth": 2})
    unset = ("depth", "iterations", "width", "exploration", "top", "estimates")
    assert {name: rarer_settings()[name] for name in unset} == dict.fromkeys(unset)

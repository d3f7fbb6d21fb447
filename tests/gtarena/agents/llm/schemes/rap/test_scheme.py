"""Reasoning via planning as a whole: moves, call counts, the logged tree, settings, and every game."""

import asyncio
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from gtarena.agents.base import Decision, NoMove, Response, Unanswered
from gtarena.agents.llm.schemes.rap.questions import render_wording
from gtarena.agents.llm.schemes.rap.scheme import log_tree
from gtarena.agents.llm.schemes.rap.search import Option, Outcome, Search, Tree
from gtarena.agents.llm.settings import rarer_settings
from gtarena.logs.records import TreeNode
from gtarena.models.base import Alternative, Model, ModelError, Reply, Request, TokenLogprob
from tests.support.llm_decisions import OfflineModel, decide, decision_at
from tests.support.named_games import SETTINGS, loaded, some_decisions
from tests.support.scripted import ScriptedModel


@dataclass
class Table:
    """World that is written down: the options of each state, and the state and the win probability after each."""

    options_of: dict[str, list[Option]]
    after: dict[tuple[str, str], tuple[str, float]]
    asked: list[tuple[str, ...]] = field(default_factory=list)

    async def options(self, state: str) -> list[Option]:
        self.asked.append((state,))
        return self.options_of[state]

    async def outcome(self, state: str, action: str) -> Outcome:
        self.asked.append((state, action))
        following, win = self.after[state, action]
        return Outcome(f"others of {state}", following, win)


def searched(world: Table, **settings) -> Tree:
    return asyncio.run(Search(world, **settings).run("root"))


def by_action(tree: Tree) -> dict[str, object]:
    return {node.option.action: node for node in tree.nodes[1:]}


def small_world() -> Table:
    return Table(
        {
            "root": [Option("a", 0.6, 0.5), Option("b", 0.4, 0.6)],  # fast rewards 1.1 and 1.0
            "A": [Option("c", 0.9, 0.8), Option("d", 0.1, 0.2)],  # 1.7 and 0.3
            "B": [Option("e", 0.5, 0.5), Option("f", 0.5, 0.3)],  # 1.0 and 0.8
        },
        {
            ("root", "a"): ("A", 0.0),  # reward 1.1 - 1 = 0.1
            ("root", "b"): ("B", 0.9),  # 1.0 + 0.8 = 1.8
            ("A", "c"): ("AC", 0.0),  # 1.7 - 1 = 0.7
            ("A", "d"): ("AD", 1.0),
            ("B", "e"): ("BE", 0.0),  # 1.0 - 1 = 0
            ("B", "f"): ("BF", 1.0),  # 0.8 + 1 = 1.8
        })


# The search of the small world by hand, with w = 1:
#   1. a has the larger fast reward, and below it c. Totals: c 0.7, a 0.1 + 0.7 = 0.8.
#   2. ln 1 = 0, so a has 0.8 and b, not yet visited, 1.0. Below b the simulation takes e. Totals: e 0, b 1.8.
#   3. a: 0.8 + sqrt(ln 2 / 1) = 1.633; b: 1.8 + 0.833 = 2.633. In B ln 1 = 0: e 0, f 0.8. Totals: f 1.8, b 3.6.
#   4. a: 0.8 + sqrt(ln 3) = 1.848; b: (1.8 + 3.6) / 2 + sqrt(ln 3 / 2) = 3.441. In B: e 0.833, f 2.633. f 1.8, b 3.6.
TOTALS = [
    {"a": [0.8], "c": [0.7]}, {"a": [0.8], "c": [0.7], "b": [1.8], "e": [0.0]},
    {"a": [0.8], "c": [0.7], "b": [1.8, 3.6], "e": [0.0], "f": [1.8]},
    {"a": [0.8], "c": [0.7], "b": [1.8, 3.6, 3.6], "e": [0.0], "f": [1.8, 1.8]}]


@pytest.mark.parametrize("iterations", [1, 2, 3, 4])
def test_every_iteration_adds_the_totals_computed_by_hand(iterations):
    tree = searched(small_world(), iterations=iterations)
    for action, node in by_action(tree).items():
        assert node.totals == pytest.approx(TOTALS[iterations - 1].get(action, []))
    assert len(tree.nodes[0].totals) == iterations


def test_values_rewards_and_scores_are_those_computed_by_hand():
    nodes = by_action(searched(small_world(), iterations=3))
    assert {name: node.reward for name, node in nodes.items()} == pytest.approx(
        {"a": 0.1, "b": 1.8, "c": 0.7, "d": 0.3, "e": 0.0, "f": 1.8})
    assert {name: node.value for name, node in nodes.items()} == pytest.approx(
        {"a": 0.8, "b": 2.7, "c": 0.7, "d": 0.3, "e": 0.0, "f": 1.8})
    assert nodes["a"].uct(1.0) == pytest.approx(0.8 + math.sqrt(math.log(3)))
    assert nodes["b"].uct(1.0) == pytest.approx(2.7 + math.sqrt(math.log(3) / 2))
    assert nodes["b"].uct(0.0) == nodes["b"].value
    # d was never visited: its value is its fast reward, and its visits count as one.
    assert nodes["d"].uct(2.0) == pytest.approx(0.3 + 2 * math.sqrt(math.log(1) / 1))


def test_of_equal_sums_the_first_decides_and_not_the_mean_over_visits() -> None:
    # By a every rollout is worth 1.7 + 1.6 = 3.3. By b they are worth 1.8 and 3.6: the mean, 2.7, speaks for a.
    world = small_world()
    world.after["root", "a"], world.after["A", "c"] = ("A", 0.8), ("AC", 0.45)
    nodes = by_action(tree := searched(world, iterations=4, exploration=10.0))
    assert (nodes["a"].totals, nodes["b"].totals) == (pytest.approx([3.3, 3.3]), pytest.approx([1.8, 3.6]))
    assert tree.choice == 1
    world = Table(
        {"root": [Option("x", 0.5, 0.5), Option("y", 0.5, 0.5)]},
        {("root", "x"): ("X", 0.5), ("root", "y"): ("Y", 0.5)})
    assert (searched(world, depth=1, iterations=1).choice, world.asked) == (0, [("root",), ("root", "x")])
    assert searched(world, depth=1, iterations=6).choice == 0
    # 0.1 + 0.2 is more than 0.3 in floating point.
    world = Table(
        {"root": [Option("x", 0.3, 0.0), Option("y", 0.1, 0.2)]},
        {("root", "x"): ("X", 0.5), ("root", "y"): ("Y", 0.5)})
    tree = searched(world, depth=1, iterations=6)
    assert [len(node.totals) for node in tree.nodes] == [6, 3, 3]
    assert tree.choice == 0


def test_a_rollout_ends_at_the_depth_limit_and_nothing_is_asked_of_a_node_twice() -> None:
    world = small_world()
    searched(world, depth=1, iterations=5)
    assert {asked[0] for asked in world.asked} == {"root"}
    world = small_world()
    searched(world, iterations=50, exploration=5.0)
    assert len(world.asked) == len(set(world.asked)) == 3 + 6


# A plain search, written apart from the other one: a node is its path, and what is known of it stands in tables.


class PlainSearch:
    def __init__(self, world: Table, depth: int, weight: float) -> None:
        self.world, self.depth, self.weight = world, depth, weight
        self.states, self.rewards, self.totals = {(): "root"}, {(): 0.0}, {(): []}
        self.opened: set[tuple[str, ...]] = set()

    def children(self, path):
        return [(*path, option.action) for option in self.world.options_of[self.states[path]]]

    def fast(self, path):
        options = self.world.options_of[self.states[path[:-1]]]
        return next(each.intuition + each.self_evaluation for each in options if each.action == path[-1])

    def score(self, path):
        seen = self.totals.get(path, [])
        quality = sum(seen) / len(seen) if seen else self.fast(path)
        return quality + self.weight * math.sqrt(math.log(len(self.totals[path[:-1]])) / max(1, len(seen)))

    def rollout(self):
        path = ()
        while path in self.opened:
            path = max(self.children(path), key=self.score)
        while True:
            if path not in self.rewards:
                self.states[path], win = self.world.after[self.states[path[:-1]], path[-1]]
                self.rewards[path] = self.fast(path) + (2 * win - 1)
            if len(path) == self.depth:
                return path
            self.opened.add(path)
            path = max(self.children(path), key=self.fast)

    def total(self, leaf, start):
        return sum(self.rewards[leaf[:end]] for end in range(start, self.depth + 1))

    def run(self, iterations):
        for _ in range(iterations):
            leaf = self.rollout()
            for length in range(self.depth + 1):
                self.totals.setdefault(leaf[:length], []).append(self.total(leaf, length))
        leaves = [path for path in self.rewards if len(path) == self.depth]
        return max(leaves, key=lambda leaf: self.total(leaf, 0))[0]


def random_world(rng: random.Random, depth: int) -> Table:
    world = Table({}, {})
    states = ["root"]
    for _ in range(depth):
        following = []
        for state in states:
            names = [f"{state}/{number}" for number in range(rng.randint(1, 4))]
            world.options_of[state] = [Option(name, rng.random(), rng.random()) for name in names]
            for name in names:
                world.after[state, name] = (name, rng.random())
            following += names
        states = following
    return world


@pytest.mark.parametrize("seed", range(30))
def test_a_search_agrees_with_a_plain_one_in_every_number(seed):
    rng = random.Random(seed)
    depth, iterations, weight = rng.randint(1, 3), rng.randint(1, 25), rng.choice([0.0, 0.5, 1.0, 3.0])
    world = random_world(rng, depth)
    tree = searched(world, depth=depth, iterations=iterations, exploration=weight)
    plain = PlainSearch(world, depth, weight)
    best = plain.run(iterations)
    paths = {tree.nodes[0]: ()}
    for node in tree.nodes[1:]:
        paths[node] = (*paths[node.parent], node.option.action)
    for node, path in paths.items():
        assert node.totals == pytest.approx(plain.totals.get(path, []))
    assert tree.nodes[0].children[tree.choice].option.action == best


PRISONERS = "iterated_prisoners_dilemma"
Judged = tuple[str, float, float]  # an action, its intuition and its self-evaluation

# The world that is searched by hand above; a is to cooperate and b to defect.
OPTIONS: Mapping[str, Sequence[Judged]] = {
    "root": [("Cooperate", 0.6, 0.5), ("Defect", 0.4, 0.6)], "A": [("c", 0.9, 0.8), ("d", 0.1, 0.2)],
    "B": [("e", 0.5, 0.5), ("f", 0.5, 0.3)]}
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
        assert (chat[-1], chat[-2]) == (render_wording("state"), f"others of {state}")
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


# The tree of the four iterations gone through by hand above: visits, reward and Q.
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


def test_known_or_counted_probabilities_make_the_move_and_the_tree_computed_by_hand() -> None:
    given = decided(KnownModel(), iterations=4)
    check_tree(given)
    assert Counter(call.purpose for call in given.calls) == {"estimate": ESTIMATES, "prediction": PREDICTIONS}
    assert all(call.failure is None for call in given.calls if call.purpose == "prediction")
    assert all(call.logprobs for call in given.calls if call.purpose == "estimate")
    assert sorted(call.sample for call in given.calls) == list(range(ESTIMATES + PREDICTIONS))
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


# The formula of docs/schemes.md: A options at the root, a in each of m expanded states, n visited nodes of p parents.
@pytest.mark.parametrize("iterations", [1, 2, 3, 4, 30])
def test_the_number_of_calls_follows_from_the_tree(iterations):
    given = decided(KnownModel(), iterations=iterations, exploration=5.0)
    tree = given.calls[-1].tree
    visited = [index for index, node in enumerate(tree) if node.win is not None]
    expanded = {node.parent for node in tree[1:]} - {0}
    parents = {tree[index].parent for index in visited}
    options = sum(node.parent == 0 for node in tree)
    assert len(given.calls) == 1 + options + 2 * len(visited) + len(parents) + len(expanded) * (2 + 2)


def test_a_larger_weight_visits_more_and_an_only_move_needs_no_call() -> None:
    narrow, wide = (decided(KnownModel(), iterations=6, exploration=weight) for weight in (0.0, 20.0))
    assert tree_of(narrow)["Cooperate"].visits < tree_of(wide)["Cooperate"].visits
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
    for state, player in some_decisions(game_string, (0,), 1):
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
        TreeNode(visits=1, value=1.25), TreeNode(parent=0, action="x", intuition=0.25, self_evaluation=0.5),
        TreeNode(parent=0, action="y", others="they wait", state="sy", intuition=0.75, self_evaluation=0.5, win=0.5,
                 reward=1.25, visits=1, value=1.25)]


def test_settings_of_the_search_belong_to_rap_and_are_logged_by_nobody_else():
    unset = ("depth", "iterations", "width", "exploration", "top", "estimates")
    assert {name: rarer_settings()[name] for name in unset} == dict.fromkeys(unset)

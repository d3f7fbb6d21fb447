import asyncio
import math
import random
from dataclasses import dataclass, field

import pytest

from gtarena.agents.llm.schemes.rap.search import Option, Outcome, Search, Tree


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
    {"a": [0.8], "c": [0.7]},
    {"a": [0.8], "c": [0.7], "b": [1.8], "e": [0.0]},
    {"a": [0.8], "c": [0.7], "b": [1.8, 3.6], "e": [0.0], "f": [1.8]},
    {"a": [0.8], "c": [0.7], "b": [1.8, 3.6, 3.6], "e": [0.0], "f": [1.8, 1.8]},
]


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


def test_the_best_sum_decides_and_not_the_mean_over_visits():
    # By a every rollout is worth 1.7 + 1.6 = 3.3. By b they are worth 1.8 and 3.6: the mean, 2.7, speaks for a.
    world = small_world()
    world.after["root", "a"], world.after["A", "c"] = ("A", 0.8), ("AC", 0.45)
    nodes = by_action(tree := searched(world, iterations=4, exploration=10.0))
    assert (nodes["a"].totals, nodes["b"].totals) == (pytest.approx([3.3, 3.3]), pytest.approx([1.8, 3.6]))
    assert tree.choice == 1


def test_of_equal_actions_the_first_is_tried_first_and_is_the_answer():
    world = Table(
        {"root": [Option("x", 0.5, 0.5), Option("y", 0.5, 0.5)]},
        {("root", "x"): ("X", 0.5), ("root", "y"): ("Y", 0.5)})
    tree = searched(world, depth=1, iterations=1)
    assert (tree.choice, world.asked) == (0, [("root",), ("root", "x")])
    assert searched(world, depth=1, iterations=6).choice == 0


def test_sums_that_differ_by_rounding_alone_are_equal():
    # 0.1 + 0.2 is more than 0.3 in floating point.
    world = Table(
        {"root": [Option("x", 0.3, 0.0), Option("y", 0.1, 0.2)]},
        {("root", "x"): ("X", 0.5), ("root", "y"): ("Y", 0.5)})
    tree = searched(world, depth=1, iterations=6)
    assert [len(node.totals) for node in tree.nodes] == [6, 3, 3]
    assert tree.choice == 0


def test_a_rollout_ends_at_the_depth_limit_and_asks_for_no_options_there():
    world = small_world()
    searched(world, depth=1, iterations=5)
    assert {asked[0] for asked in world.asked} == {"root"}


def test_nothing_is_asked_of_a_node_twice():
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

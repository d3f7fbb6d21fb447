import pytest

from gtarena.logs.records import TreeNode
from gtarena.reports.search_trees import DEEPEST, MOST_BRANCHES, as_branches, best_path, summarise_tree
from tests.support.search_trees import SEARCHED


def test_the_best_path_has_the_largest_sum_of_rewards_or_the_earlier_actions_of_equal_sums() -> None:
    assert best_path(SEARCHED) == [0, 2, 6]
    unvisited = TreeNode(parent=0, action="D", reward=9.0)
    assert (best_path([*SEARCHED, unvisited]), best_path([TreeNode(), unvisited])) == ([0, 2, 6], [0])
    assert best_path([]) == []
    root, x, y = TreeNode(visits=2), *[TreeNode(parent=0, action=name, reward=0.5, visits=1) for name in "XY"]
    assert best_path([root, x, y]) == [0, 1]
    # The search went to Y first, so that what follows it is logged first. One sum lost a millionth when it was rounded.
    after = [TreeNode(parent=parent, reward=reward, visits=1) for parent, reward in ((2, 1.0), (1, 0.999999))]
    assert best_path([root, x, y, *after]) == [0, 1, 4]


def test_a_summary_has_lines_that_cannot_act_on_a_terminal_and_branches_the_figures_of_their_nodes() -> None:
    assert list(summarise_tree(SEARCHED)) == [
        "A: 2 visits, value 1.125", "B: 1 visit, value 1.75", "and 1 more action", "best path: B > C"]
    tree = [TreeNode(visits=1), TreeNode(parent=0, action="a\n\x1b[2Jb" + "c" * 500, visits=1)]
    lines = list(summarise_tree(tree))
    assert lines[0].startswith("a <U+001B>[2Jbccc")
    assert all(len(line) < 150 and "\n" not in line for line in lines)
    root = as_branches(SEARCHED)
    a, b, c = root.branches
    assert [(branch.action, branch.best, branch.passed) for branch in (a, b, c)] == [
        ("A", False, "2 visits"), ("B", True, "1 visit"), ("C", False, "not visited")]
    assert b.figures == "intuition 0.25 · self-evaluation 0.25 · win 0.5 · reward 0.5 · value 1.75"
    assert c.figures == "intuition 0.25 · self-evaluation 0.125"
    assert [(branch.action, branch.best) for branch in (*a.branches, *b.branches)] == [
        ("B", False), ("C", False), ("C", True)]
    tree = [TreeNode(visits=1), *[TreeNode(parent=0, action=str(index), visits=index == 99) for index in range(100)]]
    root = as_branches(tree)
    assert [branch.action for branch in root.branches] == [*map(str, range(MOST_BRANCHES - 1)), "99"]
    assert root.left_out == 100 - MOST_BRANCHES


@pytest.mark.parametrize("length", [DEEPEST, 5000])
def test_a_tree_of_any_depth_is_shown_to_some_depth(length: int) -> None:
    chain = [TreeNode(visits=1), *[TreeNode(parent=index, action="x", visits=1) for index in range(length)]]
    depth, branch = 0, as_branches(chain)
    while branch.branches:
        depth, branch = depth + 1, branch.branches[0]
    assert (depth, branch.left_out) == (DEEPEST, int(length > DEEPEST))
    assert len(list(summarise_tree(chain))[-1]) < 100

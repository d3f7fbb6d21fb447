"""Hand-made tree of a search, for tests that show one."""

from gtarena.logs.records import TreeNode

# Two iterations through A, one through B, none through C; the sums of rewards are 1 + 0.5, 1 - 0.25 and 0.5 + 1.25.
SEARCHED = (
    TreeNode(visits=3, state="A board with nothing on it.\nYou are to move.", value=1.333333),
    TreeNode(parent=0, action="A", others="The other one passes.", state="A is taken.", intuition=0.5,
             self_evaluation=0.75, win=0.375, reward=1.0, visits=2, value=1.125),
    TreeNode(parent=0, action="B", others="The other one takes A.", state="A and B are taken.", intuition=0.25,
             self_evaluation=0.25, win=0.5, reward=0.5, visits=1, value=1.75),
    TreeNode(parent=0, action="C", intuition=0.25, self_evaluation=0.125),
    TreeNode(parent=1, action="B", intuition=0.5, self_evaluation=0.5, win=0.25, reward=0.5, visits=1, value=0.5),
    TreeNode(parent=1, action="C", intuition=0.5, self_evaluation=0.25, win=0.0, reward=-0.25, visits=1, value=-0.25),
    TreeNode(parent=2, action="C", intuition=1.0, self_evaluation=0.5, win=0.875, reward=1.25, visits=1, value=1.25))

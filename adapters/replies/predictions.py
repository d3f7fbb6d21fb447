"""Predictions in the replies of a model: a text between two tags, and a list of actions."""

import re
from collections.abc import Sequence

from adapters.replies.errors import ReplyError
from adapters.replies.turns import visible

MOST_ACTIONS = 100
LONGEST_ACTION = 300  # characters
LONGEST_TEXT = 4000

_LIST_MARK = re.compile(r"\s*(?:[-*•]|\(?\d{1,3}[.):])\s+")


def tagged(reply: str, name: str) -> str:
    """Returns the text of a reply between ``<name>`` and ``</name>``, or to its end, at most 4,000 characters of it.

    Of several texts the longest counts: a reply may name the tags before it uses them.

    Raises:
        ReplyError: the reply has no such tag, or nothing stands there.
    """
    found = re.findall(rf"<{name}>(.*?)(?=</?{name}>|\Z)", visible(reply), re.IGNORECASE | re.DOTALL)
    said: str = max((each.strip() for each in found), key=len, default="")
    if not said:
        raise ReplyError("unparsable", f"Your reply says nothing between <{name}> and </{name}>.")
    return said[:LONGEST_TEXT]


def listed_actions(reply: str, name: str) -> Sequence[str]:
    """Returns the different actions that a reply lists between ``<name>`` and ``</name>``, one on a line.

    Raises:
        ReplyError: the reply lists none.
    """
    lines = (" ".join(_LIST_MARK.sub("", line, count=1).split()) for line in tagged(reply, name).splitlines())
    actions = [line[:LONGEST_ACTION] for line in lines if re.search(r"\w", line)]
    if not actions:
        raise ReplyError("unparsable", f"Your reply listed nothing between <{name}> and </{name}>.")
    return list(dict.fromkeys(actions))[:MOST_ACTIONS]

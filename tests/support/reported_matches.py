"""Match records for tests of reports: a sweep over prompts and temperatures, and a match full of hostile text."""

from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import MatchRecord, TreeNode
from tests.support.records import call, llm, record, seat, steps

RANDOM = seat("random")
SWEPT = [llm(prompt=prompt, temperature=t) for prompt in ("v1", "v2") for t in (0.0, 1.0)]
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>&lt; [red]red[/red] \x1b[31m \x1b]8;;http://evil\x07link "
    "\u202egnp.exe \u2066 {{1234*5678}} {% raw %} ${oc.env:HOME} ${{1234*5678}} </pre></details> "
    "\" onmouseover='x' \x00")


def swept() -> list[MatchRecord]:
    """A match of each agent in ``SWEPT``, whose costs are unknown but for the first, and one for three players."""
    return [
        record(f"m{number}", [each, RANDOM], [1, -1], calls=[call(0, 0, cost=None if number else 0.5)])
        for number, each in enumerate(SWEPT)
    ] + [record("n", [RANDOM, RANDOM, RANDOM], [1, 2, 3], game="el_farol", params={"players": 3})]


def graded() -> list[MatchRecord]:
    """Matches in two games of an agent that wins everything, a better one, two that are alike, and a worse one."""
    agents = ("best", "even", "level", "worst")
    shares = {("best", "even"): 9, ("best", "level"): 9, ("even", "level"): 6, ("even", "worst"): 9,
              ("level", "worst"): 9, ("best", "worst"): 11}
    played = [record(f"{game}-{first}-{second}-{number}", [seat(first), seat(second)],
                     [1, -1] if number < won else [-1, 1], game=game, seed=number)
              for game in ("kuhn_poker", "nim") for (first, second), won in shares.items() for number in range(12)]
    return played + [record(f"unbeaten-{other}", [seat("unbeaten"), seat(other)], [1, -1]) for other in agents[1:]]


def hostile() -> MatchRecord:
    """A match with ``HOSTILE`` in every field that holds text."""
    words = {"action": HOSTILE, "others": HOSTILE, "state": HOSTILE, "visits": 1}
    tree = [TreeNode(**words), TreeNode(parent=0, **words), TreeNode(parent=1, **words)]
    fields = {"history": [steps((0, 1))[0].model_copy(update={"name": HOSTILE})],
              "calls": [call(0, 0, reply=HOSTILE, reasoning=HOSTILE, texts=[sha256(HOSTILE)], tree=tree)],
              "outcome": "forfeit", "offender": 0, "error": HOSTILE, "suite": HOSTILE, "source": HOSTILE,
              "started": HOSTILE, "game": HOSTILE, "params": {HOSTILE: HOSTILE}, "versions": {HOSTILE: HOSTILE}}
    seats = [seat(HOSTILE, HOSTILE, prompt=HOSTILE), seat(HOSTILE, HOSTILE, prompt="v1")]
    return record(HOSTILE, seats, None, **fields)

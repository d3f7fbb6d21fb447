import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

import pyspiel
import pytest

import adapters
from gtarena import games
from gtarena.agents.base import Seating
from gtarena.agents.beliefs import first_beliefs, update_beliefs
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.schemes import pgm
from gtarena.agents.llm.settings import LlmSettings, wording_digest
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply, Request
from gtarena.models.offline import answer
from gtarena.runs.matches.match import MatchProgress, play_match
from tests.support.llm_decisions import decide, decision_at
from tests.support.planned_runs import planned
from tests.support.runs import match_lines, play_here
from tests.support.withheld_rules import withhold_rules

pytestmark = pytest.mark.usefixtures("without_report")
SEATS = range(3)
NAMES = ["Player 1", "Player 2", "Player 3"]
CHAMELEON = {"topic": 1, "secret": 1, "chameleon": 3}
UNDERCOVER = {"pair": 1, "undercover_word": 1, "undercover": 2}

Analyse = Callable[[Request], str | Reply]


def stated(rows: Sequence[Sequence[float]]) -> str:
    return json.dumps(dict(zip(NAMES, rows, strict=True)))


NO_CHANGE = stated([[0, 0, 0]] * 3)


def asks_for(request: Request) -> str:
    """Kind of a request: an "analysis", the "changes" that one states, a "matrix" at once, or a "move"."""
    if request.form is None:
        return "analysis"
    if [key.key for key in request.form.keys] != NAMES:
        return "move"
    return "matrix" if len(request.messages) > 1 else "changes"


class Analyst:
    """Model that gives the analyses and changes it is told to give, and otherwise replies like ``offline/random``."""

    def __init__(
        self, analyse: Analyse = lambda request: "no change", read: Analyse = lambda request: NO_CHANGE
    ) -> None:
        self._analyse, self._read = analyse, read
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        asked = asks_for(request)
        if asked == "move":
            return Reply(text=answer("offline/random", request.messages, request.seed, request.form).text)
        said = (self._read if asked == "changes" else self._analyse)(request)
        return said if isinstance(said, Reply) else Reply(text=said)

    def asked(self, kind: str) -> list[str]:
        return [request.messages[-1]["content"] for request in self.requests if asks_for(request) == kind]


def agent(model: Analyst, settings: LlmSettings, seating: Seating, others: dict | None = None) -> LlmAgent:
    return LlmAgent(seating, model, settings, InMemoryTexts(), others=others)


def play(
    name: str, params: dict, *models: Analyst, seed: int = 1, others: dict | None = None, **settings
) -> MatchProgress:
    """Plays a match in which every seat is a pgm agent; one model plays all seats unless there are more."""
    adapter = adapters.for_game(games.load(name, params))
    asked = LlmSettings.read({"scheme": "pgm", **settings})
    seats = range(adapter.game.num_players())
    makers = [partial(agent, models[seat % len(models)], asked, others=others) for seat in seats]
    played = asyncio.run(play_match(adapter, makers, seed))
    assert played.outcome == "finished", played.error
    return played


def purposes(played: MatchProgress) -> dict[int, str]:
    """The calls of each seat in order: "b" for an analysis and "m" for a move, with a space between decisions."""
    decisions: dict[int, dict[int, str]] = defaultdict(lambda: defaultdict(str))
    for call in played.calls:
        decisions[call.player][call.move_number] += call.purpose[0]
    return {seat: " ".join(made.values()) for seat, made in decisions.items()}


def votes(played: MatchProgress) -> list[str]:
    return [step.name for step in played.history if step.player >= 0][-3:]


def reader_of(*suspects: int) -> Analyst:
    """A model that reads in the analysis of each seat that it finds one of the others more suspicious."""

    def read(request: Request) -> str:
        seat = next(seat for seat in SEATS if f"{NAMES[seat]} has written" in request.messages[0]["content"])
        return stated([[int(row == seat and column == suspects[seat]) for column in SEATS] for row in SEATS])

    return Analyst(read=read)


@pytest.mark.parametrize(("name", "params", "settings", "made"), [
    # Role, clue and beliefs; the chameleon is not accused, and the vote takes no call unless it is to be stated.
    ("chameleon", CHAMELEON, {}, {0: "m m bbm m bbm m bbm", 1: "m bbm m m bbm m bbm", 2: "m bbm m bbm m m bbm"}),
    ("chameleon", CHAMELEON, {"vote": "stated", "seed": 4},
     {0: "m m bbm m bbm m bbm m", 1: "m bbm m m bbm m bbm m", 2: "m bbm m bbm m m bbm m"}),
    ("chameleon", CHAMELEON | {"questions": "skipped"}, {}, {0: "m bb", 1: "bbm bb", 2: "bbm bb"}),
    # A clue, role and beliefs, a clue, role and beliefs, the vote.
    ("undercover", UNDERCOVER, {}, {0: "m bbm m m bbm m m", 1: "bbm bbm m bbm bbm m m", 2: "bbm bbm m bbm bbm m m"}),
    *((name, {}, {}, dict.fromkeys(SEATS, "m bm bm bm bm"))
      for name in ("three_player_prisoners_dilemma", "public_good")),
    # In other games all that a player sees is new once somebody has moved.
    ("el_farol", {"players": 10, "rounds": 3}, {}, dict.fromkeys(range(10), "m bm bm")),
])
def test_whatever_is_new_is_analysed_once_before_a_decision(name, params, settings, made):
    played = play(name, params, reader_of(1, 0, 0) if name == "chameleon" else Analyst(), **settings)
    assert purposes(played) == made
    if name == "chameleon" and not settings:
        assert votes(played) == ["Player 2", "Player 1", "Player 1"]


def test_an_accused_chameleon_guesses_in_view_of_the_same_analysis_and_cost_sharing_needs_one_a_round() -> None:
    assert purposes(play("chameleon", CHAMELEON, reader_of(2, 2, 0)))[2] == "m bbm m bbm m m bbm m"
    played = play("cost_sharing", {"group": 1, "rounds": 3}, Analyst())
    rounds = max(len(made.split()) for made in purposes(played).values()) // 2
    assert purposes(played) == dict.fromkeys(SEATS, " ".join(["m m"] + ["bm m"] * (rounds - 1)))
    assert rounds > 1


@pytest.mark.parametrize(("name", "params"), [
    *((name, {"players": 3}) for name in ("kuhn_poker", "leduc_poker", "goofspiel")), ("pirate_game", {"players": 4})])
def test_in_games_without_a_wording_of_their_own_only_a_decision_before_any_other_is_not_analysed(name, params):
    played = play(name, params, Analyst())
    first = next(call.move_number for call in played.calls)
    for seat, made in purposes(played).items():
        began = next(call.move_number for call in played.calls if call.player == seat)
        opening, *later = made.split()
        assert opening == ("m" if began == first else "bm")
        assert set(later) <= {"bm"}


def test_a_move_that_cannot_be_used_is_asked_for_again_without_another_analysis():
    replies = iter(["Answer: Cooperate"] * 3 + ["hm"] * 3 + ["Answer: Defect"] * 300)
    model = Analyst()
    whole = model.complete

    async def complete(request: Request) -> Reply:
        reply = await whole(request)
        return reply if request.form is None else Reply(text=next(replies))

    model.complete = complete  # type: ignore[method-assign]
    assert purposes(play("three_player_prisoners_dilemma", {"rounds": 2}, model)) == dict.fromkeys(SEATS, "m bmm")
    again = [request for request in model.requests if request.form is not None][-1].messages
    assert [message["role"] for message in again] == ["system", "user", "assistant", "user"]
    assert '"no change"' in again[1]["content"]


@pytest.mark.parametrize("suspects", [(1, 0, 0), (2, 2, 1), (1, 2, 0), (2, 0, 1)])
def test_a_model_whose_suspicions_are_known_votes_as_its_matrix_says(suspects):
    played = play("chameleon", CHAMELEON | {"questions": "skipped"}, reader_of(*suspects))
    made = [step.name for step in played.history if step.player >= 0 and step.action is not None]
    assert made[:3] == [NAMES[suspect] for suspect in suspects]


def test_the_logged_beliefs_are_those_that_the_analyses_add_up_to_in_every_match() -> None:
    played = play("chameleon", CHAMELEON, reader_of(1, 0, 0))
    for seat, role, changes in ((0, "innocent", [[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
                                (2, "culprit", [[0, 0, 0], [0, 0, 0], [1, 0, 0]])):
        matrix = first_beliefs(3, seat, role)
        analyses = [call.beliefs for call in played.calls if call.player == seat and call.purpose == "belief"]
        assert analyses[::2] == [None] * 3
        for beliefs in analyses[1::2]:
            matrix = update_beliefs(matrix, changes)
            assert beliefs == [[round(value, 6) for value in row] for row in matrix]
    assert all(call.beliefs is None for call in played.calls if call.purpose == "move")
    model = reader_of(1, 0, 0)
    first, second = (play("chameleon", CHAMELEON, model) for _ in range(2))
    assert [call.beliefs for call in first.calls] == [call.beliefs for call in second.calls]


def test_a_matrix_that_the_model_states_takes_the_place_of_the_last_one():
    rows = [[0.0, 0.2, 0.6], [2, 1, 1], [1, 0, 0]]
    played = play("chameleon", CHAMELEON, Analyst(lambda request: f"I believe:\n{stated(rows)}"), beliefs="matrix")
    analyses = [call for call in played.calls if call.purpose == "belief"]
    assert all(call.beliefs == [[0.0, 0.25, 0.75], [0.5, 0.25, 0.25], [1.0, 0.0, 0.0]] for call in analyses)
    made = [step.name for step in played.history if step.player >= 0 and step.action is not None]
    assert made[-3:] == ["Player 3", "Player 1", "Player 1"]


@pytest.mark.parametrize(
    ("reply", "failure"),
    [("I am not sure.", "unparsable"), ("", "empty"), (stated([[0, 0, 0]] * 3), "illegal"),
     (Reply(text=stated([[1, 0, 0]] * 3), truncated=True), "truncated")])
def test_a_missing_matrix_is_a_named_failure_and_the_last_one_stays(reply, failure):
    rows = [[0.1, 0.2, 0.7]] * 3
    turns = count()
    played = play(
        "chameleon", CHAMELEON, Analyst(lambda request: stated(rows) if next(turns) < 3 else reply), beliefs="matrix")
    analyses = [call for call in played.calls if call.purpose == "belief"]
    assert [call.failure for call in analyses] == [None] * 3 + [failure] * 6
    assert all(call.beliefs == rows for call in analyses)


@pytest.mark.parametrize("beliefs", ["text", "matrix"])
def test_games_without_suspects_are_analysed_in_words_and_keep_no_matrix(beliefs):
    model = Analyst()
    assert all(call.beliefs is None for call in play("public_good", {}, model, beliefs=beliefs).calls)
    assert all("As Player" in asked and "[" not in asked.split("First analyse")[1] for asked in model.asked("analysis"))


def test_it_shows_nothing_but_the_analysis_as_a_quotation_and_names_its_writer():
    model = Analyst(lambda request: 'I think:\nreply "yes"')
    play("undercover", UNDERCOVER, model)
    (request, *_) = [request for request in model.requests if asks_for(request) == "changes"]
    (turn,) = request.messages
    assert turn["role"] == "user"
    assert '"I think:\\nreply \\"yes\\""' in turn["content"]
    assert "Player 2 has written an analysis" in turn["content"]
    assert turn["content"].endswith("{" + ", ".join(f'"{name}": [..., ..., ...]' for name in NAMES) + "}")
    row = {"type": "array", "items": {"type": "integer", "enum": [-1, 0, 1]}}
    assert request.schema == {"type": "object", "properties": dict.fromkeys(NAMES, row), "required": NAMES,
                              "additionalProperties": False}


@pytest.mark.parametrize(
    ("reply", "failure"),
    [("Player 2 is more suspicious.", "unparsable"), ("", "empty"), (stated([[0, 2, 0]] * 3), "illegal"),
     (f"{NO_CHANGE} or {stated([[0, 1, 0]] * 3)}", "ambiguous"), (Reply(text=NO_CHANGE, truncated=True), "truncated")])
def test_a_reading_that_cannot_be_used_is_a_named_failure_and_changes_no_belief(reply, failure):
    played = play("chameleon", CHAMELEON, Analyst(read=lambda request: reply))
    analyses = [call for call in played.calls if call.purpose == "belief"]
    assert [call.failure for call in analyses] == [None, failure] * 9
    for seat, role in enumerate(["innocent", "innocent", "culprit"]):
        first = [[round(float(value), 6) for value in row] for row in first_beliefs(3, seat, role)]
        assert {str(call.beliefs) for call in analyses[1::2] if call.player == seat} == {str(first)}


def test_another_model_may_read_the_analyses_and_is_named_in_the_log():
    model, reader = Analyst(lambda request: "Player 2 it is"), reader_of(1, 0, 0)
    played = play("chameleon", CHAMELEON, model, reader="openai/reader", others={"openai/reader": reader})
    assert model.asked("changes") == []
    assert reader.asked("changes") == [request.messages[0]["content"] for request in reader.requests]
    assert all('"Player 2 it is"' in asked for asked in reader.asked("changes"))
    named = [(call.purpose, call.model, call.sample, call.beliefs is None) for call in played.calls if call.player == 1]
    assert named[1:4] == [("belief", None, 0, True), ("belief", "openai/reader", 1, False), ("move", None, 2, True)]
    assert votes(played) == ["Player 2", "Player 1", "Player 1"]


def test_the_shown_analysis_is_the_latest_of_ones_own_as_a_quotation() -> None:
    said = (f'Analysis {number}: "Player 2" is\nmore suspicious' for number in count(1))
    model = Analyst(lambda request: next(said))
    play("three_player_prisoners_dilemma", {"rounds": 3}, model)
    asked = model.asked("move")
    assert not any("analys" in question for question in asked[:3])
    for number, question in enumerate(asked[3:], start=1):
        assert f'"Analysis {number}: \\"Player 2\\" is\\nmore suspicious"' in question
    models = [Analyst(lambda request, seat=seat: f"no change, says seat {seat}") for seat in SEATS]
    play("chameleon", CHAMELEON, *models)
    for seat, model in enumerate(models):
        asked = "\n".join(model.asked("move"))
        assert [other for other in SEATS if f"says seat {other}" in asked] == [seat]


@pytest.mark.parametrize(("chameleon", "aim"), [(1, "draw suspicion to Player 2"), (3, "win the trust of Player 1")])
def test_an_innocent_clue_is_aimed_at_who_suspects_the_speaker_most_and_a_chameleons_at_who_does_least(chameleon, aim):
    model = Analyst(read=lambda request: stated([[0, 0, -1], [0, 0, 1], [0, 0, 0]]))
    play("chameleon", {**CHAMELEON, "chameleon": chameleon}, model)
    clue = next(asked for asked in model.asked("move") if "turn to give a clue" in asked and "Player 2: " in asked)
    assert aim in clue


@pytest.mark.parametrize(("changes", "told"), [
    ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], "You are not sure yet who the undercover is."),
    ([[0, 0, 0], [0, 0, 1], [0, 0, 0]], "You are not sure yet who the undercover is."),  # though Player 3 is suspected
    ([[0, 1, 0], [0, 1, 0], [0, 0, 0]], "win the trust of Player 1"),
    ([[0, 0, 0], [0, -1, 1], [0, 0, 0]], "You think that Player 3 is the"),
    ([[0, 0, 0], [1, -1, 0], [0, 0, 0]], "You think that Player 1 is the"),
    ([[0, 0, 0], [0, -1, 0], [0, 0, 0]], "You think that Player 3 is the")])
def test_in_undercover_the_clue_follows_from_the_role_that_the_player_says_it_has(changes, told):
    model = Analyst(read=lambda request: stated(changes))
    play("undercover", UNDERCOVER, model)
    (clue,) = [asked for asked in model.asked("move")
               if "Round 2, Player 1: " in asked and "Round 2, Player 2" not in asked and "turn to give" in asked]
    assert told in clue


@pytest.mark.parametrize(("row", "told"), [
    ([1, 1, 1], "You are not sure yet"), ([1, 2, 1], "You think that you are"), ([2, 1, 3], "You think that Player 3")])
def test_in_undercover_a_stated_matrix_tells_the_role_by_its_own_row(row, told):
    model = Analyst(lambda request: stated([row] * 3))
    play("undercover", UNDERCOVER, model, beliefs="matrix")
    (clue,) = [asked for asked in model.asked("move")
               if "Round 2, Player 1: " in asked and "Round 2, Player 2" not in asked and "turn to give" in asked]
    assert told in clue


def test_what_a_player_says_of_its_own_role_changes_no_belief() -> None:
    for own in (-1, 1):
        played = play("undercover", UNDERCOVER, Analyst(read=lambda request, own=own: stated(
            [[own if row == column else 0 for column in SEATS] if f"{NAMES[row]} has written" in
             request.messages[0]["content"] else [0, 0, 0] for row in SEATS])))
        assert {str(call.beliefs) for call in played.calls if call.beliefs} == {str([[0.333333] * 3] * 3)}


def test_an_analysis_counts_as_far_as_it_goes_without_what_was_thought_in_silence() -> None:
    model = Analyst(lambda request: Reply(text="Player 2 is more suspicious, bec", truncated=True))
    played = play("chameleon", CHAMELEON, model)
    assert next(call.failure for call in played.calls if call.purpose == "belief") == "truncated"
    assert all('"Player 2 is more suspicious, bec"' in asked for asked in model.asked("changes"))
    assert len(model.asked("changes")) == 9
    said = iter(["Player 2 is more suspicious"] * 3 + ["", "<think>hm", "  "] * 2)
    model = Analyst(lambda request: next(said), lambda request: stated([[0, 1, 0]] * 3))
    analyses = [call for call in play("chameleon", CHAMELEON, model).calls if call.purpose == "belief"]
    assert [call.failure for call in analyses if call.failure] == ["empty", "truncated", "empty"] * 2
    assert len(analyses) == 2 * 3 + 6
    assert analyses[1].beliefs == next(call.beliefs for call in analyses if call.player == 0 and call.failure)
    assert '"Player 2 is more suspicious"' in model.asked("move")[-1]
    model = Analyst(lambda request: "<think>Player 2 is more suspicious</think>Player 3 is more suspicious.")
    play("chameleon", CHAMELEON, model)
    for kind in ("changes", "move"):
        asked = "\n".join(model.asked(kind))
        assert '"Player 3 is more suspicious."' in asked
        assert "Player 2 is more suspicious" not in asked


def test_an_analysis_may_look_up_a_topic_of_the_rules_and_its_reader_may_not(tmp_path, monkeypatch):
    withhold_rules(monkeypatch, tmp_path, "chameleon")
    model = Analyst(
        lambda request: "hm" if "Three marks" in request.messages[-1]["content"] else "Look up: winning",
        lambda request: "Look up: winning")
    asked = [call for call in play("chameleon", CHAMELEON, model).calls if call.purpose in ("look_up", "belief")]
    assert [(call.purpose, call.failure) for call in asked] == [
        ("look_up", None), ("belief", None), ("belief", "unparsable")] * 9


def test_a_vote_without_a_call_is_part_of_the_chat_and_no_chameleon_states_its_own_suspicions() -> None:
    model = reader_of(2, 2, 0)
    play("chameleon", CHAMELEON, model, memory="chat")
    guess = model.requests[-1].messages
    assert [message["content"] for message in guess if message["role"] == "assistant"][-1] == '{"vote": "Player 1"}'
    assert "Vote for the player" in guess[-3]["content"]
    model = Analyst()
    play("chameleon", CHAMELEON, model)
    asked = model.asked("analysis")
    assert [("The secret word may be" in question) != ("I think:\n" in question) for question in asked] == [True] * 9
    assert sum("The secret word may be" in question for question in asked) == 3


def test_each_of_the_five_games_has_a_wording_and_a_change_of_the_shared_one_changes_the_digest(tmp_path, monkeypatch):
    for name in ("chameleon", "undercover", "cost_sharing", "three_player_prisoners_dilemma", "public_good"):
        assert pgm.wording_name(adapters.for_game(games.load(name, {}))) == name
    assert pgm.wording_name(adapters.for_game(games.load("pirate_game", {}))) == "generic"
    assert pgm.wording_name(adapters.for_game(games.load("kuhn_poker", {"players": 3}))) == "generic"
    adapter = adapters.for_game(games.load("pirate_game", {}))
    settings = LlmSettings.read({"scheme": "pgm"})
    shipped = wording_digest(adapter, settings)
    assert shipped.startswith(wording_digest(adapter, LlmSettings()))
    (tmp_path / "pgm").mkdir()
    (tmp_path / "pgm" / "pirate_game.jinja").write_text('{% extends "pgm/generic.jinja" %}', encoding="utf-8")
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    assert wording_digest(adapter, settings) != shipped


@pytest.mark.parametrize("block", ["role %}villain", 'role %}innocent{% endblock %}{% block vote %}{"decision": "up"}'])
def test_an_error_in_a_wording_stops_the_match_with_its_file(tmp_path, monkeypatch, block):
    (tmp_path / "pgm").mkdir()
    names = "{% block names %}a\nb\nc\n{% endblock %}"
    text = '{% extends "pgm/generic.jinja" %}' + names + "{% block " + block + "{% endblock %}"
    (tmp_path / "pgm" / "pirate_game.jinja").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    given = decide(Analyst(), decision_at("pirate_game(players=3)"), scheme="pgm")
    assert isinstance(given.error, UsageError)
    assert "pgm/pirate_game.jinja" in str(given.error)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_games_of_two_players_are_refused(name):
    with pytest.raises(UsageError, match=f"scheme=pgm cannot be used in {name}: it needs more than two players"):
        wording_digest(adapters.for_game(pyspiel.load_game(name)), LlmSettings.read({"scheme": "pgm"}))


def lines_of(folder, *words: str) -> list[dict]:
    assert play_here(folder, *words) == 0
    return [json.loads(line) for line in match_lines(folder)]


def test_a_run_is_repeated_to_the_letter_and_goes_on_where_it_ended(tmp_path):
    words = ("game=chameleon", "agents=[pgm,llm*2]", "seed=7")

    def played(folder, matches: int) -> dict:
        records = lines_of(tmp_path / folder, *words, f"matches={matches}")
        return {record["match_id"]: (record["history"], [call["reply"] for call in record["calls"]],
                                     [call.get("beliefs") for call in record["calls"]]) for record in records}

    whole = played("whole", 2)
    begun = played("resumed", 1)
    assert played("resumed", 2) == whole
    assert begun.items() <= whole.items()
    assert any(beliefs for _, _, logged in whole.values() for beliefs in logged)


def test_only_seats_that_analyse_hold_its_settings_and_an_unused_reader_changes_no_match() -> None:
    spec, *_ = planned("game=pirate_game", "game.players=3", "agents=[pgm,llm*2]")
    held = {seat.agent: (seat.params.get("beliefs"), seat.params.get("vote")) for seat in spec.seats}
    assert held == {"pgm": ("text", "matrix"), "llm": (None, None)}

    def match_id(*more: str) -> str:
        return planned("game=chameleon", "agents=[pgm,random*2]", "matches=1", *more)[0].match_id

    reader = "agent.pgm.reader=offline/first"
    assert match_id("agent.pgm.beliefs=matrix") == match_id("agent.pgm.beliefs=matrix", reader)
    assert match_id() != match_id(reader)


def test_offline_models_state_changes_and_matrices_in_their_form(tmp_path):
    for beliefs, calls in (("text", 2), ("matrix", 1)):
        (record,) = lines_of(tmp_path / beliefs, "game=chameleon", "agents=[pgm@offline/random,random*2]",
                             "matches=1", f"agent.pgm.beliefs={beliefs}")
        analyses = [call for call in record["calls"] if call["purpose"] == "belief"]
        assert [call["failure"] for call in analyses] == [None] * len(analyses)
        assert len({str(call["beliefs"]) for call in analyses if "beliefs" in call}) == len(analyses) / calls > 1


def test_a_reader_is_called_at_its_own_address_for_readings_alone(openai_server, monkeypatch, tmp_path):
    openai_server.reply = lambda payload: NO_CHANGE
    monkeypatch.setenv("OPENAI_API_BASE", openai_server.api_base)
    (record,) = lines_of(tmp_path, "game=chameleon", "agents=[pgm,random*2]", "matches=1",
                         "agent.pgm.reader=openai/gpt-4o")
    read = [call for call in record["calls"] if call.get("model") == "openai/gpt-4o"]
    assert [call["purpose"] for call in read] == ["belief"] * len(openai_server.received)
    assert all("beliefs" in call and call["failure"] is None for call in read)
    assert {received.payload["model"] for received in openai_server.received} == {"gpt-4o"}

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import count

import pyspiel
import pytest

import adapters
from gtarena import games
from gtarena.agents import pgm
from gtarena.agents.base import Decision, Seating, Unanswered
from gtarena.agents.beliefs import first_beliefs, update_beliefs
from gtarena.agents.llm import LlmAgent, LlmSettings
from gtarena.agents.wording_digest import wording_digest
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply, Request
from gtarena.models.offline import answer
from gtarena.runs.match import MatchProgress, play_match
from tests.support.runs import match_lines, play_here
from tests.support.withheld_rules import withhold_rules

SEATS = range(3)
NAMES = ["Player 1", "Player 2", "Player 3"]
CHAMELEON = {"topic": 1, "secret": 1, "chameleon": 3}
UNDERCOVER = {"pair": 1, "undercover_word": 1, "undercover": 2}

Analyse = Callable[[Request], str | Reply]


class Analyst:
    """Model that gives the analyses it is told to give, and otherwise replies like ``offline/random``."""

    def __init__(self, analyse: Analyse = lambda request: "no change") -> None:
        self._analyse = analyse
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        if request.form is not None:
            return Reply(text=answer("offline/random", request.messages, request.seed, request.form).text)
        said = self._analyse(request)
        return said if isinstance(said, Reply) else Reply(text=said)

    def asked(self, form: bool) -> list[str]:
        """The questions for a move, or those for an analysis."""
        return [request.messages[-1]["content"] for request in self.requests if (request.form is not None) == form]


def agent(model: Analyst, settings: LlmSettings, seating: Seating) -> LlmAgent:
    return LlmAgent(seating, model, settings, InMemoryTexts())


def play(name: str, params: dict, *models: Analyst, seed: int = 1, **settings) -> MatchProgress:
    """Plays a match in which every seat is a pgm agent; one model plays all seats unless there are more."""
    adapter = adapters.for_game(games.load(name, params))
    asked = LlmSettings(scheme="pgm", **settings)
    makers = [partial(agent, models[seat % len(models)], asked) for seat in range(adapter.game.num_players())]
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


def suspicion(*suspects: int) -> Analyse:
    """Analyses in which each seat finds one of the others more suspicious."""

    def analyse(request: Request) -> str:
        rules = request.messages[0]["content"]
        seat = next(seat for seat in SEATS if f"You are {NAMES[seat]}" in rules)
        return f"As {NAMES[seat]}, I think:\n{NAMES[suspects[seat]]} is more suspicious, because of the clue."

    return analyse


# calls per decision


def test_in_chameleon_every_clue_is_analysed_once_and_the_vote_takes_no_call():
    played = play("chameleon", CHAMELEON, Analyst(suspicion(1, 0, 0)))
    # Role, clue and beliefs; the chameleon is not accused.
    assert purposes(played) == {0: "m m bm m bm m bm", 1: "m bm m m bm m bm", 2: "m bm m bm m m bm"}
    assert votes(played) == ["Player 2", "Player 1", "Player 1"]


def test_a_chameleon_that_is_accused_guesses_in_view_of_the_same_analysis():
    played = play("chameleon", CHAMELEON, Analyst(suspicion(2, 2, 0)))
    assert purposes(played)[2] == "m bm m bm m m bm m"


def test_without_questions_the_analysis_is_made_at_the_clue_and_at_the_vote():
    played = play("chameleon", CHAMELEON | {"questions": "skipped"}, Analyst(suspicion(1, 0, 0)))
    assert purposes(played) == {0: "m b", 1: "bm b", 2: "bm b"}
    assert votes(played) == ["Player 2", "Player 1", "Player 1"]


def test_in_undercover_every_new_clue_is_analysed_before_the_next_decision_and_the_vote_is_stated():
    played = play("undercover", UNDERCOVER, Analyst())
    # A clue, role and beliefs, a clue, role and beliefs, the vote.
    assert purposes(played) == {0: "m bm m m bm m m", 1: "bm bm m bm bm m m", 2: "bm bm m bm bm m m"}


def test_in_cost_sharing_each_round_but_the_first_begins_with_an_analysis():
    model = Analyst()
    played = play("cost_sharing", {"group": 1, "rounds": 3}, model)
    rounds = max(len(made.split()) for made in purposes(played).values()) // 2
    assert purposes(played) == dict.fromkeys(SEATS, " ".join(["m m"] + ["bm m"] * (rounds - 1)))
    assert rounds > 1


@pytest.mark.parametrize("name", ["three_player_prisoners_dilemma", "public_good"])
def test_in_games_of_rounds_each_round_but_the_first_is_analysed(name):
    assert purposes(play(name, {}, Analyst())) == dict.fromkeys(SEATS, "m bm bm bm bm")


def test_in_other_games_all_that_a_player_sees_is_new_once_somebody_has_moved():
    played = play("el_farol", {"players": 10, "rounds": 3}, Analyst())
    assert purposes(played) == dict.fromkeys(range(10), "m bm bm")


@pytest.mark.parametrize(
    ("name", "params"), [("kuhn_poker", {"players": 3}), ("leduc_poker", {"players": 3}), ("goofspiel", {"players": 3}),
                         ("pirate_game", {"players": 4})])
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
    played = play("three_player_prisoners_dilemma", {"rounds": 2}, model)
    assert purposes(played) == dict.fromkeys(SEATS, "m bmm")
    again = [request for request in model.requests if request.form is not None][-1].messages
    assert [message["role"] for message in again] == ["system", "user", "assistant", "user"]
    assert '"no change"' in again[1]["content"]


# the matrix


@pytest.mark.parametrize("suspects", [(1, 0, 0), (2, 2, 1), (1, 2, 0), (2, 0, 1)])
def test_a_model_whose_suspicions_are_known_votes_as_its_matrix_says(suspects):
    played = play("chameleon", CHAMELEON | {"questions": "skipped"}, Analyst(suspicion(*suspects)))
    made = [step.name for step in played.history if step.player >= 0 and step.action is not None]
    assert made[:3] == [NAMES[suspect] for suspect in suspects]


def test_the_logged_beliefs_are_those_that_the_analyses_add_up_to():
    played = play("chameleon", CHAMELEON, Analyst(suspicion(1, 0, 0)))
    for seat, role, changes in ((0, "innocent", [[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
                                (2, "culprit", [[0, 0, 0], [0, 0, 0], [1, 0, 0]])):
        matrix = first_beliefs(3, seat, role)
        logged = [call.beliefs for call in played.calls if call.player == seat and call.purpose == "belief"]
        for beliefs in logged:
            matrix = update_beliefs(matrix, changes)
            assert beliefs == [[round(value, 6) for value in row] for row in matrix]
        assert len(logged) == 3
    assert all(call.beliefs is None for call in played.calls if call.purpose == "move")


def test_games_without_suspects_keep_no_matrix():
    played = play("public_good", {}, Analyst())
    assert all(call.beliefs is None for call in played.calls)


def test_a_stated_vote_is_asked_for():
    played = play("chameleon", CHAMELEON, Analyst(suspicion(1, 0, 0)), vote="stated")
    assert purposes(played)[0] == "m m bm m bm m bm m"


def test_every_match_begins_with_beliefs_of_its_own():
    model = Analyst(suspicion(1, 0, 0))
    first, second = (play("chameleon", CHAMELEON, model) for _ in range(2))
    assert [call.beliefs for call in first.calls] == [call.beliefs for call in second.calls]


def stated(rows: list[list[float]]) -> str:
    return json.dumps(dict(zip(NAMES, rows, strict=True)))


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


def test_games_without_a_matrix_are_analysed_in_words_either_way():
    model = Analyst()
    play("public_good", {}, model, beliefs="matrix")
    assert all("As Player" in asked and "[" not in asked.split("First analyse")[1] for asked in model.asked(form=False))


# questions


def test_a_decision_shows_the_latest_analysis_as_a_quotation_and_nothing_before_the_first():
    said = (f'Analysis {number}: "Player 2" is\nmore suspicious' for number in count(1))
    model = Analyst(lambda request: next(said))
    play("three_player_prisoners_dilemma", {"rounds": 3}, model)
    asked = model.asked(form=True)
    assert not any("analys" in question for question in asked[:3])
    for number, question in enumerate(asked[3:], start=1):
        assert f'"Analysis {number}: \\"Player 2\\" is\\nmore suspicious"' in question


def test_nobody_is_shown_the_analysis_of_another():
    models = [Analyst(lambda request, seat=seat: f"no change, says seat {seat}") for seat in SEATS]
    play("chameleon", CHAMELEON, *models)
    for seat, model in enumerate(models):
        asked = "\n".join(model.asked(form=True))
        assert [other for other in SEATS if f"says seat {other}" in asked] == [seat]


def test_an_innocent_clue_is_aimed_at_who_suspects_the_speaker_most():
    def analyse(request: Request) -> str:
        return "I think now Player 1 thinks: Player 3 is less suspicious.\nI think now Player 2 thinks: Player 3 is " \
               "more suspicious."

    model = Analyst(analyse)
    play("chameleon", {**CHAMELEON, "chameleon": 1}, model)
    clue = next(asked for asked in model.asked(form=True) if "turn to give a clue" in asked and "Player 2: " in asked)
    assert "draw suspicion to Player 2" in clue


def test_a_chameleons_clue_is_aimed_at_who_suspects_it_least():
    def analyse(request: Request) -> str:
        return "I think now Player 1 thinks: Player 3 is less suspicious.\nI think now Player 2 thinks: Player 3 is " \
               "more suspicious."

    model = Analyst(analyse)
    play("chameleon", CHAMELEON, model)
    clue = next(asked for asked in model.asked(form=True) if "turn to give a clue" in asked and "Player 2: " in asked)
    assert "win the trust of Player 1" in clue


@pytest.mark.parametrize(
    ("diagnosis", "told"),
    [
        ("I am not sure whether I am the undercover.", "You are not sure yet who the undercover is."),
        ("I think I am the undercover.\nI think Player 1 thinks Player 2 is undercover.", "win the trust of Player 1"),
        ("I think I am not the undercover.\nI think Player 3 is undercover.", "You think that Player 3 is the"),
    ],
)
def test_in_undercover_the_clue_depends_on_the_diagnosis(diagnosis, told):
    model = Analyst(lambda request: diagnosis)
    play("undercover", UNDERCOVER, model)
    (clue,) = [asked for asked in model.asked(form=True)
               if "clue for round 2" in asked and "Round 2, Player 1: " in asked and "Round 2, Player 2" not in asked]
    assert told in clue


def test_a_chameleon_is_asked_for_the_word_and_not_for_its_own_suspicions():
    model = Analyst()
    play("chameleon", CHAMELEON, model)
    asked = model.asked(form=False)
    assert [("The secret word may be" in question) != ("I think:\n" in question) for question in asked] == [True] * 9
    assert sum("The secret word may be" in question for question in asked) == 3


def test_an_analysis_that_was_cut_off_counts_as_far_as_it_goes():
    cut = Reply(text="As Player 1, I think: Player 2 is more suspicious, bec", truncated=True)
    played = play("chameleon", CHAMELEON, Analyst(lambda request: cut))
    first = next(call for call in played.calls if call.purpose == "belief")
    assert first.failure == "truncated"
    assert first.beliefs is not None
    assert first.beliefs[0][1] > first.beliefs[0][2]


def test_an_empty_analysis_leaves_the_last_one():
    said = iter(["Player 2 is more suspicious"] * 3 + ["", "<think>hm", "  "] * 2)
    model = Analyst(lambda request: next(said))
    played = play("chameleon", CHAMELEON, model)
    analyses = [call for call in played.calls if call.purpose == "belief"]
    assert [call.failure for call in analyses] == [None] * 3 + ["empty", "truncated", "empty"] * 2
    assert analyses[0].beliefs == next(call.beliefs for call in analyses[3:] if call.player == 0)
    assert '"Player 2 is more suspicious"' in model.asked(form=True)[-1]


def test_what_was_thought_in_silence_is_no_part_of_the_analysis():
    model = Analyst(lambda request: "<think>Player 2 is more suspicious</think>Player 3 is more suspicious.")
    played = play("chameleon", CHAMELEON, model)
    first = next(call for call in played.calls if call.purpose == "belief")
    assert first.beliefs is not None
    assert first.beliefs[0][2] > first.beliefs[0][1]
    assert '"Player 3 is more suspicious."' in model.asked(form=True)[-1]


def test_an_analysis_may_look_up_a_topic_of_the_rules(tmp_path, monkeypatch):
    withhold_rules(monkeypatch, tmp_path, "chameleon")
    model = Analyst(lambda request: "Player 2 is more suspicious" if "Three marks" in request.messages[-1]["content"]
                    else "Look up: winning")
    played = play("chameleon", CHAMELEON, model)
    asked = [call for call in played.calls if call.purpose in ("look_up", "belief")]
    assert [call.purpose for call in asked] == ["look_up", "belief"] * 9
    assert [call.beliefs is None for call in asked] == [True, False] * 9


def test_a_vote_without_a_call_is_part_of_the_players_chat():
    model = Analyst(suspicion(2, 2, 0))
    play("chameleon", CHAMELEON, model, memory="chat")
    guess = model.requests[-1].messages
    assert [message["content"] for message in guess if message["role"] == "assistant"][-1] == '{"vote": "Player 1"}'
    assert "Vote for the player" in guess[-3]["content"]


# wordings


def test_each_of_the_five_games_has_a_wording_and_all_others_share_one():
    for name in ("chameleon", "undercover", "cost_sharing", "three_player_prisoners_dilemma", "public_good"):
        assert pgm.wording_name(adapters.for_game(games.load(name, {}))) == name
    assert pgm.wording_name(adapters.for_game(games.load("pirate_game", {}))) == "generic"
    assert pgm.wording_name(adapters.for_game(games.load("kuhn_poker", {"players": 3}))) == "generic"


def test_a_changed_wording_changes_the_digest(tmp_path, monkeypatch):
    adapter = adapters.for_game(games.load("pirate_game", {}))
    settings = LlmSettings(scheme="pgm")
    shipped = wording_digest(adapter, settings)
    assert shipped.startswith(wording_digest(adapter, LlmSettings()))
    (tmp_path / "pgm").mkdir()
    (tmp_path / "pgm" / "pirate_game.jinja").write_text('{% extends "pgm/generic.jinja" %}', encoding="utf-8")
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    assert wording_digest(adapter, settings) != shipped


@pytest.mark.parametrize(
    "block", ["role %}villain", 'role %}innocent{% endblock %}{% block vote %}{"decision": "up"}'])
def test_an_error_in_a_wording_stops_the_match_with_its_file(tmp_path, monkeypatch, block):
    (tmp_path / "pgm").mkdir()
    names = "{% block names %}a\nb\nc\n{% endblock %}"
    text = '{% extends "pgm/generic.jinja" %}' + names + "{% block " + block + "{% endblock %}"
    (tmp_path / "pgm" / "pirate_game.jinja").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    game = games.load("pirate_game", {"players": 3})
    player = agent(Analyst(), LlmSettings(scheme="pgm"), Seating(game, 0, 1))
    given = asyncio.run(player.act(Decision(game.new_initial_state(), 0, adapters.for_game(game), 0)))
    assert isinstance(given, Unanswered)
    assert isinstance(given.error, UsageError)
    assert "pgm/pirate_game.jinja" in str(given.error)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_games_of_two_players_are_refused(name):
    with pytest.raises(UsageError, match=f"scheme=pgm cannot be used in {name}: it needs more than two players"):
        wording_digest(adapters.for_game(pyspiel.load_game(name)), LlmSettings(scheme="pgm"))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"scheme": "pgm", "beliefs": "numbers"}, "beliefs=numbers is not text or matrix"),
        ({"scheme": "pgm", "vote": "random"}, "vote=random is not matrix or stated"),
        ({"scheme": "pgm", "samples": 3}, "samples=3 does not apply to scheme=pgm"),
        ({"beliefs": "text"}, "beliefs=text does not apply to scheme=single"),
    ],
)
def test_settings_that_do_not_exist_or_apply_are_refused(settings, message):
    with pytest.raises(UsageError, match=message):
        LlmSettings(**settings)


# the command line


def lines_of(monkeypatch, folder, *words: str) -> list[dict]:
    assert play_here(monkeypatch, folder, *words) == 0
    return [json.loads(line) for line in match_lines(folder)]


def test_a_run_is_repeated_to_the_letter_and_goes_on_where_it_ended(tmp_path, monkeypatch):
    words = ("game=chameleon", "agents=[pgm,llm*2]", "seed=7")

    def played(folder, matches: int) -> dict:
        records = lines_of(monkeypatch, tmp_path / folder, *words, f"matches={matches}")
        return {record["match_id"]: (record["history"], [call["reply"] for call in record["calls"]],
                                     [call.get("beliefs") for call in record["calls"]]) for record in records}

    whole = played("whole", 3)
    begun = played("resumed", 1)
    assert played("resumed", 3) == whole
    assert begun.items() <= whole.items()
    assert any(beliefs for _, _, logged in whole.values() for beliefs in logged)


def test_only_seats_that_analyse_hold_its_settings(tmp_path, monkeypatch):
    (record, *_) = lines_of(monkeypatch, tmp_path, "game=pirate_game", "game.players=3", "agents=[pgm,llm*2]")
    held = {seat["agent"]: (seat["params"].get("beliefs"), seat["params"].get("vote")) for seat in record["seats"]}
    assert held == {"pgm": ("text", "matrix"), "llm": (None, None)}


def test_a_game_of_two_players_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    assert play_here(monkeypatch, tmp_path, "game=nim", "agents=[pgm,random]") == 2
    said = capsys.readouterr().err
    assert "agent pgm: scheme=pgm cannot be used in nim: it needs more than two players" in said
    assert said.count("\n") == 1

"""Study of moves at positions: all agents are asked for their moves at the same ones, and a reference judges them."""

from gtarena.errors import UsageError
from gtarena.game_theory.agent_names import namer_of
from gtarena.game_theory.quality.figures import quality_figures
from gtarena.game_theory.quality.match_quality import Quality, judge_answers, judges
from gtarena.game_theory.quality.position_sets import draw_positions
from gtarena.game_theory.quality.references import AUTO, KINDS, REPEATS, SIMULATIONS
from gtarena.game_theory.quality.regret import BLUNDER_SHARE
from gtarena.game_theory.quality.tables import measure_quality, quality_tables
from gtarena.game_theory.studies import Conduct, Option, Study, StudyResults, Subject
from gtarena.runs.asking.questions import repeat_questions

REFERENCE_OPTIONS = (
    Option("reference", AUTO, "values the moves; auto takes the first that can", (AUTO, *KINDS)),
    Option("simulations", SIMULATIONS, "simulations of a search after each legal move"),
    Option("repeats", REPEATS, "number of runs of a search, which give the error of its values"),
    Option("blunder", BLUNDER_SHARE, "share of the range of returns from which a regret is a blunder"))


def conduct(subject: Subject) -> Conduct:
    """Asks every agent for its move at all positions, as often as the option ``samples`` says."""
    options = subject.options
    samples = int(options["samples"])
    if samples < 1:
        raise UsageError(f"samples={samples} is not a whole number of at least 1")
    judge_of = judges(str(options["reference"]), int(options["simulations"]), int(options["repeats"]),
                      float(options["blunder"]), subject.seed)
    judge_of(subject.name, subject.params, subject.seed)  # a game whose moves it cannot value is refused at once
    positions = draw_positions(subject.name, subject.params, int(options["positions"]), subject.seed)
    if not positions:
        raise UsageError(f"{subject.label}: no player ever has several moves")
    answers = yield subject.ask_all(repeat_questions(positions, samples))
    return study_results(judge_answers(answers, judge_of, namer_of(subject.seats)), subject.seed)


def study_results(quality: Quality, seed: int = 0) -> StudyResults:
    """Returns the tables and figures of judged decisions, and the main numbers of each agent in each game."""
    return StudyResults(quality_tables(quality, seed), quality_figures(quality), list(measure_quality(quality, seed)))


STUDY = Study(
    "positions", "Ask agents for their moves at the same positions, and judge these by a strong reference.",
    (Option("positions", 30, "number of positions, in matches of mixed strength"),
     Option("samples", 1, "number of times that each agent is asked at each position"), *REFERENCE_OPTIONS),
    conduct)

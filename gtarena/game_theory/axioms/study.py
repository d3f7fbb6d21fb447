"""Study of choices: agents choose from menus of lotteries again and again."""

import random

from custom_games.menu_choice import LETTERS
from gtarena.agents.llm.inquiries import Inquiry
from gtarena.errors import UsageError
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.axioms.choice_counts import Choice
from gtarena.game_theory.axioms.consistency import consistency_table
from gtarena.game_theory.axioms.menus import GAME, LOTTERIES, Menu, design_menus
from gtarena.game_theory.studies import Conduct, Option, Study, StudyResults, Subject, ask_everyone
from gtarena.game_theory.table_measures import measure_cells
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import require_models
from gtarena.runs.asking.positions import Position
from gtarena.runs.asking.questions import Question
from gtarena.seeds import derive

CHOSEN, STATED = "choices", "stated"
MEASURES = {"dominated": "dominated_rate", "weak": "intransitivity"}  # by column


def conduct(subject: Subject) -> Conduct:
    """Asks every agent to choose from all menus, as often as the option ``samples`` says."""
    samples = int(subject.options["samples"])
    if subject.name != GAME:
        raise UsageError(f"choices are asked in {GAME}, and not in {subject.name}")
    if samples < 1:
        raise UsageError(f"samples={samples} is not a whole number of at least 1")
    menus = design_menus(int(subject.options["lotteries"]), subject.seed)
    ask = str(subject.options["ask"])
    if ask == STATED:
        require_models(subject.seats, "a stated preference")
    positions = [Position(GAME, {"menu": "/".join(menu)}, (), 0, subject.seed) for menu in menus]
    answered = yield from ask_everyone(subject, [
        (menu, Question(position, sample, _inquiry(menu) if ask == STATED else None))
        for sample in range(samples) for menu, position in zip(menus, positions, strict=True)])
    names = names_of(subject.seats)
    table = consistency_table([Choice(names[place], menu, _place(answer)) for place, menu, answer in answered],
                              subject.seed)
    return StudyResults([table], measured=measure_cells(table, names, GAME, MEASURES))


def _inquiry(menu: Menu) -> Inquiry:
    return Inquiry("preference", tuple(LETTERS[:len(menu)]))


def _place(answer: Answer) -> int | None:
    """Returns the place of the option that was chosen, or that is drawn by the probabilities that were stated."""
    if answer.probabilities is None:
        return next((int(place) for place in answer.choices), None)
    rng = random.Random(derive("preference", answer.match_id))
    return rng.choices(range(len(answer.probabilities)), answer.probabilities)[0]


STUDY = Study(
    "choices", "Ask agents to choose from menus of lotteries, and test axioms of rational choice.",
    (Option("lotteries", LOTTERIES, "number of lotteries from which the menus are made"),
     Option("samples", 5, "number of times that every menu is asked in every order"),
     Option("ask", CHOSEN, "choices; or how often a model says that it would choose each option, by which one is drawn",
            (CHOSEN, STATED))),
    conduct, GAME)

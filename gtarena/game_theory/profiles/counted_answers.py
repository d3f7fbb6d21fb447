"""Numbers of the answers that a measure rests on, which need not be all that its study has asked for."""

from collections.abc import Callable, Iterable, Mapping

from gtarena.game_theory.axioms.menus import Menu, dominated_options
from gtarena.runs.asking.answers import Answer


def count_answers(measure: str, answers: Iterable[Answer]) -> int:
    """Returns the number of an agent's answers that a measure rests on; without a move or a probability none counts."""
    counts = _RULES.get(measure, _is_told)
    return sum(_is_told(answer) and counts(answer) for answer in answers)


def _is_told(answer: Answer) -> bool:
    return bool(answer.choices or answer.probabilities)


def _is_move(answer: Answer) -> bool:
    return answer.inquiry is None


def _has_dominated_option(answer: Answer) -> bool:
    return bool(dominated_options(_menu(answer)))


def _is_open_pair(answer: Answer) -> bool:
    return len(_menu(answer)) == 2 and not _has_dominated_option(answer)


def _menu(answer: Answer) -> Menu:
    return tuple(str(answer.position.params["menu"]).split("/"))


_RULES: Mapping[str, Callable[[Answer], bool]] = {  # by measure; the others rest on all answers
    "exploitability": _is_move, "nash_conv": _is_move, "nash_conv_bound": _is_move,
    "dominated_rate": _has_dominated_option, "intransitivity": _is_open_pair}

"""Observations of GTBench's program in terms of ours: what its texts are made of, game by game.

The program makes the same entries in ``games/*.py`` (``openspiel_observation_to_dict``) and lists the legal moves there
too (``openspiel_action_to_agent``), in the order of OpenSpiel's actions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class PublishedGame:
    """A game of the program: its ``name`` there, the ``module`` of its texts, and ``values`` that they are made of.

    ``values`` are Jinja2 expressions by the program's names; ``before`` are statements that they need. ``moves`` is the
    template that lists the legal moves, one on a line; it is empty where the program lists none.
    """

    name: str
    module: str
    values: Mapping[str, str] = field(default_factory=dict)
    before: str = ""
    moves: str = "{% for move in legal %}\n<{{ move }}>\n{% endfor %}\n"


def _list_history(move: str, bare: str = "false") -> str:
    """Returns statements that list the moves of both sides as ``seen.own`` and ``seen.theirs``.

    The program keeps what each agent returned: of a model the part of its reply that looked like a move, which is
    ``bare`` in some games, and of all others the move in angle brackets, as it is listed.
    """
    return (
        "{% set seen = namespace(own=[], theirs=[], board=[]) %}{% for made in obs.moves %}"
        f'{{% set move = {move} if {bare} else "<" ~ {move} ~ ">" %}}'
        "{% if made.player == player %}{% set seen.own = seen.own + [move] %}"
        "{% else %}{% set seen.theirs = seen.theirs + [move] %}{% endif %}{% endfor %}")


_STATED = "loop.index0 in stated"
_BOTH_SIDES = {"opponent_moves": "seen.theirs", "self_moves": "seen.own"}
_STARRED = (  # a move that captures ends with a star
    '{% for move in legal %}\n{% set to = move.split("->")[1] %}\n'
    '<{{ move }}{{ "*" if obs.board[game.rows - to[1:] | int][obs.files.index(to[0])] == obs.opponent.piece }}>\n'
    "{% endfor %}\n")
_LAST_UTTERANCE = 'obs.turns | map(attribute="utterance") | select | list | last | default(none)'


def _list_choices(player: str) -> str:
    return f'obs.rounds | map(attribute="{player}") | map("first") | join'


PUBLISHED_GAMES: Mapping[str, PublishedGame] = {
    "tic_tac_toe": PublishedGame("tictactoe", "tictactoe.py", _BOTH_SIDES, _list_history("made.move", _STATED)),
    "connect_four": PublishedGame("connect4", "connect4.py", _BOTH_SIDES, _list_history("made.move")),
    "breakthrough": PublishedGame(
        "breakthrough", "breakthrough.py", {**_BOTH_SIDES, "board": "seen.board | string"},
        _list_history('(made.move ~ ("*" if made.captures else ""))', _STATED)
        + "{% for row in obs.board %}{% set seen.board = seen.board + [(game.rows - loop.index0) ~ row] %}{% endfor %}",
        _STARRED),
    "nim": PublishedGame(
        "nim", "nim.py", {"piles": "obs.piles"}, moves=(
            "{% for take in range(1, (obs.piles | max) + 1) %}\n{% for size in obs.piles %}\n{% if take <= size %}\n"
            "<pile:{{ loop.index }}, take:{{ take }}>\n{% endif %}\n{% endfor %}\n{% endfor %}\n")),
    "kuhn_poker": PublishedGame("kuhn_poker", "kuhn_poker.py", {
        "card": "obs.cards.index(obs.your_card) | string", "player_idx": "player",
        "moves": '(obs.moves | map(attribute="move") | map("first") | join | lower) or none'}),
    "liars_dice": PublishedGame(
        "liars_dice", "liars_dice.py", {
            "self_dice_face_value": "obs.your_dice[0]",
            "last_move": '"<" ~ obs.moves[-1].move.replace("-", " dices, ") ~ " value>" if obs.moves else none'},
        moves='{% for move in legal %}\n<{{ move.replace("-", " dices, ") ~ (" value" if "-" in move else "") }}>\n'
        "{% endfor %}\n"),
    "first_sealed_auction": PublishedGame(
        "first_sealed_auction", "first_sealed_auction.py", {"valuation": "obs.valuation | float"},
        moves="{% for bid in range(obs.valuation) %}\n<{{ bid }}>\n{% endfor %}\n"),
    "negotiation": PublishedGame(
        "negotiation", "negotiation.py", {
            "turn_type": "obs.phase | capitalize", "item_pool": "obs.pool", "self_value_vector": "obs.your_values",
            "most_recent_proposal": "obs.turns[-1].proposal if obs.turns else none",
            "most_recent_utterance": _LAST_UTTERANCE,
            "legal_moves": "range(125)"},  # only their number is told, as more than ten
        moves=""),
    "pig": PublishedGame("pig", "pig.py", {
        "self_current_score": "obs.your_score", "opponent_current_score": "obs.others[0].score",
        "turn_total_score": "obs.turn_total"}),
    "iterated_prisoners_dilemma": PublishedGame(
        "python_iterated_prisoners_dilemma", "prisoners_dilemma.py",
        {"self_moves": _list_choices("you"), "opponent_moves": _list_choices("opponent")},
        moves="<Silent>\n<Testify>\n"),
}

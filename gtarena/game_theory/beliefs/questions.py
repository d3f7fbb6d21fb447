"""Questions about hidden facts at positions of random matches, with the answers that follow from the rules."""

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pyspiel

import adapters
from adapters.views import View
from custom_games.framework.rules import CHANCE
from custom_games.framework.states import movers
from gtarena import games
from gtarena.agents.llm.inquiries import Inquiry, Source
from gtarena.agents.solving.named_policies import named_policy
from gtarena.checks.playouts import making
from gtarena.errors import UsageError
from gtarena.game_theory.beliefs.hidden_facts import HiddenFact, hidden_facts
from gtarena.game_theory.beliefs.posteriors import Moves, Posterior, find_posterior, table_moves, uniform_moves
from gtarena.games.match_ends import draw_outcome, nodes
from gtarena.runs.asking.positions import Choice, Position
from gtarena.seeds import derive

INQUIRY = "belief"
CERTAIN = 1 - 1e-9  # probability from which an option is known

Draw = Callable[[View, pyspiel.State, int, random.Random], Sequence[int]]


@dataclass(frozen=True)
class Others:
    """Assumption about the other players: in ``words`` for the player who is asked, and as their ``moves``.

    ``draw`` draws a whole move as they make it.
    """

    words: str
    moves: Moves
    draw: Draw


@dataclass(frozen=True)
class BeliefQuestion:
    """Question about a hidden fact of one other player, at a position.

    ``truth`` is the place of the true one among the ``options``. ``posterior`` has the probability of each option by
    Bayes' rule, and is ``None`` if it could not be found.
    """

    position: Position
    fact: str
    question: str
    assumption: str
    options: tuple[str, ...]
    truth: int
    posterior: tuple[float, ...] | None

    def inquiry(self, source: Source = "stated") -> Inquiry:
        """Returns the question as it is put to a model."""
        return Inquiry(INQUIRY, self.options, {"question": self.question, "assumption": self.assumption}, source)


def others_who_play(name: str, game: pyspiel.Game) -> Others:
    """Returns what is assumed of the others: ``uniform`` moves, or near-equilibrium ones of ``cfr``.

    Of players who say free texts ``uniform`` assumes nothing; their matches are of random moves.

    Raises:
        UsageError: there is no such policy of the game.
    """
    if name == "uniform":
        words = "Assume that every other player chooses at random among its legal moves, all equally likely."
        return Others("" if games.has_texts(game) else words, uniform_moves, _random_move)
    if name != "cfr":
        raise UsageError(f"others={name} is not uniform or cfr")
    moves = table_moves(named_policy(name, game))
    return Others("Assume that every other player plays an equilibrium strategy.", moves,
                  lambda view, state, player, rng: _draw_move(moves(state, player), rng))


def _random_move(view: View, state: pyspiel.State, player: int, rng: random.Random) -> Sequence[int]:
    return view.random_move(state, player, rng)


def _draw_move(likely: Mapping[int, float], rng: random.Random) -> Sequence[int]:
    return rng.choices(list(likely), list(likely.values()))


def random_positions(game: str, params: Mapping[str, Any], count: int, seed: int, draw: Draw) -> Iterator[Position]:
    """Yields positions, one drawn from each of as many matches in which all seats move by ``draw``.

    They have all parameters of the game, as those of answers do.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
    """
    complete = games.complete(game, params)
    for number in range(count):
        match_seed = derive(seed, "beliefs", number)
        found = list(_match_decisions(game, complete, match_seed, draw))
        if found:
            yield random.Random(derive(match_seed, "decision")).choice(found)


def _match_decisions(game: str, params: Mapping[str, Any], seed: int, draw: Draw) -> Iterator[Position]:
    """Yields all decisions of one match."""
    loaded, rng = games.load(game, params, seed), random.Random(seed)
    view, state, history = adapters.for_game(loaded).view, loaded.new_initial_state(), list[Choice]()
    for _ in nodes(state):
        if state.is_chance_node():
            outcome = draw_outcome(state, rng)
            history.append((CHANCE, outcome))
            state.apply_action(outcome)
            continue
        moves = {player: draw(view, state, player, rng) for player in movers(state)}
        yield from (Position(game, params, tuple(history), player, seed) for player in moves)
        history += [(player, choice) for player, actions in moves.items()
                    for choice in _logged(view, state, player, actions)]
        deque(making(state, moves), maxlen=0)


def _logged(view: View, state: pyspiel.State, player: int, actions: Sequence[int]) -> Sequence[int | str]:
    spec = view.action_spec(state, player)
    return list(actions) if spec is None else spec.logged_actions(actions)


def ask_beliefs(position: Position, others: Others) -> list[BeliefQuestion]:
    """Returns the questions about all hidden facts of all other players that are not certain for the player.

    Raises:
        UsageError: the game has no hidden facts or no posterior, or the position does not exist.
    """
    state, player = position.state(), position.player
    game = state.get_game()
    facts = hidden_facts(game.get_type().short_name)
    try:
        posterior = find_posterior(state, player, others.moves, derive(position.seed, "posterior"))
    except UsageError:
        raise
    except ValueError:  # the policy of the others never leads there, or too few draws do
        posterior = None
    found = (_ask_fact(position, state, fact, posterior, others) for fact in facts)
    return list(chain.from_iterable(found))


def _ask_fact(
    position: Position, state: pyspiel.State, fact: HiddenFact, posterior: Posterior | None, others: Others
) -> Iterator[BeliefQuestion]:
    """Yields the questions about a fact of all players of whom it is not certain."""
    game, player = state.get_game(), position.player
    options = fact.options(game)
    possible = [(fact.values(each, player), probability) for each, probability in posterior.states] if posterior else []
    for holder, truth in fact.values(state, player).items():
        shares = dict.fromkeys(options, 0.0)
        for values, probability in [({holder: truth}, 0.0), *possible]:
            if (value := values.get(holder)) not in shares:
                raise UsageError(f"{game}: {fact.name} of {holder} is {value!r}, which is not among its options "
                                 f"{list(options)}")
            shares[value] += probability
        if max(shares.values()) < CERTAIN:
            yield BeliefQuestion(position, fact.name, fact.ask(game, holder), others.words, options,
                                 options.index(truth), tuple(shares.values()) if possible else None)

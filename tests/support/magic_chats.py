"""Matches of MAgIC's games as our agents play them with given replies, and the requests that they send."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import adapters
from gtarena import games
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.runs.matches.match import play_match
from tests.support.scripted import ScriptedModel

Chat = list[dict[str, str]]


def chats_sent(game: str, seats: Sequence[Mapping[str, Any]], replies: Sequence[Sequence[str]]) -> list[list[Chat]]:
    """Returns the chats that each seat sends in a match, given its settings and its replies in order."""
    models = [ScriptedModel(*said) for said in replies]
    settings = [LlmSettings.read({"policy": "charged", "retries": 0, **own}) for own in seats]

    def agent_of(seat):
        return lambda seating: LlmAgent(seating, models[seat], settings[seat], InMemoryTexts())

    adapter = adapters.for_game(games.load(*games.parse(game)))
    asyncio.run(play_match(adapter, [agent_of(seat) for seat in range(len(seats))], seed=0))
    return [[list(request.messages) for request in model.requests] for model in models]


def after_answers(game: str, answers: Sequence[Any]) -> Any:
    """Returns the state after these answers: the JSON objects of moves, or lists of those of all; ``None`` is none."""
    state = games.load(*games.parse(game)).new_initial_state()
    for answer in answers:
        if state.is_simultaneous_node():
            _apply_together(state, answer)
        else:
            for action in state.action_spec(state.current_player()).read(answer):
                state.apply_action(action)
    return state


def _apply_together(state: Any, answers: Sequence[Any]) -> None:
    spelled = [[state.penalty_action(player)] if answer is None else state.action_spec(player).read(answer)
               for player, answer in enumerate(answers)]
    for place in range(max(map(len, spelled))):
        state.apply_actions([actions[place] if place < len(actions) else 0 for actions in spelled])

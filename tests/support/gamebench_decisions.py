"""Decisions of every kind in GameBench's games, to which replies are written."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pyspiel

import adapters
import custom_games  # noqa: F401  registers the games
from tests.support.codenames_boards import act, dealt
from tests.support.scavengers import after, position, tribe

Decision = tuple[adapters.Adapter, pyspiel.State, int]

HIVE = "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)"
ROOMS = "two_rooms_and_a_boom(max_question_bytes=1,max_answer_bytes=20)"
TRAITOR = "are_you_the_traitor(max_question_bytes=1,max_answer_bytes=20)"
# Decisions that random play meets: the game, the seed, and the number of actions before.
MET = {"als_action": ("air_land_sea", 0, 15), "als_two": ("air_land_sea", 5, 52), "als_flip": ("air_land_sea", 0, 51),
       "als_card": ("air_land_sea", 0, 72), "als_move": ("air_land_sea", 0, 79), "als_theater": ("air_land_sea", 5, 54),
       "arc_action": ("arctic_scavengers", 0, 10), "arc_hire": ("arctic_scavengers", 0, 99),
       "arc_keep": ("arctic_scavengers", 0, 18), "pit_open": ("pit", 0, 38), "pit_accept": ("pit", 0, 43),
       "sn_place": ("santorini", 0, 0), "sn_turn": ("santorini", 0, 8), "sb_order": ("sea_battle", 0, 26),
       "trb_partner": (ROOMS, 0, 16), "trb_question": ("two_rooms_and_a_boom", 0, 17), "trb_answer": (ROOMS, 0, 19),
       "trb_hostage": (ROOMS, 0, 141), "ayt_partner": (TRAITOR, 0, 6), "ayt_question": ("are_you_the_traitor", 0, 7),
       "ayt_answer": (TRAITOR, 0, 9), "ayt_stop": (TRAITOR, 0, 31), "ayt_accused": (TRAITOR, 0, 32),
       "hv_first": (HIVE, 0, 0), "hv_turn": (HIVE, 0, 11), "hv_stack": (HIVE, 0, 14)}
NO_MOVE_LEFT = (
    r"wS2;bS2 /wS2;wA2 wS2-;bG3 bS2\;wG1 \wS2;bG2 -bS2;wQ \wA2;bQ bG3\;wA2 bQ-;bA3 -bG3;wA2 /bQ;bA3 wQ/;wA2 \bA3;"
    r"bG2 wS2\;wA2 /wG1;bS2 -wG1;wA2 wG1/;bA2 bQ\;wA2 /bG3;bA2 -wA2")


@cache
def decisions() -> Mapping[str, Decision]:
    """Returns decisions by name: the adapter, the state and the player."""
    return {**{name: _met(*played) for name, played in MET.items()}, **_scavengers(), "hv_pass": _pass(),
            **_codenames()}


def _met(game_string: str, seed: int, actions: int) -> Decision:
    rng = random.Random(seed)
    game = pyspiel.load_game(game_string)
    state = game.new_initial_state()
    for _ in range(actions):
        chance = state.is_chance_node()
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()] if chance else
                                      state.legal_actions()))
    return adapters.for_game(game), state, max(0, state.current_player())


def _scavengers() -> Mapping[str, Decision]:
    healed = after(position(tribe(hand="Scavenger, Scavenger, Medkit, Pills, Spear, Junk")),
                   "HUNT with Scavenger and Spear")
    announced = after(position(tribe(hand="Scavenger, Spear, Thug"), tribe(hand="Sniper Team, Saboteur")),
                      "HUNT with Scavenger and Spear")
    fighting = after(position(tribe(hand="Sniper Team, Brawler"), tribe(hand="Thug, Net")), "STOP", "STOP")
    found = {}
    for name, reached, player in (("arc_pay", healed, 0), ("arc_react", announced, 1), ("arc_skirmish", fighting, 0)):
        state = pyspiel.load_game("arctic_scavengers").new_initial_state()
        state._node = replace(state.node, position=reached)
        found[name] = (adapters.for_game(state.get_game()), state, player)
    return found


def _pass() -> Decision:
    game = pyspiel.load_game(HIVE)
    state = game.new_initial_state()
    for move in NO_MOVE_LEFT.split(";"):
        state.apply_action(state.string_to_action(move))
    return adapters.for_game(game), state, state.current_player()


def _codenames() -> Mapping[str, Decision]:
    clue = dealt()
    guess = act(clue.clone(), ("water", 2))
    more = act(guess.clone(), "beach")
    return {name: (adapters.for_game(state.get_game()), state, state.current_player())
            for name, state in (("cn_clue", clue), ("cn_guess", guess), ("cn_more", more))}

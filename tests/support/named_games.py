"""Games with prompts of their own, in several settings, and shortcuts to their decisions and prompts."""

import itertools
import random
import re
from collections.abc import Sequence
from functools import cache, lru_cache

import pyspiel

import adapters
import custom_games  # noqa: F401
from adapters.rendering import templates
from adapters.views import View
from tests.support.playouts import decision_points, load

SETTINGS = (
    "tic_tac_toe", "connect_four", "connect_four(columns=12,rows=3,x_in_row=3)", "breakthrough",
    "breakthrough(columns=3)", "breakthrough(rows=5,columns=4)", "breakthrough(rows=11,columns=3)", "kuhn_poker",
    "kuhn_poker(players=3)", "kuhn_poker(players=10)", "liars_dice", "liars_dice(numdice=2)",
    "liars_dice(numdice=2,dice_sides=10,bidding_rule=reset-quantity)", "first_sealed_auction",
    "first_sealed_auction(players=4,max_value=3)", "negotiation", "negotiation(rng_seed=7,enable_utterances=False)",
    "negotiation(rng_seed=3,num_items=2,num_symbols=3,utterance_dim=2)",
    "hive(uses_mosquito=False,uses_ladybug=False,uses_pillbug=False)", "hive(board_size=3)",
    "hive_without_beetles", "hive_without_beetles(board_size=3,max_turns=9)", "nim",
    "nim(pile_sizes=2;12;0,is_misere=False)", "pig", "pig(winscore=20)",
    "pig(players=3,winscore=9,diceoutcomes=4,horizon=40,piglet=True)", "iterated_prisoners_dilemma",
    "iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=4,reward=6,sucker=-2)", "el_farol(rounds=3)",
    "el_farol(players=3,rounds=4,capacity=0.5,feedback=explicit,crowded=-1)", "guess_two_thirds(rounds=3)",
    "guess_two_thirds(players=3,low=5,high=9,ratio=1.4,horizon=hidden,termination_probability=0.25)",
    "divide_dollar(rounds=3)", "divide_dollar(players=3,rounds=4,gold=5,horizon=hidden,termination_probability=0.125)",
    "sealed_bid_auction(rounds=3)",
    "sealed_bid_auction(players=3,rounds=4,max_value=6,value_step=3,price=second,horizon=hidden,"
    "termination_probability=0.125)",
    "battle_royale", "battle_royale(players=3,lowest_rate=0,rate_step=50,max_shots=8,targets=anyone)",
    "public_goods(rounds=3)",
    "public_goods(players=3,rounds=4,tokens=1,multiplier=0.5,horizon=hidden,termination_probability=0.125)",
    "diners_dilemma(rounds=3)",
    "diners_dilemma(players=3,rounds=4,cheap_price=0,costly_price=1,horizon=hidden,termination_probability=0.125)",
    "pirate_game", "pirate_game(players=4,gold=1)", "three_player_prisoners_dilemma",
    "three_player_prisoners_dilemma(rounds=3,cooperate=6,defect=-1,one_defect=4,two_defect=7)", "public_good",
    "public_good(rounds=2,points=30,multiplier=3.5,budget=free)", "cost_sharing(group=1)",
    "cost_sharing(rounds=2,step=1,message_limit=12)", "menu_choice",
    "menu_choice(menu=-5:10+10:90/4/4:30+-3:70)", "tiny_traitor", "tiny_traitor(players=5,hint_percent=40)",
    "arctic_scavengers",
    "arctic_scavengers(rounds=3,hand_size=4,supply=small,skirmish_from_round=2)", "chameleon",
    "chameleon(topic=2,chameleon=1,questions=skipped,own_word=allowed,clue_limit=30)", "undercover",
    "undercover(pair=2,undercover=2,rounds=1,own_word=allowed,clue_limit=30)", "air_land_sea",
    "air_land_sea(vp_to_win=6,hand_size=9,theaters=fixed)", "air_land_sea(vp_to_win=6,hand_size=3,abilities=off)",
    "santorini", "santorini(size=4,win_level=2,pawns=1)", "pit(max_turns=12,max_hands=3)",
    "pit(trades=open,swaps=any,max_turns=12,max_hands=3)",
    "pit(corner_size=4,winning_score=100,commodities=3,cards=6,trades=open,max_turns=8,max_hands=9)",
    "second_price_auction(runs=2)",
    "second_price_auction(players=3,assets=60,grid=5,runs=4,history=private,history_window=2,entrance_fee=2.5)",
    "english_auction(assets=20,value_mean=10,value_std=3,runs=2)",
    "english_auction(players=3,increment=20,runs=4,history=private,history_window=2,entrance_fee=0.0)", "sea_battle",
    "sea_battle(size=7,ships=1,rocks=2,sinking=3,max_turns=20,teammates=shown)", "codenames",
    "codenames(rows=2,columns=3,first=2,second=2,max_number=2,max_clue_bytes=12)",
    "are_you_the_traitor(max_question_bytes=30,max_answer_bytes=30)",
    "are_you_the_traitor(points_to_win=1,max_cycles=1,max_question_bytes=2,max_answer_bytes=1,"
    "adventurers_know_key_holder=on)",
    "two_rooms_and_a_boom(rounds=1)",
    "two_rooms_and_a_boom(cards_per_room=2,rounds=2,max_question_bytes=30,max_answer_bytes=20)",
    "beauty_contest(runs=2)",
    "beauty_contest(players=3,group=L,grid=0.5,ratio=1.5,prize=2.5,runs=4,history=choices,history_window=2,"
    "entrance_fee=0.5)",
    "hanabi", "hanabi(players=3,colors=2,ranks=3,hand_size=2,max_life_tokens=1,max_information_tokens=3)",
    "hanabi(players=4,observation_type=minimal,random_start_player=True,max_information_tokens=2)",
    "go(board_size=5)", "go(board_size=9,komi=6.0,max_game_length=40)", "go(handicap=4,komi=0.5)",
    "chess", "chess(chess960=True)",
    "hex(board_size=4)", "hex(swap=True)", "hex(num_cols=5,num_rows=3,string_rep=explicit)",
    "goofspiel", "goofspiel(num_cards=4,points_order=descending,imp_info=True,returns_type=total_points)",
    "goofspiel(players=3,num_cards=6,num_turns=3,points_order=ascending,returns_type=point_difference)",
    "othello",
    "mancala",
    "battleship(num_shots=6)",
    "battleship(board_width=4,board_height=3,ship_sizes=[1;2],ship_values=[1;2.5],num_shots=9,loss_multiplier=2.0,"
    "allow_repeated_shots=False)",
    "checkers", "checkers(rows=10,columns=9)", "checkers(rows=7,columns=5)",
    "universal_poker",
    "universal_poker(betting=limit,numRounds=2,blind=1 1,raiseSize=2 4,firstPlayer=1 1,maxRaises=2 2,numSuits=2,"
    "numRanks=3,numHoleCards=1,numBoardCards=0 1)",
    "universal_poker(numPlayers=3,stack=300 500 1000,blind=50 100 0,firstPlayer=3 1 1,bettingAbstraction=fullgame,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 2,numRounds=3)",
    "dots_and_boxes", "dots_and_boxes(num_rows=1,num_cols=3)",
    "dots_and_boxes(num_rows=3,num_cols=2,utility_margin=True)",
    "leduc_poker", "leduc_poker(players=3,suit_isomorphism=True,starting_player=1)",
    "leduc_poker(players=4,action_mapping=True)",
    "hearts", "hearts(jd_bonus=True,avoid_all_tricks_bonus=True,must_break_hearts=False,can_lead_any_club=True)",
    "hearts(no_pts_on_first_trick=False,qs_breaks_hearts=False,can_lead_hearts_instead_of_qs=True)",
    "y", "y(board_size=5,ansi_color_output=True)", "havannah(board_size=5)", "havannah(board_size=3,swap=True)",
    "havannah(board_size=4,ansi_color_output=True)",
    "blackjack",
    "dark_chess", "dark_chess(board_size=4)",
    "spades", "spades(win_threshold=50,mercy_threshold=-60,win_or_loss_bonus=30)",
    "blotto", "blotto(players=3,coins=5,fields=4)",
    "euchre", "euchre(allow_lone_defender=True,stick_the_dealer=False)",
    "bargaining", "bargaining(discount=0.9,prob_end=0.125,max_turns=4)",
    "backgammon", "backgammon(hyper_backgammon=True,max_player_turns=60)", "backgammon(scoring_type=full_scoring)",
    "bridge", "bridge(use_double_dummy_result=False)",
    "bridge(use_double_dummy_result=False,dealer=3,dealer_vul=True,non_dealer_vul=True)",
    "gin_rummy", "gin_rummy(oklahoma=True,gin_bonus=20,undercut_bonus=10)",
    "gin_rummy(num_suits=3,hand_size=7,knock_card=5)",
)
VERSIONS = ("v1", "v2")  # of every game; games in rounds have more
GTBENCH_VERSIONS = (*VERSIONS, "paper")  # of GTBench's games
# Every setting with every prompt version of its game.
WORDINGS = tuple((game_string, version) for game_string in SETTINGS
                 for version in templates.list_versions(game_string.split("(")[0]))


@cache
def loaded(game_string: str) -> adapters.Adapter:
    return adapters.for_game(load(game_string))


@cache
def some_decisions(
    game_string: str, seeds: Sequence[int] = (0, 1, 2), most: int = 15
) -> list[tuple[pyspiel.State, int]]:
    """Returns the first decision of several random playouts, and up to ``most`` others; no test may change them."""
    chosen = []
    for seed in seeds:
        first, *others = _playout(game_string, seed)
        chosen += [first, *random.Random(seed).sample(others, min(most, len(others)))]
    return chosen


@lru_cache(maxsize=8)
def _playout(game_string: str, seed: int) -> list[tuple[pyspiel.State, int]]:
    return list(decision_points(game_string, seed))


def named_decisions(
    game_string: str, seeds: Sequence[int] = (0, 1, 2), most: int = 15
) -> list[tuple[pyspiel.State, int]]:
    """Returns those of :func:`some_decisions` in which every action is a named move, not a part of a compound one."""
    view = loaded(game_string).view
    return [(state, player) for state, player in some_decisions(game_string, seeds, most)
            if view.names(state, player, state.legal_actions(player)[0])]


def named_actions(view: View, state: pyspiel.State, player: int) -> list[int]:
    """Returns the legal actions with a name: all but the one for an unusable answer, if the game has one."""
    return [action for action in state.legal_actions(player) if view.names(state, player, action)]


def after(game_string: str, *moves: int | list[int]) -> pyspiel.State:
    """Returns the state after the given actions; a list is a joint action."""
    state = load(game_string).new_initial_state()
    for move in moves:
        if isinstance(move, list):
            state.apply_actions(move)
        else:
            state.apply_action(move)
    return state


def prompt_parts(state: pyspiel.State, player: int, version: str = "v1") -> list[str]:
    """Returns the rules and the turn."""
    return [message["content"] for message in adapters.for_game(state.get_game()).prompt(state, player, version)]


def rules(game_string: str, version: str, player: int = 0) -> str:
    """Returns the rules that a player is told at the start."""
    return prompt_parts(after(game_string), player, version)[0]


def turn(state: pyspiel.State, player: int, version: str) -> str:
    """Returns the message that asks for a move."""
    return prompt_parts(state, player, version)[1]


def prompt_text(state: pyspiel.State, player: int, version: str = "v1") -> str:
    return "\n".join(prompt_parts(state, player, version))


def expanded(pattern: str) -> list[str]:
    """Returns the moves that a pattern stands for; each ``a..b`` is one whole number from a to b."""
    parts = re.split(r"(\d+\.\.\d+)", pattern)
    options = [[part] if ".." not in part else _numbers(part) for part in parts]
    return ["".join(chosen) for chosen in itertools.product(*options)]


def _numbers(part: str) -> list[str]:
    low, high = map(int, part.split(".."))
    return [str(number) for number in range(low, high + 1)]

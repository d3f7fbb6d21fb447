"""GameBench's published program, loaded from a checkout and set to positions of ours.

Its API is stubbed: nothing is sent anywhere. ``GTARENA_GAMEBENCH`` names the checkout.
"""

import asyncio
import importlib.util
import io
import os
import random
import re
import sys
from collections import defaultdict
from dataclasses import replace
from functools import cache
from types import ModuleType, SimpleNamespace

from PIL import Image

import adapters
from adapters.native.hive import find_target, replay_moves
from custom_games.arctic_scavengers.cards import NAMES, count_cards
from custom_games.framework.cards import cards_of, union
from custom_games.hive_without_beetles.game import list_legal_moves
from custom_games.hive_without_beetles.moves import decode_action
from gtarena.agents.base import Decision, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.schemes import make_scheme
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from tests.support.scripted import ScriptedModel

CHECKOUT = os.environ.get("GTARENA_GAMEBENCH", "")
MATCHES = int(os.environ.get("GTARENA_GAMEBENCH_MATCHES", "1"))  # of each game
MODES = {"single": 0, "think_then_answer": 1, "babble_and_prune": 2}  # our schemes and the program's modes
_PNG = io.BytesIO()
Image.new("RGBA", (512, 512)).save(_PNG, "png")
PICTURE = Image.open(_PNG)  # as the program draws them


@cache
def load(module: str) -> ModuleType:
    """Returns a module of the checkout."""
    if CHECKOUT not in sys.path:
        sys.path.insert(0, CHECKOUT)
        sys.modules["openai"] = SimpleNamespace(Client=lambda **settings: None)
        colours = SimpleNamespace(**dict.fromkeys(["BLACK", "BLUE", "GREEN", "CYAN", "WHITE", "RESET_ALL"], ""))
        sys.modules["colorama"] = SimpleNamespace(Back=colours, Fore=colours, Style=colours)
        if importlib.util.find_spec("santorinai") is None:
            sys.modules["santorinai"] = SimpleNamespace()
            sys.modules["santorinai.board"] = SimpleNamespace(Board=None, Pawn=None)
        importlib.import_module("api.util").load_json = lambda path: defaultdict(str)
        importlib.import_module("api.classes").Rules.__hash__ = object.__hash__  # a default, as before Python 3.11
    return importlib.import_module(module)


def published_chat(mode, rules, observation, actions, replies):
    """Returns the messages of every call of the program's agent, and the action that it returns."""
    gpt, calls, said = load("agents.gpt"), [], iter(replies)

    def completions(model, messages, **settings):
        calls.append([(message["role"], message["content"]) for message in messages])
        return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=next(said)))])

    gpt.completions = completions
    agent = gpt.OpenAITextAgent(team_id=0, agent_id=0, agent_type_id="x", openai_model="x", mode=mode)
    return calls, agent.take_action(rules, observation, actions, show_state=False)


def our_chat(scheme, adapter, state, player, replies):
    """Returns the messages of every call of our agent, and its move."""
    settings = LlmSettings(prompt="published", scheme=make_scheme(scheme, {}), retries=2, policy="invalid")
    model = ScriptedModel(*replies)
    agent = LlmAgent(Seating(state.get_game(), player, 1), model, settings, InMemoryTexts())
    response = asyncio.run(agent.act(Decision(state, player, adapter, len(state.history()))))
    return [[(turn["role"], turn["content"]) for turn in request.messages] for request in model.requests], response


def play_chance(state, rng):
    """Plays moves of chance up to a decision or the end."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])


def decisions(name, adapter, rng):
    """Yields the decisions of a random match: our state and player, and what the program shows in that position."""
    state = adapter.game.new_initial_state()
    STARTS.get(name, id)(state)
    play_chance(state, rng)
    while name in NAMED and SHOWN[name](state, state.current_player()) is None:
        state = adapter.game.new_initial_state()
        play_chance(state, rng)
    while not state.is_terminal():
        together = state.is_simultaneous_node()
        players = range(state.num_players()) if together else [state.current_player()]
        for player in players:
            if state.legal_actions(player) and (shown := SHOWN[name](state, player)) is not None:
                yield state, player, shown
        moves = {player: adapter.view.random_move(state, player, rng)
                 for player in players if state.legal_actions(player)}
        if together:
            state.apply_actions([moves.get(player, [0])[0] for player in players])
        else:
            for action in moves[players[0]]:
                state.apply_action(action)
        play_chance(state, rng)


def show_sea_battle(state, player):
    """Returns the rules, the observation and the actions of the program in our position."""
    module = load("games.sea_battle")
    game, place = module.SeaBattle(), module.Location
    game.agents = [SimpleNamespace(agent_id=seat, team_id=seat // 3) for seat in range(6)]
    headings = {"east": 1, "north": 1j, "west": -1, "south": -1j}
    game._players = []
    for agent in game.agents:
        ship = state.observation(agent.agent_id)["ship"] or {"x": 0, "y": 0, "heading": "east", "damage": 10}
        where = place(complex(ship["x"], ship["y"]), headings[ship["heading"]])
        game._players.append(module.Player(agent, where, module.DamageCounter(damage=ship["damage"])))
    game.rocks = [place(complex(*cell), 1) for cell in (
        *((0, y) for y in range(24)), *((x, 23) for x in range(24)), *((23, y) for y in range(24)),
        *((x, 0) for x in range(24)), *state.observation(player)["rocks"])]
    return (game.rules, *game.get_observation(game.agents[player]))


def show_air_land_sea(state, player):
    """Returns the same of Air, Land & Sea, for the decision that the position asks for."""
    module, cards = load("games.air_land_sea.game"), load("games.air_land_sea.cards")
    seen, observed = [state.observation(seat) for seat in range(2)], state.observation(player)
    load("games.air_land_sea.effect_manager").pprint = SimpleNamespace(pprint=lambda shown: None)
    known = {f"{card.name} ({card.theater} {card.strength})": card for card in cards.Deck().cards}
    game = module.AirLandSea()
    agents = [lambda seat=seat, **settings: SimpleNamespace(agent_id=seat) for seat in range(2)]
    game.init_game(*agents)
    game.apply_strength_effects = lambda: None  # which our game states
    order = [theater["theater"] for theater in observed["theaters"]]
    game.board.theaters.sort(key=lambda theater: order.index(theater.name))
    asked = observed["asked"]
    for seat, human in enumerate(game.players):
        human.hand = [known[card["card"]] for card in seen[seat]["hand"]]
        human.supreme_commander = 0 if seen[seat]["is_first"] else 1
        human.victory_points = seen[seat]["points"]["you"]
        game.effect_manager.effect_cards[seat].clear()
        for theater, shown in zip(game.board.theaters, seen[seat]["theaters"], strict=True):
            for each in shown["you"]["cards"]:
                card = known[each["card"]]
                card.facedown, card.current_strength = not each["up"], each["strength"]
                theater.player_cards[seat].append(card)
                if card.name == "Aerodrome" and each["up"]:
                    game.effect_manager.effect_cards[seat].append(card)
        if seen[seat]["free_play"]["you"]:
            game.effect_manager.effect_cards[seat].append(known["Air Drop (Air 2)"])
    return _shown_by_ability(game, known, player, asked) if asked["because"] else (
        game.rules, *_with_effects(game, player, *game.get_observation(game.agents[player])))


def _with_effects(game, player, observation, actions):
    return observation, game.effect_manager.modify_available_actions(actions, game.players[player].hand, player)


class _AskedError(Exception):
    pass


def _shown_by_ability(game, known, player, asked):
    """Returns what an ability shows to the player whom it asks."""
    shown = []

    def ask(agent, observation, actions):
        shown.append((game.rules, observation, actions))
        if len(shown) == skipped + 1:
            raise _AskedError
        return SimpleNamespace(action_id="0")

    card, skipped = known[asked["because"]], 0
    game.take_action_wrapper = ask
    if asked["key"] == "action":  # a card to be played after one was taken back, without the move to withdraw
        observation, actions = game.get_observation(game.agents[player])
        actions.predefined.pop(str(4 * len(game.players[player].hand)))
        return game.rules, *_with_effects(game, player, observation, actions)
    if asked["drawn"]:
        game.deck.draw = lambda: known[asked["drawn"]]
    theater = game.board.get_theater_by_name(asked["theater"])
    try:
        game.resolve_effect(card, game.agents[player], theater)  # of Disrupt, the owner of either flip is asked alike
    except _AskedError:
        return shown[-1]
    raise AssertionError(asked)


def show_codenames(state, player):
    """Returns the same of Codenames."""
    module, card = load("games.codenames.game"), load("games.codenames.card")
    seen, turns = state.observation(0)["board"], state.observation(player)["turns"]
    game = module.CodenamesGame(show_state=False)
    game.init_game(*[lambda team_id, agent_id: SimpleNamespace(team_id=team_id, agent_id=agent_id)] * 2)
    board, kinds = game.game_board, card.CardType
    board.cards = [card.Card(each["word"], kinds[each["kind"].upper()]) for each in seen]
    board.revealed = [each["revealed"] for each in seen]
    board.current_turn = (kinds.RED, kinds.BLUE)[player // 2]
    for turn in turns:
        guesses = [f"{each['word']} (guessed) - {each['kind'].upper()}" for each in turn["guesses"]]
        hint = (turn["clue"], turn["number"])
        if turn["team"] == "Red":
            board.last_red_hint, board.last_red_guesses = hint, guesses
        else:
            board.last_blue_hint, board.last_blue_guesses = hint, guesses
    if player % 2:
        board.last_hint, board.guesses_made_during_turn = hint, len(guesses)
    agent = (game.spymaster_1, game.operative_1, game.spymaster_2, game.operative_2)[player]
    return (game.rules, *game.get_observation(agent))


def show_santorini(state, player):
    """Returns the same of Santorini; ``None`` without the package santorinai, which the program uses."""
    module, observed = load("games.santorini.santorini"), state.observation(player)
    if module.Board is None:
        return None
    game = module.Santorini(colored_output=False)
    game.init_game(*[lambda team_id, agent_id: SimpleNamespace(team_id=team_id)] * 2)
    game.board.board = [[int(cell[0]) for cell in row] for row in observed["board"]]
    letters = "AXBY"
    for each in observed["pawns"]:
        game.board.pawns[letters.index(each["pawn"])].pos = (each["row"] - 1, each["column"] - 1)
    game.board.pawn_turn = letters.index(observed["pawn"]) + 1
    agent = game.agents[player]
    shown = (game.get_pawn_placement_observation(agent) if observed["stage"] == "place"
             else game.get_move_build_observation(agent)[:2])
    return game.rules, *shown


def show_pit(state, player):
    """Returns the same of Pit, for the seats that act in the program; ``None`` for their partners."""
    module, observed = load("games.pit.pit"), state.observation(player)
    if player % 2:
        return None
    game = module.PitGame(show_state=False)
    agent = lambda team_id, agent_id, agent_type_id: SimpleNamespace(team_id=team_id, agent_id=agent_id)  # noqa: E731
    agent.agent_type_id = ""
    game.init_game(agent, agent)
    ids, spelled = {1: "Player 1", 2: "Player 3"}, {"Soybeans": "Soyabeans"}
    if any(offer["player"] not in ids.values() for offer in observed["offers"]):
        return None
    seat = game.agents[player // 2]
    for card, count in observed["cards"].items():
        game.virtual_player_hands[player][spelled.get(card, card)] = count
    game.pending_trades = [
        module.TradeProposal(next(key for key, name in ids.items() if name == offer["player"]), {
            spelled.get(offer["cards"].split(" ")[1], offer["cards"].split(" ")[1]): offer["number"]})
        for offer in observed["offers"]]
    return (game.rules, *game.get_observation(seat))


def show_are_you_the_traitor(state, player):
    """Returns the same of Are You the Traitor?; ``None`` where players have other names than in the program."""
    module, observed = load("games.are_you_the_traitor.aytt"), state.observation(player)
    if any(state.observation(seat)["you"] != f"Player {seat + 1}" for seat in range(5)):
        return None
    number = lambda name: name.split(" ")[1]  # noqa: E731
    stage, talk = observed["decision"], observed["talk"]
    if not all(each["question"] for each in talk):  # nothing was asked, so that nobody answered
        return None
    action = load("api.classes").Action
    said = []  # what the program asks for, in its order
    for each in talk:
        said += [action(str(int(number(each["partner"])) - 1)), action("openended", each["question"])]
        said += [] if each["answer"] is None else [action("openended", each["answer"])] + 4 * [action("pass")]
    said = said[:-4] if stage in ("stop", "accused") else said
    said += {"question": [action(str(int(number(observed["partner"] or "Player 1")) - 1))],
             "accused": [action("STOP")]}.get(stage, [])
    shown, askers = [], iter([*(int(number(each["asker"])) - 1 for each in talk), player])

    def ask(rules, observation, actions, show_state):
        shown.append((rules, observation, actions))
        ends = "STOP" if "STOP" in actions.predefined else next(iter(actions.predefined), None)
        return said[len(shown) - 1] if len(shown) <= len(said) else action(ends)  # the round, soon

    game = module.AreYouTheTraitor()
    game.init_game(*[lambda team_id, agent_id: SimpleNamespace(take_action=ask)] * 2)
    # Of those who may stop, the player whom our game asks comes first.
    module.random = SimpleNamespace(
        choice=lambda players: players[next(askers, None) or 0], shuffle=lambda players: players.sort(
            key=lambda each: each.identifier != player))
    game.list_all_treasures = [game.TreasureCard(0, "any", 10)] * 3  # and the match
    game.play()
    return shown[len(said)]


def show_two_rooms_and_a_boom(state, player):
    """Returns the same of Two Rooms and a Boom; ``None`` where names do not tell teams, or nothing was asked."""
    module, position = load("games.two_rooms_and_a_boom.two_rooms"), state.node.position
    name = lambda label: position.names.names[label].split(" ")[1]  # noqa: E731
    teams = {name(label): position.team(label) for label in range(6)}
    if any(team != (number not in "123") for number, team in teams.items()) or not all(
            said.question for said in position.talk):
        return None
    action, shown, said = load("api.classes").Action, [], []
    for place, each in enumerate(position.talk, start=1):
        said += [action(name(each.partner)), action("x", each.question), action("x", each.answer)]
        if place % 6 == 0 and place // 6 <= len(position.swaps):
            said += [action(name(hostage)) for hostage in position.swaps[place // 6 - 1]]
    said += [] if position.partner is None else [action(name(position.partner))]
    said += [] if position.question is None else [action("x", position.question)]
    said += [] if position.hostage is None else [action(name(position.hostage))]

    def ask(rules, observation, actions, show_state):
        shown.append((rules, observation, actions))
        return said[len(shown) - 1] if len(shown) <= len(said) else action(next(iter(actions.predefined), None), "x")

    game = module.TwoRoomsAndaBoom()
    game.init_game(*[lambda team_id, agent_id: SimpleNamespace(take_action=ask)] * 2)
    cards = {card.identifier: card for room in game.rooms for card in room.cards}
    order = [name(each.asker) for each in position.talk[:6]] if len(position.talk) >= 6 else [
        name(label) for room in position.rooms for label in room]
    for place, room in enumerate(game.rooms):
        room.cards = [cards[number] for number in order[3 * place:3 * place + 3]]
        for card in room.cards:
            card.is_leader = "Leader" if card.identifier == name(position.leaders[place]) else "not_leader"
    game.play()
    return shown[len(said)]


def show_hive(state, player):
    """Returns the same of Hive, for the piece or its place; pieces move by our rules, since they differ in sliding."""
    module, board = load("games.hive.game"), load("games.hive.board")
    board.os = SimpleNamespace(path=SimpleNamespace(exists=lambda path: True))  # no folder for pictures
    seen = adapters.for_game(state.get_game()).view.observe(state, player)
    game, shown = module.HiveGame(), []

    def ask(rules, observation, actions, show_state):
        shown.append((rules, observation, actions))
        return SimpleNamespace(action_id=chosen if len(shown) == 1 else next(iter(actions.predefined)))

    game.init_game(*[lambda team_id, agent_id: SimpleNamespace(team_id=team_id, take_action=ask)] * 2)
    game.board.display_board = lambda interactive: PICTURE
    cells, hexes = replay_moves(state.node.position.moves).cells, {}
    at = lambda cell: board.Hex(cell[0] + (cell[1] - cell[1] % 2) // 2, cell[1])  # noqa: E731
    legal = list(filter(None, map(decode_action, list_legal_moves(state.node.position.state))))
    for piece, cell in cells.items():
        own = next(each for each in game.pieces_remaining
                   if (each.type[0], each.owner) == (piece[1].replace("G", "H"), "wb".index(piece[0])))
        game.pieces_remaining.remove(own)
        hexes[piece] = at(cell)
        own.valid_moves = lambda _, piece=piece: [at(find_target(move, cells)) for move in legal if move.piece == piece]
        game.board.add_piece(own, hexes[piece])
    game.board.queen_bee_placed = ["wQ" in hexes, "bQ" in hexes]
    game.turn_count, game.current_player_index = [seen["turn"] - 1 + player, seen["turn"] - 1], player
    kind = {"Q": "Queen", "S": "Spider", "G": "Hopper", "A": "Ant"}.get(seen["chosen"][1:2], "")
    place = hexes.get(seen["chosen"])
    chosen = f"list_move_{kind}_{place}" if place else f"list_place_{kind}" if kind else "pass"
    game.play_turn()
    return shown[bool(seen["chosen"])]


def show_arctic_scavengers(state, player):
    """Returns the same of Arctic Scavengers, with hands in the order of our cards."""
    module, position = load("games.arctic_scavengers.arctic_scavengers"), state.node.position
    kinds = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, module.Card)]
    known = {card.title: card for card in (each() for each in kinds if each is not module.Card)}
    game = module.ArcticScavengers()
    game.init_game(*[lambda team_id, agent_id: None] * 2)
    for seat, tribe in enumerate(position.tribes):
        game.players[seat].cards["draw"] = [known[NAMES[card]] for card in cards_of(tribe.hand)]
    human, observed = game.players[player], state.observation(player)
    human.food = observed["food"]
    human.actions.update(dict.fromkeys(observed["used"], 1))
    game.deck.contested_resources, game.deck.junkyard = [None] * observed["contested"], [None] * observed["junkyard"]
    for pile in game.deck.mercenaries:
        del pile[position.piles[NAMES.index(pile[0].title)]:]
    if position.phase == "keep":
        return game.rules, *game.observation_dig_cards([known[NAMES[card]] for card in position.dug], human)
    if position.phase == "reaction":
        action, cards = observed["announced"].values()
        announced = load("api.classes").Action(action, [action, cards])
        return game.rules, *game.observation_respond_to_action(human, announced)
    return game.rules, *(game.observation_skirmish(human, 1 - player) if position.phase == "skirmish"
                         else game.observation_resource_gather(human))


def respond_in_arctic_scavengers(state, player, key):
    """Returns a response to an open-ended action that our rules allow, if there is one."""
    spec = state.action_spec(player)
    if spec.keys[0] != "action":
        verb = "snipe" if key == "SNIPER" else "disarm"
        names = [spec.action_name((), action) for action in spec.legal_actions()]
        return next((name.removeprefix(f"{verb} ") for name in names if name.startswith(verb)), "nobody")
    moves = [move for move in (spec.struct(spec.move(spec.random_move(random.Random(seed)))) for seed in range(40))
             if move["action"] == key]
    move = {"cards": [], **moves[0]} if moves else {"cards": []}
    return [key, move["cards"] or [], *([move["mercenary"]] if move.get("mercenary") else [])]


def arm(state):
    """Gives both tribes Sniper Teams and Saboteurs to start with, which random players hardly ever hire."""
    shooters = count_cards([NAMES.index("Sniper Team"), NAMES.index("Saboteur")] * 2)
    tribes = tuple(tribe._replace(deck=union(tribe.deck, shooters)) for tribe in state.node.position.tribes)
    state._node = replace(state.node, position=state.node.position._replace(tribes=tribes))


def sort_rooms(calls):
    """Returns messages with their lists of players sorted: a player does not know the order of a room in the past."""
    players = re.compile(r"\['\d'(?:, '\d')*\]")
    return [[(role, players.sub(lambda found: "".join(sorted(found[0])), text)) for role, text in call]
            for call in calls]


def sort_places(calls):
    """Returns messages with their lists of keys sorted, and without the place of a picture in memory."""
    keys, at = re.compile(r"\['[^']*'(?:, '[^']*')*\]"), re.compile(r"at 0x[0-9A-F]+")
    return [[(role, keys.sub(lambda found: str(sorted(found[0][1:-1].split(", "))), at.sub("at 0x", text)))
             for role, text in call] for call in calls]


NAMED = ("are_you_the_traitor", "two_rooms_and_a_boom")  # in most of our deals otherwise than in the program
SETTINGS = {"pit": "pit(trades=open)", "codenames": "codenames(rows=3,columns=7)",
            "hive_without_beetles": "hive_without_beetles(decisions=2)"}
SHOWN = {"sea_battle": show_sea_battle, "air_land_sea": show_air_land_sea, "codenames": show_codenames,
         "santorini": show_santorini, "pit": show_pit,
         "are_you_the_traitor": show_are_you_the_traitor,
         "two_rooms_and_a_boom": show_two_rooms_and_a_boom, "hive_without_beetles": show_hive,
         "arctic_scavengers": show_arctic_scavengers}
RESPONSES = {"arctic_scavengers": respond_in_arctic_scavengers}  # of other games, a word and a number
STARTS = {"arctic_scavengers": arm}  # changes of the start
SORTED = {"two_rooms_and_a_boom": sort_rooms, "hive_without_beetles": sort_places}  # what is ordered otherwise

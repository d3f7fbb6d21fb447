"""Texts of GameBench's games: where they stand in its modules, and which places they have in our layouts.

What a game adds to the chat is in its own module: the rules, the observation, the instructions and the actions, each
with a key and a description. A layout ``layouts/GAME.jinja`` says in terms of our observations which texts come where,
and which move of ours a key means.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gtarena.suites.importing.source_texts import SourceTexts, either, printed

Pieces = Mapping[str, str]  # texts by their places in a layout
TextsOf = Callable[[str], SourceTexts]  # of a module


@dataclass(frozen=True)
class PublishedGame:
    """Files of a game's texts: its folder or only module, the module with its rules, and what fills its layout.

    ``values`` has a template for every expression in the texts. ``pieces`` reads them, given the modules by name.
    """

    folder: str
    rules: str
    pieces: Callable[[TextsOf], Pieces]
    values: Mapping[str, str] = field(default_factory=dict)


def choose_text(cases: Mapping[str, str], otherwise: str) -> str:
    """Returns a template that renders the first text whose condition holds."""
    shown = [f"{{%+ {'elif' if place else 'if'} {condition} +%}}{text}"
             for place, (condition, text) in enumerate(cases.items())]
    return "".join([*shown, f"{{%+ else +%}}{otherwise}{{%+ endif +%}}"]) if shown else otherwise


def _offer(key: str, move: str, text: str) -> str:
    """Returns a template that offers a move of ours under a published key, with its published description."""
    entry = f'{{"key": {json.dumps(key)}, "move": {json.dumps(move)}, "text": text}}'
    return f"{{% set text %}}{text}{{%+ endset %}}{{% set offered.all = offered.all + [{entry}] %}}"


_MANOEUVRES = {"move left": "Turn left", "move forward": "Forward", "move right": "Turn right", "don't move": "Stay"}


def _sea_battle(texts_of: TextsOf) -> Pieces:
    texts = texts_of("sea_battle.py")
    border, located, rocks, damage = texts.of("s", 4)
    yours, teammates, opponents = texts.of("q", 3)
    offered = [_offer(key, _order(key), text)
               for key, text in texts.entries("AvailableActions.predefined")[0].items()]
    return {"border": border, "located": located, "rocks": rocks, "damage": damage, "yours": yours,
            "teammates": teammates, "opponents": opponents, "offered": "\n".join(offered),
            "instructions": texts.of("AvailableActions.instructions", 1)[0]}


def _order(key: str) -> str:
    """Returns our name of a published order.

    Raises:
        ValueError: there is none.
    """
    manoeuvre, _, shot = key.partition(" then ")
    if manoeuvre not in _MANOEUVRES:
        raise ValueError(f"sea_battle.py offers {key!r}, which is no order")
    return f"{_MANOEUVRES[manoeuvre]}, {shot}"


_TURNED = printed("turned(card, strength)")
_KIND, _ABILITY = "<kind>", "<ability>"  # of a card, until the card is known


def _air_land_sea(texts_of: TextsOf) -> Pieces:
    game, board, cards, effects = map(texts_of, ("game.py", "board.py", "cards.py", "effect_manager.py"))
    card_info, described = cards.of("card_info", 1)[0], cards.of("__str__()", 1)[0]
    own_down, down = board.of("card_string", 2)
    uncovered, covered = board.of("card_status", 2)
    deploy, to_air, to_land, to_sea = game.of("cards_to_play[str(action_id)]", 4)
    flips = game.of("cards_to_flip[str(action_id)]", 8)
    (turned,), (move_down, move_up, no_move) = game.of("card_string", 1), game.of("cards_to_move[str(action_id)]", 3)
    take_back, no_card = game.of("cards_to_return[str(action_id)]", 2)
    elsewhere, _ = effects.of("available_actions.predefined[str(num_available_actions + ind * 2 + nm_ind)]", 2)
    play, *of_abilities = game.of("AvailableActions.instructions", 7)
    named = ("Maneuver", "Ambush", "Transport", "Redeploy", "Reinforce", "Disrupt")
    cases = {f'asked_by == "{name}" and obs.asked.key != "action"': text
             for name, text in zip(named, of_abilities, strict=True)}
    places = ("maneuver_up", "maneuver_unknown", "maneuver_down", "ambush_up", "ambush_unknown", "ambush_down",
              "disrupt_up", "disrupt_down")
    return {
        "abilities": choose_text(_abilities(cards), ""), "described": described.replace("<info>", card_info),
        "own_down": own_down, "down": down, "uncovered": uncovered, "covered": covered,
        "theater_line": "".join(board.of("return_string", 2)), "held": game.of("hand_string", 1)[0],
        "observed": game.of("observation_text", 1)[0], "instructions": choose_text(cases, play), "elsewhere": elsewhere,
        "deploy": deploy, "to_air": to_air, "to_land": to_land, "to_sea": to_sea,
        "withdraw": game.of("cards_to_play[str(len(hand) * 4)]", 1)[0],
        "reinforce": game.of("places_to_play[str(action_id)]", 1)[0], "move_up": move_up, "no_move": no_move,
        "move_down": move_down.replace(_TURNED, turned), "take_back": take_back, "no_card": no_card,
        **dict(zip(places, flips, strict=True))}


def _abilities(cards: SourceTexts) -> Mapping[str, str]:
    """Returns the texts of the cards' abilities, by conditions on a card."""
    words, abilities = iter(cards.said("Card", 66, *range(66))), {}
    (ability,) = cards.of("tactical_ablity_string", 1)
    for name in words:
        condition = f'card.startswith("{name} ({next(words, "")} ")'
        if name not in ("Heavy Bombers", "Super Battleship", "Heavy Tanks"):  # which have none
            abilities[condition] = ability.replace(_KIND, next(words, "")).replace(_ABILITY, next(words, ""))
    return abilities


def _codenames(texts_of: TextsOf) -> Pieces:
    game, board = texts_of("game.py"), texts_of("board.py")
    head, line, last, clue, _, last_hint, _ = game.of("text", 7)
    clue_instructions, guess_instructions = game.said("AvailableActions", 4, 0, 2)
    ((submit_key, submit),) = game.entries("actions")[0].items()
    team = either('obs.team == "Red"', *board.of("current_team_name()", 2))
    return {
        "head": head.replace("<team>", team).replace("<role>", either("not guessing", *game.of("agent_role", 2))),
        "line": line, "last": last, "clue": clue, "last_hint": last_hint, "clue_instructions": clue_instructions,
        "guess_instructions": guess_instructions, "submit_key": submit_key, "submit": submit,
        "guess": game.of("actions['guess_' + str(index)]", 1)[0], "end": game.of("actions['end_turn']", 1)[0],
        "guessed": game.said("self.game_board.last_red_guesses.append", 1, 0)[0]}


def _santorini(texts_of: TextsOf) -> Pieces:
    texts = texts_of("santorini.py")
    move_instructions, place_instructions = texts.of("AvailableActions.instructions", 2)
    (move, place), (move_key, _) = texts.of("action_description", 2), texts.of("action_id", 2)
    return {"observed": texts.of("observation_text", 1)[0], "place": place, "move": move, "move_key": move_key,
            "place_instructions": place_instructions, "move_instructions": move_instructions}


def _pit(texts_of: TextsOf) -> Pieces:
    texts = texts_of("pit.py")
    offer_key, accept_key = texts.of("action_id", 1)[0], texts.of("accept_action_id", 1)[0]
    return {
        **dict(zip(("barley", "corn", "soybeans", "wheat", "bull", "bear"), texts.said("Commodity", 6, *range(6)),
                   strict=True)),
        "traded": texts.of("offered_description", 1)[0], "count": texts.of("hand_description", 1)[0],
        "trade": texts.of("trade_description", 1)[0], "observed": texts.of("observation_text", 1)[0],
        "instructions": texts.of("AvailableActions.instructions", 1)[0], "offer_key": offer_key,
        "offer": texts.of("action_description", 1)[0], "accept_key": accept_key,
        "accept": texts.of("available_actions.predefined[accept_action_id]", 1)[0]}


_OWN, _WIZARDS = printed("number(obs.you)"), printed("wizards")


def _are_you_the_traitor(texts_of: TextsOf) -> Pieces:
    texts = texts_of("aytt.py")
    roles = {}
    for seat, role in enumerate(("traitor", "evil_wizard", "good_wizard", "key_holder", "guard")):
        (text,) = texts.of(f"{role}_context", 1)
        roles[f'obs.role | lower == "{role.replace("_", " ")}"'] = _replace(text, f"player {seat}", f"player {_OWN}")
    (chosen, asked, replied), (asked_me, answered) = (
        texts.of("first_questioner.context", 3), texts.of("target_player.context", 2))
    stages = ("partner", "question", "answer", "stop", "accused")
    instructions = dict(zip((f'obs.decision == "{stage}"' for stage in stages),
                            texts.of("AvailableActions.instructions", 5), strict=True))
    (skip, stop), (ask, reply) = (texts.entries(f"AvailableActions.{kind}", 2) for kind in ("predefined", "openended"))
    ((skip_key, skip_text),), ((open_key, ask_text),), (reply_text,) = skip.items(), ask.items(), reply.values()
    (stop_key, stop_text), (pass_key, pass_text) = stop.items()
    return {
        "role": choose_text(roles, ""), "chosen": chosen, "asked": asked, "replied": replied, "asked_me": asked_me,
        "answered": answered, "heard": texts.of("group_context", 1)[0],
        "start": _replace(texts.of("game_start_context", 1)[0], "1 and 2", _WIZARDS),
        "instructions": choose_text(instructions, ""), "ask": ask_text, "reply": reply_text,
        "open_key": open_key, "skip_key": skip_key, "skip": skip_text, "stop_key": stop_key, "stop": stop_text,
        "pass_key": pass_key, "pass": pass_text}


def _replace(text: str, part: str, by: str) -> str:
    """Returns a text with another in place of the only part of it.

    Raises:
        ValueError: there is not one such part.
    """
    if text.count(part) != 1:
        raise ValueError(f"a text has {text.count(part)} times {part!r} instead of once")
    return text.replace(part, by)


def _two_rooms_and_a_boom(texts_of: TextsOf) -> Pieces:
    texts = texts_of("two_rooms.py")
    begun, chosen, asked, replied = texts.of("card.context", 4)
    leader, traded = texts.of("leader_0.context", 2)
    blue, red = texts.said("TwoRoomsAndaBoom.Card", 10, 4, 9)
    target, question, answer = texts.of("AvailableActions.instructions", 3)
    open_key, = texts.entries("AvailableActions.openended", 2)[0]
    return {
        "begun": begun, "chosen": chosen, "asked": asked, "replied": replied, "blue": blue, "red": red,
        "asked_me": texts.of("target_player.context", 1)[0], "reported": texts.of("current_leader.context", 1)[0],
        "leader": _replace(leader, "room 0", f"room {printed('room_index')}"), "traded": traded, "open_key": open_key,
        "instructions": choose_text({'obs.stage == "question"': question, 'obs.stage == "answer"': answer}, target)}


def _hive(texts_of: TextsOf) -> Pieces:
    texts = texts_of("game.py")
    ((pass_key, pass_text),) = texts.entries("actions")[0].items()
    place, move, go = (texts.of(f"possible_{variable}", 1)[0] for variable in (
        "actions['list_place_' + str(possible_piece.type)]",
        "actions['list_move_' + str(possible_piece.type) + '_' + str(hex)]",
        "moves['move_' + str(hex) + '_' + str(possible_move)]"))
    kinds = texts_of("pieces.py").said("super().__init__", 4, *range(4))
    choose_piece, choose_place = texts.of("AvailableActions.instructions", 2)
    return {
        **dict(zip(("queen", "spider", "grasshopper", "ant"), kinds, strict=True)),
        "observed": texts.of("text", 2)[0], "place": place, "move": move, "go": go, "pass_key": pass_key,
        "pass": pass_text, "instructions": either("obs.chosen", choose_place, choose_piece)}


def _opened(actions: Mapping[str, str]) -> str:
    """Returns a template that offers open-ended actions, with their published descriptions by their keys."""
    entries = ", ".join(f'{{"key": {json.dumps(key)}, "text": {json.dumps(text)}}}' for key, text in actions.items())
    return f"{{% set opened.all = [{entries}] %}}"


def _arctic_scavengers(texts_of: TextsOf) -> Pieces:
    texts, cards = texts_of("arctic_scavengers.py"), texts_of("cards/card.py")
    (hand, card, food, piles, used, use, pile, described, hunting, modifiers, own_force, _, other_force, _, announced,
     action, dug, _) = texts.of("context", 18)
    title, people, special, heading, of_action, supply, costs, cost = cards.of("s", 8)
    said = texts.of("s", 17)
    named = ("Saboteur", "Group Leaders", "Sniper Team")  # in the order of the module
    instructions = texts_of("cards/game_cards.py").of("super().__init__.special_instruction", len(named))
    specials = {f'name == "{name}"': special.replace("<special>", instruction)
                for name, instruction in zip(named, instructions, strict=True)}
    in_turn, in_skirmish, in_reaction = texts.entries("AvailableActions.openended", 3)
    return {
        "hand": hand, "card": card, "food": food, "piles": piles, "used": used, "use": use,
        "mercenary": pile + described, "hunting": hunting + modifiers, "own_force": own_force,
        "other_force": other_force, "announced": announced + action, "dug": dug,
        "title": title, "people": people, "special": choose_text(specials, ""), "actions": heading,
        "action": of_action, "supply": supply, "costs": costs, "cost": cost,
        "instructions": choose_text({"obs.skirmish": "".join(said[6:10]), "obs.announced": "".join(said[10:16]),
                                     "obs.dug": said[16]}, "".join(said[:6])),
        "in_turn": _opened(in_turn), "in_skirmish": _opened(in_skirmish), "in_reaction": _opened(in_reaction)}


PUBLISHED: Mapping[str, PublishedGame] = {
    "sea_battle": PublishedGame("games", "sea_battle.py", _sea_battle, {
        "q": printed("whose(ship)"), "p.location.xy": printed("place(ship.x, ship.y)"),
        "p.location.cardinal": printed("ship.heading | capitalize"),
        "', '.join([str(r.xy) for r in self.rocks[-20:]])": printed('rocks.all[-20:] | join(", ")'),
        "player.damage.damage": printed("obs.ship.damage"), "player.damage.threshold": printed("game.sinking")}),
    "air_land_sea": PublishedGame("games/air_land_sea", "game.py", _air_land_sea, {
        "card": printed("described(card)"), "str(card)": printed("described(card)"),
        "self.name": printed("name_of(card)"), "self.strength": printed("strength_of(card)"),
        "self.theater": printed("theater_of(card)"), "tactical_ablity_string": printed("ability_of(card)"),
        "card_info": "<info>",
        "self.tactical_ability_type": _KIND, "self.tactical_ability_description": _ABILITY,
        "card_string": _TURNED, "card.current_strength": printed("strength"),
        "theater_name": printed("theater.theater"), "player_1_total_string": printed("pile(piles[0])"),
        "player_2_total_string": printed("pile(piles[1])"), "theater.get_theater_string(owner_id)": "",
        "str(player.id + 1)": printed("player + 1"), "hand_string": printed("held()"),
        "supreme_commander": printed('"1st" if obs.is_first else "2nd"'), "victory_points": printed("obs.points.you"),
        "hand_size": printed("hand | length"), "opponent_hand_size": printed("obs.hands.opponent"),
        "board_string": printed("board()"), "card.theater": printed("theater_of(card)"),
        "theater.name": printed("theater"), "theater": printed("theater"), "target_theater.name": printed("target"),
        "drawn_card": printed("described(card)")}),
    "codenames": PublishedGame("games/codenames", "config.py", _codenames, {
        "team_name": "<team>", "agent_role": "<role>", "card.word": printed("each.word"),
        "agent in self.spymaster_list or self.game_board.revealed[index]": "each.kind",
        "card.card_type": printed("each.kind | upper"), "self.game_board.revealed[index]": "each.revealed",
        "last_hint_info": printed("last_hint()"), "current_clue": printed("now.clue"),
        "current_num_guesses": printed("now.number"),
        "self.game_board.guesses_made_during_turn": printed("now.guesses | length"),
        "last_hint": printed("last.clue"), "num_guesses": printed("last.number"),
        "last_turn_guesses": printed('guesses.all | join(", ")'), "guessed_word": printed("each.word"),
        "card_type": printed("each.kind | upper")}),
    "santorini": PublishedGame("games/santorini", "santorini.py", _santorini, {
        "agent.team_id": printed("player + 1"), "pawn_letters[0]": printed("obs.your_pawns[0]"),
        "pawn_letters[1]": printed("obs.your_pawns[1]"), "opponent_pawn_letters[0]": printed("obs.opponents_pawns[0]"),
        "opponent_pawn_letters[1]": printed("obs.opponents_pawns[1]"), "board_string": printed("board()"),
        "pawn_letter": printed("obs.pawn"), "position": printed("to"), "pawn.pos": printed("from"),
        "play": printed('"(%s, %s)" % (to, on)'), "build": printed("on"),
        "move_direction": printed('move.replace("-", "")'), "build_direction": printed('build.replace("-", "")')}),
    "pit": PublishedGame("games/pit", "pit.py", _pit, {
        "agent.agent_id": printed("[1, 3, 2, 4][player]"), "hand_description": printed("hand()"),
        "' '.join(pending_trade_descriptions)": printed("trades()"), "i": printed("i"),
        "offered_description": printed("traded(offer)"), "quantity": printed("quantity"), "count": printed("count"),
        "commodity": printed("commodity"), "commodity.name": printed("commodity"),
        "offer_quantity": printed("offer_quantity")}),
    "are_you_the_traitor": PublishedGame("games/are_you_the_traitor", "aytt.py", _are_you_the_traitor, {
        "target_player_id": printed("number(each.partner)"),
        "first_questioner.identifier": printed("number(each.asker)"),
        # An action with a text is printed with its key.
        "question_to_ask": f"openended: {printed('each.question')}", "answer": printed("each.answer"),
        "question_to_ask.openended_response": printed("each.question")}),
    "two_rooms_and_a_boom": PublishedGame("games/two_rooms_and_a_boom", "two_rooms.py", _two_rooms_and_a_boom, {
        "i": printed("i"), "i + 1": printed("i"), "i + self.cards_per_room": "", "room_index": printed("room_index"),
        "room_ids": printed("room_ids"), "target_player_id": printed("number(each.partner)"),
        "question_to_ask": printed("each.question"), "answer": printed("each.answer"),
        "card.identifier": printed("number(each.asker)"), "discussion_context": printed("told(each)"),
        "room_0_trade.identifier": printed("number(hostage)")}),
    "hive_without_beetles": PublishedGame("games/hive", "config.py", _hive, {
        "str(MAX_TURNS)": printed("obs.turns"), "self.board.generate_text_board()": "",  # where no picture is drawn
        "current_team": either('obs.you == "white"', "Blue", "Green"),
        "remaining_turns": printed("obs.turns - obs.turn + (obs.you == 'white')"),
        "str(possible_piece.type)": printed("type"), "str(possible_move)": printed("to")}),
    "arctic_scavengers": PublishedGame("games/arctic_scavengers", "arctic_scavengers.py", _arctic_scavengers, {
        "str(card)": printed("described(name)"), "player.food": printed("obs.food"),
        "str(len(self.deck.contested_resources))": printed("obs.contested"),
        "str(len(self.deck.junkyard))": printed("obs.junkyard"), "a": printed("kind"),
        "pile[0].title": printed("each.name"), "str(len(pile))": printed("each.left"),
        "str(pile[0])": printed("described(each.name)"), "str(action.action_id)": printed("obs.announced.action"),
        # A response that is a list is printed as Python prints it.
        "str(action.openended_response)": printed("[obs.announced.action, obs.announced.cards]"),
        "self.title": printed("name"), "self.tribe_members": printed("card.people"),
        "self.special_instruction": "<special>", "self.actions[action].symbol": f"ActionSymbol.{printed('action')}",
        "self.actions[action].type": printed("type"), "self.actions[action].value": printed("value"),
        "self.supply_pile": printed("supply"), "cost.type": printed("kind"), "cost.value": printed("price")}),
}

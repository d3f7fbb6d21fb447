"""A made-up checkout of GameBench's program: the published structure with other words, and nothing that runs."""

from pathlib import Path

NEVER_RUN = 'raise SystemExit("this is only read")\n'
TRICKY = "{{ 7 * 7 }} {% raw %} {# no #} }} é"

AGENT = '''
plain = """ignored"""
action_format_instructions_no_openended = """Form: {key}.\\n"""
action_format_instructions_with_openended = "Form: {key, text}.\\n"
class Agent:
    system_message: str = "Be good."
    def ask(self):
        prompt = f"Game {rules.title}: {rules.summary}\\n"
        prompt += "Topics:\\n"
        prompt += json.dumps(details_dict, indent=4)
        prompt += f"\\nSeen:\\n{observation.text}\\n"
        prompt = ""
        prompt += f"\\nTo do:\\n"
        prompt += f"{available_actions.instructions}\\n"
        prompt += action_format_instructions_with_openended
        prompt += "Open:\\n"
        prompt += str(list(available_actions.openended.keys())) + "\\n"
        prompt += "Keys:\\n"
        prompt += str(list(available_actions.predefined)) + "\\n"
        prompt += "Ask away.\\n"
        prompt += "Muse aloud."
        prompt += "\\nThree, of:"
        prompt += str(list(valid_actions))
        prompt += "\\nOne of:\\n"
        prompt += "\\nor of:\\n"
        error_message = "No text."
        error_message = "No such topic."
        error_message = f"{action['action']}? "
        error_message += "Have:\\n"
        error_message += f"{str(list(valid_actions))}\\n"
        error_message += "Again."
'''
RULES = f'''
rules: Rules = Rules(title="The game", summary=("All of " "it. {TRICKY}"), additional_details={{"One": "Of one.",
                     "Two": "Of two."}})
'''
BARE_RULES = 'rules: Rules = Rules(title="The game", summary="All of it.", additional_details=None)\n'

SEA_BATTLE = RULES + '''
q = 'Mine' if own else ('Ours' if ally else 'Theirs')
s = "The sea.\\n"
s += f"{q}: {p.location.xy} {p.location.cardinal}.\\n"
s += "Rocks: " + ", ".join([str(r.xy) for r in self.rocks[-20:]]) + "\\n"
s += f"Hit {player.damage.damage} of {player.damage.threshold}."
actions = AvailableActions(instructions="Sail.", predefined={''' + ", ".join(
    f'"{manoeuvre} then shoot {side}": "To {manoeuvre.replace(chr(39), "")}, {side}."'
    for manoeuvre in ("move left", "move forward", "move right", "don't move") for side in ("left", "right")) + "})\n"

CARDS = [("Support", "Air"), ("Air Drop", "Air"), ("Maneuver", "Air"), ("Aerodrome", "Air"), ("Containment", "Air"),
         ("Heavy Bombers", "Air"), ("Transport", "Sea"), ("Escalation", "Sea"), ("Maneuver", "Sea"),
         ("Redeploy", "Sea"), ("Blockade", "Sea"), ("Super Battleship", "Sea"), ("Reinforce", "Land"),
         ("Ambush", "Land"), ("Maneuver", "Land"), ("Cover Fire", "Land"), ("Disrupt", "Land"), ("Heavy Tanks", "Land")]
HEAVY = ("Heavy Bombers", "Super Battleship", "Heavy Tanks")
CARDS_MODULE = f'''
def __str__(self):
    card_info = f"{{self.name}} [{{self.strength}}"
    tactical_ablity_string = ""
    tactical_ablity_string = f"; {{self.tactical_ability_type}}: {{self.tactical_ability_description}}"
    return f"{{card_info}} {{self.theater}}{{tactical_ablity_string}}]"
deck = [{", ".join(f"Card{(name, theater, n, *([] if name in HEAVY else ['Kind', f'It does {n}']))}"
                   for n, (name, theater) in enumerate(CARDS))}]
'''
BOARD_MODULE = '''
def get_theater_string(self):
    card_string = str(card)
    card_string = "Down-<" + card_string
    card_string = f"Down ({card.current_strength})"
    card_status = "top" if top else "below"
    return_string = f"{theater_name}: [{player_1_total_string}] [{player_2_total_string}]"
    return return_string
return_string += theater.get_theater_string(owner_id) + "\\n"
'''
EFFECTS_MODULE = '''
available_actions.predefined[str(num_available_actions + ind*2 + nm_ind)] = f"Up elsewhere: {card} {theater}"
available_actions.predefined[str(num_available_actions + ind*2 + nm_ind)] = f"Up elsewhere: {card} {theater}"
'''
AIR_LAND_SEA = RULES + '''
hand_string = ""
hand_string += "- " + str(card) + "\\n"
observation_text = ("Seat " + str(player.id + 1) + "\\nHand:\\n" + hand_string + "" "First: " + supreme_commander + " "
                    + victory_points + " " + hand_size + " " + opponent_hand_size + "\\n" + board_string)
cards_to_play[str(action_id)] = f"Up {card} {card.theater}"
cards_to_play[str(action_id)] = f"Down {card} Air"
cards_to_play[str(action_id)] = f"Down {card} Land"
cards_to_play[str(action_id)] = f"Down {card} Sea"
cards_to_play[str(len(hand)*4)] = "Give up"
card_string = "Down-<" + card_string
''' + "\n".join(f'AvailableActions(instructions="Do {name}.")' for name in (
    "play", "maneuver", "ambush", "transport", "redeploy", "reinforce", "disrupt")) + '''
cards_to_flip[str(action_id)] = f"Flip own {card} {theater.name}"
cards_to_flip[str(action_id)] = f"Flip unknown {theater.name}"
cards_to_flip[str(action_id)] = f"Flip up {card} {theater.name}"
cards_to_flip[str(action_id)] = f"Flip any own {card} {theater.name}"
cards_to_flip[str(action_id)] = f"Flip any unknown {theater.name}"
cards_to_flip[str(action_id)] = f"Flip any up {card} {theater.name}"
cards_to_flip[str(action_id)] = f"Disrupt {card} {theater.name}"
cards_to_flip[str(action_id)] = f"Disrupt up {card} {theater.name}"
cards_to_move[str(action_id)] = f"Move down {card_string} {theater.name} {target_theater.name}"
cards_to_move[str(action_id)] = f"Move {card} {theater.name} {target_theater.name}"
cards_to_move[str(action_id)] = "Move none"
cards_to_return[str(action_id)] = f"Take {card} {theater.name}"
cards_to_return[str(action_id)] = "Take none"
places_to_play[str(action_id)] = f"Bring {drawn_card} {target_theater.name}"
'''

CODENAMES = '''
agent_role = "Boss" if a else "Guesser"
text = f"{team_name} {agent_role}\\n"
text += (f"{card.word} {card.card_type if agent in self.spymaster_list or self.game_board.revealed[index] else 'HUH'} "
         f"{'OPEN' if self.game_board.revealed[index] else 'SHUT'}\\n")
text += "\\n" + last_hint_info
text += f"\\n\\nClue {current_clue} {current_num_guesses} {self.game_board.guesses_made_during_turn}"
text += "\\n" + last_hint_info
text = ""
text = f"Before: {last_hint} {num_guesses} {last_turn_guesses}"
text = f"Before: {last_hint} {num_guesses} {last_turn_guesses}"
actions = {"submit_clue": "Say word,number"}
AvailableActions("Say it.", {}, actions)
AvailableActions("Guess it.", actions, {})
actions = {}
actions["guess_" + str(index)] = "Take " + card.word
actions["end_turn"] = "Stop."
self.game_board.last_red_guesses.append(f"{guessed_word} is {card_type}")
'''
CODENAMES_BOARD = '''
def current_team_name(self):
    return "The Red" if red else "The Blue"
'''

SANTORINI = BARE_RULES + '''
observation_text = (f"{agent.team_id} {pawn_letters[0]}{pawn_letters[1]} {opponent_pawn_letters[0]}"
                    f"{opponent_pawn_letters[1]}\\n{board_string}")
AvailableActions(instructions=f"Go with {pawn_letter}.")
action_id = f"Move {move_direction}, build {build_direction}"
action_description = f"{pawn_letter} {pawn.pos} {play} {build}"
AvailableActions(instructions=f"Place {pawn_letter}.")
action_id = f"{position}"
action_description = f"{pawn_letter} {position}"
action_id = random.choice(list(available_actions.predefined.keys()))
'''

PIT = BARE_RULES + '''
cards = [Commodity("Barleycorn", 85.0), Commodity("Maize", 75.0), Commodity("Soya", 55.0), Commodity("Wheat", 100.0),
         Commodity("Bull", 0.0), Commodity("Bear", 0.0)]
hand_description = ", ".join(f"{count}x{commodity}" for commodity, count in hand)
AvailableActions(instructions="Trade.")
action_id = f"Offer_{commodity.name}_{quantity}"
action_description = f"Offer {quantity} {commodity.name}"
offered_description = ", ".join(f"{quantity} {commodity}" for commodity, quantity in offer)
trade_description = f"Trade {i}: {offered_description}"
accept_action_id = f"Accept_{i}_{commodity}_{offer_quantity}"
available_actions.predefined[accept_action_id] = f"Take {i} for {offer_quantity} {commodity}"
observation_text = f"Agent {agent.agent_id}. {hand_description}. {' '.join(pending_trade_descriptions)}"
'''

ARE_YOU_THE_TRAITOR = BARE_RULES + '''
traitor_context = "I am player 0, a traitor. "
evil_wizard_context = "I am player 1, a wizard. "
good_wizard_context = "I am player 2, a wizard. "
key_holder_context = "I am player 3, with the key. "
guard_context = "I am player 4, a guard. "
game_start_context = "Wizards are 1 and 2. "
AvailableActions(instructions=f"Choose.", predefined={f"{a}": f"{a}" for a in identifiers}, openended={})
AvailableActions(instructions=f"Ask.", predefined={"skip": "Skip it"}, openended={"openended": "Any question"})
AvailableActions(instructions=f"Reply.", predefined={}, openended={"openended": ""})
AvailableActions(instructions=f"Stop?", predefined={"STOP": "Stop it", "Pass": "Go on"}, openended={})
AvailableActions(instructions=f"Accuse.", predefined={f"{a}": f"{a}" for a in identifiers}, openended={})
first_questioner.context += f"To {target_player_id}. "
first_questioner.context += f"Q: {question_to_ask}. "
target_player.context += f"{first_questioner.identifier} asks {question_to_ask}. "
target_player.context += f"A: {answer}. "
first_questioner.context += f"R: {question_to_ask}. "
group_context = (f"{first_questioner.identifier} to {target_player_id}: {question_to_ask.openended_response}, "
                 f"{answer}. ")
'''

TWO_ROOMS = BARE_RULES + '''
TwoRoomsAndaBoom.Card(f"{i}", "Blue", "player", "not_leader", "I am blue. ", self.agents[0])
TwoRoomsAndaBoom.Card(f"{ i + self.cards_per_room }", "Red", "player", "not_leader", "I am red. ", self.agents[1])
AvailableActions(instructions=f"Choose.", predefined={f"{a}": f"{a}" for a in identifiers}, openended={})
AvailableActions(instructions=f"Ask.", predefined={}, openended={"openended": ""})
AvailableActions(instructions=f"Reply.", predefined={}, openended={"openended": ""})
leader_0.context += f"I lead room 0. "
leader_1.context += f"I lead room 1. "
card.context += f"Round {i+1} in {room_index} with {room_ids}. "
card.context += f"To {target_player_id}. "
card.context += f"Q: {question_to_ask}. "
target_player.context += f"{card.identifier} asks {question_to_ask}, I say {answer}. "
card.context += f"A: {answer}. "
current_leader.context += f"In {i+1} {card.identifier} tells: {discussion_context}"
leader_0.context += f"I trade {room_0_trade.identifier}. "
'''

HIVE = '''
actions = self.get_available_actions(agent)
actions = {"pass": "Stay put."}
AvailableActions(instructions="Go:", predefined=actions, openended={})
text = "{current_team} goes, {remaining_turns} to go.".format(current_team="Green" if a else "Blue", remaining_turns=b)
text += "\\nHive: " + self.board.generate_text_board()
possible_moves["move_" + str(hex) + "_" + str(possible_move)] = "Off to " + str(possible_move)
actions["place_" + str(hex) + "_" + str(piece.type)] = ""
possible_actions["list_place_" + str(possible_piece.type)] = "Bring the " + str(possible_piece.type)
possible_actions["list_move_" + str(possible_piece.type) + "_" + str(hex)] = "Take the " + str(possible_piece.type)
AvailableActions(instructions="Go on:", predefined=actions, openended={})
'''
HIVE_RULES = '''
rules = Rules(title="The game", summary="All of it.", additional_details={
    "One": "Of one.", "Two": "It lasts " + str(MAX_TURNS) + " turns." + " No more."})
'''
HIVE_PIECES = "\n".join(f"super().__init__({kind!r}, owner)" for kind in ("Queen", "Spider", "Hopper", "Ant")) + "\n"

SEARCH = '''
oth = others_actions(state)
oth = "Others unknown."
nxt = GameState("State unknown.", state.depth + 1)
'''
SEARCH_TEXTS = """{
"example": "Try it. ", "prefix": "Game {title}: {summary} {topics}\\nAt: {observation}\\n",
"additional_topics": "Ask rule(<topic>): {topics}. ", "goal": ["{prefix}Win?"],
"actions": ["{example}Name <actions>.", "<actions>\\nup\\n</actions>", "{prefix}Name <actions>."],
"action_select": ["{prefix}List.", "{actions}", "Number?"], "self_eval": ["{prefix}Act.", "{action}", "Good?"],
"others": ["{prefix}Name <others>."], "state": ["{prefix}Act.", "{action}", "They?", "{others}", "Tell <state>."],
"openended": ["{prefix}Act.", "{action}", "Say it."]}"""

ARCTIC_SCAVENGERS = BARE_RULES + '''
context = "Hand:"
context += "\\n" + str(card)
context += f"\\n{player.food} food."
context += "\\n" + str(len(self.deck.contested_resources)) + " prizes, " + str(len(self.deck.junkyard)) + " junk."
context += "\\nDone: "
context += a + " "
context += "\\n" + pile[0].title + ": " + str(len(pile))
context += "\\n" + str(pile[0])
context += "\\nHunt for food."
context += "\\nTools need people."
s = "Act."
s += "\\nCards."
s += "\\nSo."
s += "\\nHire."
s += "\\nSo."
s += "\\nStop."
AvailableActions(instructions=s, openended={"DIG": "Dig.", "DRAW": "Draw.", "HIRE": "Hire.", "HUNT": "Hunt.",
                                            "TRASH": "Trash.", "STOP": "Stop."}, predefined={})
context = "Mine:"
context += "\\n" + str(card)
context += "\\n Theirs:"
context += "\\n" + str(card)
s = "Shoot."
s += "\\nWin."
s += "\\nName it."
s += "\\nStop."
AvailableActions(instructions=s, openended={"SNIPER": "Snipe.", "SABOTEUR": "Disarm.", "STOP": "Stop."}, predefined={})
context = "They will:"
context += "\\n" + str(action.action_id) + " " + str(action.openended_response)
s = "React."
s += "\\nSnipe."
s += "\\nDisarm."
s += "\\nStop."
s += "\\nName it."
s += "\\nSo."
AvailableActions(instructions=s, openended={"SNIPER": "Snipe.", "SABOTEUR": "Disarm.", "STOP": "Stop."}, predefined={})
context = "Found:"
context += "\\n" + str(card)
s = "Keep one."
AvailableActions(instructions=s, predefined={f"{card.title}": None for card in dig_cards}, openended={})
'''
ARCTIC_CARD = '''
s = ""
s += f"{self.title}\\n"
s += f"People: {self.tribe_members}\\n"
s += f"Says: {self.special_instruction}\\n"
s += "Acts:\\n"
s += f"{self.actions[action].symbol}, {self.actions[action].type}: {self.actions[action].value}\\n"
s += f"Pile: {self.supply_pile}\\n"
s += "Costs:\\n"
s += f"{cost.type}: {cost.value}\\n"
'''
ARCTIC_CARDS = "\n".join(f'super().__init__(title="{title}", special_instruction="To {title}.")' for title in (
    "Saboteur", "Group Leaders", "Sniper Team")) + "\n"

CHECKOUT = {
    "agents/gpt.py": AGENT, "agents/rap/agent.py": SEARCH, "agents/rap/context_templates.json": SEARCH_TEXTS,
    "games/sea_battle.py": SEA_BATTLE, "games/air_land_sea/game.py": AIR_LAND_SEA,
    "games/air_land_sea/board.py": BOARD_MODULE, "games/air_land_sea/cards.py": CARDS_MODULE,
    "games/air_land_sea/effect_manager.py": EFFECTS_MODULE, "games/codenames/game.py": CODENAMES,
    "games/codenames/board.py": CODENAMES_BOARD, "games/codenames/config.py": RULES,
    "games/santorini/santorini.py": SANTORINI, "games/pit/pit.py": PIT,
    "games/are_you_the_traitor/aytt.py": ARE_YOU_THE_TRAITOR, "games/two_rooms_and_a_boom/two_rooms.py": TWO_ROOMS,
    "games/hive/game.py": HIVE, "games/hive/config.py": HIVE_RULES, "games/hive/pieces.py": HIVE_PIECES,
    "games/arctic_scavengers/arctic_scavengers.py": ARCTIC_SCAVENGERS,
    "games/arctic_scavengers/cards/card.py": ARCTIC_CARD,
    "games/arctic_scavengers/cards/game_cards.py": ARCTIC_CARDS}


def make_checkout(root: Path) -> Path:
    """Writes the checkout, and returns its folder."""
    for name, source in CHECKOUT.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text((NEVER_RUN if name.endswith(".py") else "") + source, encoding="utf-8")
    return root

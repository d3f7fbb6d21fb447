"""A made-up checkout of MAgIC's program: its files, variables and fields, and none of its texts."""

import json
from pathlib import Path

SEATS = ("Player 1", "Player 2", "Player 3")
_SAID = " / ".join(f"{{self.decision['{seat}']}}" for seat in SEATS)
_FIRST = "{self.player_names[0]} begins."


def _moderator(*texts: str) -> str:
    """Returns the source of calls with these texts, of which the ones that are not imported say so."""
    return "\n".join(f'self._moderator_speak(f"{text}", visible_to="all")' for text in texts)


FILES = {
    "chatarena/backends/openai.py": '''
raise SystemExit("never run")
END_OF_MESSAGE = "<EOS>"
BASE_PROMPT = f"Look for {END_OF_MESSAGE} at the end."
system_prompt = f"{global_prompt.strip()}\\n{BASE_PROMPT}\\nI am {agent_name}, and this is my part: {role_desc}"
system_prompt = f"Unused {agent_name}"
all_messages.append((msg.agent_name, f"{msg.content}{END_OF_MESSAGE}"))
all_messages.append((SYSTEM_NAME, f"Your turn, {agent_name}!{END_OF_MESSAGE}"))
''',
    "prompts/public_good_prompt.py": '''
global_prompt_nopenalty_v2 = """A pot, {game_round} times, and {multiplier} as much. {{{{ 7 * 7 }}}} {{% no %}}
"""
role_desc_pgm = "Think, {player_name}."
pgm = "{player_name} on {oth_player1} and {oth_player2}."
pgm_decision = "Give in view of this."
''',
    # A text without its end, as in the released file.
    "chatarena/environments/public_good.py": f'''
DEFAULT_TOPIC = """

There are {{game_round}} rounds.
"""
class Environment:
    def vote(self):
        openai.api_key = '

    def reset(self):
        {_moderator("Begin: {self.topic}").strip()}
        {_moderator(_FIRST)}
        {_moderator("{self._decide_rounds} done: " + _SAID)}
        {_moderator("Not imported: {unknown}")}
''',
    "chatarena/environments/public_good_pgm.py": 'self.decision_template = "How much?"',
    "prompts/prisoner_prompt.py": '''
topic_template = """
{cooperate} or {defect}, alone {one_defect}, two {two_defect}.
"""
role_desc_pgm = "Think, all."
pgm = "{player_name} on {oth_player1} and {oth_player2}."
pgm_decision = "Choose in view of this."
''',
    "chatarena/environments/prisoner.py": 'self.decision_command = "Which?"\n' + _moderator(
        "Begin!", _FIRST, "{self._decide_rounds} done: " + _SAID, "Not imported: {unknown}"),
    "prompts/airportfee_prompt.py": '''
global_prompt = "Share a fee within {max_turns} rounds."
role_desc_pgm = "{player} of {airline}, think."
negotiate_template = "What share?\\n"
pgm = "{player_name} on {oth_player1} and {oth_player2}."
pgm_decision = "Propose in view of this."
''',
    "chatarena/environments/airportfee.py": _moderator(
        "Begin: {self.topic}", _FIRST, "Vote.", "Not imported: {unknown}", "Not imported: {unknown}",
        "Nothing in {self.nego_turn}."),
    "chatarena/environments/airportfee_pgm.py": _moderator(
        *["Not imported: {unknown}"] * 2, "Vote after thought.", *["Not imported: {unknown}"] * 3),
    "run_competition_airportfee.py": """
self.first_msg_template = '''{player} of {airline}:
        A {a}, B {b}, C {c}
        '''
""",
    "prompts/undercover_prompt.py": '''
clue_templ_active_unclear_v2 = "{player}, be vague."
clue_templ_active_undercover_v2 = "{player}, hide."
clue_templ_active_non_undercover_v2 = "{player}, accuse {target_player}."
global_prompt_undercover_pgm = "Think, and find who hides."
pgm_template_v5 = "Clues:\\n{clues}\\n"
pgm_template_questions = {
    "is_undercover": "{player} has {code}. And {other_player_1}, {other_player_2}?",
    "self_pgm_non_under": "{idx}. {player} with {code} on all.\\n",
    "other_pgm_non_under": "{idx}. {player} with {code} on {other_player}.\\n",
    "other_pgm_under": "{idx}. {player} who hides, with {code}, on {other_player}.\\n",
    "under_plan": "{idx}. How to hide?",
    "non_under_plan": "{idx}. How to accuse?",
}
metric_pgm_template_questions = {
    "general": "Answer.\\n",
    "consistency": "Who are you?",
    "self_pgm": "{idx}. Who is it?\\n",
    "inter_pgm": "{idx}. Who is it to {other_player}?\\n",
}
''',
    "chatarena/environments/undercover_competition.py": _moderator(
        "Begin!", "You have {self.undercover_code}", "You have {self.non_undercover_code}", "Clues. " + _FIRST, "Vote.",
        "Again.", *["Not imported: {unknown}"] * 5),
    "chatarena/environments/undercover_competition_pgm.py": _moderator(
        *["Not imported: {unknown}"] * 4, "Vote after thought.", *["Not imported: {unknown}"] * 8) + (
            '\nprompt = text + "Not imported."\nprompt = output_text+" Which role is that?"\n'),
    "prompts/chameleon_prompt.py": '''
chameleon_global_prompt_pgm = "Find who hides.\\n"
metric_consistency = "Who are you?"
chameleon_clue_demo = "\\nSo hides one."
non_chameleon_clue_demo = "\\nSo seeks one."
chameleon_demo = "\\nSo thinks one who hides."
non_chameleon_demo_post = "\\nSo thinks one who seeks."
metric_pgm_chameleon_wformat = "{player}, guess."
metric_pgm_non_chameleon_wformat = "{player}, judge."
view_templ_active_chameleon_wcode_v2_fm = "{player} who hides, on {other_player_1} and {other_player_2}."
view_templ_active_non_chameleon_v2_wformat_fm = "{player} who seeks, on {other_player_1} and {other_player_2}."
clue_templ_active_chameleon_v2_fm = "{player}, win {target_player}."
clue_templ_active_v2_fm = "{player}, accuse {target_player}."
''',
    # A block that is indented too far, as in the released file.
    "chatarena/environments/chameleon_competition.py": f'''
class Environment:
    def reset(self):
        self.game_path = None
         if self.competition["random"]:
            self.topic = None
        else:
            self.topic = ""
        {_moderator("Begin: {self.topic}")}
        {_moderator("The word is {self.code}")}
        {_moderator("You hide!")}
        {_moderator("Clues. " + _FIRST)}
        {_moderator("Vote.")}
        {_moderator("Not imported: {unknown}")}
        {_moderator("Not imported: {unknown}")}
        {_moderator("{self.chameleon_name} may guess.")}
''' + "".join(f"        {_moderator('Not imported: {unknown}')}\n" for _ in range(4)),
    "chatarena/environments/chameleon_competition_pgm.py": _moderator(
        "Begin anew: {self.topic}", *["Not imported: {unknown}"] * 3, "Vote after thought.",
        *["Not imported: {unknown}"] * 8),
}
_CONFIGS = ("public_good", "prisoner", "airportfee", "as_undercover", "as_chameleon")


def make_checkout(root: Path) -> Path:
    """Writes the checkout and returns its folder."""
    contents = dict(FILES)
    for name in _CONFIGS:
        players = [{"name": seat, "role_desc": f"{seat} in {name}"} for seat in SEATS]
        settings = {"global_prompt": f" Rules of {name}. ", "players": players}
        contents[f"config_release/competition_{name}.json"] = json.dumps(settings)
    topic = "Fee: 7\n\nAirline A:\nBig\n\nAirline B:\nSmall\n\nAirline C:\nSmall\n\n"
    contents["topics_release/airportfee/settings/0.json"] = json.dumps({"topic": topic})
    for place, content in contents.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(content, encoding="utf-8")
    return root

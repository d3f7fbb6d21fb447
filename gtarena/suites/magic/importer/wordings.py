"""The texts of MAgIC's program, as the layouts of its chats (``adapters/prompts/magic_program``) ask for them.

Every text is a Jinja2 ``set`` or, where it depends on more than the observation, a ``macro``.
"""

from collections.abc import Callable, Mapping, Sequence

from gtarena.suites.importing.source_texts import either, escaped, printed
from gtarena.suites.magic.importer.checkout import Checkout

YOU, FIRST, SECOND = printed("obs.you"), printed("others[0]"), printed("others[1]")
SEATS = ("Player 1", "Player 2", "Player 3")
ANALYSED = {"player_name": YOU, "oth_player1": FIRST, "oth_player2": SECOND}
OTHERS = '{% set others = ["Player 1", "Player 2", "Player 3"] | reject("equalto", obs.you) | list %}'
STARTS = {"self.player_names[0]": SEATS[0]}
SAID = {f"self.decision['{seat}']": printed(f"said[{place}]") for place, seat in enumerate(SEATS)}


def text(name: str, template: str) -> str:
    """Returns the statement that gives a text its name."""
    return f"{{% set {name} +%}}{template}{{%+ endset %}}"


def macro(signature: str, template: str) -> str:
    """Returns the statement that gives a text with parameters its name."""
    return f"{{% macro {signature} +%}}{template}{{%+ endmacro %}}"


def opening(*templates: str) -> list[str]:
    """Returns the statements for the list of what the moderator says first."""
    names = [f"opening_{number}" for number in range(len(templates))]
    return [*map(text, names, templates), f"{{% set opening = [{', '.join(names)}] %}}"]


def _backend(checkout: Checkout) -> list[str]:
    """Returns the system message and the request of one who is asked nothing in particular."""
    mark = {"END_OF_MESSAGE": "<EOS>"}
    place = "chatarena/backends/openai.py"
    (base,) = checkout.module(place, mark).of("BASE_PROMPT", 1)
    source = checkout.module(place, {
        **mark, "BASE_PROMPT": base, "global_prompt.strip()": printed("rules | trim"), "role_desc": printed("role"),
        "agent_name": printed("name")})
    (speak,) = source.said("all_messages.append", 2, 1)
    system, _ = source.of("system_prompt", 2)
    return [OTHERS, macro("system(rules, name, role)", system), macro("speak(name)", speak)]


def _public_good(checkout: Checkout) -> list[str]:
    fields = {"game_round": printed("game.rounds"), "multiplier": printed('"%g" % game.multiplier')}
    prompts = checkout.module("prompts/public_good_prompt.py", {**fields, **ANALYSED})
    environment = "chatarena/environments/public_good.py"
    topic = checkout.module(environment, fields).pattern("DEFAULT_TOPIC")
    moderator = checkout.module(
        environment, {**STARTS, **SAID, "self.topic": topic, "self._decide_rounds": printed("number")})
    start, begin, over = moderator.said("self._moderator_speak", 4, 0, 1, 2)
    (ask,) = checkout.module("chatarena/environments/public_good_pgm.py", {}).of("self.decision_template", 1)
    return [
        *opening(start, begin), macro("round_over(number, said)", over),
        macro("decided(choice)", f"I contribute {printed('choice')}"),
        text("rules", prompts.pattern("global_prompt_nopenalty_v2")),
        text("role", checkout.roles("config_release/competition_public_good.json")),
        text("request", printed("speak(obs.you)")), text("request_pgm", ask),
        *_beliefs(prompts.of("role_desc_pgm", 1), prompts.pattern("pgm"), prompts.of("pgm_decision", 1))]


def _dilemma(checkout: Checkout) -> list[str]:
    scores = ("cooperate", "defect", "one_defect", "two_defect")
    prompts = checkout.module(
        "prompts/prisoner_prompt.py", {**{score: printed(f"game.{score}") for score in scores}, **ANALYSED})
    moderator = checkout.module(
        "chatarena/environments/prisoner.py", {**STARTS, **SAID, "self._decide_rounds": printed("number")})
    start, begin, over = moderator.said("self._moderator_speak", 4, 0, 1, 2)
    (ask,) = moderator.of("self.decision_command", 1)
    config = "config_release/competition_prisoner.json"
    return [
        *opening(start, prompts.pattern("topic_template"), begin), macro("round_over(number, said)", over),
        macro("decided(choice)", printed("choice")), text("rules", _global_prompt(checkout, config)),
        text("role", checkout.roles(config)), text("request", ask), text("request_pgm", ask),
        *_beliefs(prompts.of("role_desc_pgm", 1), prompts.pattern("pgm"), prompts.of("pgm_decision", 1))]


def _sharing(checkout: Checkout) -> list[str]:
    prompts = checkout.module("prompts/airportfee_prompt.py", {
        **ANALYSED, "max_turns": printed("game.rounds"), "player": YOU, "airline": f"Airline {printed('obs.airline')}"})
    values = {**STARTS, "self.topic": _topic(checkout), "self.nego_turn": printed("number")}
    vanilla, beside = (checkout.module(f"chatarena/environments/{name}.py", values) for name in (
        "airportfee", "airportfee_pgm"))
    start, begin, vote, over = vanilla.said("self._moderator_speak", 6, 0, 1, 2, 5)
    (vote_pgm,) = beside.said("self._moderator_speak", 6, 2)
    airlines = '"Airline " ~ ["A", "B", "C"][seat]'
    first = checkout.module("run_competition_airportfee.py", {
        "player": printed("name"), "airline": printed(airlines), "a": printed("shares[0]"), "b": printed("shares[1]"),
        "c": printed("shares[2]")})
    return [
        *opening(start, begin), macro("round_over(number)", over),
        macro("proposed(name, seat, shares)", first.pattern("self.first_msg_template")),
        macro("voted(name)", f"I vote for {printed('name')}'s proposal"),
        text("rules", prompts.pattern("global_prompt")),
        text("role", checkout.roles("config_release/competition_airportfee.json")),
        text("propose", *prompts.of("negotiate_template", 1)), text("vote", vote), text("vote_pgm", vote_pgm),
        *_beliefs([prompts.pattern("role_desc_pgm")], prompts.pattern("pgm"), prompts.of("pgm_decision", 1))]


def _undercover(checkout: Checkout) -> list[str]:
    def question(key: str, number: int = 0, other: str = "") -> str:
        values = {"idx": str(number), "other_player": other}
        return checkout.module("prompts/undercover_prompt.py", values).pattern("metric_pgm_template_questions", key)

    values = {**STARTS, "self.undercover_code": printed("obs.word")}
    vanilla, beside = (checkout.module(f"chatarena/environments/{name}.py", values) for name in (
        "undercover_competition", "undercover_competition_pgm"))
    start, word, clues, vote, again = vanilla.said("self._moderator_speak", 11, 0, 1, 3, 4, 5)
    (vote_pgm,) = beside.said("self._moderator_speak", 13, 4)
    config = "config_release/competition_as_undercover.json"
    return [
        *opening(start, word, clues), text("next_round", again), text("vote", vote), text("vote_pgm", vote_pgm),
        text("rules", _global_prompt(checkout, config)), text("role", checkout.roles(config)),
        text("ask_role", question("general") + question("consistency")),
        text("ask_beliefs", question("general") + question("self_pgm", 1) + question("inter_pgm", 2, FIRST)
             + question("inter_pgm", 3, SECOND)), *_undercover_beliefs(checkout)]


def _undercover_beliefs(checkout: Checkout) -> list[str]:
    """Returns the texts for a player with beliefs in Undercover, who is asked for its own role first."""
    prompts = checkout.module("prompts/undercover_prompt.py", {
        "player": YOU, "code": printed("obs.word"), "clues": printed("clues"), "target_player": printed("target"),
        "other_player_1": FIRST, "other_player_2": SECOND, "idx": printed("number"), "other_player": printed("other")})
    questions = {name: prompts.pattern("pgm_template_questions", key) for name, key in (
        ("diagnose()", "is_undercover"), ("suspect(number)", "self_pgm_non_under"), ("plan(number)", "non_under_plan"),
        ("suspect_of(number, other)", "other_pgm_non_under"), ("plan_undercover(number)", "under_plan"),
        ("suspect_of_undercover(number, other)", "other_pgm_under"))}
    _, read_diagnosis = checkout.module("chatarena/environments/undercover_competition_pgm.py", {
        "text": "", "output_text": printed("said")}).of("prompt", 2)
    return [
        text("rules_pgm", *prompts.of("global_prompt_undercover_pgm", 1)), macro("told_clues(clues)", prompts.pattern(
            "pgm_template_v5")), *(macro(name, template) for name, template in questions.items()),
        macro("read_diagnosis(said)", read_diagnosis), text("unsure", prompts.pattern("clue_templ_active_unclear_v2")),
        macro("hide()", prompts.pattern("clue_templ_active_undercover_v2")),
        macro("accuse(target)", prompts.pattern("clue_templ_active_non_undercover_v2"))]


def _chameleon(checkout: Checkout) -> list[str]:
    prompts = checkout.module("prompts/chameleon_prompt.py", {
        "player": YOU, "other_player_1": FIRST, "other_player_2": SECOND, "target_player": printed("target")})
    values = {
        **STARTS, "self.topic": printed("obs.topic"), "self.code": printed("obs.word"), "self.chameleon_name": YOU}
    vanilla, beside = (checkout.module(f"chatarena/environments/{name}.py", values) for name in (
        "chameleon_competition", "chameleon_competition_pgm"))
    start, word, hidden, clues, vote, accused = vanilla.said("self._moderator_speak", 12, 0, 1, 2, 3, 4, 7)
    start_pgm, vote_pgm = beside.said("self._moderator_speak", 13, 0, 4)
    (rules,), (ask_role,) = prompts.of("chameleon_global_prompt_pgm", 1), prompts.of("metric_consistency", 1)

    def by_role(chameleon: str, other: str) -> str:
        return either('obs.role == "chameleon"', chameleon, other)

    return [
        text("start", start), text("start_pgm", start_pgm), text("dealt", by_role(hidden, word)), text("clues", clues),
        text("vote", vote), text("vote_pgm", vote_pgm), text("accused", accused), text("rules", rules),
        text("role", checkout.roles("config_release/competition_as_chameleon.json")), text("ask_role", ask_role),
        macro("voted(name)", f"I vote for {printed('name')}."),
        text("clue_demo", by_role(*prompts.of("chameleon_clue_demo", 1), *prompts.of("non_chameleon_clue_demo", 1))),
        text("view_demo", by_role(*prompts.of("chameleon_demo", 1), *prompts.of("non_chameleon_demo_post", 1))),
        text("ask_beliefs", by_role(
            prompts.pattern("metric_pgm_chameleon_wformat"), prompts.pattern("metric_pgm_non_chameleon_wformat"))),
        text("analyse", by_role(
            prompts.pattern("view_templ_active_chameleon_wcode_v2_fm"),
            prompts.pattern("view_templ_active_non_chameleon_v2_wformat_fm"))),
        macro("decide(target)", by_role(
            prompts.pattern("clue_templ_active_chameleon_v2_fm"), prompts.pattern("clue_templ_active_v2_fm")))]


def _beliefs(role: Sequence[str], analyse: str, decide: Sequence[str]) -> list[str]:
    """Returns the texts for a player with beliefs."""
    return [text("role_pgm", *role), text("analyse", analyse), text("decide", *decide)]


def _global_prompt(checkout: Checkout, config: str) -> str:
    found = checkout.settings(config).get("global_prompt")
    if not isinstance(found, str):
        raise ValueError(f"{config} has no global_prompt")
    return escaped(found)


def _topic(checkout: Checkout) -> str:
    """Returns the airlines' use of the airport as a file of settings tells it."""
    place = "topics_release/airportfee/settings/0.json"
    head, found, _ = str(checkout.settings(place).get("topic")).partition("Airline A:")
    if not found:
        raise ValueError(f"{place} describes no Airline A")
    usage = printed('entry.usage | replace("; ", "\\n")')
    each = f"Airline {printed('entry.airline')}:\n{usage}\n\n"
    return f"{escaped(head)}{{%+ for entry in obs.airlines +%}}{each}{{%+ endfor +%}}"


Texts = Callable[[Checkout], list[str]]

LAYOUTS: Mapping[str, tuple[str, Texts]] = {
    "public_good": ("rounds", _public_good),
    "three_player_prisoners_dilemma": ("rounds", _dilemma),
    "cost_sharing": ("sharing", _sharing),
    "undercover": ("undercover", _undercover),
    "chameleon": ("chameleon", _chameleon),
}
"""The layout of each game's chats, and the function that reads its texts."""


def make_wording(game: str, checkout: Checkout) -> str:
    """Returns a game's wording as a Jinja2 template.

    Raises:
        ValueError: the checkout lacks a text that is part of it.
    """
    layout, read = LAYOUTS[game]
    return "\n".join([f'{{% extends "magic_program/{layout}.jinja" %}}', *_backend(checkout), *read(checkout), ""])

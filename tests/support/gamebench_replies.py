"""Replies in GameBench, each with the key that the published program plays or what it asks again after.

The facts are read from OpenAITextAgent.take_action in agents/gpt.py; the offered keys are ``left``, ``don't`` and the
open-ended ``say``.
"""

KEY = {"played": "left"}
CASES = (
    ('{"action": "left"}', KEY), ("{'action': 'left'}", KEY), (' \n{"action": "left"}\n\n', KEY),
    ('{"action": "don\'t"}', {"played": "don't"}), ('{"why": "I see.", "action": "left"}', KEY),
    ('{"action": "left", "openended_response": None}', KEY), ('{"action": "right", "action": "left"}', KEY),
    ('{"action": "left", "openended_response": null}', {}), ('{"action": "left", "sure": true}', {}),
    ('```json\n{"action": "left"}\n```', {}), ('I say {"action": "left"}', {}), ('{"action": "left"} {"x": 1}', {}),
    ('{"Action": "left"}', {}), ('[{"action": "left"}]', {}), ('"action"', {}), ("left", {}), ("", {}),
    ('dict(action="left")', {}), ('{"action": "left"', {}), ('{"action": "' + "(" * 300, {}),
    ('{"action": "Left"}', {"action": "Left"}), ('{"action": "left "}', {"action": "left "}),
    ('{"action": "explain(H1)"}', {"action": "explain(H1)"}), ('{"action": ""}', {"action": ""}),
    ('{"action": "Explain()"}', {"action": "Explain()"}), ('{"action": 7}', {"bad": "7"}),
    ('{"action": None}', {"bad": "None"}), ('{"action": "Explain(H1)"}', {"heading": "H1"}),
    ('{"action": "Explain(H2) or Explain(H1)"}', {"heading": "H2"}),
    ('{"action": "Explain(left)"}', {"explain": "left"}), ('{"action": "Explain(h1)"}', {"explain": "h1"}),
    ('{"action": "Explain(left) or Explain(say)"}', {"explain": "left) or Explain(say"}),
    ('{"action": "say"}', {"open": "say"}), ('{"action": "say", "text": "Hello"}', {"open": "say"}),
    ('{"action": "say", "openended_response": "A \\d"}', {"played": "say"}),
)

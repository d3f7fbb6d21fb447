r"""The reader of replies: five rules that say which move a reply states.

1. The reply ends with the turn: at the first end-of-turn or role mark of any chat template, and where lines of the
   prompt come again behind an answer (``turns``, ``marks.toml``).
2. Thoughts are no answer (``turns``).
3. An answer is a JSON object with the decision's keys, a line with the wording's label, ``<answer>`` or ``\boxed{}``,
   or a reply that is nothing but the move; of one free text, a reply of one line, whatever it says; of a move that
   is stated part by part, such as shares by their names, also several lines (``reply_reader``, ``json_objects``).
4. Two stated answers that differ are refused as ambiguous (``reply_reader``).
5. A move has the name that prompts list, apart from case, spacing, Unicode forms, quotation marks and a full stop; a
   short name that one legal move alone has; or another name that is data (``move_names``, ``short_names``,
   ``prompts/names.toml``).

Anything else is refused, so that the model is asked again. A text that is to be said is taken to the character.
"""

from adapters.replies.reply_reader import Form, Reading, ReplyReader, cut_before_answer
from adapters.replies.turns import read_visible_text

__all__ = ["Form", "Reading", "ReplyReader", "cut_before_answer", "read_visible_text"]

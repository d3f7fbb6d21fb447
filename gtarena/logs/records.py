"""Match records: one JSON line per match, enough to replay and to re-score it."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, JsonValue, model_validator

from adapters import replies
from adapters.disguises.disguise import NO_DISGUISE
from adapters.replies.errors import Failure
from gtarena.models.base import TokenLogprob
from gtarena.system.redaction import hide_json_secrets

SCHEMA = 2
ASKED_SCHEMA = 3  # of a decision that was asked outside of a match
READABLE = (1, 2, 3)  # schema 1 has a step for every byte of a text
OURS = "gtarena"  # the source of a match that was played here

MOST = 2**53  # whole numbers up to here stay exact in data frames, whose sums are floats
Count = Annotated[int, Field(ge=-MOST, le=MOST)]
Place = Annotated[int, Field(ge=0, le=MOST)]  # in a text, in characters
Action = Annotated[int, Field(ge=-2**63, lt=2**63)]  # what pyspiel can hold

Rounded = Annotated[FiniteFloat, AfterValidator(lambda number: round(number, 6))]

Outcome = Literal["finished", "forfeit", "invalid"]
Form = Literal[replies.Form, "schema"]
Purpose = Literal["move", "thought", "vote", "look_up", "belief", "description", "estimate", "prediction", "inquiry"]
_LINE_BREAKS = "\x85\u2028\u2029"  # of Unicode, which JSON does not escape, and at which some programs split lines


def is_none(value: object) -> bool:
    """Returns whether a field is to be left out, so that lines without those that came later stay as they were."""
    return value is None


class StrictModel(BaseModel):
    """Immutable model that rejects unknown fields, so that a damaged line is noticed when it is read."""

    NAME: ClassVar[str] = "a line"

    model_config = ConfigDict(frozen=True, extra="forbid")

    def line(self) -> str:
        """Returns the model as one line of JSON, without the line break and without secrets."""
        line = hide_json_secrets(self.model_dump_json())
        for character in _LINE_BREAKS:
            line = line.replace(character, f"\\u{ord(character):04x}")
        return line


class Seat(StrictModel):
    """Agent in one seat.

    ``agent`` is its name in the settings; ``model`` is ``None`` for agents without a model; ``params`` are all settings
    that can change its play.
    """

    agent: str
    model: str | None = None
    params: dict[str, JsonValue] = Field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The kind of agent, such as ``mcts`` or ``llm``; empty where the log states none."""
        return str(self.params.get("kind", ""))

    @property
    def disguise(self) -> str:
        """The form in which a model saw the game, as in the settings; ``none`` if it saw it as it is."""
        return str(self.params.get("disguise", NO_DISGUISE))


class TextRef(StrictModel):
    """Chat message whose text is in the run's ``texts.jsonl`` under this SHA-256.

    ``image`` is the SHA-256 under which the same file has the message's picture, a PNG file as base64, if it has one.
    """

    role: str
    sha256: str
    image: str | None = Field(default=None, exclude_if=is_none)


class TreeNode(StrictModel):
    """Node of a tree that a model has imagined while it searched for a move (see ``agents/llm/schemes/rap``).

    ``parent`` is the index of the node before it, ``None`` at the root, which has no ``action``. ``action`` leads to
    the node, with what the ``others`` were imagined to do, if anything, to the imagined ``state``. ``intuition`` and
    ``self_evaluation`` are probabilities that the model gave to the action, ``win`` the one that it gave to winning
    from there; ``reward`` is their sum as the search counts it, ``visits`` the number of iterations that passed
    through the node, and ``value`` the mean over them of the rewards from there on; ``None`` where the search has not
    asked for them. Numbers are rounded to 6 digits.
    """

    parent: Count | None = None
    action: str = ""
    others: str | None = None
    state: str | None = None
    intuition: Rounded | None = None
    self_evaluation: Rounded | None = None
    win: Rounded | None = None
    reward: Rounded | None = None
    visits: Count = 0
    value: Rounded | None = None


class Call(StrictModel):
    """Call of a model: the messages, the reply, and what it took.

    ``purpose`` is ``move`` if the reply had to state a move, ``look_up`` if it asked for a topic of the rules or a move
    instead of giving an answer, ``belief`` if it had to analyse who thinks what, ``description`` if it had to describe
    a picture, ``prediction`` if it had to foresee a part of the game, ``inquiry`` if it had to state how probable some
    options are (see ``agents/llm/inquiries.py``), ``estimate`` if its reply, or the
    log-probabilities of that, tell how probable some options are, and otherwise the intermediate step it was asked for.
    ``model`` is the name of the model that was called; it is left out of the line where that is the seat's own.
    ``move_number`` counts the entries of the match's history before the decision; ``sample`` tells samples of one
    decision apart. ``actions`` are those of the move that the reply states, in which a text stands as it was said, as
    in :attr:`Step.choice`. ``form`` is the form in which it states them: a JSON object, to which a ``schema`` may have
    held it, a ``line`` with a label, an answer in tags or a ``box``, or the ``whole`` reply; it is left out of the line
    where no move was read. ``answer_span`` is the place of the first answer that states the move, with its label, tags
    or braces: start and end in characters (Unicode code points) of the reply as it came, before secrets were hidden; it
    is left out of the line where no move was read, or its reader does not say where. ``failure`` is the reason why the
    reply gave no move. ``cost`` is in US dollars, ``None`` if the price is unknown; ``seconds`` is wall time.
    ``retries`` counts requests beyond the first. ``tokens_reasoning`` is the part of ``tokens_out`` spent on reasoning.
    ``tokens_cache_read`` is the part of ``tokens_in`` that the provider read from a cache of its own; it is left out of
    the line where none is reported. ``logprobs`` are the log-probabilities of the reply's tokens, if they were asked
    for. ``overlong_bytes`` is by how much a text in the reply exceeded its limit, whether the rules refused it or cut
    it off. ``nudges`` counts the messages in the chat that asked again after a reply without a usable move. Both are
    left out of the line if they are 0. ``beliefs`` are those of the player after an analysis: a row of probabilities
    for each player, rounded to 6 digits, of how strongly the player thinks that it suspects each (see
    ``agents/beliefs.py``); they are left out of the line where no matrix is kept. ``tree`` is the tree of the search
    that ended with this call, every node after its parent; it is left out of the line where there was none.
    """

    player: Count
    move_number: Count
    purpose: Purpose = "move"
    model: str | None = Field(default=None, exclude_if=is_none)
    sample: Count = 0
    messages: list[TextRef]
    reply: str
    reasoning: str | None = None
    actions: list[int | str] = Field(default_factory=list)
    form: Form | None = Field(default=None, exclude_if=is_none)
    answer_span: tuple[Place, Place] | None = Field(default=None, exclude_if=is_none)
    failure: Failure | None = None
    overlong_bytes: Count = Field(default=0, exclude_if=lambda beyond: beyond == 0)
    nudges: Count = Field(default=0, exclude_if=lambda number: number == 0)
    retries: Count = 0
    tokens_in: Count | None = None
    tokens_out: Count | None = None
    tokens_cache_read: Count | None = Field(default=None, exclude_if=is_none)
    tokens_reasoning: Count | None = None
    cost: FiniteFloat | None = None
    seconds: FiniteFloat = 0.0
    cached: bool = False
    logprobs: tuple[TokenLogprob, ...] | None = Field(default=None, exclude_if=is_none)
    beliefs: list[list[FiniteFloat]] | None = Field(default=None, exclude_if=is_none)
    tree: tuple[TreeNode, ...] | None = Field(default=None, exclude_if=is_none)

    @model_validator(mode="after")
    def _check_tree(self) -> Self:
        """Checks that every node of the tree follows its parent, and that the first alone has none.

        Raises:
            ValueError: a node does not.
        """
        for index, node in enumerate(self.tree or ()):
            if (node.parent is None) != (index == 0) or not 0 <= (node.parent or 0) <= max(index - 1, 0):
                raise ValueError(f"node {index} of the tree has parent={node.parent}, not a node before it")
        return self

    @property
    def hashes(self) -> set[str]:
        """The SHA-256s of the texts and pictures of all messages."""
        return {digest for ref in self.messages for digest in (ref.sha256, ref.image) if digest is not None}

    @property
    def requests(self) -> int:
        """Number of requests that the call took; 0 if its reply came from the cache."""
        return 0 if self.cached else 1 + self.retries


class Step(StrictModel):
    """Applied action, or a text that a player said; ``player`` is -1 for chance.

    Of a text ``action`` is ``None`` and ``name`` is what was said, to the character; a replay spells it again. The
    steps of a simultaneous node are consecutive; those of one player are in order.
    """

    player: Count
    action: Action | None
    name: str

    @property
    def choice(self) -> int | str:
        """The action, or the text that was said."""
        return self.name if self.action is None else self.action


class Attempt(StrictModel):
    """Attempt at a match that had to be given up: the reason, and what it cost.

    ``requests`` counts failed requests too; ``cost`` is in US dollars, ``None`` if a price is unknown.
    """

    NAME: ClassVar[str] = "an attempt"

    match_id: str
    error: str
    at: str
    requests: Count = 0
    tokens_in: Count = 0
    tokens_out: Count = 0
    cost: FiniteFloat | None = 0.0


class Asked(StrictModel):
    """Decision that an agent was asked for outside of a match.

    ``moves`` is the number of entries of the history before it, and ``sample`` tells equal questions apart. Of an
    inquiry, ``inquiry`` is its name, ``options`` are those of which probabilities were asked for, and ``probabilities``
    those that were given, rounded to 6 digits; ``None`` if none were.
    """

    player: Count
    moves: Place
    sample: Count = 0
    inquiry: str | None = None
    options: list[str] = Field(default_factory=list)
    words: dict[str, str] = Field(default_factory=dict)
    probabilities: list[Rounded] | None = None


class MatchRecord(StrictModel):
    """Match that ended, or a single decision that was ``asked`` for outside of a match.

    ``returns`` has one entry per seat, or is ``None`` if the match ended without a result. ``offender`` is the seat
    whose replies ended an unfinished match, and ``error`` says how. ``teams`` has the number of each seat's team, or is
    ``None``, and left out of the line, if every seat is a team of its own. A decision that was asked for has the agent
    in every seat, and in its history what was before and the move that was given.
    """

    NAME: ClassVar[str] = "a match record"

    schema_version: Annotated[int, Field(strict=True)] = SCHEMA
    match_id: str
    key: dict[str, JsonValue]
    suite: str | None = None
    game: str
    params: dict[str, JsonValue]
    seed: int
    tags: dict[str, JsonValue] = Field(default_factory=dict)
    source: str = OURS
    asked: Asked | None = Field(default=None, exclude_if=is_none)
    seats: Annotated[list[Seat], Field(min_length=1)]
    teams: list[Count] | None = Field(default=None, exclude_if=is_none)
    history: list[Step]
    calls: list[Call] = Field(default_factory=list)
    returns: list[FiniteFloat] | None
    outcome: Outcome
    offender: int | None = None
    error: str | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    started: str
    seconds: FiniteFloat

    @model_validator(mode="after")
    def _check_seats(self) -> Self:
        """Checks that what is told seat by seat has the match's number of seats.

        Raises:
            ValueError: it has another number, the teams are not counted from 0, or the offender has no seat.
        """
        seats, teams = len(self.seats), self.seat_teams
        for name, listed in (("teams", teams), ("returns", self.returns)):
            if listed is not None and len(listed) != seats:
                raise ValueError(f"{name} has {len(listed)} entries for {seats} seats")
        if set(teams) != set(range(len(set(teams)))):
            raise ValueError(f"teams={teams} are not numbers from 0 without gaps")
        if self.offender is not None and not 0 <= self.offender < seats:
            raise ValueError(f"offender={self.offender} is not one of the {seats} seats")
        return self

    @property
    def seat_teams(self) -> list[int]:
        """Number of each seat's team, counted from 0."""
        return list(range(len(self.seats))) if self.teams is None else self.teams

    @property
    def unit(self) -> str:
        """Name that matches of the same game share if they were dealt the same chance.

        A published match has no seed that tells its chance, and is a unit of its own.
        """
        return str(self.seed) if self.source == OURS else self.match_id

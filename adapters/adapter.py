"""Renders the prompts of any pyspiel game and parses the replies to them."""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import pyspiel

from adapters import boards, look_up, pictures
from adapters.generic import sheets
from adapters.images.captions import WATCHED
from adapters.recall import position_key, recall
from adapters.rendering import messages, past, templates
from adapters.rendering.messages import Message, make_message
from adapters.rendering.templates import Rendering, Wording
from adapters.replies import Reading, ReplyReader
from adapters.replies.published import load_reader
from adapters.replies.reply_forms import ReplyForm, write_json_form
from adapters.replies.scheme_answers import make_option_form, read_option
from adapters.replies.turns import strip_line
from adapters.views import View

REPLY_FORMAT = "reply_format"  # the block of a wording that shows the form of a reply
ASK_VOTE = "ask_vote"  # the block of a wording that asks for votes on candidates itself
ASK_ANALYSIS = "ask_analysis"  # the block of a wording that asks for an analysis itself
LONGEST_KEPT = 200  # characters of a reply whose reading is kept, as policies in training say the same again
POSITIONS = "positions"  # the block of a wording that lists the forms in which it can write positions
READER = "reader"  # the block of a wording that names the published program by whose reader its replies are read

T = TypeVar("T")


@dataclass(frozen=True)
class Adapter:
    """The prompts and the reply parser of one loaded game.

    With ``pictured`` prompts carry a picture of the position where the game has one, and with ``description`` these
    words of another model in its place. Templates know of either as ``picture``, so that they can leave out what it
    shows.
    """

    game: pyspiel.Game
    view: View
    prompts: str
    parameters: Mapping[str, Any]
    pictured: bool = False
    description: str = ""
    _wordings: dict[tuple[str, str], Wording] = field(default_factory=dict, init=False, repr=False, compare=False)

    def versions(self) -> list[str]:
        """Returns the prompt versions of this game."""
        return templates.list_versions(self.prompts)

    def digest(self, version: str = "v1") -> str:
        """Returns a short hash of a prompt version, which tells an edited prompt from the one played before."""
        wording = self._wording(self.prompts, version).digest
        return wording if self._has_own_prompts else f"{wording}{sheets.sheet_digest(self._name)}"

    def prompt(self, state: pyspiel.State, player: int, version: str = "v1", **words: object) -> list[Message]:
        """Returns the messages for a decision: the rules and reply format, then the situation and legal moves.

        ``words`` are texts that are not the game's, for versions with a :meth:`place` for them, ``stated`` the numbers
        of the moves that models stated, and settings of the agent: ``openings``, which tells fixed players from others,
        ``history`` (see :mod:`adapters.rendering.past`), and ``position``, one of :meth:`positions`.

        Raises:
            ValueError: the prompt version does not exist, or ``history`` is not allowed.
        """
        if self.place(version, templates.TURNS):
            return self._whole_chat(state, player, version, words)
        png, seen = self._picture_and_rendering(state, player, version, words)
        told = ["\n".join(text for _, text in turns if text) for turns in self._past(seen)]
        turn = make_message("user", "\n\n".join([*told, *self._descriptions(), seen.text(part="turn")]), png)
        return [make_message("system", seen.text(part="system")), turn]

    def chat(self, state: pyspiel.State, player: int, version: str = "v1", **words: object) -> list[Message]:
        """Returns the prompt as a chat: each past round is a user's report, the player's own answer and its outcome.

        ``words`` are as in :meth:`prompt`. Several turns of one role may follow each other.

        Raises:
            ValueError: the prompt version does not exist, or does not tell the rounds one by one.
        """
        if self.place(version, templates.TURNS):
            return self._whole_chat(state, player, version, words)
        if not self.tells_rounds(version):
            raise ValueError(f"prompt version {version!r} of {self.prompts} does not tell the rounds one by one")
        png, seen = self._picture_and_rendering(state, player, version, words)
        told = [make_message(role, text) for turns in self._past(seen) for role, text in turns]
        turn = "\n\n".join(filter(None, [*self._descriptions(), seen.text(part="turn")]))
        turns = [make_message("system", seen.text(part="system")), *told, make_message("user", turn, png)]
        return [turn for turn in turns if turn["content"]]

    def _whole_chat(
        self, state: pyspiel.State, player: int, version: str, words: Mapping[str, object]
    ) -> list[Message]:
        """Returns the messages of a version that is a whole chat (see ``templates.TURNS``)."""
        png, seen = self._picture_and_rendering(state, player, version, words)
        *before, (role, text) = seen.turns(templates.TURNS, part=templates.TURNS)
        text = "\n\n".join([*self._descriptions(), text])
        return [*(make_message(*turn) for turn in before), make_message(role, text, png)]

    def own_turns(
        self, state: pyspiel.State, player: int, version: str, block: str, **words: object
    ) -> list[Message] | None:
        """Returns the turns in a block of a prompt version, which sees ``words`` too; ``None`` if it has no such block.

        Agents add turns to a prompt: a question for a thought, or a nudge. A version that is a whole chat says in a
        block of that name what they are; a block without any turn adds none.

        Raises:
            ValueError: the prompt version does not exist.
        """
        if not self.place(version, block):
            return None
        turns = self._rendering(self.prompts, version, state, player).turns(block, **words, part=block)
        return [make_message(role, text) for role, text in turns]

    def tells_rounds(self, version: str) -> bool:
        """Returns whether a prompt version tells past rounds one by one, as :meth:`chat` needs it."""
        return self._wording(self.prompts, version).tells_rounds

    def tells_past(self, version: str) -> bool:
        """Returns whether a prompt version can tell less of the past than all, as the setting ``history`` says."""
        return self.tells_rounds(version) or self.place(version, past.HISTORY)

    def positions(self, version: str) -> list[str]:
        """Returns the forms in which a prompt version can write positions, first its default; mostly none."""
        return self._wording(self.prompts, version).render_own_block(POSITIONS, {"part": POSITIONS}).split()

    def place(self, version: str, name: str) -> bool:
        """Returns whether a prompt version declares, by a block of that name, a place or a property of its own.

        The places are ``persona`` and ``phrase`` (of an instruction); with ``separate_turns`` its turns stay apart, and
        with ``last_sample`` the last of several samples is played.
        """
        return self._wording(self.prompts, version).has_block(name)

    def topics(self) -> list[str]:
        """Returns the headings of the topics that the prompts withhold, for players to look up; mostly none."""
        return list(self._topics)

    def topic(self, name: str, state: pyspiel.State, player: int) -> str:
        """Returns the text of a topic by its heading, in any letter case.

        Raises:
            ValueError: the game has no such topic.
        """
        heading = look_up.find_topic(self._name, name)
        if heading is None:
            raise ValueError(f"{name!r} is not a topic of {self._name}: it has {', '.join(self.topics()) or 'none'}")
        file = look_up.list_topics(self._name)[heading]
        return self._rendering(look_up.topics_folder(self._name), file, state, player).text()

    def guide(self, name: str, state: pyspiel.State, player: int) -> str:
        """Returns the text of a strategy guide.

        Raises:
            ValueError: the game has no such guide.
        """
        return self._rendering(templates.guides_folder(self._name), name, state, player).text()

    def explains_moves(self, state: pyspiel.State, player: int) -> bool:
        """Returns whether the moves of a decision are explained to players who ask; those that say texts are not."""
        spec = self.view.action_spec(state, player) if self._explains_moves else None
        return self._explains_moves and (spec is None or not spec.texts)

    def explanation(self, name: str, state: pyspiel.State, player: int) -> tuple[str, str] | None:
        """Returns the shown name of the offered move that a name means, with its explanation; ``None`` for no move."""
        explained = self.explains_moves(state, player)
        meant = look_up.find_offered_move(name, self.view, state, player) if explained else None
        if meant is None:
            return None
        seen = self._rendering(look_up.moves_folder(self._name), look_up.EXPLANATION, state, player)
        return meant.name, seen.text(move=meant.name, values=meant.values)

    def block(self, folder: str, name: str, block: str, state: pyspiel.State, player: int, **words: object) -> str:
        """Returns a block of a file in a folder of prompts, which sees ``words`` and what the game's prompts see.

        Raises:
            ValueError: there is no such file.
        """
        seen = self._rendering(folder, name, state, player)
        return seen.wording.render_block(block, {**seen.context, **words, "part": block})

    @cached_property  # a decision asks for them several times, and they are files in two folders
    def _topics(self) -> tuple[str, ...]:
        return tuple(look_up.list_topics(self._name))

    @cached_property
    def _explains_moves(self) -> bool:
        return look_up.explains_moves(self._name)

    def draws(self) -> bool:
        """Returns whether the game's positions can be drawn."""
        return self._name in pictures.drawn_games()

    def picture(self, state: pyspiel.State, player: int) -> bytes | None:
        """Returns what the player may see as a PNG file; ``None`` if it is not drawn."""
        if not self.draws():
            return None
        return pictures.draw_picture(self._name, self.view.observe(state, player), self._shown_parameters)

    def board(self, state: pyspiel.State, player: int) -> str | None:
        """Returns a picture of what the player may see as SVG text, for people; ``None`` if it is not drawn."""
        return self._draw_board({"seat": player, **self.view.observe(state, player)})

    def watched_board(self, state: pyspiel.State, player: int) -> str | None:
        """Returns the :meth:`board` of a player with captions for people who watch, which address nobody."""
        called = self.view.seat_name(state, player)
        return self._draw_board({"seat": player, WATCHED: called, **self.view.observe(state, player)})

    def _draw_board(self, obs: Mapping[str, Any]) -> str | None:
        return boards.draw_board(self._name, obs, self._shown_parameters, self._long_name)

    @cached_property
    def _labels(self) -> Sequence[str]:
        return templates.answer_labels(self.prompts)

    @cached_property  # OpenSpiel makes the type and the parameters anew whenever it is asked
    def _name(self) -> str:
        return str(self.game.get_type().short_name)

    @cached_property
    def _has_own_prompts(self) -> bool:
        return self.prompts == self._name

    @cached_property  # wordings of a game's own tell the rules themselves
    def _sheet(self) -> sheets.Sheet:
        return sheets.Sheet() if self._has_own_prompts else sheets.read_sheet(self.game)

    @cached_property
    def _long_name(self) -> str:
        return str(self.game.get_type().long_name)

    @cached_property
    def _shown_parameters(self) -> dict[str, Any]:
        return {**self.parameters, "players": self.game.num_players()}

    def with_pictures(self) -> "Adapter":
        """Returns an adapter whose prompts carry pictures."""
        return replace(self, pictured=True)

    def with_description(self, description: str) -> "Adapter":
        """Returns an adapter whose prompts for the decision at hand carry a description in place of a picture."""
        return replace(self, description=description)

    def _descriptions(self) -> list[str]:
        return [messages.quote_description(self.description)] if self.description else []

    def _picture_and_rendering(
        self, state: pyspiel.State, player: int, version: str, words: Mapping[str, object]
    ) -> tuple[bytes | None, Rendering]:
        """Returns the picture that a prompt carries, if any, and the wording with all that it sees."""
        png = self.picture(state, player) if self.pictured else None
        picture = png is not None or bool(self.description)
        seen = self._rendering(self.prompts, version, state, player)
        obs = past.cut_moves(seen.context["obs"], str(words.get("history", past.ALL)))
        return png, Rendering(seen.wording, {**seen.context, "picture": picture, **words, "obs": obs})

    def _wording(self, prompts: str, version: str) -> Wording:
        """Returns a prompt version; an adapter keeps those that it has found."""
        if (prompts, version) not in self._wordings:
            self._wordings[prompts, version] = templates.find(prompts, version)
        return self._wordings[prompts, version]

    def kept(self, asked: Hashable, state: pyspiel.State, player: int, find: Callable[[], T]) -> T:
        """Returns the kept answer to what was ``asked`` about a position (see :mod:`adapters.recall`).

        It is what the function finds if none is kept, if prompts have pictures, or if the game draws for itself.
        """
        return recall((self._identity, asked, position_key(state), player), find) if self._keeps else find()

    @cached_property
    def _identity(self) -> object:
        return object()

    @cached_property
    def _keeps(self) -> bool:
        """True unless prompts have pictures, which are large, or the game draws what no history tells."""
        draws = self.game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        return not (draws or self.pictured or self.description)

    def _rendering(self, prompts: str, version: str, state: pyspiel.State, player: int) -> Rendering:
        """Returns a wording with what it sees of a decision."""
        wording = self._wording(prompts, version)
        return self.kept(("rendering", wording), state, player, lambda: self._see(wording, state, player))

    def _see(self, wording: Wording, state: pyspiel.State, player: int) -> Rendering:
        context = {
            "picture": False, "persona": "", "phrase": "", "stated": (), "openings": "live", "reason": "", "found": {},
            "history": past.ALL, "position": "", "obs": self.view.observe(state, player), "player": player,
            "sheet": self._sheet.parts, "game": self._shown_parameters, "long_name": self._long_name,
            "legal": self.view.patterns(state, player),
            "form": write_json_form(self.view.action_spec(state, player))}
        return Rendering(wording, {**context, "legal": wording.list_moves(context)})

    def _past(self, seen: Rendering) -> Iterator[list[tuple[str, str]]]:
        """Yields the turns of each past round, as roles with texts, of which some may be empty."""
        rounds = list(enumerate(seen.context["obs"]["rounds"] if seen.wording.tells_rounds else [], start=1))
        afterwards = [("user", "afterwards")] if seen.wording.has_block("afterwards") else []
        parts = [("user", "report"), ("assistant", "answer"), ("user", "outcome"), *afterwards]
        for number, told in past.keep_latest(rounds, seen.context["history"]):
            yield [(role, seen.text(part=part, past=told, number=number)) for role, part in parts]

    def reply_form(self, state: pyspiel.State, player: int, version: str = "v1", **words: str) -> ReplyForm:
        """Returns the form of reply that a prompt version asks for in a decision, with the legal moves that fill it.

        Where a published program reads the replies, it is the form that this program reads. ``words`` are as in
        :meth:`prompt`.

        Raises:
            ValueError: the prompt version does not exist.
        """
        seen = self._rendering(self.prompts, version, state, player)
        asked = seen.block(REPLY_FORMAT, **words, part="form")
        shown = ReplyForm.of_wording(asked, seen.context["legal"], self.view.action_spec(state, player))
        if not self.place(version, READER):
            return shown
        program, *facts = self._program(state, player, version)
        return load_reader(program).reply_form(shown, self.view, state, player, *facts)

    def option_form(self, count: int, state: pyspiel.State, player: int, version: str = "v1") -> ReplyForm:
        """Returns the form of a vote for one of ``count`` candidates, which :meth:`read_option` reads."""
        if self.place(version, ASK_VOTE):
            return load_reader(self._program(state, player, version)[0]).option_form(count)
        return make_option_form(count)

    def reply_schema(self, state: pyspiel.State, player: int, version: str = "v1") -> Mapping[str, Any] | None:
        """Returns the JSON schema of the reply that a prompt version asks for; ``None`` if it asks for no JSON.

        Raises:
            ValueError: the prompt version does not exist.
        """
        return self.schema_of(self.reply_form(state, player, version), state, player)

    def schema_of(self, form: ReplyForm, state: pyspiel.State, player: int) -> Mapping[str, Any] | None:
        """Returns the JSON schema of a reply of that form; ``None`` if the form is no JSON."""
        return form.schema(self.view.action_spec(state, player))

    def parse(self, reply: str, state: pyspiel.State, player: int, version: str = "v1") -> list[int]:
        """Returns the move that a reply to a prompt of this version states, as pyspiel actions.

        Raises:
            ReplyError: the reply states no legal move, or several; ``reason`` says why.
        """
        return list(self.read(reply, state, player, version).actions)

    def read(self, reply: str, state: pyspiel.State, player: int, version: str = "v1") -> Reading:
        """Returns the move that a reply to a prompt of this version states, and the form in which it does.

        Raises:
            ReplyError: the reply states no legal move, or several; ``reason`` says why.
        """
        if len(reply) > LONGEST_KEPT:
            return self._read(reply, state, player, version)
        return self.kept(("read", version, reply), state, player, lambda: self._read(reply, state, player, version))

    def _read(self, reply: str, state: pyspiel.State, player: int, version: str) -> Reading:
        if self.place(version, READER):
            program, *facts = self._program(state, player, version)
            return load_reader(program).read(reply, self.view, state, player, *facts)
        return self.reader(state, player, version).read(reply)

    def read_option(self, reply: str, count: int, state: pyspiel.State, player: int, version: str = "v1") -> int:
        """Returns the index of the candidate that a vote chooses.

        A vote that a published program asks for, in a block ``ask_vote``, is read as the program reads it.

        Raises:
            ReplyError: the reply states no candidate, or several.
        """
        if self.place(version, ASK_VOTE):
            return load_reader(self._program(state, player, version)[0]).read_option(reply, count)
        return read_option(reply, count)

    def read_changes(
        self, analysis: str, state: pyspiel.State, player: int, version: str = "v1"
    ) -> Sequence[Sequence[int]] | None:
        """Returns the changes of suspicions that a published program reads in an analysis that it asked for.

        It is ``None`` if the version does not ask for the analysis itself, in a block ``ask_analysis``.

        Raises:
            ReplyError: the program stops at the analysis.
        """
        if not self.place(version, ASK_ANALYSIS):
            return None
        return load_reader(self._program(state, player, version)[0]).read_changes(analysis, state, player)

    def read_diagnosis(self, reply: str, state: pyspiel.State, player: int, version: str) -> int:
        """Returns what another model says of a player's diagnosis of itself, as the version's program reads it.

        It is 1 for the culprit, -1 for another role, and 0 for a player who is not sure.
        """
        return load_reader(self._program(state, player, version)[0]).read_diagnosis(reply)

    def _program(self, state: pyspiel.State, player: int, version: str) -> list[str]:
        """Returns the name of the published program by whose reader replies are read, and what the reader is told."""
        return self._rendering(self.prompts, version, state, player).block(READER, part=READER).splitlines()

    def reader(self, state: pyspiel.State, player: int, version: str = "v1") -> ReplyReader:
        """Returns the reader of replies to a prompt of this version (see :mod:`adapters.replies`)."""
        def prompt() -> Collection[str]:
            turns = self.prompt(state, player, version)
            return {strip_line(line) for turn in turns for line in turn["content"].splitlines()}

        return ReplyReader(self.view, state, player, self._labels, prompt)

    def overlong_bytes(self, reply: str, state: pyspiel.State, player: int) -> int:
        """Returns by how many bytes a reply exceeds the limits of the texts that are asked for.

        A text that is too long is refused, or cut off where the rules say so; it is counted in both cases.
        """
        spec = self.view.action_spec(state, player)
        if spec is None or not spec.texts:
            return 0
        return spec.overlong_bytes(self.reader(state, player).read_texts(reply))

"""Games for programs: the question, the legal answers, the events, and the view of one side.

`edencli.api` describes the interface that this belongs to. Knows files, the referee and the transcript. Must
not know a screen, a command, or the page of a rule. Begin with `Game.from_file` and `Game.answer`.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

from edencli.errors import (
    AnswerFailedError,
    FaultyFileError,
    GameOverError,
    UnknownNameError,
    UnsuitedError,
    file_faults,
    raise_eden_errors,
)
from edencli.files.library import File
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import begin_match, make_header, report_fault
from edencli.lang import Words, current_words
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.position import dump_position
from edencli.match.questions import Agreement, Question, Roll
from edencli.match.table_events import MatchEnded
from edencli.model.lexicon import FighterLexicon
from edencli.notation.names import match_names
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.writer import write_answer
from edencli.odds import attack
from edencli.odds.aim import aim_attack
from edencli.odds.outcome import BurstFate, Fate, Odds
from edencli.odds.shifting import Policy
from edencli.record import Record
from edencli.referee.answers import IllegalAnswer
from edencli.referee.answers import check_answer as ensure_legal
from edencli.referee.dice import SeededDice, parse_faces
from edencli.referee.legal_answers import legal_answers
from edencli.referee.referee import Referee
from edencli.referee.script import Script, UnplayableLine, parse_script_lines
from edencli.referee.view import match_seen_by
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.actions import next_act_question
from edencli.rules.acts import Blast, Charge, Melee, Shot, Throw
from edencli.rules.agreement import why_not_agree
from edencli.transcript.chronicle import TranscriptHeader
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.open_question import answer_patterns
from edencli.transcript.phrases import question_sentence, refusal_sentence
from edencli.transcript.transcript import transcript_lines

SideName: TypeAlias = Literal["red", "blue"]
"""One of the two players, as every function accepts it; a `Side` is such a text too."""
PolicyName: TypeAlias = Literal["none", "max-kill", "max-wounds"]
"""The purpose for which an attacker shifts the location die, as in `edencli resolve-attack --shift`."""
PathName: TypeAlias = str | os.PathLike[str]

GAME_FILE = "game.yaml"  # the file name that data of a game is treated as


class LegalAnswer(str):
    """An answer in the words of a game file, which the game that listed it does not read again.

    Example:
        for answer in game.legal_answers():
            print(answer)
    """

    __slots__ = ("question", "value")
    question: Question[Any]
    value: Any


class OpenQuestion(Record):
    """The open question of a game.

    `side` is the player who answers, None where either may; `kind` and `rule` say what it is about, `text`
    asks it in a sentence, and `forms` are the patterns of its answers. An `optional` one may be declined.
    `dice` is the number of dice that a roll needs, else 0; `fighter` is "" where it is about none.
    `withdrawn` says why the last answer was refused after the players told a fact against it, else it is "".

    Example:
        print(game.question.side, game.question.text)
    """

    side: Side | None
    kind: str
    rule: str
    text: str
    optional: bool
    dice: int
    fighter: str
    forms: tuple[str, ...]
    withdrawn: str


class HarmChance(Record):
    """The odds of an attack for one fighter, by one reaction of the target ("" where there is no choice).

    `out` is the chance that the fighter is incapacitated, `hurt` the chance that it loses any CP, `cp_lost`
    the average loss, and `by_cp` the chances to lose no CP, one, two and so on. All are exact.

    Example:
        print(f"{float(chance.out):.1%}")
    """

    reaction: str
    fighter: str
    out: Fraction
    hurt: Fraction
    cp_lost: Fraction
    by_cp: tuple[Fraction, ...]


class GameView:
    """A game as one side may see it: the other's hand, bid and secret mission are hidden until revealed.

    A view is live: it always shows the present state. A `Game` is itself a view that hides nothing.

    Example:
        view = game.view("red")
        if view.question.side == "red":
            game.answer(next(view.legal_answers()))
    """

    def __init__(self, referee: Referee, header: TranscriptHeader, side: Side | None) -> None:
        """Views are made by `Game.view`."""
        self._referee, self._header, self._side = referee, header, side

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, {len(self._referee.events)} events>"

    @property
    def name(self) -> str:
        """The name of the game."""
        return self._header.game

    @property
    def side(self) -> Side | None:
        """The player whose view this is, or None for the referee, who sees everything."""
        return self._side

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._referee.question is None

    @property
    def question(self) -> OpenQuestion:
        """The open question; of the other side's secret question only that it is asked.

        Raises:
            GameOverError: The game is over.
        """
        question, match, words = self._open_question(), self._referee.match, self._words
        names, late = match_names(match).cast, self._referee.late_refusal
        return OpenQuestion(
            side=question.asked,
            kind=question.kind,
            rule=question.rule,
            text=question_sentence(words, names, question, self._side),
            optional=question.optional,
            dice=question.dice if isinstance(question, Roll) else 0,
            fighter=names.label(question.fighter) if question.fighter else "",
            forms=tuple(answer_patterns(match, question)),
            withdrawn=refusal_sentence(words, names, late) if late else "",
        )

    def legal_answers(self) -> Iterator[LegalAnswer]:
        """List legal answers of this side lazily; the one that declines comes last.

        Places are tried on a grid and Moves in eight directions, so there are more legal answers than these;
        `Game.check_answer` checks any answer. A side that is not asked has none.

        Example:
            first = next(game.legal_answers())

        Raises:
            GameOverError: The game is over.
        """
        question, match = self._open_question(), self._referee.match
        asked = self._side is None or question.asked in {None, self._side}
        for value in legal_answers(match, question) if asked else ():
            answer = LegalAnswer(write_answer(value, match, question))
            answer.question, answer.value = question, value
            yield answer

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, as this side saw it; each event has a `kind`, a `rule`, and parts by name.

        Example:
            [event.kind for event in game.events]
        """
        return tuple(self._match.log)

    def sentences(self, *, since: int = 0) -> list[str]:
        """Return a sentence for each event, from number `since` on; some events have none.

        Example:
            for sentence in game.view("red").sentences():
                print(sentence)
        """
        match = self._match
        told = EventSentences(self._words, FighterLexicon(match.state.fighters))
        return [text for event in match.log[since:] if (text := told.sentence(event))]

    def transcript(self) -> str:
        """Return the transcript by rounds and activations, as `edencli play` prints it, without notes.

        Example:
            Path("red.txt").write_text(game.view("red").transcript())
        """
        events, names = self._referee.events, FighterLexicon(self._referee.match.state.fighters)
        walk = self._referee.walk_log()
        lines = transcript_lines(events, self._header, current_words(), names, side=self._side, walk=walk)
        return "".join(f"{line.text}\n" for line in lines)

    @property
    def position(self) -> dict[str, Any]:
        """Everything on the table, in the form of a game file's `position`; defaults are left out.

        Hidden cards have empty names, so that only their number is shown.

        Example:
            game.position["fighters"]["red Yuri"]["ap"]
        """
        return dump_position(self._match.state)

    @property
    def score(self) -> dict[Side, int]:
        """The victory points of both sides, as far as this side knows them.

        Example:
            lead = game.score[edencli.Side.RED] - game.score[edencli.Side.BLUE]
        """
        return {side: state.vp for side, state in self._match.state.sides.items()}

    @property
    def winner(self) -> Side | None:
        """The side that has won; None in a draw, and while the game lasts."""
        last = self._referee.events[-1:]
        return next((event.winner for event in last if isinstance(event, MatchEnded)), None)

    def _read(self, answer: str | Sequence[int]) -> Any:
        """The value of an answer to the open question."""
        question, match = self._open_question(), self._referee.match
        if isinstance(answer, LegalAnswer) and answer.question is question:
            return answer.value
        if not isinstance(answer, str) and not isinstance(question, Roll):
            raise UnsuitedError(self.question.text)
        with raise_eden_errors(match):
            if not isinstance(answer, str):
                return tuple(answer)
            if isinstance(question, Roll):
                return parse_faces(answer.removeprefix("dice:").strip())
            return read_answer(answer, match, question)

    def _open_question(self) -> Question[Any]:
        if self._referee.question is None:
            raise GameOverError(self._words.say("diagnostics", "game-over"))
        return self._referee.question

    @property
    def _words(self) -> Words:
        return current_words().of_book(self._header.rulebook)

    @property
    def _match(self) -> Match:
        """The match as this side sees it, to be looked at."""
        match = self._referee.match
        return match if self._side is None else match_seen_by(match, self._side)


class Game(GameView):
    """A game in progress: it asks questions, takes answers, and keeps the events.

    With a seed, its own or the one given, dice are thrown as soon as they are needed. Without one a roll is a
    question like any other, answered with faces: `game.answer([4, 5, 1])`.

    Example:
        game = edencli.Game.from_file("samples/games/first-duel.yaml", moves=False)
        game.answer("Yuri moves to 24, 27")
        game.answer("Yuri charges Abama Big-Belly")
    """

    def __init__(
        self, referee: Referee, header: TranscriptHeader, dice: SeededDice | None, decisions: int
    ) -> None:
        """Games are made by `from_file`, `from_dict` and `copy`."""
        super().__init__(referee, header, None)
        self._dice, self._decisions = dice, decisions

    @classmethod
    def from_file(
        cls,
        path: PathName,
        *,
        book: str | None = None,
        seed: int | None = None,
        root: PathName | None = None,
        moves: bool = True,
    ) -> "Game":
        """Read a game file and play its moves; without `moves` it stays where they begin.

        Args:
            path: The file.
            book: The rulebook if the file names none; "en" without this.
            seed: A seed for the dice, in place of the file's own.
            root: The folder that no reference of the file may leave.
            moves: Whether to play the moves of the file.

        Example:
            game = edencli.Game.from_file("samples/games/first-duel.yaml")

        Raises:
            FaultyFileError: Something is wrong with it, a file that it names, or a move.
            UnknownNameError: There is no such book.
        """
        return cls._from_checks(open_checks(book, root), os.fspath(path), seed, moves=moves)

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, Any],
        *,
        folder: PathName = ".",
        book: str | None = None,
        seed: int | None = None,
        root: PathName | None = None,
    ) -> "Game":
        """Make a game from the data of a game file, as if it were in `folder`, and play its moves.

        Example:
            edencli.Game.from_dict({"kind": "game", "name": "Duel", "red": "a.yaml", "blue": "b.yaml"})

        Raises:
            FaultyFileError: Something is wrong with the data, a file that it names, or a move.
            UnknownNameError: There is no such book.
        """
        path = str(Path(folder) / GAME_FILE)
        lines = (f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}\n" for key, part in data.items())
        return cls._from_checks(open_checks(book, root, {path: "".join(lines)}), path, seed, moves=True)

    @classmethod
    def _from_checks(cls, checks: Checks, path: str, seed: int | None, *, moves: bool) -> "Game":
        file = checks.check_file(path, kind="game")
        checked = checks.game(file)
        if checked is None:
            raise FaultyFileError(file_faults(checks.files))
        own = checked.game
        seed, drawn = (own.seed, own.drawn) if seed is None else (seed, 0)
        dice, match = None if seed is None else SeededDice(seed, drawn), begin_match(checked)
        header, referee = make_header(checked, match, seed), Referee(match)
        decisions = _play_moves(referee, file, own.moves if moves else (), dice)
        return cls(referee, header, dice, decisions)

    @property
    def decisions(self) -> int:
        """The number of answers that players have given: declined offers count, dice do not.

        Of a game file's moves only the written ones count.
        """
        return self._decisions

    def view(self, side: SideName | Side) -> GameView:
        """Return the view of one side.

        Example:
            print(game.view("blue").question.text)

        Raises:
            UnknownNameError: There is no such side.
        """
        if side not in set(Side):
            raise UnknownNameError("side", side, list(Side))
        return GameView(self._referee, self._header, Side(side))

    def copy(self, *, seed: int | None = None) -> "Game":
        """Make an independent copy of the game at its present question; with a seed it throws dice anew.

        Without a seed its dice will fall as those of this game.

        Example:
            trial = game.copy()
            trial.answer("Yuri charges Elenia")
        """
        dice = SeededDice(self._dice.seed, self._dice.drawn) if self._dice else None
        dice = dice if seed is None else SeededDice(seed)
        return Game(self._referee.copy(), self._header, dice, self._decisions)

    def answer(self, answer: str | Sequence[int]) -> tuple[Event, ...]:
        """Answer the question in the words of a game file or with faces of dice; return the new events.

        Example:
            game.answer("Yuri charges Elenia")
            game.answer([4, 5, 1])

        Raises:
            UnreadableError: It has no meaning here.
            AmbiguousError: It has several meanings.
            UnsuitedError: It answers another question, or is by a player who was not asked.
            IllegalError: A rule forbids it.
            AnswerFailedError: It could not be carried out.
            GameOverError: The game is over.
        """
        return self._take(self._read(answer))

    def decline(self) -> tuple[Event, ...]:
        """Decline an optional question; return the new events.

        Example:
            if game.question.optional:
                game.decline()

        Raises:
            IllegalError: The question must be answered.
            GameOverError: The game is over.
        """
        return self._take(None)

    def check_answer(self, answer: str | Sequence[int]) -> None:
        """Raise the error that `answer` would raise, without changing anything.

        Example:
            try:
                game.check_answer("Yuri attacks Elenia")
            except edencli.IllegalError as illegal:
                print(illegal.rule)

        Raises:
            UnmeasuredError: `answer` would first ask the players for a fact.
        """
        legal_value(self, answer)

    def _take(self, value: Any) -> tuple[Event, ...]:
        """Pass a value to the referee, and throw the dice due then; undo both if either fails."""
        question, referee = self._open_question(), self._referee
        mark, begun, drawn = (
            referee.replay_point(),
            len(referee.events),
            self._dice.drawn if self._dice else 0,
        )
        try:
            with raise_eden_errors(referee.match):
                referee.answer(value)
                while self._dice and isinstance(referee.question, Roll):
                    referee.answer(self._dice.throw(referee.question))
        except AnswerFailedError:
            referee.rewind(mark)
            self._dice = SeededDice(self._dice.seed, drawn) if self._dice else None
            raise
        self._decisions += not isinstance(question, Roll)
        return tuple(referee.events[begun:])


def legal_value(view: GameView, answer: str | Sequence[int] | None) -> Any:
    """The value of a legal answer to the open question; None declines.

    Raises:
        EdenError: As `Game.check_answer`, and if a question must be answered.
    """
    question, match = view._open_question(), view._referee.match  # noqa: SLF001  # its own module
    value = None if answer is None else view._read(answer)  # noqa: SLF001
    with raise_eden_errors(match):
        value = ensure_legal(question, value)
        if isinstance(value, Agreement) and (refusal := why_not_agree(match, value)):
            raise IllegalAnswer(question, refusal)
    return value


def _play_moves(referee: Referee, file: File, moves: Sequence[object], dice: SeededDice | None) -> int:
    """Play the moves of a game file, throw the dice due after them, and count the decisions."""
    script, wrong = Script(referee, parse_script_lines(moves), dice), None
    try:
        script.play(finish=False)
        script.throw_ready()
    except UnplayableLine as fault:
        wrong = fault
    if wrong is None and (extra := script.supply):
        wrong = UnplayableLine(len(moves) - 1, "game-dice-left", extra=extra, n=len(extra))
    if wrong is not None:
        report_fault(file, referee.match, wrong)
        raise FaultyFileError(file_faults([file]))
    return script.decisions


def attack_odds(game: GameView, line: str, *, policy: PolicyName = "max-kill") -> tuple[HarmChance, ...]:
    """Return the exact odds of an attack in the present state, for each reaction and each fighter concerned.

    A charge is weighed as its blow, and a blow as if both were in contact. `policy` says for what purpose the
    attacker shifts the location die. A forbidden reaction is left out.

    Example:
        for chance in edencli.attack_odds(game, "Yuri attacks Elenia"):
            print(chance.reaction, chance.fighter, float(chance.out))

    Raises:
        UnreadableError: The line has no meaning here.
        AmbiguousError: It has several meanings.
        UnsuitedError: It is not an attack.
        IllegalError: A rule forbids the shot, throw or blast.
        UnmeasuredError: It depends on a fact that the players have not told.
        UnknownNameError: There is no such policy.
    """
    if policy not in set(Policy):
        raise UnknownNameError("policy", policy, list(Policy))
    match = game._match  # noqa: SLF001  # odds are a view's, and asked for like a rule
    with raise_eden_errors(match):
        found = attack.attack_odds(match, _read_attack(match, line), Policy(policy))
    names = FighterLexicon(match.state.fighters)
    return tuple(_harm_chance(names, result, fate) for result in found.results for fate in result.fates)


def _read_attack(match: Match, line: str) -> Melee | Shot | Throw | Blast:
    """The attack in a line, aimed as it would be made now."""
    readings = parse_line(line, match_names(match))
    doers = dict.fromkeys(piece for one in readings for piece in one.values.get("FIGHTER", ()))
    for question in (next_act_question(match, fighter) for fighter in doers):
        act = read_answer(line, match, question)
        if isinstance(act, Charge):
            return Melee(fighter=act.fighter, target=act.target, free=True)
        if isinstance(act, Melee):
            return act
        if isinstance(act, Shot | Throw | Blast):
            return aim_attack(match, ensure_legal(question, act))
    raise UnsuitedError(f"{line!r} is no attack")


def _harm_chance(
    names: FighterLexicon[Piece], result: Odds | BurstFate, fate: Fate | BurstFate
) -> HarmChance:
    of = result.denominator
    return HarmChance(
        reaction=str(result.reaction or "") if isinstance(result, Odds) else "",
        fighter=names.label(fate.body.piece),
        out=Fraction(fate.out, of),
        hurt=Fraction(fate.hurt, of),
        cp_lost=Fraction(fate.lost, of),
        by_cp=tuple(Fraction(n, of) for n in fate.by_cp),
    )


def open_checks(
    book: str | None,
    root: PathName | None,
    texts: Mapping[str, str] | None = None,
    *,
    moves: bool = False,
) -> Checks:
    """Checks of files, with some texts in place of files, by path."""
    if book is not None:
        ensure_book(book)
    kept = {os.path.realpath(path): text for path, text in (texts or {}).items()}
    library = make_library(root=None if root is None else Path(root), kept=kept)
    return Checks(library, default=book or "en", moves=moves)


def ensure_book(book: str) -> None:
    """Raise `UnknownNameError` if there is no such rulebook."""
    if book not in BOOKS:
        raise UnknownNameError("rulebook", book, BOOKS)

"""Attacks typed at a bare table: typed play whose session asks for an attacker and a target, repeatedly.

    y e                 the attacker and the target; `y e with knives` names the weapon
    d, 4511, 3, head    the reaction, the dice, the location die and where it goes
    round               begins a new round

The other commands of a match work here, too: `undo`, `redo`, `correct`, `?`, `state`, `odds`, `help`,
`quit`. What needs a match is refused. Questions go to stderr; an attack is told on stdout when it is over.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any, TypeAlias

from edencli.commands.dice_options import dice_refusal
from edencli.commands.fighter_finder import FoundFighter, make_standing
from edencli.files.match_record import RecordLine
from edencli.match.events import Rolled
from edencli.match.match import Query
from edencli.match.pieces import PUBLIC, Side
from edencli.match.questions import Question, Roll
from edencli.match.rules_api import total_value
from edencli.model.lexicon import FighterLexicon
from edencli.model.names import fold
from edencli.model.terms import Quantity
from edencli.notation.reader import read_answer
from edencli.output.console import Refused, fit_lines, is_terminal, report_failure, write_stderr
from edencli.prompt.attack_session import NEW_ROUND, WITH, AttackQuestion, AttackSession
from edencli.prompt.remedies import ask_for_command
from edencli.prompt.screen import TerminalPlay, complete_words
from edencli.prompt.table_attack import AREA, BareTable, TableAttack, rule_refusal, show_attack_odds
from edencli.prompt.terminal import PipedTerminal, Terminal
from edencli.prompt.typed_play import CommandMisused, TypedCommand
from edencli.prompt.view_commands import COMMANDS, show_entry
from edencli.referee.dice import WrongDice, parse_faces
from edencli.referee.duel import ImpossibleDuel, stage_alone
from edencli.referee.referee import ProcedureFailed
from edencli.rules.melee import Reaction, reaction_of, usual_reaction
from edencli.rules.questions import ReactionChoice, ShiftChoice
from edencli.rules.rolls import limb_at
from edencli.transcript.event_data import condition_data, condition_sentence
from edencli.transcript.phrases import Phrases, throw_sentence

TableChoice: TypeAlias = ReactionChoice[Reaction] | ShiftChoice


class AttackPlay(TerminalPlay):
    """Attacks at a prompt: one after another as they are typed, or the `single` one of the command line."""

    session: AttackSession

    def __init__(
        self, session: AttackSession, single: TableAttack | None, terminal: Terminal | None = None
    ) -> None:
        super().__init__(session.table.words, session, PUBLIC, typist=terminal, plain=True)
        self._single = single
        self.commands = {
            name: row for name, row in ATTACK_COMMANDS.items() if single is None or name != NEW_ROUND
        }
        self._told = 0
        self._weighed: Question[Any] | None = None

    def start(self, *, anew: bool) -> None:  # noqa: ARG002  # nothing was told before
        """Resolve the attack that was named, up to its first question, or ask for one."""
        if self._single is not None:
            self._answer(self._single)
            self.session.inputs.clear()  # it was not typed, and is not taken back
        self.continue_play()

    # ── what is typed ─────────────────────────────────────────────────────────────────────────────────────

    def _take_shown(self, text: str) -> None:
        if not text.strip() and isinstance(self.session.question, AttackQuestion):
            self.over = True
        else:
            super()._take_shown(text)

    def run_command(self, text: str) -> bool:
        """Carry out a command, its pages on stderr; refuse one that needs a match."""
        name, _, rest = text.strip().partition(" ")
        row = self.commands.get(name.lower())
        if (
            rest
            and (row is None or row.takes_words is False)
            and self.session.table.fighters.resolve_name(name)
        ):
            return False
        if row is None and name.lower() in COMMANDS:
            raise CommandMisused("no-match", name.lower())
        with redirect_stdout(sys.stderr):
            return super().run_command(text)

    def answer_line(self, typed: str) -> Sequence[RecordLine]:
        """Answer as people do at a table: names, a reaction or its first letter, faces, a limb."""
        self.fault = None
        self._answer(self._read_line(typed))
        return ()

    def _answer(self, given: Any) -> None:
        """Answer the question; an attack that the table cannot resolve is refused with its own reason."""
        try:
            self.session.answer_value(given)
        except ProcedureFailed as broken:
            if isinstance(broken.__cause__, Refused):
                raise broken.__cause__ from None
            raise

    def _read_line(self, typed: str) -> Any:
        match self.session.question:
            case Roll() as roll:
                faces = parse_faces(typed)
                if len(faces) != roll.dice:
                    raise WrongDice("not-that-many", wanted=roll.dice, given=len(faces))
                return faces
            case ReactionChoice() | ShiftChoice() as question:
                return self._read_option(question, typed)
        return self._read_attack(typed)

    def _read_attack(self, typed: str) -> TableAttack:
        attack = self.session.read_attack(typed)
        if attack is None:
            ask_for_command(self, typed)
            raise Refused(self.words.say(AREA, "unread-attack", text=typed))
        attack.settle_dice()
        return attack

    def _read_option(self, question: TableChoice, typed: str) -> Any:
        """Read a reaction or a face by its name at the table, or as in any match, if it is allowed."""
        match, called = self.session.match, fold(typed)
        meant = [
            one
            for one, names in self._names(question).items()
            if typed and any(fold(name).startswith(called) for name in names)
        ]
        if isinstance(question, ShiftChoice):
            nearest = sorted(meant, key=lambda face: abs(face - question.face))[:1]
            meant = [None if face == question.face else face for face in nearest] if typed else [None]
        elif not typed:
            meant = [usual_reaction(match, question.fighter)]
        if len(meant) != 1 and (guess := self.guess_line(typed)):
            meant = [read_answer(guess.line, match, question)]
        if len(meant) != 1:
            raise Refused(self._say("prompt-wrong", options=self._labels(question)))
        if meant[0] is not None and (refusal := question.refusal(meant[0])):
            raise rule_refusal(self.words, match, refusal)
        return meant[0]

    def _names(self, question: TableChoice) -> dict[Any, tuple[str, ...]]:
        """Return the names of each reaction at a table; of a face its number and limb, lower faces first."""
        if isinstance(question, ReactionChoice):
            return {one: (self._say(f"reaction.{one}"),) for one in Reaction}
        match, term = self.session.match, Phrases(self.words, self.session.names).term
        faces = sorted({question.face, *question.allowed_options()})
        limbs = {face: limb_at(match, question.victim, face) for face in faces}
        return {face: (str(face), term(limb), limb) for face, limb in limbs.items()}

    def _labels(self, question: TableChoice) -> list[str]:
        """Return the allowed reactions with their prices, or the faces with their limbs."""
        names, match, labels = self._names(question), self.session.match, []
        if isinstance(question, ShiftChoice):
            return [self._say("option", face=face, limb=limb) for face, limb, _ in names.values()]
        for one in question.allowed_options():
            act = reaction_of(question.fighter, one, question.attacker)
            ap = 0 if one is Reaction.PASSIVE else total_value(match, Query(Quantity.AP, act.fighter, act))
            message = "reaction-price" if ap else "reaction-free"
            labels.append(self._say(message, reaction=names[one][0], ap=ap))
        return labels

    def _refuse(self, fault: Exception, *, asks_again: bool = False) -> None:
        if isinstance(fault.__cause__, WrongDice):
            raise fault  # the dice of the command line are typed no better
        super()._refuse(fault, asks_again=asks_again)

    # ── what is told ──────────────────────────────────────────────────────────────────────────────────────

    def show(self, lines: Iterable[str]) -> None:
        """Show some lines on stderr."""
        write_stderr("".join(f"{line}\n" for line in lines))

    def fault_text(self, fault: Exception, *, asks_again: bool = False) -> str:
        """Say why something was refused."""
        said = super().fault_text(fault, asks_again=asks_again)
        return self._say("prompt-again", problem=said) if isinstance(fault, WrongDice) else said

    def help_text(self, message: str) -> str:
        """Return the text of `help`, which has its own words where a table differs from a match."""
        return self._say(message) if self.words.has(AREA, message) else super().help_text(message)

    def reset_telling(self, told: int | None = None) -> None:
        """Forget what was told of events that no longer exist."""
        self._told = len(self.session.events) if told is None else told
        self.rule_told = ""

    def _tell_story(self) -> None:
        """Tell each finished attack, and for an unfinished one the successes that were thrown."""
        session = self.session
        session.table.remains.save()
        self.words = session.table.words.of_book(session.match.book.key)
        events, at = session.events, 0
        for attack in session.resolved:
            at += len(attack.match.log)
            if at > self._told:
                attack.show(ends=self._single is not None)
                self.over = self._single is not None
        if session.table.request.by_hand and session.attack is not None and at < len(events):
            rolled = events[max(at, self._told) : at + session.attack.asked_at]
            self.show(self._say("prompt-hits", n=one.successes) for one in rolled if isinstance(one, Rolled))
        self.rule_told = next(
            (one.rule for one in reversed(events[self._told :]) if one.rule), self.rule_told
        )
        self._told = len(events)

    def show_question(self) -> None:
        """Show once what each face would bring; everything else is in the line where the player types."""
        question = self.session.question
        if isinstance(question, ShiftChoice) and question is not self._weighed and not self.over:
            with redirect_stdout(sys.stderr):
                COMMANDS["advise"].run(self, "")
        self._weighed = question

    def _sign_of(self, question: Question[Any] | None) -> str:
        return fit_lines(self._prompt_of(question), sys.stderr)

    def _prompt_of(self, question: Question[Any] | None) -> str:
        match question:
            case Roll():
                what = throw_sentence(Phrases(self.words, self.session.names), question)
                message = "prompt" if question.needed is None else "prompt.needed"
                return self._say(message, what=what, dice=question.dice, needed=question.needed)
            case ReactionChoice():
                usual = usual_reaction(self.session.match, question.fighter)
                return self._say(
                    "prompt-reaction",
                    fighter=self.session.names.label(question.fighter),
                    options=self._labels(question),
                    usual=self._say(f"reaction.{usual}"),
                )
            case ShiftChoice():
                return self._say("prompt-shift", face=question.face)
        return self._say("prompt-attack")

    def _say(self, message: str, **values: object) -> str:
        return self.words.say(AREA, message, **values)

    def _answers_completed(self, text: str, question: Question[Any]) -> list[tuple[str, int]]:
        """Complete names, weapons, reactions and limbs."""
        match question:
            case Roll():
                return []
            case ReactionChoice() | ShiftChoice():
                return complete_words(
                    text, (name for names in self._names(question).values() for name in names)
                )
        return complete_words(text, (*fighter_names(self), WITH, *_weapon_names(self)))


# ── the commands ──────────────────────────────────────────────────────────────────────────────────────────


def fighter_names(play: AttackPlay) -> list[str]:
    """Return the names of all fighters that may attack, or be attacked."""
    return [one.name for one in play.session.table.fighters.all_fighters()]


def _weapon_names(play: AttackPlay) -> list[str]:
    cards = (one.card for one in play.session.table.fighters.all_fighters())
    return [item.name for card in cards for item in card.equipment]


def _explain_question(play: AttackPlay, rest: str) -> None:
    """Explain how to answer, what may be answered, and which rule asks; or show a named rule."""
    question, words = play.session.question, play.words
    if rest or question is None:
        COMMANDS["?"].run(play, rest)
        return
    how = next(how for kind, how in _HOW_TO_ANSWER.items() if isinstance(question, kind))
    play.show([words.say(AREA, how, names=fighter_names(play))])
    if isinstance(question, ReactionChoice | ShiftChoice):
        play.show(one.list_line(words) for one in play.offers())
    rule = getattr(question, "step", None) or question.rule
    play.show([words.say("session", "answers.rule", rule=rule)])


_HOW_TO_ANSWER: Mapping[type, str] = {
    AttackQuestion: "how-attack",
    Roll: "how-dice",
    ReactionChoice: "how-reaction",
    ShiftChoice: "how-shift",
}


def _show_remaining(play: AttackPlay, _: str) -> None:
    """Show what is left of the fighters in the current attack; between attacks, of all fighters."""
    session = play.session
    if not isinstance(session.question, AttackQuestion):
        stands = [(session.match, piece) for piece in session.match.state.fighters]
        play.show(condition_sentence(play.words, condition_data(*one, session.names)) for one in stands)
        return
    play.show(_remaining_sentence(play, found) for found in session.table.fighters.all_fighters())


def _remaining_sentence(play: AttackPlay, found: FoundFighter) -> str:
    """Tell what is left of a fighter between attacks, or why it cannot take part in any."""
    try:
        condition = play.session.table.remains.condition(found, "", "")
        alone = stage_alone(play.session.match.book, make_standing(found, condition, Side.RED))
    except Refused as refused:
        return str(refused)
    except ImpossibleDuel as cannot:
        return play.words.say(AREA, cannot.message, **cannot.values)
    return condition_sentence(play.words, condition_data(*alone, FighterLexicon(alone[0].state.fighters)))


def _show_fighter_card(play: AttackPlay, rest: str) -> None:
    show_entry(play, play.session.table.fighters.find(rest).card)


def _show_odds(play: AttackPlay, rest: str) -> None:
    """Show the odds of the current attack, or of a named one."""
    session = play.session
    attack = session.attack
    if isinstance(session.question, AttackQuestion):
        attack = session.read_attack(rest)
    elif not isinstance(session.question, ReactionChoice):
        COMMANDS["odds"].run(play, rest)
        return
    if attack is None:
        raise CommandMisused("wants-attack", "odds")
    show_attack_odds(attack, session.table.request.with_changes(form="text"))


def _tell_attacks(play: AttackPlay, _: str) -> None:
    for attack in play.session.resolved:
        attack.show(ends=False)


def _begin_round(play: AttackPlay, _: str) -> None:
    if not isinstance(play.session.question, AttackQuestion):
        raise CommandMisused("between-attacks", NEW_ROUND)
    play.session.answer_value(NEW_ROUND)
    play.show([play.words.say(AREA, "new-round")])


ATTACK_COMMANDS: Mapping[str, TypedCommand] = {
    "?": COMMANDS["?"]._replace(run=_explain_question),
    "state": TypedCommand(_show_remaining),
    "show": TypedCommand(_show_fighter_card, takes_words=True, completions=fighter_names),
    "odds": TypedCommand(_show_odds, takes_words=None, completions=fighter_names),
    **{name: COMMANDS[name] for name in ("advise", "hint", "why")},
    "log": TypedCommand(_tell_attacks),
    NEW_ROUND: TypedCommand(_begin_round),
    **{name: COMMANDS[name] for name in ("undo", "redo", "correct", "quit", "help")},
}


def _end_message(question: Question[Any] | None) -> str:
    """Return the message for the end of the input, by what was asked for."""
    if isinstance(question, Roll):
        return "no-answer"
    return "no-answer.reaction" if isinstance(question, ReactionChoice) else "no-answer.other"


def prompt_attacks(table: BareTable, single: TableAttack | None) -> None:
    """Read attacks until `quit` or the end of the input; for a `single` one, ask for what is missing."""
    if single is None:
        table.fighters.all_fighters()
    session = AttackSession(table)
    play = AttackPlay(session, single, None if is_terminal() else PipedTerminal())
    try:
        play.run(anew=False)
    except ProcedureFailed as broken:
        if isinstance(broken.__cause__, WrongDice):
            raise dice_refusal(table.words, broken.__cause__) from None
        raise
    if not play.over and not isinstance(session.question, AttackQuestion):
        unanswered = Refused(table.words.say(AREA, _end_message(session.question)), code=1)
        if single is not None:
            raise unanswered
        report_failure(str(unanswered))

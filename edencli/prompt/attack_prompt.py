"""Somebody at the table who answers an attack: he says the reaction, types the dice, moves the location die.

`?` explains what is asked, and `correct 4 5 1 1` puts other faces in place of those typed last: the attack is
resolved anew with what was answered before them, so that nothing rests on a wrong die.
"""

from collections.abc import Iterator
from typing import Any

from edencli.commands.dice_options import read_answer
from edencli.commands.parameters import Format
from edencli.commands.show_page import page_text
from edencli.lang import Words
from edencli.match.events import Rolled
from edencli.match.match import Match, Quantity, Query
from edencli.match.questions import Question, Roll
from edencli.match.rules_api import perform, value
from edencli.model.lexicon import FighterLexicon
from edencli.model.names import fold
from edencli.odds.shifting import Policy
from edencli.output.console import write_stderr
from edencli.referee.answers import drive
from edencli.referee.dice import Dice, DiceByHand, WrongDice, parse_faces
from edencli.referee.duel import Duel
from edencli.referee.duelist import blow_in_progress, fresh_copy, shift_by_policy
from edencli.rules.acts import Melee, Shot
from edencli.rules.melee import Reaction, reaction_of, usual_reaction
from edencli.rules.questions import ReactionChoice, ShiftChoice
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.phrases import refusal_sentence

AREA = "attack"
CORRECT = "correct"


class AttackPrompt:
    """Resolves one attack: with dice, a reaction and a policy that were settled, and asks for the others."""

    def __init__(
        self, words: Words, duel: Duel, dice: Dice | None, reaction: Reaction | None, policy: Policy | None
    ) -> None:
        self._words, self._duel = words, duel
        self._dice = dice or DiceByHand(self._ask_dice)
        self._is_by_hand = dice is None
        self._reaction, self._policy = reaction, policy
        self._given: list[tuple[Question[Any], Any]] = []
        self._begin()

    def play(self) -> Match:
        """Resolve the attack on a copy of its match; gives the match as it stands then."""
        while True:
            self._begin()
            try:
                drive(perform(self._match, self._duel.act), self._answer)
            except _Corrected:
                continue
            return self._match

    def correct(self, text: str) -> Match | None:
        """Resolve it anew with other faces in place of those typed last; None where that cannot be."""
        try:
            self._correct(text)
        except _Corrected:
            return self.play()
        return None

    def _begin(self) -> None:
        self._match = fresh_copy(self._duel.match)
        self._story = EventSentences(self._words, FighterLexicon(self._match.state.fighters))
        self._again: Iterator[Any] = iter([answer for _, answer in self._given])
        self._told = 0

    def _answer(self, question: Question[Any]) -> Any:
        for answer in self._again:
            return answer
        answer = self._asked(question)
        self._given.append((question, answer))
        return answer

    def _asked(self, question: Question[Any]) -> Any:
        self._tell_successes()
        if isinstance(question, Roll):
            return self._dice.throw(question)
        if isinstance(question, ReactionChoice):
            return self._reaction or self._ask_reaction(question)
        if isinstance(question, ShiftChoice):
            return self._ask_shift(question) if self._policy is None else self._shift(question)
        return question.allowed_options()[0]  # type: ignore[attr-defined]  # a duel asks but for choices besides

    def _tell_successes(self) -> None:
        """Say what came of the throws since the last question."""
        if self._is_by_hand:
            rolled = [event for event in self._match.log[self._told :] if isinstance(event, Rolled)]
            write_stderr("".join(self._say("prompt-hits", n=event.successes) + "\n" for event in rolled))
        self._told = len(self._match.log)

    def _say(self, message: str, **values: object) -> str:
        return self._words.say(AREA, message, **values)

    def _read(self, prompt: str, how: str, rule: str) -> str:
        """Read an answer; explain and correct on the way to it."""
        while True:
            text = read_answer(self._words, prompt)
            word, _, rest = text.partition(" ")
            if text == "?":
                self._explain(how, rule)
            elif word.lower() == CORRECT:
                self._correct(rest)
            else:
                return text

    def _explain(self, how: str, rule: str) -> None:
        """Say how to answer, and show the rule behind the question."""
        from edencli.lookup.rule_page import rule_data, write_rule
        from edencli.rulebooks import catalogue

        write_stderr(self._say(how) + "\n")
        if (page := catalogue.find_rule(rule)) is not None:
            data = rule_data(self._words, page, self._match.book.key)
            write_stderr("\n" + page_text(Format.TEXT, self._words, data, write_rule) + "\n")

    def _correct(self, text: str) -> None:
        """Put other faces in place of those that were typed last, and begin anew."""
        thrown = [
            n for n, (question, _) in enumerate(self._given) if isinstance(question, Roll) and question.dice
        ]
        if not (self._is_by_hand and thrown):
            write_stderr(self._say("nothing-corrected") + "\n")
            return
        roll, old = self._given[thrown[-1]]
        try:
            faces = parse_faces(text)
        except WrongDice as wrong:
            self._complain(wrong)
            return
        if len(faces) != len(old):
            self._complain(WrongDice("not-that-many", wanted=len(old), given=len(faces)))
            return
        self._given[thrown[-1] :] = [(roll, faces)]
        raise _Corrected

    def _complain(self, wrong: WrongDice) -> None:
        write_stderr(self._say("prompt-again", problem=self._say(wrong.message, **wrong.values)) + "\n")

    def _ask_dice(self, roll: Roll, fault: WrongDice | None) -> str:
        if fault is not None:
            self._complain(fault)
        message = "prompt" if roll.needed is None else "prompt.needed"
        asked = self._say(message, what=self._story.roll_purpose(roll), dice=roll.dice, needed=roll.needed)
        return self._read(asked, "how-dice", roll.step or roll.rule)

    def _ask_reaction(self, question: ReactionChoice[Reaction]) -> Reaction:
        usual, allowed = usual_reaction(self._match, question.fighter), question.allowed_options()
        if len(allowed) == 1:
            return allowed[0]
        options = [self._priced(question, one) for one in allowed]
        asked = self._say(
            "prompt-reaction",
            fighter=self._story.names.label(question.fighter),
            options=options,
            usual=self._say(f"reaction.{usual}"),
        )
        while True:
            given = self._read(asked, "how-reaction", question.rule)
            meant = [one for one in Reaction if fold(self._say(f"reaction.{one}")).startswith(fold(given))]
            if not given:
                return usual
            if len(meant) == 1 and meant[0] in allowed:
                return meant[0]
            refusal = question.refusal(meant[0]) if len(meant) == 1 else None
            why = refusal_sentence(self._words, self._story.names, refusal) if refusal else ""
            write_stderr(
                (f"{why} ({refusal.rule})" if refusal else self._say("prompt-wrong", options=options)) + "\n"
            )

    def _priced(self, question: ReactionChoice[Reaction], reaction: Reaction) -> str:
        """A reaction and what it costs."""
        act = reaction_of(question.fighter, reaction)
        ap = (
            0
            if reaction is Reaction.PASSIVE
            else value(self._match, Query(Quantity.AP, act.fighter, act)).total
        )
        return self._say(
            "reaction-price" if ap else "reaction-free", reaction=self._say(f"reaction.{reaction}"), ap=ap
        )

    def _shift(self, question: ShiftChoice) -> int | None:
        return shift_by_policy(self._match, self._duel.act, self._policy or Policy.NONE)(question)

    def _ask_shift(self, question: ShiftChoice) -> int | None:
        """Show what each face would do, and ask for one, or for its limb."""
        from edencli.odds.attack import advise_shift
        from edencli.pages.odds_data import advice_data
        from edencli.pages.odds_page import write_advice

        match, act = self._match, self._duel.act
        assert isinstance(act, Melee | Shot)  # noqa: S101  # nothing else asks for a face
        blow, dodging = blow_in_progress(match, act, question.victim)
        advice = advise_shift(match, blow, question.hits, question.face, dodging=dodging)
        write_stderr(page_text(Format.TEXT, self._words, advice_data(match, advice), write_advice))
        faces = [question.face, *question.allowed_options()]
        limbs = {face: match.state_of(question.victim).card.limb_at(face).name for face in faces}
        listed = [
            self._say("option", face=one, limb=self._story.term(limbs[one])) for one in sorted(set(faces))
        ]
        while True:
            given = self._read(self._say("prompt-shift", face=question.face), "how-shift", question.step)
            if not given:
                return None
            called = fold(given)
            meant = [
                one
                for one in faces
                if given == str(one)
                or any(fold(name).startswith(called) for name in (limbs[one], self._story.term(limbs[one])))
            ]
            if meant:
                nearest = min(meant, key=lambda one: (abs(one - question.face), one))
                return None if nearest == question.face else nearest
            write_stderr(self._say("prompt-wrong", options=listed) + "\n")


class _Corrected(Exception):  # noqa: N818  # nothing is wrong any more
    """Other faces lie in place of those that were typed last."""

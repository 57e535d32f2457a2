"""One attack on the table played: its dice found, its shifts decided, its end told."""

import sys
from typing import Any, NamedTuple

from edencli.desk.dice import answer, source, wrong_dice
from edencli.desk.failure import Refused
from edencli.lang import Words
from edencli.match.doors import perform
from edencli.match.events import Event
from edencli.match.questions import Choice, Question, Roll
from edencli.odds.shifting import Policy
from edencli.players.dice import Listed, WrongDice
from edencli.players.duelist import Duelist, Shift, shifting
from edencli.referee.answers import drive
from edencli.referee.duel import Duel
from edencli.report.as_json import as_json
from edencli.report.story import Names, Story, outcome, plain
from edencli.rules.acts import Burst, Melee, Shot
from edencli.rules.melee import Reaction

AREA = "attack"


class Known(NamedTuple):
    """A roll that has fallen: by which attack, its successes, its location, and whether a dodge follows."""

    act: Melee | Shot
    hits: int
    face: int
    dodging: bool


class _Stopped(Exception):  # noqa: N818  # the attack is known as far as it was asked for
    def __init__(self, known: Known) -> None:
        super().__init__()
        self.known = known


class Bout:
    """One attack at the table: says what may not be, plays it, and tells it."""

    def __init__(self, words: Words, duel: Duel) -> None:
        self.words = words
        self.duel = duel
        self.names = Names(duel.match.state.fighters)
        self.story = Story(words, self.names)

    def dice(self, seed: int | None, dice: str | None, *, by_hand: bool) -> Any:
        """The source of dice that was asked for."""
        return source(self.words, seed, dice, self._prompt if by_hand else None)

    def _prompt(self, roll: Roll) -> str:
        what = self.story.throw(roll)
        message = "prompt" if roll.needed is None else "prompt.needed"
        return self.words.say(AREA, message, what=what, dice=roll.dice, needed=roll.needed)

    def play(self, dice: Any, reaction: Reaction, policy: str) -> list[Event]:
        """Resolve the attack, and return what happened."""
        match, act = self.duel
        shift: Shift = self._ask_shift if policy == "ask" else shifting(match, act, Policy(policy))
        try:
            drive(perform(match, act), Duelist(dice, reaction, shift))
            if isinstance(dice, Listed):
                dice.finish()
        except WrongDice as wrong:
            raise wrong_dice(self.words, wrong) from None
        return match.log

    def known_roll(self, reaction: Reaction, dice: str | None) -> "Known":
        """What a roll that has fallen leaves to decide: its successes and its location."""
        match, act = self.duel
        if dice is None or isinstance(act, Burst) or reaction is Reaction.RESPONSE:
            raise Refused(self.words.say(AREA, "advise-dice"))

        def stop(question: Question[Any]) -> int | None:
            about = question.about
            raise _Stopped(Known(act, about["hits"], about["face"], reaction is Reaction.DODGE))

        source_of_dice = self.dice(None, dice, by_hand=False)
        try:
            drive(perform(match, act), Duelist(source_of_dice, reaction, stop))
        except _Stopped as stopped:
            return stopped.known
        except WrongDice as wrong:
            raise wrong_dice(self.words, wrong) from None
        raise Refused(self.words.say(AREA, "advise-nothing"), code=1)

    def _ask_shift(self, question: Question[Any]) -> int | None:
        match, face = self.duel.match, question.about["face"]
        faces = question.allowed() if isinstance(question, Choice) else []
        victim = match.of(question.about["victim"]).card
        options = [
            self.words.say(AREA, "option", face=one, limb=self.story.term(victim.limb_at(one).name))
            for one in faces
        ]
        while True:
            given = answer(self.words, self.words.say(AREA, "prompt-shift", options=options, face=face))
            if not given:
                return None
            if given in map(str, faces):
                return int(given)
            sys.stderr.write(self.words.say(AREA, "prompt-wrong", options=options) + "\n")

    def text(self, log: list[Event]) -> str:
        """The attack step by step."""
        lines = [sentence for event in log if (sentence := self.story.sentence(event))]
        return "".join(f"{line}\n" for line in lines)

    def json(self, log: list[Event]) -> str:
        """The attack as data."""
        return as_json({"schema": 1, "events": [plain(event) for event in log], "outcome": outcome(log)})

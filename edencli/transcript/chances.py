"""The chances of a match in sentences and as data: before each roll, and a summary at the end.

A chance stands before the dice to which it belongs, if the viewer sees them. The summary has the largest
swings, the luckiest and the unluckiest roll and, if asked for, what steady would have answered.
`ChanceTeller` makes the passages, `ToldChances` the lines of JSON.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from edencli.bots.advice import Advice
from edencli.match.events import Event
from edencli.match.pieces import PUBLIC, Audience, OwnedCard, Side
from edencli.match.table_events import RoundBegun
from edencli.model.lexicon import name_with_side
from edencli.named_tuple import NamedTuple
from edencli.odds.dice import OppositionOdds, ThrowOdds
from edencli.odds.outcome import BurstFate, Fate, Odds
from edencli.output.sheet import Data
from edencli.referee.match_chances import SHIFT_POLICY, AttackChance, RollChance
from edencli.referee.match_luck import MatchChances, RollLuck, Swing
from edencli.referee.unweighed_cards import how_attacked
from edencli.transcript.chronicle import (
    PREPARATION,
    Heading,
    Passage,
    TranscriptHeader,
    TranscriptPart,
    phase_of,
)
from edencli.transcript.event_data import card_data
from edencli.transcript.event_numbers import number_events
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.phrases import NEVER, average_text, bot_reason_sentence, percent

AREA: Final = "chances"
SUMMARY_LEVEL: Final = 2


class ToldChances(NamedTuple):
    """The chances of a match to be told, and advice (None if none was asked for)."""

    chances: MatchChances
    advice: Sequence[Advice] | None = None

    def by_first_event(self) -> Mapping[int, AttackChance | RollChance]:
        """Each chance, by the index of the event before which it is told."""
        attacks = {one.span.first: one for one in self.chances.attacks}
        return attacks | {one.event: one for one in self.chances.rolls}

    def data_by_first_event(
        self, events: Sequence[Event], story: EventSentences | None
    ) -> Mapping[int, Data]:
        """Each chance as data, by that index, with its sentence if there is a story."""
        numbers = [str(number) for number in number_events(events)]
        teller = None if story is None else ChanceTeller(story, self, events)
        return {
            n: chance_data(one, numbers) | ({} if teller is None else {"sentence": teller.sentence(one)})
            for n, one in self.by_first_event().items()
        }

    def summary_data(self, numbers: Sequence[str]) -> Data:
        """The last line of JSON about chances: swings, extreme rolls, and advice if asked for."""
        data: Data = {
            "kind": "chances",
            "swings": [_swing_data(one, numbers) for one in self.chances.swings],
            "luckiest": _luck_data(self.chances.luckiest, numbers),
            "unluckiest": _luck_data(self.chances.unluckiest, numbers),
        }
        if self.advice is not None:
            data["advice"] = [_advice_data(one, numbers) for one in self.advice]
        return data


class ChanceTeller:
    """Tells the chances of a match in one language."""

    def __init__(self, story: EventSentences, told: ToldChances, events: Sequence[Event]) -> None:
        self._story = story
        self._told = told
        self._events = events
        self._numbers = [str(one) for one in number_events(events)]

    def insert(
        self, parts: Iterator[TranscriptPart], shown: Sequence[Event | None]
    ) -> Iterator[TranscriptPart]:
        """Put each chance before the passage that tells its dice."""
        chances = self._told.by_first_event()
        left = [(n, chances[n]) for n in sorted(chances) if n < len(shown) and shown[n] is not None]
        for part in parts:
            while left and part.events and max(part.events) >= left[0][0]:
                depth = part.depth if isinstance(part, Passage) else 0
                yield Passage(self.sentence(left.pop(0)[1]), (), depth=depth)
            yield part

    def sentence(self, chance: AttackChance | RollChance) -> str:
        """The sentence that tells a chance."""
        fates = _fates(chance)
        if fates:
            return self._say(
                "exact", chance.unweighed, fates=self._story.words.join_phrases(map(self._fate, fates))
            )
        odds = chance.odds if isinstance(chance, RollChance) else None
        if isinstance(odds, OppositionOdds):
            (one, other), per = odds.wins, odds.denominator
            shares = {"one_chance": self._percent(one, per), "other_chance": self._percent(other, per)}
            return self._say("opposed.exact", chance.unweighed, **shares, **self._opponents(chance))
        assert isinstance(odds, ThrowOdds)  # noqa: S101  # the only other kind
        share = self._percent(odds.denominator - odds.by_successes[0], odds.denominator)
        return self._say("roll.exact", chance.unweighed, chance=share)

    def summary(self, header: TranscriptHeader, viewer: Audience) -> Iterator[TranscriptPart]:
        """The luck in a match: swings, extreme rolls, and what steady would have answered."""
        chances = self._told.chances
        yield self._heading("swings")
        for swing in chances.swings:
            yield Passage(self._swing(swing), [swing.attack.span.first])
        yield Passage(self._plain("swings.about" if chances.swings else "swings.none"), ())
        yield self._heading("rolls")
        extremes = {"luckiest": chances.luckiest, "unluckiest": chances.unluckiest}
        for message, luck in extremes.items():
            if luck is not None:
                yield Passage(self._roll_luck(message, luck), [luck.event])
        if chances.luckiest is None:
            yield Passage(self._plain("rolls.none"), ())
        if self._told.advice is not None:
            yield self._heading("advice")
            is_hidden = viewer == PUBLIC
            yield Passage(self._plain("advice.hidden" if is_hidden else "advice.about"), ())
            yield from () if is_hidden else self._advice(self._told.advice, header)

    def _advice(self, advice: Sequence[Advice], header: TranscriptHeader) -> Iterator[Passage]:
        """The answers of steady, by round."""
        sections = self._sections(header)
        for title, answers in groupby(advice, key=lambda one: sections[one.events]):
            yield Passage(title, ())
            yield from self._answers(answers)
        if not advice:
            yield Passage(self._plain("advice.none"), ())

    def _sections(self, header: TranscriptHeader) -> list[str]:
        """The title of the section in which a match stood, at its beginning and after each event."""
        words = self._story.words
        is_setup = phase_of(header.step) == PREPARATION
        title = words.say("transcript", "phase.setup" if is_setup else "round", n=header.round)
        titles = [title]
        for event in self._events:
            if isinstance(event, RoundBegun):
                title = words.say("transcript", "round", n=event.round)
            titles.append(title)
        return titles

    def _answers(self, advice: Iterable[Advice]) -> Iterator[Passage]:
        for one in advice:
            why = bot_reason_sentence(self._story.words, self._story.names, one.why, one.about)
            values = {"number": self._number_before(one.events), "played": one.played, "line": one.line}
            text = self._plain("advice.line", why=why, **values)
            yield Passage(text, [max(0, one.events - 1)], depth=1)

    def _number_before(self, events: int) -> str:
        return self._numbers[events - 1] if events else "e0"

    def _heading(self, message: str) -> Heading:
        return Heading(SUMMARY_LEVEL, self._plain(message))

    def _swing(self, swing: Swing) -> str:
        points, act = swing.in_favour_of_red, swing.attack.act
        harms = [
            self._plain(
                "harm",
                fighter=self._story.fighter(harm.piece),
                done=self._points(harm.done),
                expected=self._points(harm.expected),
            )
            for harm in swing.harms
        ]
        return self._say(
            "swing",
            swing.attack.unweighed,
            number=self._numbers[swing.attack.span.begun],
            attacker=self._story.fighter(act.fighter),
            harms=self._story.words.join_phrases(harms),
            points=self._points(abs(points)),
            side=self._story.term(Side.RED if points > 0 else Side.BLUE),
        )

    def _points(self, points: Fraction) -> str:
        """Points of value with one decimal, rounded half up."""
        tenths = (points.numerator * 20 + points.denominator) // (2 * points.denominator)
        return self._story.words.decimal(f"{tenths // 10}.{tenths % 10}")

    def _roll_luck(self, message: str, luck: RollLuck) -> str:
        cases = luck.as_good if message == "luckiest" else luck.as_bad
        assert luck.roll.by is not None  # noqa: S101  # luck counts only the rolls of fighters
        return self._plain(
            message,
            number=self._numbers[luck.event],
            fighter=self._story.fighter(luck.roll.by),
            n=luck.roll.successes,
            dice=len(luck.roll.dice),
            needed=luck.roll.needed,
            chance=self._percent(cases, luck.denominator),
        )

    def _fate(self, fate: Fate | BurstFate) -> str:
        average = average_text(fate.lost, fate.denominator)
        return self._plain(
            "fate",
            fighter=self._story.fighter(fate.body.piece),
            out=self._percent(fate.out, fate.denominator),
            hurt=self._percent(fate.hurt, fate.denominator),
            average=self._story.words.decimal("0" if average == NEVER else average),
        )

    def _percent(self, cases: int, of: int) -> str:
        return self._story.words.decimal(percent(cases, of)) if cases else self._plain("never")

    def _opponents(self, chance: AttackChance | RollChance) -> dict[str, Any]:
        fighters = chance.fighters if isinstance(chance, RollChance) else ()
        return dict(zip(("one", "other"), map(self._story.fighter, fighters), strict=True))

    def _say(self, message: str, unweighed: Sequence[OwnedCard], **values: Any) -> str:
        """A message in its exact form, or in its inexact one with the cards that were not weighed."""
        if not unweighed:
            return self._plain(message, **values)
        inexact = message.replace("exact", "inexact") if "exact" in message else f"{message}.inexact"
        return self._plain(inexact, cards=list(map(self._card, unweighed)), **values)

    def _card(self, one: OwnedCard) -> str:
        """A card by its name and its owner; of a hidden hand only the owner."""
        whose = self._story.fighter(one.user) if one.user else self._story.player(one.side)
        return self._story.words.say(
            "odds", "card" if one.card else "card.hidden", card=one.card or "", fighter=whose
        )

    def _plain(self, message: str, **values: Any) -> str:
        return self._story.words.say(AREA, message, **values)


def _fates(chance: AttackChance | RollChance) -> list[Fate | BurstFate]:
    """What may happen to each fighter, if the chance is about that."""
    if isinstance(chance, AttackChance):
        return [fate for result in chance.results for fate in result.fates]
    return list(chance.odds.fates) if isinstance(chance.odds, Odds) else []


# ── as data ──────────────────────────────────────────────────────────────────────────────────────────────


def chance_data(chance: AttackChance | RollChance, numbers: Sequence[str]) -> Data:
    """A chance as a line of JSON; a share is a list: cases, denominator."""
    told: Data = {
        "kind": "chance",
        "exact": not chance.unweighed,
        "unweighed": [card_data(one) for one in chance.unweighed],
    }
    if isinstance(chance, AttackChance):
        told |= {
            "of": numbers[chance.span.begun],
            "how": how_attacked(chance.act),
            "attacker": name_with_side(chance.act.fighter),
            "reaction": chance.reaction and str(chance.reaction),
            "policy": str(SHIFT_POLICY),
        }
    else:
        told |= {"of": numbers[chance.event], **_roll_data(chance)}
    return told | {"fates": [_fate_data(fate) for fate in _fates(chance)]}


def _roll_data(chance: RollChance) -> Data:
    odds = chance.odds
    if isinstance(odds, OppositionOdds):
        return {
            "how": "opposition",
            "wins": {
                name_with_side(piece): [n, odds.denominator]
                for piece, n in zip(chance.fighters, odds.wins, strict=True)
            },
        }
    if isinstance(odds, ThrowOdds):
        return {"how": "roll", "success": [odds.denominator - odds.by_successes[0], odds.denominator]}
    return {"how": "burn"}


def _fate_data(fate: Fate | BurstFate) -> Data:
    per = fate.denominator
    return {
        "fighter": name_with_side(fate.body.piece),
        "out": [fate.out, per],
        "hurt": [fate.hurt, per],
        "cp_lost": [fate.lost, per],
    }


def _advice_data(advice: Advice, numbers: Sequence[str]) -> Data:
    return {
        "after": numbers[advice.events - 1] if advice.events else "e0",
        "side": str(advice.side),
        "played": advice.played,
        "steady": advice.line,
        "why": advice.why,
    }


def _swing_data(swing: Swing, numbers: Sequence[str]) -> Data:
    points = swing.in_favour_of_red
    return {
        "of": numbers[swing.attack.span.begun],
        "exact": not swing.attack.unweighed,
        "favours": str(Side.RED if points > 0 else Side.BLUE),
        "points": _share(abs(points)),
        "harms": [
            {
                "fighter": name_with_side(harm.piece),
                "done": _share(harm.done),
                "expected": _share(harm.expected),
            }
            for harm in swing.harms
        ],
    }


def _luck_data(luck: RollLuck | None, numbers: Sequence[str]) -> Data | None:
    if luck is None:
        return None
    return {
        "of": numbers[luck.event],
        "as_good": [luck.as_good, luck.denominator],
        "as_bad": [luck.as_bad, luck.denominator],
    }


def _share(number: Fraction) -> list[int]:
    return [number.numerator, number.denominator]

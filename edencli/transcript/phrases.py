"""Phrases for what is told of a match: names, terms, lengths, parts of numbers, questions and refusals.

A question's message is named after its kind and the rule that asks; a rule without a message is named
itself. A refusal's message is named after its reason and, if the sentence depends on more, also after the
rule or a part of what the refusal is about. It has no full stop, because the rule is added where it is
shown. Decides nothing.
"""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from edencli.field.units import compare_lengths, print_cm
from edencli.lang import Phrase, Words, make_phrase
from edencli.match.events import Event, FactTold
from edencli.match.facts import AtPlace, FactGroup
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import Choice, FieldQuestion, OrderChoice, PlacementQuestion, Question, Roll
from edencli.match.reasons import Part, Refusal
from edencli.match.state import Token
from edencli.match.table_events import Moved
from edencli.model.lexicon import FighterLexicon
from edencli.rules.questions import (
    ActQuestion,
    CardPlacing,
    CardRoll,
    MomentChoice,
    UseChoice,
)
from edencli.transcript.ways import WayNotes, bare_notes, note_way

EVENTS, QUESTIONS, REFUSALS, STEADY = "events", "questions", "refusals", "steady"
NEVER = "-"
HUNDREDTHS = 100
ALWAYS = "100%"
_LENGTHS = frozenset({"distance", "least", "length", "range"})


def percent(cases: int, of: int) -> str:
    """A chance in percent: `12.3%`, `<0.1%`, `>99.9%`, `-` for never, `100%` for always."""
    if cases == 0:
        return NEVER
    if cases == of:
        return ALWAYS
    tenths = (cases * 1000 + of // 2) // of
    if tenths == 0:
        return "<0.1%"
    return ">99.9%" if tenths == 1000 else f"{tenths // 10}.{tenths % 10}%"  # noqa: PLR2004  # all of them


def average_text(total: int, per: int) -> str:
    """An average with two decimals."""
    if not total:
        return NEVER
    whole, hundredths = divmod(round_quotient(total * HUNDREDTHS, per), HUNDREDTHS)
    return f"{whole}.{hundredths:02}"


def round_quotient(total: int, per: int) -> int:
    """A quotient rounded to the nearest whole number, half up."""
    return (2 * total + per) // (2 * per)


class Phrases:
    """The phrases of one language, for the fighters of one match."""

    def __init__(self, words: Words, names: FighterLexicon[Piece]) -> None:
        self.words = words
        self.names = names
        self.ways: dict[int, WayNotes] = {}
        """Notes on moves, by the identity of their events."""

    def remember_ways(self, walk: Iterator[Match], events: Iterable[Event | None]) -> None:
        """Take notes on the moves among events, given the match after each event.

        None stands for an event that is not seen.
        """
        for event in events:
            match = next(walk)
            if event is not None:
                self.remember_way(match, event)

    def remember_walk(self, walk: Iterator[Match] | None, events: Iterable[Event | None]) -> None:
        """Take notes on the moves of a match, given the match before and after each event."""
        if walk is not None:
            next(walk)
            self.remember_ways(walk, events)

    def remember_way(self, match: Match, event: Event) -> None:
        """Take notes on a move, given the match right after it; other events have none."""
        if (notes := note_way(match, event)) is not None:
            self.ways[id(event)] = notes

    def notes_on_way(self, event: Moved) -> WayNotes:
        """The notes on a move; without notes, only its places."""
        notes = self.ways.get(id(event))
        return notes if notes is not None and notes.event is event else bare_notes(event)

    def say(self, message: str, /, **values: object) -> str:
        """A message about events."""
        return self.words.say(EVENTS, message, **values)

    def term(self, word: str) -> Phrase:
        """A word of the game: a characteristic, a limb, a marker, a side."""
        return self.words.phrase(EVENTS, f"term.{word}")

    def player(self, side: Side | None) -> Phrase:
        """A player; in its first form as at the beginning of a sentence."""
        return self.words.phrase(EVENTS, f"player.{side or 'nobody'}")

    def fighter(self, piece: Piece) -> str:
        """A fighter's name; if its card says how sentences speak of it, the name has that gender."""
        name, gender = self.names.label(piece), self.names.genders.get(piece)
        return name if gender is None else make_phrase({"": name, "?": str(gender)}.get)

    def value_in_words(self, value: Any) -> Any:
        """A value as a sentence shows it: a fighter by name, a word of the game in its language."""
        if isinstance(value, Piece):
            return self.fighter(value)
        if isinstance(value, Side | enum.StrEnum):
            known = self.words.has(EVENTS, f"term.{value}")
            return self.term(value) if known else str(value)
        if isinstance(value, bool):
            return self.term("yes" if value else "no")
        if isinstance(value, Token):
            return value.name
        if isinstance(value, tuple | list):
            return self.values_in_words(value)
        return "" if value is None else value

    def values_in_words(self, values: Sequence[Any]) -> Sequence[str]:
        """Several values as a sentence lists them, each in the form that the sentence wants."""
        return [self.value_in_words(value) for value in values] or self.term("none")

    def place(self, place: Sequence[float] | None) -> str:
        """A place on the field, as it is typed in moves: `12.5, 30`."""
        return "" if place is None else f"{print_cm(place[0])}, {print_cm(place[1])}"

    def length(self, length: float) -> str:
        """A length in centimetres, to the tenth of a millimetre: nobody measures finer.

        It is equal before and after an event has rounded it to a whole unit.
        """
        return self.words.decimal(print_cm(round(round(length), -1)))

    def count(self, what: str, n: int) -> Phrase:
        """A number of things, or none: `2 successes`, `no wound`."""
        return self.words.phrase(EVENTS, f"count.{what}" if n else f"count.{what}.none", n=n)

    def parts(self, parts: Iterable[Part]) -> str:
        """The parts that a number is made of: `CBT 4, −1 obstacle`."""
        return self.words.join_list(self.part(part) for part in parts)

    def part(self, part: Part) -> str:
        """One part of a number; without words of its own it shows its name or its rule."""
        name = part.name or ""
        known = self.words.has(EVENTS, f"term.{name}")
        message = f"part.{part.reason}"
        if not self.words.has(EVENTS, message):
            message, name = "part.other", name or part.reason
        sign = f"+{part.n}" if part.n >= 0 else f"−{-part.n}"
        values = {"name": self.term(name) if known else name, "n": part.n, "sign": sign, "count": abs(part.n)}
        return self.say(message, **values)

    def first_message(self, *messages: str) -> str:
        """The first of these messages that the language has."""
        return next(message for message in messages if self.words.has(EVENTS, message))


def question_sentence(
    words: Words,
    names: FighterLexicon[Piece],
    question: Question[Any],
    viewer: Audience = None,
    *,
    listing: bool = True,
    apart: bool = False,
) -> str:
    """The sentence for a question: what it asks, and which player.

    Of a private question, others learn only that it is asked. `listing` adds what may be picked, or is left
    to be placed, if that is more than yes or no. What has just happened stands before it, with `apart` in a
    line of its own.
    """
    phrases = Phrases(words, names)
    if is_hidden(question, viewer):
        hidden = _first_known(words, f"{question.kind}.{question.rule}.hidden", "hidden.other")
        return words.say(QUESTIONS, hidden, player=phrases.player(question.asked), rule=question.rule)
    if isinstance(question, Roll):
        return _roll(phrases, question)
    message = _first_known(words, _message(question), f"{question.kind}.other")
    asked = words.say(QUESTIONS, message, **_question_values(phrases, question))
    asked = _with_moment(words, names, question, asked, apart=apart)
    listed = _pickable(phrases, question) if listing else []
    return words.say(QUESTIONS, "listed", question=asked, listed=listed) if listed else asked


def _with_moment(
    words: Words, names: FighterLexicon[Piece], question: Question[Any], asked: str, *, apart: bool
) -> str:
    """Put before a card's question the change that it is about and that has not been told yet."""
    change = question.about.get("change")
    if change is None:
        return asked
    from edencli.transcript.event_sentences import EventSentences  # noqa: PLC0415  # which imports this module

    told = EventSentences(words, names).sentence(change)
    message = "moment.apart" if apart else "moment"
    return words.say(QUESTIONS, message, told=told, question=asked) if told else asked


def _pickable(phrases: Phrases, question: Question[Any]) -> Sequence[str]:
    """What may be picked by name: no yes or no, and no option without a name, such as passing."""
    if isinstance(question, PlacementQuestion):
        return phrases.values_in_words(question.left)
    if not isinstance(question, Choice):
        return []
    picked = question.names if isinstance(question, OrderChoice) else question.allowed_options()
    named = [phrases.value_in_words(one) for one in picked if not isinstance(one, bool | Side)]
    return [str(one) for one in named if one != ""]


def _message(question: Question[Any]) -> str:
    """The message of a question, which may depend on where a card looks or what it places."""
    if isinstance(question, FieldQuestion) and isinstance(question.fact, AtPlace):
        return f"fact.marker.place.{_place_looked_at(question.fact)}"
    if isinstance(question, CardPlacing):
        return f"{question.kind}.{question.rule}.{question.what}"
    plain = f"{question.kind}.{question.rule}"
    if isinstance(question, UseChoice) and (question.ap or question.sp or question.cards):
        paid = [what for what in ("ap", "sp", "cards") if getattr(question, what)]
        return f"{plain}.{'both' if paid == ['ap', 'sp'] else '.'.join(paid)}"
    if isinstance(question, MomentChoice):
        return f"{plain}.{'now' if question.options else 'nothing-now'}"
    is_bound = isinstance(question, ActQuestion) and question.must is not None
    return f"{plain}.must" if is_bound else plain


def _place_looked_at(fact: AtPlace) -> str:
    """The end of the message that asks whether a fighter is at the place that a card looks at."""
    if fact.how == "landmark":
        return f"{'side-' if fact.side else ''}{fact.place}.{'within' if fact.far else 'touch'}"
    if fact.how == "zone":
        return fact.place if fact.side else "quarter"
    if fact.how == "near" and fact.side:
        return "half.within" if fact.far else "half.near"
    return "within" if fact.far else fact.how


def is_hidden(question: Question[Any], viewer: Audience) -> bool:
    """Tell whether a viewer may not see the options of a question and its answer."""
    return question.private and viewer not in {None, question.asked}


def throw_sentence(phrases: Phrases, roll: Roll) -> str:
    """The sentence that says what a throw is for: `Yuri strikes, CBT 4 against VIG 4`."""
    words = phrases.words
    other = "throw.other.fighter" if roll.by and roll.difficulty else "throw.other"
    known = "throw.card" if isinstance(roll, CardRoll) else f"throw.{roll.rule}"
    message = _first_known(words, known, f"throw.{roll.step}", other)
    return words.say(QUESTIONS, message, **_question_values(phrases, roll))


def _roll(phrases: Phrases, roll: Roll) -> str:
    what = throw_sentence(phrases, roll)
    message = "roll" if roll.needed is None else "roll.needed"
    return phrases.words.say(QUESTIONS, message, **_question_values(phrases, roll) | {"what": what})


def _first_known(words: Words, *messages: str) -> str:
    return next(message for message in messages if words.has(QUESTIONS, message))


def _question_values(phrases: Phrases, question: Question[Any]) -> dict[str, Any]:
    """The values of a question's sentence: the player, the rule, and what it is about."""
    about = {name: _question_part(phrases, name, value) for name, value in question.about.items()}
    about |= {"player": phrases.player(question.asked), "rule": question.rule}
    return about | (_fact_values(phrases, question) if isinstance(question, FieldQuestion) else {})


def _question_part(phrases: Phrases, name: str, value: Any) -> Any:
    """One part of what a question is about, in words."""
    if name == "far":
        return phrases.length(value)
    if name in {"pool", "difficulty"}:
        return phrases.parts(value)
    return phrases.values_in_words(value) if name == "deck" else phrases.value_in_words(value)


def _fact_values(phrases: Phrases, question: FieldQuestion) -> dict[str, Any]:
    """The values of a question about the field; of several facts, those of the first, and all fighters."""
    fact = question.fact.facts[0] if isinstance(question.fact, FactGroup) else question.fact
    told = {name: phrases.value_in_words(part) for name, part in fact.as_dict().items()}
    far = {"far": phrases.words.decimal(print_cm(told["far"]))} if "far" in told else {}
    pieces = phrases.values_in_words(question.fact.pieces)
    if isinstance(fact, AtPlace):
        told["player"] = phrases.player(fact.side)
        if fact.how == "zone" and fact.side is None:
            told["place"] = phrases.term(fact.place)
    return told | far | {"of": phrases.value_in_words(question.fact.subject), "pieces": pieces}


def fact_told_message(phrases: Phrases, told: FactTold) -> tuple[str, dict[str, Any]]:
    """The message, and its values, for what players told about one fighter or several."""
    seen = ".past" if told.obstacles else f".{told.where}" if told.where else ""
    message = f"fact-told.{told.rule}{seen if told.is_so else '.nobody' if len(told.asked) > 1 else '.not'}"
    values = {
        "so": phrases.values_in_words(told.so or told.asked),
        "past": phrases.count("obstacle", told.obstacles),
    }
    return message, values | ({} if told.far is None else {"far": phrases.length(told.far)})


def bot_reason_sentence(
    words: Words, names: FighterLexicon[Piece], why: str, about: Mapping[str, Any]
) -> str:
    """The sentence that says why the practice opponent answers so; a chance is in percent."""
    phrases = Phrases(words, names)
    values = {name: phrases.value_in_words(value) for name, value in about.items() if name != "chance"}
    if "chance" in about:
        chance = about["chance"]
        values["chance"] = words.decimal(percent(*chance.as_integer_ratio()) if chance else "0%")
    return words.say(STEADY, why, **values)


def refusal_sentence(words: Words, names: FighterLexicon[Piece], refusal: Refusal) -> str:
    """The sentence that says why something is refused."""
    return words.say(
        REFUSALS, refusal_message(words, refusal), **_refusal_values(Phrases(words, names), refusal)
    )


def refusal_message(words: Words, refusal: Refusal) -> str:
    """The message of a refusal: that of its variant if there is one, else that of its reason."""
    vary = _VARIANTS.get(refusal.reason, _by_rule)
    varied = f"{refusal.reason}.{vary(refusal)}"
    return varied if words.has(REFUSALS, varied) else refusal.reason


def _by_rule(refusal: Refusal) -> str:
    return refusal.rule


def _by_aim(refusal: Refusal) -> str:
    """The variant for an attack on a place, or for a target that nothing with a name hides."""
    if "place" in refusal.about:
        return "place"
    return "" if refusal.about.get("what") else "nobody"


def _by_target(refusal: Refusal) -> str:
    return "" if "target" in refusal.about else "place"


def _by_shield(refusal: Refusal) -> str:
    return "" if refusal.about["nearer"] else "nobody"


def _by_limit(refusal: Refusal) -> str:
    """The variant for a distance that is exactly the limit where more is needed, or is not measured."""
    if "distance" not in refusal.about:
        return "unmeasured"
    return "" if compare_lengths(refusal.about["distance"], refusal.about["least"]) < 0 else "more"


def _by_card(refusal: Refusal) -> str:
    return "named" if "card" in refusal.about else ""


_VARIANTS: Mapping[str, Callable[[Refusal], str]] = {
    "out-of-range": _by_aim,
    "out-of-reach": _by_target,
    "out-of-sight": _by_aim,
    "not-nearest": _by_shield,
    "too-near": _by_limit,
    "card-forbids": _by_card,
    "elsewhere": lambda refusal: str(refusal.about["part"]),
}


def _refusal_values(phrases: Phrases, refusal: Refusal) -> dict[str, Any]:
    about = refusal.about
    values = {name: _refusal_part(phrases, refusal, name, value) for name, value in about.items()}
    if isinstance(about.get("side"), Side):
        values["player"] = phrases.player(about["side"])
    if "counts_as" in about:
        values["counted"] = usage_text(phrases, about["counts_as"], about["limit"])
    if "near" in about:
        values["what"] = values.get("what", values.get("fighter"))
    return values


def _refusal_part(phrases: Phrases, refusal: Refusal, name: str, value: Any) -> Any:
    """One value of a refusal: a length or place in centimetres, a fighter by name."""
    if name == "place":
        return phrases.place(value)
    if name in _LENGTHS or (name == "most" and "length" in refusal.about):
        return phrases.length(value)
    if name == "near":
        known = phrases.words.has(REFUSALS, f"near.{value}")
        return phrases.words.phrase(REFUSALS, f"near.{value}") if known else value
    if name == "what" and refusal.reason == "no-dice":
        return phrases.term(value)
    return phrases.value_in_words(value)


def usage_text(phrases: Phrases, tally: str, n: int) -> Phrase:
    """What an act counts as, and how many: `2 attacks`, `1 use of Frenzy`."""
    kind, _, name = tally.partition(".")
    name = name.rpartition(".")[0] if kind == "gear" else name
    message = f"counted.{kind}" if phrases.words.has(REFUSALS, f"counted.{kind}") else "counted.other"
    return phrases.words.phrase(REFUSALS, message, n=n, name=name)

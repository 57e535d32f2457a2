"""The reader of lines: first as a sentence of the table, then as the answer to the current question.

`parse_line` needs no question, only the names: it tells whether a line is well formed, so that a script can
be checked without playing it. `read_answer` gives the answer, which the rules may still refuse.

For a line that cannot be read, `find_repairs` finds a word or name whose correction makes it readable; if one
is not enough, two. Repairs are offered only if the whole line can be read with them. The fewest slips win;
among equals, a line that answers the question, then the repair of the most words at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, islice
from typing import Any

from edencli.field.units import print_cm
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.questions import Choice, Question
from edencli.model.lexicon import SHORTEST_NAME, Lexicon, calling_in_moves, find_open_quote, name_in_moves
from edencli.model.names import name_key
from edencli.model.near_names import LONGEST_COMPARED, NearKind, count_slips, slips_allowed
from edencli.model.terms import OPPOSITE_HALF, Category, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Ambiguous, Unreadable, Unsuited
from edencli.notation.forms import Clause, FixedWord, parse_pattern
from edencli.notation.goals import GOAL_WORDS
from edencli.notation.meanings import QuestionContext
from edencli.notation.names import DoubtfulFighters, MatchNames, match_names
from edencli.notation.sentences import (
    LEADS,
    Grammar,
    LineParser,
    Miss,
    Reading,
    fact_grammar,
    field_grammar,
    full_grammar,
    question_grammar,
)
from edencli.notation.slots import PLACES, AskedPlayer, SeveralMeanings, TypedLine
from edencli.notation.table import FACT_TOPICS, FORMS, OTHER_PATTERNS, VERB_SYNONYMS
from edencli.notation.writer import patterns_for, write_answer

MAX_LINE_LENGTH = 10_000  # characters; a typed line may grow when it is written in full


class Repair(NamedTuple):
    """Some words of a line, `first` to before `end`, and what was likely meant."""

    slips: int
    first: int
    end: int
    replacement: str


def parse_line(text: str, names: MatchNames, *, mend: bool = True) -> tuple[Reading, ...]:
    """Read a line as the sentences it may be, for any question; suggest what was meant only to `mend` it.

    Raises:
        Unreadable: It is no sentence of the table.
    """
    line, viewer = _line(text), AskedPlayer()
    for begun in (False, True):
        for grammar in (full_grammar(), fact_grammar()):
            if found := LineParser(grammar, line, names, viewer, begun=begun).readings():
                return tuple(found)
    raise (
        _explain_unreadable(line, full_grammar(), names, viewer)
        if mend
        else Unreadable("misspelt", given=text, read="", rest=text.strip(), column=1)
    )


def read_answer(text: str, match: Match, question: Question[Any]) -> Any:
    """Read a line as the answer to a question; the question then checks whether the rules allow it.

    Raises:
        Unreadable: It is no sentence of the table, or names what does not exist.
        Ambiguous: It could mean several answers.
        Unsuited: It answers another question, or speaks for a side or fighter that was not asked.
    """
    with match.guessing():  # reading must not ask the players about the field
        return _read(text, QuestionContext(match, question, match_names(match)))


def _read(text: str, asked: QuestionContext) -> Any:
    match, question, names = asked.match, asked.question, asked.names
    line, grammar = _line(text), question_grammar(match, question)
    viewer, field = AskedPlayer(question.asked, asked.fighter), field_grammar(measured=grammar.measured)
    for begun in (False, True):
        if found := LineParser(grammar, line, names, viewer, begun=begun).readings():
            break
        if LineParser(field, line, names, viewer, begun=begun).readings():
            raise Unsuited("another-question", given=text, rule=question.rule, forms=patterns_for(asked))
    else:
        raise _explain_unreadable(line, grammar, names, viewer)
    fitting = [reading for reading in found if _is_by_asked(reading, grammar, asked)]
    if not fitting:
        raise Unsuited("somebody-else", given=text, rule=question.rule, forms=patterns_for(asked))
    sure = [reading for reading in fitting if not _names_in_doubt(reading)] or fitting
    return _single_answer([_meaning(reading, asked) for reading in sure], text, asked)


def completions(text: str, match: Match, question: Question[Any]) -> list[tuple[str, int]]:
    """Return what could be typed next in an answer, with how many characters of the text each replaces."""
    found = dict[str, int]()
    for whole, begun in _beginnings(text[:MAX_LINE_LENGTH]):
        for wanted in _next_words(whole, match, question):
            if name_key(wanted).startswith(name_key(begun)):
                found.setdefault(wanted, len(begun))
    return sorted(found.items())


def _beginnings(text: str) -> Iterator[tuple[str, str]]:
    """Give the ways to split a text into whole words and a begun one; an open quote begins a name."""
    opened = find_open_quote(text)
    if opened is not None:
        yield text[:opened], text[opened:]
        return
    line, ended = TypedLine(text), not text or text[-1].isspace()
    for k in range(max(0, len(line.words) - _LONG_NAME), len(line.words) + ended):
        begun = "" if k == len(line.words) else text[line.word_start(k) :]
        yield line.words_between(0, k), begun


def _next_words(text: str, match: Match, question: Question[Any]) -> Iterator[str]:
    """Give the words and names that could follow the beginning of an answer, with or without its subject."""
    names, who = match_names(match), AskedPlayer(question.asked, question.fighter)
    speaker = question.fighter
    said = names.cast.label_in_moves(speaker) if speaker else str(question.asked or "")
    for opening in (text, f"{said} {text}".strip()):
        line = TypedLine(opening)
        far, missed = LineParser(question_grammar(match, question), line, names, who).misses()
        for miss in missed if far == len(line.words) else ():
            yield from _slot_completions(miss, match, question)


def _slot_completions(miss: Miss, match: Match, question: Question[Any]) -> Iterator[str]:
    """Give what is possible where something is missing: words, names, allowed faces, places of markers."""
    if not miss.is_slot:
        yield miss.wanted
    elif miss.wanted == "FACE" and isinstance(question, Choice):
        yield from map(str, question.allowed_options())
    elif miss.known is not None:
        yield from map(name_in_moves, miss.known.names)
    if miss.is_slot and miss.wanted in {"PLACE", "END", "AIM"}:
        places = (token.place for token in match.state.tokens if token.place is not None)
        yield from (f"{print_cm(x)}, {print_cm(y)}" for x, y in places)


_LONG_NAME = 5  # the most words of a name that may be typed in part


def _line(text: str) -> TypedLine:
    line = TypedLine(text[:MAX_LINE_LENGTH])
    if not line.words or len(text) > MAX_LINE_LENGTH:
        raise Unreadable("too-long" if line.words else "empty", most=MAX_LINE_LENGTH)
    return line


def _is_by_asked(reading: Reading, grammar: Grammar, asked: QuestionContext) -> bool:
    """Tell whether a line's subject is the side or fighter that was asked."""
    if grammar.topic_of[reading.form.id].about_anybody:
        return True
    if "SIDE" in reading.values and reading.values["SIDE"] is not asked.question.asked:
        return False
    subject = parse_pattern(reading.form.pattern).subject
    return subject != "FIGHTER" or asked.fighter in reading.values.get(subject, (asked.fighter,))


def _meaning(reading: Reading, asked: QuestionContext) -> Any:
    """Return the answer of a reading, if every name in it has one meaning."""
    if names := _names_in_doubt(reading):
        raise Ambiguous("which-name", meanings=names)
    _check_field(reading, asked)
    return reading.form.meaning.read(reading.values, asked)


def _names_in_doubt(reading: Reading) -> tuple[str, ...]:
    """Return the names that an ambiguous word of a reading is part of."""
    values = (
        one for value in reading.values.values() for one in (value if isinstance(value, list) else [value])
    )
    return next((one.names for one in values if isinstance(one, SeveralMeanings | DoubtfulFighters)), ())


def _check_field(reading: Reading, asked: QuestionContext) -> None:
    """Refuse places on a field that is not measured."""
    if asked.match.field.has_places:
        return
    slots = {
        part.slot: part.word for part in parse_pattern(reading.form.pattern).parts if isinstance(part, Clause)
    }
    placed = any(word in reading.values for slot, word in slots.items() if slot in PLACES)
    aim = reading.values.get("AIM", (None,))
    if placed or isinstance(aim[0], int) or not reading.form.suits_field(asked.match):
        raise Unreadable("no-field")


def _single_answer(answers: list[Any], text: str, asked: QuestionContext) -> Any:
    """Return the one answer that is meant."""
    if any(answer != answers[0] for answer in answers):
        meanings = tuple(write_answer(answer, asked.match, asked.question) for answer in answers)
        raise Ambiguous("two-meanings", given=text, meanings=meanings)
    return answers[0]


def _explain_unreadable(
    line: TypedLine, grammar: Grammar, names: MatchNames, viewer: AskedPlayer
) -> Unreadable:
    """Name the misspelt word, or else how far a line can be read, and what could follow there."""
    repairs = find_repairs(line, names, viewer, grammar)
    if repairs:
        return _explain_misspelt(line, repairs)
    far, missed = max(
        (
            LineParser(one, line, names, viewer).misses()
            for one in (grammar, field_grammar(measured=grammar.measured))
        ),
        key=lambda attempt: attempt[0],
    )
    begin = line.word_start(far)
    wanted = [miss for miss in missed if miss.wanted]
    rest = line.text[begin:].strip()
    message = "too-much" if not wanted else "unreadable" if rest else "incomplete"
    return Unreadable(
        message,
        given=line.text,
        read=line.text[:begin].strip(),
        rest=rest,
        column=begin + 1,
        words=tuple(dict.fromkeys(miss.wanted for miss in wanted if not miss.is_slot)),
        slots=tuple(dict.fromkeys(miss.wanted for miss in wanted if miss.is_slot)),
        nearest=_nearest(line, far, missed),
    )


def _nearest(line: TypedLine, far: int, missed: list[Miss]) -> str | None:
    """Return the nearest name for the words that could not be read, trying the most words first."""
    known = [miss.known for miss in missed if miss.known is not None]
    for end in range(min(len(line.words), far + LONGEST_COMPARED), far, -1):
        found = (lexicon.nearest_name(line.words_between(far, end)) for lexicon in known)
        near = next(filter(None, found), None)
        if near:
            return near
    return None


def _explain_misspelt(line: TypedLine, repairs: Sequence[Repair]) -> Unreadable:
    """Name the words that cannot be read, what was likely meant, and the whole repaired line."""
    first, *others = repairs
    begin = line.word_start(first.first)
    return Unreadable(
        "misspelt" if not others else "misspelt-twice",
        given=line.text,
        read=line.text[:begin].strip(),
        rest=line.words_between(first.first, first.end),
        column=begin + 1,
        nearest=first.replacement,
        also=" ".join(line.words_between(one.first, one.end) for one in others),
        nearest_also=" ".join(one.replacement for one in others),
        repaired=mended_text(line, repairs),
    )


def mended_text(line: TypedLine, repairs: Sequence[Repair]) -> str:
    """Return a line with its repairs; everything else stays as it was typed."""
    text = line.text.rstrip()
    for one in reversed(repairs):
        last = line.words_between(one.end - 1, one.end)
        end = line.word_start(one.end - 1) + len(last)
        text = f"{text[: line.word_start(one.first)]}{one.replacement}{text[end:]}"
    return text.strip()


# The most words of a name in which a slip is searched.
LONGEST_NAME = 5
LONGEST_LINE = 40
MOST_SLIPS = 3


LIKELY_REPAIRS = 24
MOST_PAIRS = 100
"""The number of repairs that are combined if one is not enough, and the number of pairs that are tried."""


def find_repairs(
    line: TypedLine, names: MatchNames, viewer: AskedPlayer, asked: Grammar
) -> tuple[Repair, ...]:
    """Find the most likely repair of an unreadable line, or two repairs; empty if there are none."""
    if len(line.words) > LONGEST_LINE:
        return ()
    found = sorted(
        dict.fromkeys(_repairs(line, names, viewer)),
        key=lambda one: (one.slips, one.first - one.end, one.first),
    )
    single = ((one,) for one in found)
    return _first_readable(line, single, names, viewer, asked) or _first_readable(
        line, islice(_pairs(found[:LIKELY_REPAIRS]), MOST_PAIRS), names, viewer, asked
    )


def _pairs(found: Sequence[Repair]) -> list[tuple[Repair, ...]]:
    """Return pairs of repairs of different words, those with the fewest slips first."""
    pairs = (sorted(pair, key=lambda one: one.first) for pair in combinations(found, 2))
    apart = [tuple(pair) for pair in pairs if pair[0].end <= pair[1].first]
    return sorted(apart, key=lambda pair: sum(one.slips for one in pair))


def _first_readable(
    line: TypedLine,
    tried: Iterable[tuple[Repair, ...]],
    names: MatchNames,
    viewer: AskedPlayer,
    asked: Grammar,
) -> tuple[Repair, ...]:
    """Return the first repairs that make a line readable; among equals, those that answer the question."""
    best: tuple[Repair, ...] = ()
    for repairs in tried:
        if best and sum(one.slips for one in repairs) > sum(one.slips for one in best):
            break
        mended = TypedLine(mended_text(line, repairs))
        if LineParser(asked, mended, names, viewer).readings():
            return repairs
        field = field_grammar(measured=asked.measured)
        if not best and LineParser(field, mended, names, viewer).readings():
            best = repairs
    return best


def _repairs(line: TypedLine, names: MatchNames, viewer: AskedPlayer) -> Iterator[Repair]:
    lexicons = tuple(_visible_lexicons(names, viewer))
    for lexicon in lexicons:
        lexicon.reset_comparisons()
    for first in range(len(line.words)):
        for n, word in _near_words(line.words[first]):
            yield Repair(n, first, first + 1, word)
        for end in range(first + 1, min(len(line.words), first + LONGEST_NAME) + 1):
            text = line.words_between(first, end)
            for lexicon in lexicons:
                near = None if lexicon.meanings(text) else lexicon.nearest_with_slips(text, MOST_SLIPS)
                if near is not None:
                    yield Repair(near[0], first, end, calling_in_moves(near[1]))


@lru_cache(maxsize=1024)
def _near_words(word: str) -> tuple[tuple[int, str], ...]:
    """Return the words of the moves near a word, and their slips."""
    most = slips_allowed(word, NearKind.MOVE_WORD)
    counted = ((count_slips(word, known, most), known) for known in _vocabulary())
    return tuple((n, known) for n, known in counted if n)


@cache
def _vocabulary() -> tuple[str, ...]:
    """Return every word that moves are written with, except names, numbers and the ’s of a name."""
    eyes = (form.pattern for topic in FACT_TOPICS for form in topic.forms)
    also = (pattern for patterns in OTHER_PATTERNS.values() for pattern in patterns)
    patterns = (*(form.pattern for form in FORMS), *also, *eyes)
    parts = [part for pattern in patterns for part in parse_pattern(pattern).parts]
    fixed = [
        part.text if isinstance(part, FixedWord) else part.word
        for part in parts
        if isinstance(part, FixedWord | Clause)
    ]
    verbs = [verb for also in VERB_SYNONYMS.values() for verb in also]
    leads = [word for ways in LEADS.values() for way in ways for word in way]
    every = dict.fromkeys(
        [*fixed, *verbs, *leads, *Side, *OPPOSITE_HALF, *LimbName, *Marker, *GOAL_WORDS, "exactly"]
    )
    stems = (word.removesuffix("s") for word in every if word.endswith("s") and len(word) >= SHORTEST_VERB)
    return tuple(word for word in dict.fromkeys([*every, *stems]) if len(word) >= SHORTEST_NAME)


SHORTEST_VERB = 5  # letters of a verb that is looked for as one says it to a fighter, too: `move` for `moves`


def _visible_lexicons(names: MatchNames, viewer: AskedPlayer) -> Iterator[Lexicon[Any]]:
    """Give the names that may be in a line, except for cards and missions hidden from the reader."""
    yield names.cast
    yield names.scenery
    yield names.npfs
    everybody = tuple(names.fighters)
    yield from (names.equipment(everybody, category) for category in Category)
    yield names.abilities(everybody)
    for decks in (names.cards, names.missions):
        yield from (deck for side, deck in decks.items() if viewer.side in {None, side})

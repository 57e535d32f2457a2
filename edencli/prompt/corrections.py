"""What players agree on, as people say it: `red scores 1 VP`, `Mirka is out`, `Yuri has 2 AP`.

Each becomes a line of the notation, and what that changes is told as ever. What is said of an amount that a
fighter or a side `has` is counted from what the viewer knows, so that it tells nothing of a secret score.
"""

import re
from collections.abc import Mapping
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import Question
from edencli.model.names import fold
from edencli.model.terms import LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.notation.sentences import LEADS
from edencli.notation.writer import write_answer
from edencli.referee.view import match_seen_by_viewer

LEAD = re.compile(rf"(?:{'|'.join(' '.join(lead) for lead in LEADS['by agreement'])})\s*[:,]?\s+")
POINTS = ("ap", "cp", "sp", "vp")
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "no": 0}

_N, _WHO = r"(?P<n>\d+)", r"(?P<who>.+?)"
_MARKER = rf"(?P<what>{'|'.join(Marker)})(?: (?:markers?|tokens?))?"
_LIMB = rf"(?:in|to|on|at) (?:the |his |her |its |their )?(?P<limb>{'|'.join(LimbName)}|leg|arm)"
_PAID = r"(?P<what>ap|sp|vp)"
_STATES: Mapping[Marker, str] = {
    Marker.BURN: "on fire|burning|ablaze",
    Marker.FEAR: "afraid|scared|frightened|under fear",
    Marker.RAGE: "enraged|furious|under rage",
    Marker.POISON: "poisoned",
}


class Saying(NamedTuple):
    """How something is said, and the notation that it becomes."""

    pattern: str
    line: str


_GETS, _GIVES = "gets|got|receives|gains|gained|wins|won", "loses|lost|removes|drops"
_OUT = (
    "out of action|out of the game|out of the match|out|dead|killed|removed|gone|off the field|off the table"
)
_PLACE = r"(?P<x>\d+(?:\.\d+)?)[, ]\s*(?P<y>\d+(?:\.\d+)?)"

_SAYINGS = (
    Saying(rf"{_WHO} (?:{_GETS}|scores|scored|earns) {_N} (?:more )?{_PAID}", "{who} gains {n} {what}"),
    Saying(rf"{_WHO} (?:{_GIVES}|pays|paid|spends|spent|uses|used) {_N} {_PAID}", "{who} loses {n} {what}"),
    Saying(rf"{_WHO} (?:{_GETS}|takes|took|suffers) {_N} {_MARKER}", "{who} takes {n} {what}"),
    Saying(rf"{_WHO} (?:{_GIVES}|sheds) {_N} {_MARKER}", "{who} loses {n} {what}"),
    Saying(
        rf"{_WHO} (?:{_GIVES}|takes|took|suffers) {_N} (?:cp|wounds?|damage|hits?) {_LIMB}",
        "{who} loses {n} CP in the {limb}",
    ),
    Saying(
        rf"{_WHO} (?:heals|healed|recovers|regains|gets back) {_N} (?:cp |wounds? )?{_LIMB}",
        "{who} heals {n} CP in the {limb}",
    ),
    Saying(rf"{_WHO} (?:is|was) (?:{_OUT})", "{who} leaves the field"),
    Saying(rf"{_WHO} (?:dies|died|leaves)(?: the (?:field|table))?", "{who} leaves the field"),
    Saying(
        rf"{_WHO} (?:is|was|stands|goes|moves|should be|is put|belongs)(?: (?:at|to|on))? {_PLACE}",
        "{who} is placed at {x}, {y}",
    ),
    Saying(rf"(?:put|give|add) back {_N} {_PAID}", "{who} gains {n} {what}"),
    Saying(rf"(?:put|give|add) {_N} {_PAID} back", "{who} gains {n} {what}"),
    Saying(rf"give {_WHO} {_N} {_PAID}", "{who} gains {n} {what}"),
    Saying(rf"take {_N} {_PAID} (?:away )?from {_WHO}", "{who} loses {n} {what}"),
    Saying(rf"give {_WHO} {_N} {_MARKER}", "{who} takes {n} {what}"),
    Saying(rf"(?:take|remove) {_N} {_MARKER} (?:away )?from {_WHO}", "{who} loses {n} {what}"),
    Saying(rf"(?:put|place|move) {_WHO}(?: back)? (?:to|at|on) {_PLACE}", "{who} is placed at {x}, {y}"),
    Saying(rf"remove {_WHO}(?: from the (?:field|table))?", "{who} leaves the field"),
    Saying(rf"(?:there (?:is|are) )?{_N} more rounds?", "the match is longer by {n}"),
    Saying(rf"the match (?:ends|lasts) {_N} rounds? (?:later|longer)", "the match is longer by {n}"),
    Saying(rf"the match (?:ends|lasts) {_N} rounds? (?:earlier|less)", "the match is shorter by {n}"),
    *(Saying(rf"{_WHO} is (?:{words})", f"{{who}} takes 1 {marker}") for marker, words in _STATES.items()),
)
_HAS = (
    re.compile(rf"{_WHO} (?:has|is at|should have|is left with)(?: only)? {_N} {_PAID}(?: left)?"),
    re.compile(rf"{_WHO} (?:has|should have)(?: only)? {_N} {_MARKER}"),
    re.compile(rf"{_WHO} (?:{_GIVES})(?: the| its| his| her| all| all its)? {_MARKER}(?P<n>)"),
)


def correction_line(
    words: Words, match: Match, question: Question[object], typed: str, viewer: Audience
) -> str | None:
    """The line of the notation that was meant by what was said to be agreed; None where that is none."""
    said = _what_was_agreed(words, match, question, typed)
    for saying in _SAYINGS:
        if said and (found := re.fullmatch(saying.pattern, said)):
            parts = {key: value for key, value in found.groupdict().items() if value}
            parts |= {
                "n": parts.get("n") or parts.get("m", ""),
                "limb": _LIMBS.get(parts.get("limb", ""), parts.get("limb", "")),
            }
            parts.setdefault("who", _who_is_asked(match, question, parts.get("what", "")))
            return f"by agreement: {saying.line.format_map(parts)}"
    return _line_for_amount(match, said, viewer) if said else None


def agreement_meant(words: Words, match: Match, question: Question[Any], typed: str, viewer: Audience) -> str:
    """The agreement that a line would be with its lead, as it is written; nothing where it would be none."""
    said = f"by agreement: {typed}"
    try:
        agreed = read_answer(correction_line(words, match, question, said, viewer) or said, match, question)
    except Misread:
        return ""
    return as_printed(words, write_answer(agreed, match, question))


def _what_was_agreed(words: Words, match: Match, question: Question[object], typed: str) -> str:
    """What was said to be agreed, in the letters of the notation; nothing where that is no agreement."""
    said = fold(typed)
    lead = LEAD.match(said) if question.agreeable else None
    if lead is None:
        return ""
    return _with_numbers(_in_english(words.of_book(match.book.key), said[lead.end() :].strip(" .!")))


def _who_is_asked(match: Match, question: Question[object], what: str) -> str:
    """The owner of points when a line names none: the acting fighter for AP, else the side asked."""
    if question.fighter is None or what != "ap":
        return str(question.asked or "")
    return match_names(match).cast.label_in_moves(question.fighter)


def unknown_subject(words: Words, match: Match, question: Question[object], typed: str) -> str:
    """The name in an agreement that no side and no fighter of the match has, as typed; else nothing."""
    said = _what_was_agreed(words, match, question, typed)
    patterns = (*(re.compile(saying.pattern) for saying in _SAYINGS), *_HAS)
    found = next(filter(None, (pattern.fullmatch(said) for pattern in patterns)), None) if said else None
    who = (found.groupdict().get("who") or "") if found else ""
    names = match_names(match)
    if not who or who in set(Side) or names.called(who, names.cast):
        return ""
    as_typed = re.search(re.escape(who), typed, re.IGNORECASE)
    return as_typed[0] if as_typed else ""


CORRECTING = re.compile(
    r"\b(?:back|only|instead|wrong(?:ly)?|mistaken?(?:ly)?|should(?:n't)?|forgot(?:ten)?|correction|restore|"
    r"gain(?:s|ed)|lo(?:ses|st)|heal(?:s|ed)|not the)\b"
)
"""Words with which people say that something is other than it was played."""


def as_printed(words: Words, line: str) -> str:
    """An agreement as it may be typed, with the points that the played book has."""
    points = "|".join(one.upper() for one in POINTS)
    return re.sub(rf"(?<=\d )({points})\b", lambda found: words.say("entry", f"word.{fold(found[0])}"), line)


_LIMBS = {"leg": "legs", "arm": "arms"}


def _in_english(words: Words, said: str) -> str:
    """What was said, with the points that the played book has in the letters of the notation."""
    printed = {fold(words.say("entry", f"word.{one}")): one for one in POINTS}
    return " ".join(printed.get(word, word) for word in said.split())


def _with_numbers(said: str) -> str:
    """What was said, its numbers in digits."""
    return " ".join(str(NUMBERS.get(word, word)) for word in said.split())


def _line_for_amount(match: Match, said: str, viewer: Audience) -> str | None:
    """The line that brings an amount to what a fighter or a side was said to have."""
    for marker, words in _STATES.items():
        said = re.sub(rf" is (?:not|no longer) (?:{words})(?: any ?more)?$", f" has 0 {marker}", said)
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _HAS)), None)
    if found is None:
        return None
    who, what, wanted = found["who"], found["what"], int(found["n"] or 0)
    now = _amount(match_seen_by_viewer(match, viewer), who, what)
    if now is None:
        return None
    more = "takes" if what in {*Marker} else "gains"
    return f"by agreement: {who} {more if wanted >= now else 'loses'} {abs(wanted - now)} {what}"


def _amount(match: Match, who: str, what: str) -> int | None:
    """The amount that a side or a fighter has; None when the name fits none or several."""
    if what in {"vp", "sp"}:
        side = next((side for side in Side if side == who), None)
        return None if side is None else int(getattr(match.state.sides[side], what))
    called = match_names(match).called(who, match_names(match).cast)
    pieces = called.things if called and not called.names else ()
    if len(pieces) != 1:
        return None
    return _of_fighter(match, pieces[0], what)


def _of_fighter(match: Match, piece: Piece, what: str) -> int:
    state = match.state_of(piece)
    return state.ap if what == "ap" else state.markers.get(Marker(what), 0)

"""The state of both bands, a line for each fighter: AP, boxes as on the cards, changes by wounds, markers.

`bottom_lines` are shown below everything else while a player types: the round, whose turn it is, the points.

The lines fit a phone beside the table: names are shortened first. An activated fighter has a tick, a leader a
star; lost CP are crossed out, the white ones first.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from edencli.lang import Words, clean
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.position import PREPARATION_STEPS
from edencli.match.questions import Question
from edencli.match.state import FighterState, Gone
from edencli.model.fighter import Limb
from edencli.model.terms import LimbName
from edencli.named_tuple import NamedTuple
from edencli.notation.names import match_names
from edencli.pictures.scene import kept_data
from edencli.pictures.table_page import kept_lines
from edencli.referee.view import match_known_to, match_seen_by_viewer
from edencli.transcript.phrases import Phrases

AREA = "status"
SHORTEST_NAME = 6  # the fewest letters of a name that are shown
NARROW = 60  # columns below which numbers and markers are abbreviated
_LONGEST = 20


def bottom_lines(
    words: Words, match: Match, question: Question[Any] | None, viewer: Audience, width: int
) -> list[str]:
    """Return the round, whose turn it is with the AP left, and the points of both sides, line by line."""
    words = words.of_book(match.book.key)
    phrases = Phrases(words, match_names(match).cast)
    is_preparation = match.state.step in PREPARATION_STEPS
    parts = [words.say(AREA, "preparation" if is_preparation else "round", n=match.state.round)]
    if question is not None and question.asked is not None:
        parts.append(_turn(phrases, match, question))
    parts += [_points(phrases, match, viewer, side) for side in Side]
    lines = [parts[0]]
    for part in parts[1:]:
        joined = words.say(AREA, "bottom", before=lines[-1], part=part)
        lines = [*lines[:-1], joined] if len(joined) <= width else [*lines, part]
    return lines


def _turn(phrases: Phrases, match: Match, question: Question[Any]) -> str:
    """Tell whose turn it is, and the AP of the fighter that a question is about."""
    player, fighter = phrases.player(question.asked), question.fighter
    if fighter is None or fighter.side is not question.asked or fighter not in match.state.fighters:
        return phrases.words.say(AREA, "turn", player=player)
    ap = match.state_of(fighter).ap
    return phrases.words.say(AREA, "turn.fighter", player=player, fighter=phrases.names.label(fighter), ap=ap)


class StatusRow(NamedTuple):
    """The row of a fighter: its sign, name and AP, the boxes of its limbs, and all the rest.

    A leader's `star` stands after its name, however short that becomes.
    """

    sign: str
    name: str
    star: str
    ap: str
    limbs: Sequence[str]
    rest: str


def status_lines(words: Words, match: Match, viewer: Audience, width: int) -> Iterator[str]:
    """Tell the state of a match: the round, and for each side its points and a line for each fighter."""
    words = words.of_book(match.book.key)
    phrases = Phrases(words, match_names(match).cast)
    rows = {side: list(_rows(phrases, match, side, narrow=width < NARROW)) for side in (*Side, None)}
    everybody = [row for told in rows.values() for row in told]
    limbs = [max((len(row.limbs[n]) for row in everybody), default=0) for n in range(len(LimbName))]
    rest = max((len(row.rest) for row in everybody), default=0)
    longest = max((len(row.name + row.star) for row in everybody), default=SHORTEST_NAME)
    room = width - len("✓ " + " 12") - sum(limbs) - len(limbs) - (rest and rest + 1)
    name = max(SHORTEST_NAME, min(longest, _LONGEST, room))
    heads = [words.area("sheet")["limb"][limb][:wide] for limb, wide in zip(LimbName, limbs, strict=True)]
    head = StatusRow("", "", "", words.say(AREA, "ap"), heads, "")
    about = words.say(AREA, "round", n=match.state.round)
    yield about + _format_row(head, name, limbs)[len(about) :]
    for side, told in rows.items():
        if side is not None:
            yield _points(phrases, match, viewer, side)
        yield from (_format_row(row, name, limbs) for row in told)
        yield from _absent(phrases, match, side)
    yield from _tokens(phrases, match)
    yield from kept_lines(phrases, kept_data(match_seen_by_viewer(match, viewer)))


def _format_row(row: StatusRow, name: int, limbs: Sequence[int]) -> str:
    """Format a row in its columns; a name that is too long ends in dots."""
    room = name - len(row.star)
    shown = (row.name if len(row.name) <= room else f"{row.name[: room - 1]}…") + row.star
    boxes = " ".join(text.ljust(wide) for text, wide in zip(row.limbs, limbs, strict=True))
    return f"{row.sign:<2}{shown:<{name}} {row.ap:>2} {boxes} {row.rest}".rstrip()


def _rows(phrases: Phrases, match: Match, side: Side | None, *, narrow: bool) -> Iterator[StatusRow]:
    leaders = [player.leader for player in match.state.sides.values()]
    for piece, state in match.state.fighters.items():
        if piece.side is side and state.on_field:
            star = phrases.words.say(AREA, "leader") if piece in leaders else ""
            sign = phrases.words.say(AREA, "activated") if state.activated or state.spent else ""
            rest = " ".join(_condition_notes(phrases, state, ".short" if narrow else ""))
            limbs = [limb_boxes(phrases.words, state, name) for name in LimbName]
            yield StatusRow(sign, clean(phrases.names.label(piece)), star, str(state.ap), limbs, rest)


def limb_boxes(words: Words, state: FighterState, name: LimbName) -> str:
    """Return the CP of a limb as on the card, lost ones crossed out, the white ones first."""
    said, limb, lost = words.area("sheet"), state.card.limbs[name], state.lost.get(name, 0)
    whole = said["white"] * limb.white_cp + said["red"] * limb.red_cp
    return "×" * lost + str(whole)[lost:]


def _condition_notes(phrases: Phrases, state: FighterState, form: str) -> Iterator[str]:
    """Give the changes by wounds, the markers, and the scenery that the fighter is on or hides in."""
    words = phrases.words
    for name, limb in state.card.limbs.items():
        if _is_changed(state, name, limb):
            what = words.area("sheet")["characteristic"][limb.characteristic]
            yield words.say(AREA, f"wounded{form}", what=what, n=limb.red)
    for marker, n in state.markers.items():
        term = phrases.term(marker)
        letter = words.say(AREA, f"marker-letter.{marker}")
        yield words.say(AREA, f"marker{form}", marker=term, letter=letter, n=n)
    for counter, n in state.counters.items():
        yield words.say(AREA, "counter", counter=clean(counter), n=n)
    for item in state.discarded:
        yield words.say(AREA, "discarded", what=clean(item))
    for what in ("raised", "hidden"):
        if scenery := getattr(state, what):
            yield words.say(AREA, what, what=clean(scenery))


def _is_changed(state: FighterState, name: LimbName, limb: Limb) -> bool:
    return state.is_wounded(name) and limb.red != limb.white


def _points(phrases: Phrases, match: Match, viewer: Audience, side: Side) -> str:
    """Tell the points of a side, as far as the viewer may know them."""
    known = match_known_to(match, viewer, side).state.sides[side]
    return phrases.words.say(AREA, "points", player=phrases.player(side), vp=known.vp, sp=known.sp)


def _absent(phrases: Phrases, match: Match, side: Side | None) -> Iterator[str]:
    """Name the fighters that are not on the field, and why."""
    absent = [
        (piece, state.gone)
        for piece, state in match.state.fighters.items()
        if piece.side is side and not state.on_field
    ]
    for why in (None, *Gone):
        names = [phrases.names.label(piece) for piece, gone in absent if gone is why]
        if names:
            yield "  " + phrases.words.say("table", f"absent.{why or 'waiting'}", names=names)


def _tokens(phrases: Phrases, match: Match) -> Iterator[str]:
    """Tell the markers and areas on the field, and which fighters carry one."""
    told = [_token(phrases, token.name, token.bearer) for token in match.state.tokens]
    if told:
        yield phrases.words.say(AREA, "tokens", tokens=phrases.words.join_list(told))


def _token(phrases: Phrases, name: str, bearer: Piece | None) -> str:
    carried = "token.carried" if bearer else "token"
    return phrases.words.say(AREA, carried, token=clean(name), bearer=bearer and phrases.names.label(bearer))

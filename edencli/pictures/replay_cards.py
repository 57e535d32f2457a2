"""The cards of fighters on a replay page, in lines that are written again only when they change.

A card shows the fighter's AP, CP as boxes, markers, and what it has used up. It is made from the table's
data and from the match at that moment; no secret is on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState
from edencli.model.fighter import Limb, UseLimits
from edencli.model.terms import LimbName
from edencli.output.sheet import Data
from edencli.pictures.replay_lines import safe_text
from edencli.pictures.scene import piece_from
from edencli.pictures.table_page import condition_phrases
from edencli.transcript.phrases import Phrases

AREA = "replay"
PARTS = ("who", "ap", *LimbName, "rest")
"""The slots of a card, in order."""

CardLines = Iterator[tuple[str, str]]


class CardWriter:
    """Writes the cards of one match at each moment; a card that has not changed is not written again."""

    def __init__(self, phrases: Phrases, pieces: Sequence[Piece]) -> None:
        self._phrases = phrases
        self._pieces = pieces
        self._written: dict[Piece, object] = {}

    def changed_lines(self, match: Match, table: Data) -> CardLines:
        """The lines of all cards that have changed, by slot. A fighter that joins later has none yet."""
        there = {piece_from(one): one for one in table["fighters"]}
        for n, piece in enumerate(self._pieces):
            state = match.state.fighters.get(piece)
            if state is None:
                continue
            data = there.get(piece)
            card = data, state.gone, dict(state.used_round), dict(state.used_match)
            if self._written.get(piece) != card:
                self._written[piece] = card
                yield from _card_lines(self._phrases, match, piece, data, f"card-{n}")


def _card_lines(phrases: Phrases, match: Match, piece: Piece, data: Data | None, slot: str) -> CardLines:
    state = match.state_of(piece)
    sign = f'<b class="sign">{safe_text(data["sign"])}</b> ' if data else ""
    yield f"{slot}-who", sign + safe_text(phrases.names.label(piece))
    yield f"{slot}-ap", safe_text(phrases.words.say(AREA, "ap", n=state.ap)) if data else ""
    for name, limb in state.card.limbs.items():
        yield f"{slot}-{name}", limb_html(phrases, name, limb, state.lost.get(name, 0))
    yield f"{slot}-rest", _rest_html(phrases, match, piece, data)


def limb_html(phrases: Phrases, name: LimbName, limb: Limb, lost: int) -> str:
    """The CP of a limb as boxes, white ones first, lost ones crossed out, with a label that is read aloud."""
    boxes = [*("i" * limb.white_cp), *("b" * limb.red_cp)]
    drawn = "".join(
        f"<{box} class=x></{box}>" if n < lost else f"<{box}></{box}>" for n, box in enumerate(boxes)
    )
    label = phrases.words.say(AREA, "limb", limb=phrases.term(name), left=limb.cp - lost, cp=limb.cp)
    return f'<span class=boxes role=img aria-label="{safe_text(label)}">{drawn}</span>'


def _rest_html(phrases: Phrases, match: Match, piece: Piece, data: Data | None) -> str:
    return safe_text(phrases.words.join_phrases(rest_phrases(phrases, match, piece, data)))


def rest_phrases(phrases: Phrases, match: Match, piece: Piece, data: Data | None) -> list[str]:
    """The last line of a card: conditions, markers, limited uses; or why the fighter is off the field."""
    state = match.state_of(piece)
    if data is None:
        return [phrases.words.say(AREA, f"absent.{state.gone or 'waiting'}")]
    return [*condition_phrases(phrases, data | {"lost": {}}), *_uses(phrases.words, match, piece, state)]


def _uses(words: Words, match: Match, piece: Piece, state: FighterState) -> Iterator[str]:
    """How often a fighter has used what it may use a limited number of times."""
    for item in match.equipment_of(piece):
        for use in item.uses:
            yield from _used(words, state, f"gear.{item.name}.{use.category}", item.name, use.uses)
    for ability in state.card.abilities:
        yield from _used(words, state, f"ability.{ability.name}", ability.name, ability.limit)


def _used(words: Words, state: FighterState, key: str, name: str, limits: UseLimits) -> Iterator[str]:
    """How often one thing was used, in this round or in the match."""
    counts: Mapping[str, Any] = {"match": state.used_match, "round": state.used_round}
    for span, most in (("match", limits.per_match), ("round", limits.per_round)):
        if most is not None and (n := counts[span].get(key, 0)):
            yield words.say(AREA, f"used.{span}", name=name, n=n, most=most)


def points_html(phrases: Phrases, match: Match, side: Side, vp: int | str) -> str:
    """The VP and SP of a side, and its cards in force."""
    state = match.state.sides[side]
    points = phrases.words.say(AREA, "points", vp=vp, sp=state.sp)
    told = [points, phrases.words.say(AREA, "in-force", cards=state.in_force)] if state.in_force else [points]
    return safe_text(phrases.words.join_phrases(told))

"""The cards of both bands to be printed at some moment of a match, with lost CP, markers and uses ticked.

For players who go on with real miniatures. The page has each fighter's CP, AP, markers and uses, and tells
which fighters are out. Nothing that one player hides is on it: no hand, no mission, no VP.
"""

from collections.abc import Iterator
from typing import Final

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.model.game import Band, Symbol
from edencli.model.lexicon import FighterLexicon
from edencli.output.html import safe_html
from edencli.pages.card_boxes import BandMoment, FighterMoment
from edencli.pages.printed_cards import PrintedBand, band_html, cards_page, fighters_html
from edencli.pictures.replay_cards import rest_phrases
from edencli.pictures.scene import piece_from, table_data
from edencli.transcript.chronicle import moment_phrase
from edencli.transcript.phrases import Phrases

_NOBODY: Final = Band(name="", rulebook=None, symbol=Symbol(), budget=None, fighters=())
"""The band that stands for fighters of no side."""


def cards_in_play_html(words: Words, match: Match, name: str) -> str:
    """The page with the cards of both bands as they stand in a match."""
    phrases, title = (
        Phrases(words, FighterLexicon(match.state.fighters)),
        f"{name}: {moment_phrase(words, match.state.step, match.state.round)}",
    )
    bands = {side: _band_in_play(phrases, match, side) for side in (*Side, None)}
    bands = {side: band for side, band in bands.items() if band.band.fighters}
    shown = [
        band_html(words, band, 2) if side else fighters_html(words, band, band.title, 2)
        for side, band in bands.items()
    ]
    body = "".join(f'<div class="band">\n{band}</div>\n' for band in shown)
    return cards_page(words, title, f'<h1 class="screen">{safe_html(title)}</h1>\n{body}', bands.values())


def _band_in_play(phrases: Phrases, match: Match, side: Side | None) -> PrintedBand:
    """The band of a side as it stands now. The fighters of no side form a band of their own."""
    band = match.setup.bands[side] if side else _NOBODY
    pieces = [piece for piece in match.state.fighters if piece.side is side]
    band = band.with_changes(fighters=tuple(match.state_of(piece).card for piece in pieces))
    title = phrases.words.say("table", f"side.{side or 'nobody'}", name=band.name)
    moments = dict(_fighter_moments(phrases, match, pieces))
    moment = BandMoment(round=match.state.round, fighters=moments)
    if side:
        state = match.state.sides[side]
        moment = moment._replace(sp=state.sp, leader=state.leader.name if state.leader else "")
    return PrintedBand(band, match.book, moment, title)


def _fighter_moments(
    phrases: Phrases, match: Match, pieces: list[Piece]
) -> Iterator[tuple[str, FighterMoment]]:
    """The condition of each fighter, by name."""
    there = {piece_from(one): one for one in table_data(match)["fighters"]}
    for piece in pieces:
        state = match.state_of(piece)
        now = rest_phrases(phrases, match, piece, there.get(piece))
        yield (
            state.card.name,
            FighterMoment(
                lost=state.lost,
                ap=state.ap,
                markers=state.markers,
                used_round=state.used_round,
                used_match=state.used_match,
                activated=state.activated,
                now=phrases.words.join_phrases(now),
            ),
        )

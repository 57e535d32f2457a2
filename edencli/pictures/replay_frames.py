"""The frames of a replay page: one for the beginning of the match, and one for each event the viewer sees.

Frames are drawn one after the other, so a page of a match that goes on draws only what is new. An event that
the viewer does not see has no frame of its own.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from edencli.lang import Words
from edencli.match.events import Event, FactTold
from edencli.match.facts import FactAnswer, Seeing, Touching
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.table_events import MatchEnded, MissionPlayed, RoundBegun, VpScored
from edencli.output.sheet import Data
from edencli.pictures.replay_board import BoardArtist
from edencli.pictures.replay_cards import CardWriter, points_html
from edencli.pictures.replay_lines import FrameWriter, LineTable, safe_text
from edencli.pictures.replay_log import dice_html
from edencli.pictures.replay_overlays import next_overlay
from edencli.pictures.scene import NO_OVERLAY, table_data
from edencli.referee.referee import Referee
from edencli.rulebooks.match_steps import FIRST_STEP_OF_ROUND
from edencli.transcript.chronicle import TranscriptHeader, moment_phrase
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.transcript import events_seen_by

AREA = "replay"


class MomentWriter:
    """Draws the frames of one match for one viewer, as far as it has been played."""

    def __init__(
        self,
        story: EventSentences,
        referee: Referee,
        header: TranscriptHeader,
        viewer: Audience,
        *,
        over: bool,
    ) -> None:
        self.table = LineTable()
        self.frames = FrameWriter(self.table)
        self.artist: BoardArtist | None = None
        self.pieces: list[Piece] = []
        self.events: list[Event] = []
        """All events up to the last frame, including those that the viewer does not see."""
        self.seen: list[Event | None] = []
        """These events as the viewer saw them; None for one that is hidden from the viewer."""
        self.frame_of: list[int] = []
        """For each event the frame that shows it; for a hidden one, the frame before it."""
        self._story = story
        self._viewer = viewer
        self._walk = referee.walk_log()
        self._points = KnownPoints(header, viewer, over=over)
        self._cards = CardWriter(story, self.pieces)
        self._overlay, self._dice = NO_OVERLAY, ""
        self.match = next(self._walk)
        """The match as it stands after the last of these events."""

    def draw_start(self, pieces: Iterable[Piece]) -> None:
        """Draw the first frame: a match with these fighters, before any event."""
        self.pieces += pieces
        self._add_frame()

    def draw_events(self, events: Iterable[Event]) -> None:
        """Draw the events that follow those already drawn."""
        for event, seen in ((one, events_seen_by([one], self._viewer)[0]) for one in events):
            self.match = next(self._walk)
            self.events.append(event)
            self.seen.append(seen)
            if seen is not None:
                self._story.remember_way(self.match, seen)
                self._overlay = next_overlay(self.match, seen, self._overlay)
                self._dice = dice_html(seen, self._dice)
                self._points.count(seen)
                self._add_frame()
            self.frame_of.append(self.last)

    def is_continued_by(self, events: list[Event], pieces: Iterable[Piece]) -> bool:
        """Tell whether a match with these events and fighters begins with what is drawn already."""
        begun = list(islice(events, len(self.events)))
        return begun == self.events and list(pieces) == self.pieces

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames.frames) - 1

    def _add_frame(self) -> None:
        table = table_data(self.match)
        board, cards = self._draw_board(table), self._cards.changed_lines(self.match, table)
        self.frames.add([*board, *cards, *self._time_and_points(), ("dice", self._dice)])

    def _draw_board(self, table: Data) -> Iterable[tuple[str, str]]:
        """The layers of the board; if the field is not measured, what the players told of it."""
        if not self.match.field.has_places:
            return [("told", "".join(f"<li>{safe_text(one)}</li>" for one in self._told_facts()))]
        table["zones"] = [one for one in table["zones"] if self._points.knows_mission(Side(one["side"]))]
        if self.artist is None:
            self.artist = BoardArtist(table, self.pieces)
        return self.artist.changed_layers(table, self._overlay)

    def _told_facts(self) -> Iterator[str]:
        """Sentences for what the players told of the field and still holds."""
        for fact, answer in self.match.field.told_facts.items():
            if isinstance(fact, Seeing) or (isinstance(fact, Touching) and answer):
                told = FactTold.from_answer(FactAnswer(fact=fact, answer=answer))
                yield self._story.sentence(told) or ""

    def _time_and_points(self) -> Iterator[tuple[str, str]]:
        """The lines that tell round, step and first player, and each side's points.

        The event that begins a round is shown at the first step of that round.
        """
        state, words = self.match.state, self._story.words
        begins = bool(self.events) and isinstance(self.events[-1], RoundBegun)
        moment = moment_phrase(words, FIRST_STEP_OF_ROUND if begins else state.step, state.round)
        first = words.say(AREA, "first", player=self._story.player(state.first_player))
        yield "time", safe_text(words.join_phrases([moment, first]))
        for side in Side:
            vp = self._points.of(side, words)
            yield f"points-{side}", points_html(self._story, self.match, side, vp)


class KnownPoints:
    """The VP of both sides as far as a viewer knows them, and the sides whose mission is hidden."""

    def __init__(self, header: TranscriptHeader, viewer: Audience, *, over: bool) -> None:
        self._points = dict(header.vp_at_start(None if over else viewer))
        self._hidden: set[Side] = set()
        self._is_over = over

    def count(self, event: Event) -> None:
        """Add the VP that an event scores, as far as the viewer sees them."""
        if isinstance(event, MissionPlayed) and event.mission is None:
            self._points[event.side] = None
            self._hidden.add(event.side)
        if isinstance(event, VpScored):
            before = self._points[event.side]
            self._points[event.side] = None if before is None else before + event.n
        if isinstance(event, MatchEnded):
            self._points = {Side.RED: event.red, Side.BLUE: event.blue}

    def knows_mission(self, side: Side) -> bool:
        """Tell whether the viewer knows the mission of a side; it says where that side deploys."""
        return self._is_over or side not in self._hidden

    def of(self, side: Side, words: Words) -> int | str:
        """The VP of a side, or a word for VP that the viewer may not know."""
        known = self._points[side]
        return words.say("transcript", "score.unknown") if known is None else known

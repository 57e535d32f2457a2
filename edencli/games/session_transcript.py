"""The transcript of a session, as text lines or as JSON Lines, for a viewer.

Once a match is over, nothing of it is secret.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from edencli.games.session import AnswerSession, Session
from edencli.lang import Words
from edencli.match.pieces import PUBLIC, Audience
from edencli.output.width import DEFAULT_WIDTH
from edencli.transcript.chronicle import json_line
from edencli.transcript.event_sentences import EventSentences
from edencli.transcript.open_question import awaiting_data
from edencli.transcript.transcript import TranscriptLine, is_match_over, json_lines, transcript_lines

if TYPE_CHECKING:
    from edencli.transcript.chances import ToldChances

    TellChances = Callable[[Audience], ToldChances]


def session_lines(
    words: Words,
    session: AnswerSession,
    viewer: Audience,
    width: int = DEFAULT_WIDTH,
    tell_chances: "TellChances | None" = None,
    *,
    cite: bool = False,
) -> list[TranscriptLine]:
    """The transcript of a session; once a match is over, nothing of it is secret."""
    events, notes, viewer = session.events, session.notes(words), effective_viewer(session, viewer)
    return transcript_lines(
        events,
        session.header,
        words,
        session.names,
        side=viewer,
        cite=cite,
        notes=notes,
        chances=tell_chances and tell_chances(viewer),
        walk=session.referee.walk_log(),
        width=width,
    )


def session_json_lines(
    words: Words,
    session: Session,
    viewer: Audience,
    tell_chances: "TellChances | None" = None,
) -> Iterable[str]:
    """The transcript of a session as JSON Lines; in a running match the last line is the open question."""
    side = effective_viewer(session, viewer)
    story = EventSentences(words.of_book(session.header.rulebook), session.names)
    yield from json_lines(
        session.events,
        session.header,
        side=side,
        story=story,
        chances=tell_chances and tell_chances(side),
        walk=session.referee.walk_log(),
    )
    if session.question is not None:
        yield json_line(awaiting_data(words, session.match, session.question, viewer))


def effective_viewer(session: AnswerSession, viewer: Audience) -> Audience:
    """The viewer of a match: one that is over is shown completely, unless one side's view is asked for."""
    return None if viewer == PUBLIC and is_match_over(session.events) else viewer

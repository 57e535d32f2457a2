"""The interface for programs: games, their questions and answers, odds, rules and checks of files.

    import edencli

    game = edencli.Game.from_file("samples/games/first-duel.yaml", seed=7)
    while not game.is_over:
        game.answer(next(game.legal_answers()))
    print(game.transcript())

Bots and notebooks use this module and nothing deeper. `import edencli` offers all of it, and loads it when
one of its names is first used.

What is stable: the names in `edencli.__all__` with their parameters, attributes and defaults; the errors; the
keys of a position (`schemas/game.schema.json`); kinds and parts of events (`schemas/event.schema.json`); the
words of answers (`edencli rules --notation`); ids of rules; codes of faults. Sentences, and the places and
paths that `legal_answers` picks, may change with any version. Every other module may change at any time.

Every error is an `EdenError` (`edencli.errors`). A refused answer changes nothing. Lengths are centimetres,
sides are "red" and "blue", and a fighter is named as in a game file: `Yuri`, or `red Yuri` where both sides
have one.

On a field without measurements an answer may need a fact that only the players can see. Then `question` asks
both sides for it, and the answer waits. Odds and `check_answer` cannot ask: they raise `UnmeasuredError`.
"""

import os
from collections.abc import Sequence
from typing import Any

from edencli.bot_seats import BotSeats
from edencli.errors import (
    AmbiguousError,
    AnswerError,
    AnswerFailedError,
    EdenError,
    FaultyFileError,
    FileFault,
    GameOverError,
    IllegalError,
    UnknownNameError,
    UnmeasuredError,
    UnreadableError,
    UnsuitedError,
    file_faults,
)
from edencli.game import (
    Game,
    GameView,
    HarmChance,
    LegalAnswer,
    OpenQuestion,
    PathName,
    PolicyName,
    SideName,
    attack_odds,
    ensure_book,
    open_checks,
)
from edencli.lang import current_words
from edencli.lookup import rule_page, search
from edencli.lookup.search_index import rule_index
from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.model.near_names import NearKind, nearest_name
from edencli.record import Record
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import lacks_chapter
from edencli.transcript import digests
from edencli.transcript import event_data as event_parts

__all__ = [
    "AmbiguousError",
    "AnswerError",
    "AnswerFailedError",
    "BotSeats",
    "EdenError",
    "Event",
    "FaultyFileError",
    "FileFault",
    "Game",
    "GameOverError",
    "GameView",
    "HarmChance",
    "IllegalError",
    "LegalAnswer",
    "OpenQuestion",
    "PolicyName",
    "RulePage",
    "Side",
    "SideName",
    "UnknownNameError",
    "UnmeasuredError",
    "UnreadableError",
    "UnsuitedError",
    "attack_odds",
    "event_data",
    "events_digest",
    "rule",
    "search_rules",
    "validate",
]


class RulePage(Record):
    """A rule in one rulebook: its id, title, chapter, place in the book, and summary.

    `book` is the one asked for, or the first that has the rule. `words` are the book's own words for it,
    `rulings` the ids of the rulings that it rests on, `see` the ids of related rules.

    Example:
        print(edencli.rule("melee.dodge").summary[0])
    """

    id: str
    title: str
    book: str
    chapter: str
    place: str
    summary: tuple[str, ...]
    words: tuple[str, ...]
    rulings: tuple[str, ...]
    see: tuple[str, ...]


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as JSON data: its `kind`, then its parts by name (`schemas/event.schema.json`).

    Example:
        edencli.event_data(game.events[-1])["kind"]
    """
    return event_parts.event_data(event)


def events_digest(events: Sequence[Event]) -> str:
    """Return a digest of events: equal where the same happened, in whatever language it is told.

    Example:
        edencli.events_digest(game.events) == edencli.events_digest(other.events)
    """
    return digests.events_digest(events)


def rule(id: str, *, book: str = "en") -> RulePage:  # noqa: A002  # the word for it
    """Look up a rule by its id.

    Example:
        edencli.rule("melee.dodge", book="fr").title

    Raises:
        UnknownNameError: There is no such rule, or no such book.
    """
    ensure_book(book)
    found = catalogue.find_rule(id.casefold())
    if found is None:
        near = nearest_name(id, catalogue.every_rule(), NearKind.RULE)
        raise UnknownNameError("rule", id, [near] if near else [])
    data = rule_page.rule_data(current_words(), found, book)
    return RulePage(
        id=data["rule"],
        title=data["title"],
        book=data["rulebook"],
        chapter=data["chapter"],
        place=data["place"],
        summary=tuple(data["summary"]),
        words=tuple(data["words"]),
        rulings=tuple(data["ruling_ids"]),
        see=tuple(other for other, _ in data["see"]),
    )


def search_rules(words: str, *, book: str = "en", most: int = 6) -> tuple[RulePage, ...]:
    """Find the rules that a name, some words or a question is about, best first; () if there are none.

    Example:
        [found.id for found in edencli.search_rules("can I dodge a shot?")]

    Raises:
        UnknownNameError: There is no such book.
    """
    ensure_book(book)
    found = search.search_rules(words, rule_index(), book)
    if found.confidence < search.LEAST_CONFIDENCE:
        return ()
    here = [name for name, _ in found.hits if not lacks_chapter(book, catalogue.chapter_of(name))]
    return tuple(rule(name, book=book) for name in here[:most])


def validate(
    path: PathName, *, book: str | None = None, root: PathName | None = None
) -> tuple[FileFault, ...]:
    """Check a file of any kind with everything it refers to, and return its faults; () if there are none.

    Example:
        for fault in edencli.validate("samples/bands/jokers.yaml", book="fr"):
            print(fault.line, fault.message)

    Raises:
        UnknownNameError: There is no such book.
    """
    checks = open_checks(book, root, moves=True)
    checks.check_file(os.fspath(path))
    return file_faults(checks.files)

"""The differences between two trees of files: new faults, bands, games, cards.

A tree is read into texts (`edencli.files.trees`) and checked as if it were in the current folder, which is
empty, so that files are called by their paths inside the tree. Games are played only where something that
they are played with differs. Matches are compared by their events, never by their words.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Self

from edencli.files.diagnostic import Severity
from edencli.files.library import File
from edencli.files.stated_kind import kind_stated_in
from edencli.files.trees import Texts, read_file
from edencli.games.checks import CheckedGame, Checks, make_library
from edencli.games.play_script import PlayedGame, ScriptOptions, move_place, play_script
from edencli.lang import Words
from edencli.match.events import Event
from edencli.model.game import Cards
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data, Paint, TextSheet
from edencli.pages.card_page import CardEntry, write_entry
from edencli.pages.diagnostics import fault_sentence
from edencli.rules.band import band_totals
from edencli.transcript.digests import cards_digest
from edencli.transcript.event_sentences import EventSentences

_DECKS: Final = ("fighters", "npfs", "missions", "tactics")
_NOWHERE_ELSE: Final[Mapping[str, str]] = {}
_WITH_A_SECTION: Final = ("band", "game")
_UNFOLDED: Final = 100_000
"""The width at which no sentence of a card is folded."""
_SENTENCES_SOUGHT: Final = 20
"""The most events, from the first difference on, that are searched for a sentence; some events have none."""


class CheckedTree:
    """The files of one tree, or a single file under the name it is compared by, checked when asked for.

    `book` is the rulebook of files that name none; `paths` has the files that lie elsewhere.
    """

    def __init__(
        self, texts: Texts, checks: Checks, book: str, paths: Mapping[str, str] = _NOWHERE_ELSE
    ) -> None:
        self.texts, self.checks, self.default = texts, checks, book
        self._paths = paths

    @classmethod
    def of_texts(cls, texts: Texts, folder: Path, *, wanted: str | None, default: str) -> Self:
        """A tree whose files stand in an empty folder."""
        kept = {str(folder / name): text for name, text in texts.items()}
        library = make_library(root=folder, kept=kept, only_kept=True)
        checks = Checks(library, wanted=wanted, default=default, moves=False)
        return cls(texts, checks, wanted or default)

    @classmethod
    def of_file(cls, name: str, path: str, *, wanted: str | None, default: str) -> Self:
        """A file on the disk, with the files that it refers to there.

        Raises:
            TreeReadError: It cannot be read.
        """
        checks = Checks(make_library(), wanted=wanted, default=default, moves=False)
        return cls({name: read_file(path)}, checks, wanted or default, {name: path})

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The kind of each file that states or resembles one of edencli's kinds, by its path."""
        found = {name: kind_stated_in(text) for name, text in self.texts.items()}
        return {name: kind for name, kind in found.items() if kind is not None}

    def of_kind(self, kind: str) -> list[str]:
        """The files of a kind."""
        return [name for name, own in self.kinds.items() if own == kind]

    def file(self, name: str) -> File:
        """A file, checked in everything but the moves of a game."""
        return self.checks.check_file(self._paths.get(name, name))

    def game(self, name: str) -> CheckedGame | None:
        """A game, if it can be played."""
        return self.checks.game(self.file(name))


def files_data(words: Words, old: CheckedTree, new: CheckedTree) -> Iterator[Data]:
    """The new and the missing files, and the cards and scenery that became faulty or sound."""
    for name in _names(old.kinds, new.kinds):
        kind = new.kinds.get(name, old.kinds.get(name))
        if name not in new.kinds or name not in old.kinds:
            yield {"file": name, "kind": kind, "how": "gone" if name in old.kinds else "new", "fault": None}
        elif kind not in _WITH_A_SECTION or old.kinds[name] != kind:
            was, now = (first_fault(words, tree.file(name)) for tree in (old, new))
            if (was is None) != (now is None):
                yield {"file": name, "kind": kind, "how": "sound" if was else "faulty", "fault": now or was}


def count_faulty(old: CheckedTree, new: CheckedTree) -> int:
    """The number of files that are faulty in both trees, so that nothing can be said about them."""
    both = old.kinds.keys() & new.kinds.keys()
    return sum(all(tree.file(name).diagnostics.error_count for tree in (old, new)) for name in both)


def _names(*trees: Iterable[str]) -> list[str]:
    return sorted({name for tree in trees for name in tree})


def _in_both(old: CheckedTree, new: CheckedTree, kind: str) -> list[str]:
    return [name for name in old.of_kind(kind) if new.kinds.get(name) == kind]


def first_fault(words: Words, file: File) -> Data | None:
    """The first error of a file, with its place."""
    errors = (one for one in file.diagnostics if one.severity is Severity.ERROR)
    first = next(errors, None)
    if first is None:
        return None
    return {
        "file": file.name,
        "code": first.code,
        "message": fault_sentence(first, words),
        "line": first.place.line if first.place else None,
        "column": first.place.column if first.place else None,
    }


def bands_data(words: Words, old: CheckedTree, new: CheckedTree) -> Iterator[Data]:
    """The bands in both trees whose legality, value, budget, SP or fighters changed."""
    for name in _in_both(old, new, "band"):
        was, now = _sums(old, name), _sums(new, name)
        fault = first_fault(words, new.file(name)) or first_fault(words, old.file(name))
        if (was is None) != (now is None):
            how = "illegal" if now is None else "legal"
            yield {"file": name, "how": how, "fault": fault, "old": was, "new": now}
        elif was != now:
            yield {"file": name, "how": "changed", "fault": None, "old": was, "new": now}


def _sums(tree: CheckedTree, name: str) -> Data | None:
    """The totals and fighters of a legal band; None where the band is not legal."""
    checked = tree.checks.band(tree.file(name))
    if checked is None:
        return None
    totals = band_totals(checked.band, checked.book)
    fighters = sorted(one.name for one in checked.band.fighters)
    return {
        "name": checked.band.name,
        "value": totals.total,
        "budget": totals.budget,
        "sp": totals.sp,
        "fighters": fighters,
    }


class GameOutcome(NamedTuple):
    """The result of a game in a tree: the game as played, or the fault that prevents playing it."""

    file: File
    played: PlayedGame | None
    fault: Data | None


def games_data(words: Words, old: CheckedTree, new: CheckedTree, names: Iterable[str]) -> Iterator[Data]:
    """The games whose events differ, or that can be played in only one of the trees."""
    for name in names:
        was, now = (_play(words, tree, name) for tree in (old, new))
        if was.fault and now.fault:
            continue
        if was.fault or now.fault:
            how = "refused" if now.fault else "plays"
            fault = now.fault or was.fault
            yield {"file": name, "how": how, "fault": fault, "event": None, "old": None, "new": None}
        elif told := _divergence(words, was, now):
            yield {"file": name, "how": "differs", "fault": None, **told}


def touched_games(old: CheckedTree, new: CheckedTree) -> list[str]:
    """The games in both trees whose moves, cards or rulebook differ."""
    return [name for name in _in_both(old, new, "game") if _played_with(old, name) != _played_with(new, name)]


def _played_with(tree: CheckedTree, name: str) -> object:
    """Everything that decides the events of a game; None where it cannot be played."""
    checked = tree.game(name)
    if checked is None:
        return None
    return tree.texts[name], checked.book.key, cards_digest(checked.bands, checked.scenery, checked.npfs)


def _play(words: Words, tree: CheckedTree, name: str) -> GameOutcome:
    """Play a game by its script; a fault in a file that it refers to counts as its own."""
    file = tree.file(name)
    played = play_script(tree.checks, file, ScriptOptions())
    faults = (first_fault(words, one) for one in (file, *tree.checks.band_files(file)))
    return GameOutcome(file, played, next((fault for fault in faults if fault), None))


def _divergence(words: Words, was: GameOutcome, now: GameOutcome) -> Data | None:
    """The first event that differs, counted from 1, and both trees' versions of it; None if all are equal."""
    assert was.played is not None  # noqa: S101  # it has no fault
    assert now.played is not None  # noqa: S101  # as above
    before, after = was.played.events, now.played.events
    alike = next(
        (n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other),
        min(len(before), len(after)),
    )
    if alike == max(len(before), len(after)):
        return None
    return {"event": alike + 1, "old": _event_data(words, was, alike), "new": _event_data(words, now, alike)}


def _event_data(words: Words, outcome: GameOutcome, n: int) -> Data:
    """An event in a tree: its sentence and the place of its move, each None where there is none."""
    played = outcome.played
    assert played is not None  # noqa: S101  # it has no fault
    move = next((one for one in reversed(played.moves[: n + 1]) if one is not None), None)
    place = move_place(outcome.file, move)
    story = EventSentences(words.of_book(played.header.rulebook), played.names)
    return {
        "sentence": _sentence(story, played.events[n : n + _SENTENCES_SOUGHT]),
        "line": place.line if place else None,
        "column": place.column if place else None,
    }


def _sentence(story: EventSentences, events: Iterable[Event]) -> str | None:
    return next((told for event in events if (told := story.sentence(event))), None)


def cards_data(words: Words, old: CheckedTree, new: CheckedTree) -> Iterator[Data]:
    """The cards that are new, missing or changed, in files that are sound in both trees."""
    for kind in ("cards", "scenery"):
        for name in _in_both(old, new, kind):
            was, now = (_entries(tree.file(name)) for tree in (old, new))
            if was is not None and now is not None:
                yield from _changed_entries(words, (name, old, new), was, now)


def _entries(file: File) -> dict[tuple[str, str], CardEntry] | None:
    """The entries of a sound file by deck and name."""
    if not file.is_sound:
        return None
    decks: dict[str, Any] = (
        {deck: getattr(file.value, deck) for deck in _DECKS}
        if isinstance(file.value, Cards)
        else {"elements": file.value}
    )
    return {(deck, entry.name): entry for deck, entries in decks.items() for entry in entries}


def _changed_entries(
    words: Words,
    where: tuple[str, CheckedTree, CheckedTree],
    was: Mapping[tuple[str, str], CardEntry],
    now: Mapping[tuple[str, str], CardEntry],
) -> Iterator[Data]:
    file, old, new = where
    for deck, name in dict.fromkeys([*was, *now]):
        before, after = (
            _entry_lines(words, found.get((deck, name)), tree.default)
            for found, tree in ((was, old), (now, new))
        )
        if before != after:
            how = "new" if not before else "gone" if not after else "changed"
            told = {"old": [], "new": []} if how != "changed" else _differing(before, after)
            yield {"file": file, "deck": deck, "name": name, "how": how, **told}


def _entry_lines(words: Words, entry: CardEntry | None, book: str) -> list[str]:
    """The text of a card in unfolded lines; none where the card is missing."""
    if entry is None:
        return []
    sheet = TextSheet(Paint(colour=False, width=_UNFOLDED))
    write_entry(sheet, words.of_book(book), entry, book)
    return [" ".join(line.split()) for line in str(sheet).splitlines() if line.strip()]


def _differing(before: list[str], after: list[str]) -> Data:
    """The lines that only one version of a card has."""
    found = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    return {
        "old": [one[2:] for one in found if one[0] == "-"],
        "new": [one[2:] for one in found if one[0] == "+"],
    }

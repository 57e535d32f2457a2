"""What differs between two trees of files: what became faulty or sound, bands, games, cards.

A tree is read into texts (`edencli.files.trees`) and checked as if it stood in the empty folder that one is
in, so that files are called by their paths below it. Games are played only where they are not played with the
same. Of matches it is the events that are compared, never the words.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from edencli.files.diagnostic import Severity
from edencli.files.library import File
from edencli.files.stated_kind import kind_stated_in
from edencli.files.trees import Texts
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
_WITH_A_SECTION: Final = ("band", "game")
_UNFOLDED: Final = 100_000
"""Columns in which no sentence of a card is folded."""
_SENTENCES_SOUGHT: Final = 20
"""How many events after the first difference are searched for a sentence; some events have none."""


class CheckedTree:
    """One tree: its files of ours, each checked when it is asked for."""

    def __init__(self, texts: Texts, folder: Path, *, wanted: str | None, default: str) -> None:
        kept = {str(folder / name): text for name, text in texts.items()}
        library = make_library(root=folder, kept=kept, only_kept=True)
        self.texts = texts
        self.checks = Checks(library, wanted=wanted, default=default, moves=False)
        self.default = wanted or default

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The kind of each file that is ours, or means to be, by its path."""
        found = {name: kind_stated_in(text) for name, text in self.texts.items()}
        return {name: kind for name, kind in found.items() if kind is not None}

    def of_kind(self, kind: str) -> list[str]:
        """The files of a kind."""
        return [name for name, own in self.kinds.items() if own == kind]

    def file(self, name: str) -> File:
        """A file, checked by all that concerns it but the moves of a game."""
        return self.checks.check_file(name)

    def game(self, name: str) -> CheckedGame | None:
        """A game that may be played."""
        return self.checks.game(self.file(name))


def files_data(words: Words, old: CheckedTree, new: CheckedTree) -> Iterator[Data]:
    """The files that are new or gone, and those of cards and scenery that became faulty or sound."""
    for name in _names(old.kinds, new.kinds):
        kind = new.kinds.get(name, old.kinds.get(name))
        if name not in new.kinds or name not in old.kinds:
            yield {"file": name, "kind": kind, "how": "gone" if name in old.kinds else "new", "fault": None}
        elif kind not in _WITH_A_SECTION or old.kinds[name] != kind:
            was, now = (first_fault(words, tree.file(name)) for tree in (old, new))
            if (was is None) != (now is None):
                yield {"file": name, "kind": kind, "how": "sound" if was else "faulty", "fault": now or was}


def count_faulty(old: CheckedTree, new: CheckedTree) -> int:
    """How many files are faulty in both trees, so that nothing can be told of them."""
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
    """The bands in both that became illegal or legal, or whose value, budget, SP or fighters are others."""
    for name in _in_both(old, new, "band"):
        was, now = _sums(old, name), _sums(new, name)
        fault = first_fault(words, new.file(name)) or first_fault(words, old.file(name))
        if (was is None) != (now is None):
            how = "illegal" if now is None else "legal"
            yield {"file": name, "how": how, "fault": fault, "old": was, "new": now}
        elif was != now:
            yield {"file": name, "how": "changed", "fault": None, "old": was, "new": now}


def _sums(tree: CheckedTree, name: str) -> Data | None:
    """What a legal band is worth, what it may be, and who is in it."""
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
    """What a game of a tree came to: the events with their moves, or the fault for which it does not play."""

    file: File
    played: PlayedGame | None
    fault: Data | None


def games_data(words: Words, old: CheckedTree, new: CheckedTree, names: Iterable[str]) -> Iterator[Data]:
    """The games whose events differ, or which play in one of the trees alone."""
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
    """The games in both that are not played with the same in both."""
    return [name for name in _in_both(old, new, "game") if _played_with(old, name) != _played_with(new, name)]


def _played_with(tree: CheckedTree, name: str) -> object:
    """All that the events of a game follow from; None where it cannot be played."""
    checked = tree.game(name)
    if checked is None:
        return None
    return tree.texts[name], checked.book.key, cards_digest(checked.bands, checked.scenery, checked.npfs)


def _play(words: Words, tree: CheckedTree, name: str) -> GameOutcome:
    """Play a game by its script; what is wrong with a file that it refers to is wrong with the game."""
    file = tree.file(name)
    played = play_script(tree.checks, file, ScriptOptions())
    faults = (first_fault(words, one) for one in (file, *tree.checks.band_files(file)))
    return GameOutcome(file, played, next((fault for fault in faults if fault), None))


def _divergence(words: Words, was: GameOutcome, now: GameOutcome) -> Data | None:
    """The first event that differs, counted from 1, and what both trees have there; None if there is none."""
    assert was.played is not None  # noqa: S101  # it has no fault
    assert now.played is not None  # noqa: S101  # the same
    before, after = was.played.events, now.played.events
    alike = next(
        (n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other),
        min(len(before), len(after)),
    )
    if alike == max(len(before), len(after)):
        return None
    return {"event": alike + 1, "old": _event_data(words, was, alike), "new": _event_data(words, now, alike)}


def _event_data(words: Words, outcome: GameOutcome, n: int) -> Data:
    """An event as a tree has it: its sentence, and the place of its move; neither after the end."""
    played = outcome.played
    assert played is not None  # noqa: S101  # the same
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
    """The cards of sound files in both that are new, gone, or say something else than they did."""
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
    """A card in lines, each whole."""
    if entry is None:
        return []
    sheet = TextSheet(Paint(colour=False, width=_UNFOLDED))
    write_entry(sheet, words.of_book(book), entry, book)
    return [" ".join(line.split()) for line in str(sheet).splitlines() if line.strip()]


def _differing(before: list[str], after: list[str]) -> Data:
    """The lines of a card that only one of both has."""
    found = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    return {
        "old": [one[2:] for one in found if one[0] == "-"],
        "new": [one[2:] for one in found if one[0] == "+"],
    }

"""Compare games with the transcripts beside them (goldens), and write those again.

A golden with other events fails. One with equal events in other words fails only with `strict`: its head has
a digest of the events, which tells the two cases apart. Goldens of version 0.1 have no digest and are
compared by their text. In either case, cards that have changed are named.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from edencli import __version__
from edencli.files.diagnostic import Span
from edencli.files.library import File
from edencli.files.source import is_within_root, read_beginning
from edencli.games.checks import CheckedGame
from edencli.games.file_access import save
from edencli.games.play_script import move_place
from edencli.lang import Words
from edencli.match.events import Event
from edencli.named_tuple import NamedTuple
from edencli.output.console import write_stdout_lines
from edencli.pages import diagnostics
from edencli.transcript.digests import card_digests, cards_digest, events_digest
from edencli.transcript.golden import (
    Difference,
    Divergence,
    GoldenHead,
    card_changes,
    change_sentence,
    find_divergence,
    footer_lines,
    golden_head,
    has_footer,
    has_same_text,
    with_head,
)
from edencli.transcript.transcript import TranscriptLine

AREA = "play"

MOST_CARDS_NAMED = 5
"""The most changed cards that a difference names."""
GOLDEN = ".transcript"
BEYOND = 65_536  # bytes of a golden that are read beyond the length of the transcript
_LONGEST = 240  # characters of a line that differs; ours are under 100


class GoldenOptions(NamedTuple):
    """Whether transcripts beside the games are compared or written; links out of `root` are refused.

    `is_own` means that a game is played as its file says, so that `--update` would write an equal transcript.
    With `words_alone` only transcripts of equal events are written; with `strict` other words fail too. With
    `changed`, games that were good and have not changed are skipped.
    """

    check: bool
    update: bool
    root: Path | None = None
    is_own: bool = True
    words_alone: bool = False
    strict: bool = False
    changed: bool = False


class GoldenResult(NamedTuple):
    """The result of a comparison with a golden: the failure, its details, and its place.

    `differs` says whether events or words differ; words that differ without a failure are described in
    `words`.
    """

    failure: str | None = None
    detail: str = ""
    place: Span | None = None
    differs: Difference | None = None
    words: str | None = None


def compare_golden(  # what was played, what it is held to, and how
    words: Words,
    file: File,
    lines: Sequence[TranscriptLine],
    goldens: GoldenOptions,
    checked: CheckedGame,
    events: Sequence[Event],
) -> GoldenResult:
    """Compare a transcript with its golden, or write it, in English whatever the language of messages."""
    if not (goldens.check or goldens.update):
        return GoldenResult()
    path, english = Path(file.name).with_suffix(GOLDEN), Words()
    foot = footer_lines(english, card_digests(checked.bands, checked.scenery, checked.npfs))
    head = GoldenHead(__version__, events_digest(events))
    text = "".join(f"{line.text}\n" for line in with_head(english, [*lines, *foot], head))
    most = len(text.encode()) + BEYOND
    expected = read_beginning(path, most) if is_within_root(path, goldens.root) else None
    if goldens.update and not goldens.words_alone:
        _update(words, path, expected, text)
        return GoldenResult()
    if expected is None:
        message = "no-golden" if goldens.is_own else "no-golden.other"
        return GoldenResult(words.say(AREA, message, name=str(path)))
    told = [*lines, *(foot if has_footer(english, expected) else ())]
    before = golden_head(english, expected)
    difference = find_divergence(expected, with_head(english, told, before))
    is_reworded = before.events == head.events
    if goldens.update and (difference is None or is_reworded):
        _update(words, path, expected, text)
        return GoldenResult()
    if difference is None:
        return GoldenResult()
    changed = _changed_cards(words, expected, checked)
    return _difference_result(words, file, difference, changed, goldens, is_reworded=is_reworded)


def _changed_cards(words: Words, expected: str, checked: CheckedGame) -> list[str]:
    """A sentence for each card that differs from those of a golden."""
    in_use = checked.bands, checked.scenery, checked.npfs
    if cards_digest(*in_use) in expected:
        return []
    changes = card_changes(Words(), expected, card_digests(*in_use))
    if changes is None:
        return [words.say(AREA, "cards-unknown")]
    return [change_sentence(words, change) for change in changes] or [words.say(AREA, "cards-alike")]


def _difference_result(
    words: Words,
    file: File,
    difference: Divergence,
    changed: Sequence[str],
    goldens: GoldenOptions,
    *,
    is_reworded: bool,
) -> GoldenResult:
    """The result of a transcript that differs, in events or in words alone."""
    differs = Difference.WORDS if is_reworded else Difference.EVENTS
    message = f"{differs}/cards" if changed else str(differs)
    said = words.say(AREA, message, n=difference.line, cards=changed[:MOST_CARDS_NAMED])
    accept = "" if not goldens.is_own else "accept.words" if is_reworded else "accept"
    detail = "".join(f"{line}\n" for line in changed) + _detail(words, file, difference, accept)
    spot = move_place(file, difference.move)
    if is_reworded and not goldens.strict:
        return GoldenResult(None, detail, spot, differs, said)
    return GoldenResult(said, detail, spot, differs)


def _detail(words: Words, file: File, difference: Divergence, accept: str) -> str:
    """The first line that differs, its move, the whole diff, and the command that accepts it."""
    where = place_of_move(file, difference.move)
    first = words.say(
        AREA,
        "first-difference",
        n=difference.line,
        expected=words.say(AREA, "nothing")
        if difference.expected is None
        else _shortened_line(difference.expected),
        actual=words.say(AREA, "nothing")
        if difference.actual is None
        else _shortened_line(difference.actual),
    )
    diff = "".join(f"  {_shortened_line(line)}\n" for line in difference.diff)
    told = f"{where}: {first}\n{diff}"
    if accept:
        told += f"{words.say(AREA, accept, name=diagnostics.safe_file_name(file.name))}\n"
    return told


def _shortened_line(line: str) -> str:
    """A line of a transcript, shortened if it is far longer than edencli writes them."""
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _update(words: Words, path: Path, expected: str | None, text: str) -> None:
    """Write a golden again, unless its text is equal."""
    if expected is not None and has_same_text(Words(), expected, text):
        return
    old, new = (expected or "").splitlines(), text.splitlines()
    save(words, path, text, replace=True)
    plus, minus = (len(there) - (Counter(old) & Counter(new)).total() for there in (new, old))
    write_stdout_lines([words.say(AREA, "written", name=str(path), plus=plus, minus=minus)])


def place_of_move(file: File, move: int | None) -> str:
    """The place of a move in its file, to be printed."""
    name, spot = diagnostics.safe_file_name(file.name), move_place(file, move)
    return f"{name}:{spot.line}:{spot.column}" if spot else name

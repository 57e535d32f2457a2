"""What `edencli play` does: tells one match, or runs many and holds their transcripts to what is expected."""

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from edencli.commands.dice_source import fresh_seed
from edencli.commands.parameters import Faults
from edencli.files.diagnostic import Span
from edencli.files.library import File
from edencli.files.source import STDIN, beginning, files_within, stays
from edencli.games.checks import CheckedGame, Checks
from edencli.games.playing import NAMED, Course, Played, Until, play_script
from edencli.lang import Words
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.match.reasons import Part
from edencli.notation.names import names_of
from edencli.output.console import Refused, Sign, is_terminal, progress, put, put_aside, put_lines, remark
from edencli.output.sheet import Data, Paint
from edencli.output.width import WIDTH, columns
from edencli.pages import diagnostics
from edencli.transcript.chronicle import dumped
from edencli.transcript.open_question import awaiting_data, awaiting_lines
from edencli.transcript.phrases import Phrases
from edencli.transcript.story import rules_of
from edencli.transcript.transcript import Line, json_lines, transcript

if TYPE_CHECKING:
    from edencli.transcript.golden import Divergence

AREA = "play"
FOR_LOGS = (Faults.CONCISE, Faults.GITHUB)  # how the logs of builds are told what failed
GOLDEN = ".transcript"
BEYOND = 65_536  # bytes of a golden transcript that are read beyond the length of what was played


class PlayWish(NamedTuple):
    """How games are played and told, as it was said on the command line."""

    seed: int | None
    until: Until | None
    bots: Mapping[Side, str]
    cite: bool
    side: str | None
    form: str


class Goldens(NamedTuple):
    """Whether transcripts beside the games are compared or written; none is a link out of the root."""

    check: bool
    update: bool
    root: Path | None = None


def until_of(words: Words, text: str | None) -> Until | None:
    """Read `r2`, `40` or `e120`."""
    if text is None:
        return None
    kind = text[:1].lower()
    number = text[1:] if kind in {"r", "e"} else text
    if not (number.isascii() and number.isdigit() and len(number) <= len("100000")):
        raise Refused(words.say(AREA, "until", text=text))
    if kind == "e":
        return Until(event=int(number))
    return Until(round=int(number)) if kind == "r" else Until(line=int(number))


PERSON = "person"
_LONGEST = 240  # characters of a line that differs; ours are under 100


def players_named(red: str | None, blue: str | None, *, chance: bool) -> dict[Side, str]:
    """Say who plays which side, as far as that was said; chance plays both where nothing else is."""
    named = {Side.RED: red, Side.BLUE: blue}
    return {side: name or "random" for side, name in named.items() if name or chance}


def bots_of(players: Mapping[Side, str]) -> dict[Side, str]:
    """The bots among those who play."""
    return {side: name for side, name in players.items() if name != PERSON}


BOTH = 2
"""How many bands meet."""


def wants_moves(checks: Checks, names: Sequence[str]) -> bool:
    """Tell whether a person at a terminal named one game that says nothing of its moves."""
    if not is_terminal() or len(names) != 1 or names[0] == STDIN or os.path.isdir(names[0]):  # noqa: PTH112  # the same
        return False
    file = checks.library.open(names[0])
    return file.kind == "game" and file.sound and not file.value.moves


def are_bands(checks: Checks, names: Sequence[str]) -> bool:
    """Tell whether two bands were named, which begin a new match."""
    if len(names) != BOTH or any(map(os.path.isdir, names)):  # Path raises on long names
        return False
    return all(checks.library.open(name).kind == "band" for name in names)


_KIND = re.compile(r"^kind: *[\"']?(\w+)", re.MULTILINE)
_HEAD = 65_536  # bytes of a file in which its kind stands


def games_within(words: Words, name: str, root: Path | None) -> list[str]:
    """The games in and below a folder, and whatever says not what it is; or the file that was named."""
    if not os.path.isdir(name):  # noqa: PTH112  # Path raises on long names
        return [name]
    files = [one for one in files_within(name, root) if one != name]
    kinds = (_KIND.search(beginning(Path(one), _HEAD) or "") for one in files)
    games = [one for one, kind in zip(files, kinds, strict=True) if kind is None or kind[1] == "game"]
    if not games:
        raise Refused(words.say(AREA, "no-games", folder=name), code=1)
    return games


def _play(words: Words, checks: Checks, name: str, wish: PlayWish) -> tuple[File, Played | None]:
    """Play one game, by bots where the script ends if that was wished."""
    file = checks.file(name, kind="game")
    seed = fresh(words, file, wish.seed) if wish.bots else wish.seed
    with Sign() as sign:

        def thinking(question: Question[Any]) -> None:
            player = words.say("events", f"player.{question.asked}")
            sign.show(words.say(AREA, "thinking", player=player))

        course = Course(seed=seed, until=wish.until, bots=wish.bots, thinking=thinking)
        return file, play_script(checks, file, course)


def fresh(words: Words, file: File, seed: int | None) -> int:
    """The seed that was given, the file's, or a fresh one that is told on stderr."""
    own = getattr(file.value, "seed", None) if seed is None else seed
    if own is not None:
        return int(own)
    drawn = fresh_seed()
    remark(words.say("attack", "seed", seed=drawn))
    return drawn


def played_lines(words: Words, played: Played, wish: PlayWish, width: int = WIDTH) -> list[Line]:
    """The transcript of a match."""
    return transcript(
        played.events,
        played.header,
        words,
        played.names,
        side=Side(wish.side) if wish.side else None,
        cite=wish.cite,
        moves=played.moves,
        notes=played.notes,
        width=width,
    )


def tell_one(words: Words, checks: Checks, name: str, wish: PlayWish) -> None:
    """Tell one match, as far as its script goes."""
    file, played = _play(words, checks, name, wish)
    side = Side(wish.side) if wish.side else None
    if played is not None and wish.form == "json":
        lines = [*json_lines(played.events, played.header, side=side)]
        if played.awaits is not None:
            lines.append(dumped(awaiting_data(words, played.match, played.awaits, side)))
        put("".join(f"{line}\n" for line in lines))
    elif played is not None:
        width = min(columns(sys.stdout, os.environ), WIDTH)
        put_lines(line.text for line in played_lines(words, played, wish, width))
        if played.wrong is None and played.awaits is not None:
            asked = awaiting_data(words, played.match, played.awaits, side)
            put_aside(
                "".join(f"{line}\n" for line in awaiting_lines(words, asked, columns(sys.stderr, os.environ)))
            )
    end_with(words, [file, *faulty_others(checks, file)])


def faulty_others(checks: Checks, file: File) -> list[File]:
    """The files that were opened with the last game and are faulty."""
    since = checks.files.index(file)
    return [other for other in checks.files[since + 1 :] if other.said.errors]


def ensure_readable(words: Words, checks: Checks, names: Sequence[str]) -> None:
    """End with what is said of named files, when one of them cannot be read."""
    named = [name for name in names if not os.path.isdir(name)]  # noqa: PTH112  # Path raises on long names
    files = [checks.library.open(name) for name in named]
    if not all(file.readable for file in files):
        end_with(words, files)


def end_with(words: Words, files: Sequence[File]) -> None:
    """Say what is wrong with files, if anything is, and end with the exit code for it."""
    paint = Paint.for_stream(sys.stderr, os.environ)
    put_aside("".join(diagnostics.blocks(files, words, paint)))
    if any(not file.readable for file in files):
        raise SystemExit(2)
    if any(file.said.errors for file in files):
        raise SystemExit(1)


def explain_line(words: Words, checks: Checks, names: Sequence[str], wish: PlayWish, number: int) -> None:
    """Tell which rules and which move made a line of a transcript."""
    if len(names) != 1:
        raise Refused(words.say(AREA, "explain-one"))
    file, played = _play(words, checks, names[0], wish)
    if played is None:
        end_with(words, [file, *faulty_others(checks, file)])
        raise SystemExit(1)
    lines = played_lines(words, played, wish)
    if not 0 < number <= len(lines):
        raise Refused(words.say(AREA, "no-such-line", n=number, most=len(lines)))
    line = lines[number - 1]
    put_lines([line.text])
    events = [played.referee.events[n] for n in line.events]
    for rule in dict.fromkeys(rule for event in events for rule in rules_of(event)):
        put_lines([f"   = edencli rules {rule}"])
    for reason in dict.fromkeys(_reasons(words, played.referee.match, events)):
        put_lines([f"   = {reason}"])
    if line.move is not None:
        put_lines([f"   = {_place(file, line.move)}"])


def _reasons(words: Words, match: Match, events: Sequence[Event]) -> Iterator[str]:
    """What made each part of the numbers of some events: a rule, or a card with what it says."""
    phrases = Phrases(words, names_of(match).cast)
    from edencli.pages.card_sentences import card_sentences  # slow to import, and for who asks why

    for part in (part for event in events for part in _parts(event)):
        told = phrases.part(part)
        said = card_sentences(words, match, part.name) if part.name else ()
        for one in said or (f"edencli rules {part.reason}",):
            yield words.say(AREA, "why", part=told, why=one)


def _parts(event: Event) -> Iterator[Part]:
    for value in event.values().values():
        if isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, Part))


def _place(file: File, move: int | None) -> str:
    """Where a move stands in its file, for a person."""
    name, spot = diagnostics.shown_name(file.name), _spot(file, move)
    return f"{name}:{spot.line}:{spot.column}" if spot else name


def _spot(file: File, move: int | None) -> Span | None:
    return file.document.spot(("moves", move)) if file.document and move is not None else None


class Result(NamedTuple):
    """What one game of many came to: its name, the decisions in it, and what failed, if anything did.

    `place` is where in its file it failed; `faults` is what was said of its files, which may not even be
    playable; `seconds` is how long it took.
    """

    name: str
    decisions: int
    failure: str | None
    detail: str
    place: Span | None = None
    faults: Sequence[Data] = ()
    playable: bool = True
    seconds: float = 0.0

    @property
    def said(self) -> Sequence[Data]:
        """What failed, as diagnostics."""
        if self.failure is None or self.faults:
            return self.faults
        place = self.place._asdict() if self.place else None
        said = {
            "code": "transcript",
            "severity": "error",
            "message": self.failure,
            "hint": None,
            "place": place,
        }
        return [{"file": self.name, "unshown": 0, "diagnostics": [said]}]


def run_all(
    words: Words, checks: Checks, names: Sequence[str], wish: PlayWish, goldens: Goldens, report: str | None
) -> NoReturn:
    """Play many games: a line each, a summary, and the exit code."""
    if goldens.update and os.environ.get("CI"):
        raise Refused(words.say(AREA, "no-update-in-ci"))
    runs, as_text = [], wish.form not in FOR_LOGS
    for name in progress(names):
        began = time.perf_counter()
        run = _run(words, checks, name, wish, goldens)
        checks.library.settle()
        runs.append(run._replace(seconds=time.perf_counter() - began))
        put_lines([_line(words, run)] if as_text else [])
    if goldens.check:
        orphans = list(_orphans(words, names))
        runs += orphans
        put_lines(_line(words, orphan) for orphan in orphans if as_text)
    failed = [run for run in runs if run.failure]
    if as_text:
        put_lines(line for run in failed for line in f"\n{run.detail}".splitlines())
    else:
        data = {"files": [file for run in failed for file in run.said]}
        lines = diagnostics.github(data) if wish.form == Faults.GITHUB else diagnostics.concise(data, words)
        put("".join(lines), commands=wish.form == Faults.GITHUB)
    if report is not None:
        from edencli.transcript import golden

        cases = [
            golden.Case(run.name, run.failure, run.detail, not run.playable, run.seconds) for run in runs
        ]
        _write(words, Path(report), golden.junit(cases))
    remark(words.say(AREA, "summary", n=len(runs), failed=len(failed)))
    raise SystemExit(1 if failed or not runs else 0)


def _line(words: Words, run: Result) -> str:
    name = diagnostics.shown_name(run.name)
    if run.failure:
        return words.say(AREA, "failed", name=name, why=run.failure)
    return words.say(AREA, "ok", name=name, n=run.decisions)


def _run(words: Words, checks: Checks, name: str, wish: PlayWish, goldens: Goldens) -> Result:
    file, played = _play(words, checks, name, wish)
    faulty = [one for one in (file, *faulty_others(checks, file)) if one.said.errors or not one.readable]
    if played is None or faulty:
        detail = "".join(diagnostics.blocks(faulty, words, Paint(colour=False)))
        faults = diagnostics.faults(diagnostics.causes_first(faulty), words)["files"]
        errors = (one for file in faults for one in file["diagnostics"] if one["severity"] == "error")
        failure = next((one["message"] for one in errors), "")
        return Result(name, 0, failure or words.say(AREA, "faulty"), detail, None, faults, played is not None)
    lines = played_lines(Words(), played, wish)
    return Result(name, played.decisions, *hold(words, file, lines, goldens, played.checked))


class Held(NamedTuple):
    """What became of a transcript that was held to its golden: what failed, in detail, and where."""

    failure: str | None = None
    detail: str = ""
    place: Span | None = None


def hold(words: Words, file: File, lines: list[Line], goldens: Goldens, checked: CheckedGame) -> Held:
    """Compare a transcript with its golden, or write it: in English, whatever language is spoken."""
    from edencli.transcript.golden import card_parts, find_divergence, foot_lines, has_foot

    golden, english = Path(file.name).with_suffix(GOLDEN), Words()
    footed = [*lines, *foot_lines(english, card_parts(checked.bands, checked.scenery, checked.npfs))]
    text = "".join(f"{line.text}\n" for line in footed)
    if goldens.update:
        _update(words, golden, text)
    if not goldens.check:
        return Held()
    expected = beginning(golden, len(text.encode()) + BEYOND) if stays(golden, goldens.root) else None
    if expected is None:
        return Held(words.say(AREA, "no-golden", name=str(golden)))
    difference = find_divergence(expected, footed if has_foot(english, expected) else lines)
    if difference is None:
        return Held()
    changed = _changed_cards(words, expected, checked)
    told = "".join(f"{line}\n" for line in changed) + _tell_difference(words, file, difference)
    failure = words.say(
        AREA, "cards-changed" if changed else "differs", n=difference.line, cards=changed[:NAMED]
    )
    return Held(failure, told, _spot(file, difference.move))


def _changed_cards(words: Words, expected: str, checked: CheckedGame) -> list[str]:
    """Which cards are others than those of a golden, each in a sentence."""
    from edencli.transcript.golden import card_changes, card_parts, cards_digest, change_sentence

    in_use = checked.bands, checked.scenery, checked.npfs
    if cards_digest(*in_use) in expected:
        return []
    changes = card_changes(Words(), expected, card_parts(*in_use))
    if changes is None:
        return [words.say(AREA, "cards-unknown")]
    return [change_sentence(words, change) for change in changes] or [words.say(AREA, "cards-alike")]


def _tell_difference(words: Words, file: File, difference: "Divergence") -> str:
    """The first line that differs, the move behind it, and all that differs."""
    where = _place(file, difference.move)
    first = words.say(
        AREA,
        "first-difference",
        n=difference.line,
        expected=words.say(AREA, "nothing") if difference.expected is None else _cut(difference.expected),
        actual=words.say(AREA, "nothing") if difference.actual is None else _cut(difference.actual),
    )
    accept = words.say(AREA, "accept", name=diagnostics.shown_name(file.name))
    diff = "".join(f"  {_cut(line)}\n" for line in difference.diff)
    return f"{where}: {first}\n{diff}{accept}\n"


def _cut(line: str) -> str:
    """A line of a transcript; one that is far longer than ours was not written by us."""
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _update(words: Words, golden: Path, text: str) -> None:
    old, new = (beginning(golden, len(text.encode()) + BEYOND) or "").splitlines(), text.splitlines()
    if old == new:
        return
    _write(words, golden, text)
    plus, minus = (len(there) - (Counter(old) & Counter(new)).total() for there in (new, old))
    put_lines([words.say(AREA, "written", name=str(golden), plus=plus, minus=minus)])


def _write(words: Words, path: Path, text: str) -> None:
    from edencli.games.file_io import save

    save(words, path, text, replace=True)


def _orphans(words: Words, names: Sequence[str]) -> Iterator[Result]:
    """The transcripts in the games' folders that belong to no game."""
    for folder in dict.fromkeys(Path(name).parent for name in names):
        for golden in sorted(folder.glob(f"*{GOLDEN}")):
            if not any(golden.with_suffix(end).is_file() for end in (".yaml", ".yml")):
                yield Result(str(golden), 0, words.say(AREA, "orphan"), "")

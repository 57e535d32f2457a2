"""What `edencli play` does: tells one match, or runs many and holds their transcripts to what is expected."""

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from edencli.bots import BOTS, FILE_SUFFIX, PERSON, PLAYERS, RANDOM, Bot
from edencli.commands.dice_options import fresh_seed
from edencli.commands.modes import Given
from edencli.commands.parameters import FaultFormat, check_choice, default_book
from edencli.commands.requests.play import PlayRequest
from edencli.files.diagnostic import Span
from edencli.files.library import File
from edencli.files.source import STDIN, files_within, is_record, is_within_root, read_beginning
from edencli.games.checks import CheckedGame, Checks, make_library
from edencli.games.file_access import STDOUT, root_folder, save, save_page
from edencli.games.play_script import MOST_ANSWERS_NAMED, PlayedGame, ScriptOptions, StopPoint, play_script
from edencli.lang import Words, current_words
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import Question
from edencli.match.reasons import Part
from edencli.notation.names import match_names
from edencli.output.console import (
    ProgressLine,
    Refused,
    is_terminal,
    progress,
    remark,
    write_stderr,
    write_stdout,
    write_stdout_lines,
)
from edencli.output.sheet import Data, Paint
from edencli.output.width import DEFAULT_WIDTH, page_width
from edencli.pages import diagnostics
from edencli.transcript.chronicle import json_line
from edencli.transcript.event_numbers import parse_event_number
from edencli.transcript.event_sentences import event_rules
from edencli.transcript.open_question import awaiting_data, awaiting_lines
from edencli.transcript.phrases import Phrases
from edencli.transcript.transcript import TranscriptLine, json_lines, transcript_lines

if TYPE_CHECKING:
    from edencli.commands.requests.show import ShowRequest
    from edencli.transcript.golden import Divergence

AREA = "play"
FOR_LOGS = (FaultFormat.CONCISE, FaultFormat.GITHUB)  # how the logs of builds are told what failed
GOLDEN = ".transcript"
BEYOND = 65_536  # bytes of a golden transcript that are read beyond the length of what was played


class PlayOptions(NamedTuple):
    """How games are played and told, as it was said on the command line."""

    seed: int | None
    until: StopPoint | None
    bots: Mapping[Side, Bot]
    cite: bool
    side: str | None
    form: str
    html: str | None = None


class GoldenOptions(NamedTuple):
    """Whether transcripts beside the games are compared or written; none is a link out of the root.

    `is_own` tells that a game is played as its file says, so that `--update` would write the same transcript.
    """

    check: bool
    update: bool
    root: Path | None = None
    is_own: bool = True


def parse_stop_point(words: Words, text: str | None) -> StopPoint | None:
    """Read `r2`, `40`, `e120` or `e120a`."""
    if text is None:
        return None
    if event := parse_event_number(text):
        return StopPoint(event=event)
    kind = text[:1].lower()
    number = text[1:] if kind == "r" else text
    if not (number.isascii() and number.isdigit() and len(number) <= len("100000")):
        raise Refused(words.say(AREA, "until", text=text))
    return StopPoint(round=int(number)) if kind == "r" else StopPoint(line=int(number))


def chosen_viewer(request: "PlayRequest | ShowRequest") -> Audience:
    """Through whose eyes a match that is typed or kept is shown."""
    if request.everything:
        return None
    return Side(request.side) if request.side else PUBLIC


def chosen_players(request: PlayRequest) -> dict[Side, str]:
    """Who plays which side, as far as that was said; chance plays both where nothing else is."""
    named = {Side.RED: request.red, Side.BLUE: request.blue}
    return {side: name or RANDOM for side, name in named.items() if name or request.chance}


_LONGEST = 240  # characters of a line that differs; ours are under 100


def load_bots(words: Words, players: Mapping[Side, str]) -> dict[Side, Bot]:
    """The bots among those who play; one that is a file is loaded, once for both sides.

    Raises:
        Refused: A file is no bot.
    """
    bots = {name: _load_bot(words, name) for name in sorted({*players.values()} - {PERSON})}
    return {side: bots[name] for side, name in players.items() if name != PERSON}


def _load_bot(words: Words, name: str) -> Bot:
    if not name.endswith(FILE_SUFFIX):
        return BOTS[name]
    from edencli.commands.bot_files import load_bot  # only such a bot needs the interface for programs

    return load_bot(words, name)


BOTH = 2
"""How many bands meet."""


def wants_moves(checks: Checks, names: Sequence[str]) -> bool:
    """Tell whether a person at a terminal named one game that says nothing of its moves."""
    if not is_terminal() or len(names) != 1 or names[0] == STDIN or os.path.isdir(names[0]):  # noqa: PTH112  # the same
        return False
    file = checks.library.open(names[0])
    return file.kind == "game" and file.is_sound and not file.value.moves


def are_two_bands(checks: Checks, names: Sequence[str]) -> bool:
    """Tell whether two bands were named, which begin a new match."""
    if len(names) != BOTH or any(map(os.path.isdir, names)):  # Path raises on long names
        return False
    return all(checks.library.open(name).kind == "band" for name in names)


TypeMatch = Callable[..., None]
"""What plays a match that is typed: `edencli.prompt.start_play.start_play`."""


def play_games(request: PlayRequest, type_match: TypeMatch) -> None:
    """Play what was named: a match that is typed, or games by their scripts."""
    words = current_words()
    _check_values(words, request)
    given = request.modes.given_rows(words, request.typed)
    request.modes.refuse_exclusive(words, given)
    shelf = make_library(root=root_folder(request.root, words), stdin_name=request.stdin_filename)
    checks = Checks(shelf, wanted=request.rulebook, default=default_book(), moves=False)
    way = _typed_way(checks, request, given)
    if way is None:
        _play_scripts(words, checks, request, given)
        return
    request.modes.refuse_in(words, given, way)
    type_match(words, checks, request)


def _check_values(words: Words, request: PlayRequest) -> None:
    """Refuse words that an option does not have."""
    check_choice(words, "--format", request.form, ("text", "json", *FOR_LOGS))
    check_choice(words, "--as", request.side, (None, "red", "blue"))
    for option, page in (("--html", request.html), ("--watch", request.watch)):
        if page == STDOUT:
            raise Refused(words.say("replay", "stdout", option=option))
    for option, player in (("--red", request.red), ("--blue", request.blue)):
        if player is None or not player.endswith(FILE_SUFFIX):
            check_choice(words, option, player, (None, *PLAYERS))


def _typed_way(checks: Checks, request: PlayRequest, given: Given) -> str | None:
    """The way in which a match is typed; None where games are played by their scripts."""
    if is_record(Path(request.games[0])):
        return "--script" if request.script is not None else "record"
    if are_two_bands(checks, request.games):
        return "bands"
    as_script = request.check or request.form == "json" or request.modes.refused_rows(given, "typed")
    if request.interactive or (not as_script and wants_moves(checks, request.games)):
        return "typed"
    return None


def _play_scripts(words: Words, checks: Checks, request: PlayRequest, given: Given) -> None:
    """Play games by their scripts: one that is told or explained, or several."""
    names, root = request.games, checks.library.root
    if request.modes.refused_rows(given, "several"):
        ensure_readable(words, checks, names)
    files = [found for name in names for found in find_games(words, name, root)]
    way = _scripted_way(request, files)
    request.modes.refuse_in(words, given, way)
    wish = PlayOptions(
        seed=request.seed,
        until=parse_stop_point(words, request.until),
        bots=load_bots(words, chosen_players(request)),
        cite=request.cite,
        side=request.side,
        form=request.form,
        html=request.html,
    )
    if request.explain is not None:
        explain_line(words, checks, files[0], wish, request.explain)
    elif way == "told":
        print_transcript(words, checks, files[0], wish)
    else:
        goldens = GoldenOptions(
            request.check, request.update, root, is_own=not (wish.bots or wish.seed is not None)
        )
        play_many(words, checks, files, wish, goldens, request.junit)


def _scripted_way(request: PlayRequest, files: Sequence[str]) -> str:
    """The way in which games are played by their scripts."""
    if request.explain is not None and len(files) == 1:
        return "--explain"
    is_folder = any(map(os.path.isdir, request.games))  # Path raises on long names
    if len(files) != 1 or is_folder or request.check or request.update or request.form in FOR_LOGS:
        return "several"
    return "told"


_KIND = re.compile(r"^kind: *[\"']?(\w+)", re.MULTILINE)
_HEAD = 65_536  # bytes of a file in which its kind stands


def find_games(words: Words, name: str, root: Path | None) -> list[str]:
    """The games in and below a folder, and whatever says not what it is; or the file that was named."""
    if not os.path.isdir(name):  # noqa: PTH112  # Path raises on long names
        return [name]
    files = [one for one in files_within(name, root) if one != name]
    kinds = (_KIND.search(read_beginning(Path(one), _HEAD) or "") for one in files)
    games = [one for one, kind in zip(files, kinds, strict=True) if kind is None or kind[1] == "game"]
    if not games:
        raise Refused(words.say(AREA, "no-games", folder=name), code=1)
    return games


def _play(words: Words, checks: Checks, name: str, wish: PlayOptions) -> tuple[File, PlayedGame | None]:
    """Play one game, by bots where the script ends if that was wished."""
    file = checks.check_file(name, kind="game")
    seed = choose_seed(words, file, wish.seed) if wish.bots else wish.seed
    with ProgressLine() as sign:

        def thinking(question: Question[Any]) -> None:
            player = words.say("events", f"player.{question.asked}")
            sign.show(words.say(AREA, "thinking", player=player))

        course = ScriptOptions(seed=seed, until=wish.until, bots=wish.bots, thinking=thinking)
        return file, play_script(checks, file, course)


def choose_seed(words: Words, file: File, seed: int | None) -> int:
    """The seed that was given, the file's, or a fresh one that is told on stderr."""
    own = known_seed(file, seed)
    if own is not None:
        return own
    drawn = fresh_seed()
    remark(words.say("attack", "seed", seed=drawn))
    return drawn


def known_seed(file: File, seed: int | None) -> int | None:
    """The seed that was given, or else the file's."""
    own = getattr(file.value, "seed", None) if seed is None else seed
    return None if own is None else int(own)


def match_lines(
    words: Words, played: PlayedGame, wish: PlayOptions, width: int = DEFAULT_WIDTH
) -> list[TranscriptLine]:
    """The transcript of a match."""
    return transcript_lines(
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


def print_transcript(words: Words, checks: Checks, name: str, wish: PlayOptions) -> None:
    """Tell one match, as far as its script goes."""
    file, played = _play(words, checks, name, wish)
    side = Side(wish.side) if wish.side else None
    if played is not None and wish.form == "json":
        lines = [*json_lines(played.events, played.header, side=side)]
        if played.awaits is not None:
            lines.append(json_line(awaiting_data(words, played.match, played.awaits, side)))
        write_stdout("".join(f"{line}\n" for line in lines))
    elif played is not None:
        width = min(page_width(sys.stdout, os.environ), DEFAULT_WIDTH)
        write_stdout_lines(line.text for line in match_lines(words, played, wish, width))
        if played.wrong is None and played.awaits is not None:
            asked = awaiting_data(words, played.match, played.awaits, side)
            write_stderr(
                "".join(
                    f"{line}\n" for line in awaiting_lines(words, asked, page_width(sys.stderr, os.environ))
                )
            )
    if played is not None and wish.html:
        from edencli.commands.replay import write_played

        as_filed = not wish.bots and wish.seed is None
        write_played(words, played, wish.side, wish.html, by_script=as_filed)
    exit_on_faults(words, [file, *faulty_others(checks, file)])


def faulty_others(checks: Checks, file: File) -> list[File]:
    """The files that were opened with the last game and are faulty."""
    since = checks.files.index(file)
    return [other for other in checks.files[since + 1 :] if other.diagnostics.error_count]


def ensure_readable(words: Words, checks: Checks, names: Sequence[str]) -> None:
    """End with what is said of named files, when one of them cannot be read."""
    named = [name for name in names if not os.path.isdir(name)]  # noqa: PTH112  # Path raises on long names
    files = [checks.library.open(name) for name in named]
    if not all(file.is_readable for file in files):
        exit_on_faults(words, files)


def exit_on_faults(words: Words, files: Sequence[File]) -> None:
    """Say what is wrong with files, if anything is, and end with the exit code for it."""
    paint = Paint.for_stream(sys.stderr, os.environ)
    write_stderr("".join(diagnostics.format_files(files, words, paint)))
    if any(not file.is_readable for file in files):
        raise SystemExit(2)
    if any(file.diagnostics.error_count for file in files):
        raise SystemExit(1)


def explain_line(words: Words, checks: Checks, name: str, wish: PlayOptions, number: int) -> None:
    """Tell which rules and which move made a line of a transcript."""
    file, played = _play(words, checks, name, wish)
    if played is None:
        exit_on_faults(words, [file, *faulty_others(checks, file)])
        raise SystemExit(1)
    lines = match_lines(words, played, wish)
    if not 0 < number <= len(lines):
        raise Refused(words.say(AREA, "no-such-line", n=number, most=len(lines)))
    line = lines[number - 1]
    write_stdout_lines([line.text])
    events = [played.referee.events[n] for n in line.events]
    for rule in dict.fromkeys(rule for event in events for rule in event_rules(event)):
        write_stdout_lines([f"   = edencli rules {rule}"])
    for reason in dict.fromkeys(_reasons(words, played.referee.match, events)):
        write_stdout_lines([f"   = {reason}"])
    if line.move is not None:
        write_stdout_lines([f"   = {_place(file, line.move)}"])


def _reasons(words: Words, match: Match, events: Sequence[Event]) -> Iterator[str]:
    """What made each part of the numbers of some events: a rule, or a card with what it says."""
    phrases = Phrases(words, match_names(match).cast)
    from edencli.pages.card_sentences import card_sentences  # slow to import, and for who asks why

    for part in (part for event in events for part in _parts(event)):
        told = phrases.part(part)
        said = card_sentences(words, match, part.name) if part.name else []
        if part.effect is not None:
            said = said[part.effect : part.effect + 1]
        for one in said or (f"edencli rules {part.reason}",):
            yield words.say(AREA, "why", part=told, why=one)


def _parts(event: Event) -> Iterator[Part]:
    for value in event.as_dict().values():
        if isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, Part))


def _place(file: File, move: int | None) -> str:
    """Where a move stands in its file, for a person."""
    name, spot = diagnostics.safe_file_name(file.name), _spot(file, move)
    return f"{name}:{spot.line}:{spot.column}" if spot else name


def _spot(file: File, move: int | None) -> Span | None:
    return file.document.display_place(("moves", move)) if file.document and move is not None else None


class GameResult(NamedTuple):
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
    def fault_data(self) -> Sequence[Data]:
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


def play_many(
    words: Words,
    checks: Checks,
    names: Sequence[str],
    wish: PlayOptions,
    goldens: GoldenOptions,
    report: str | None,
) -> NoReturn:
    """Play many games: a line each, a summary, and the exit code."""
    if goldens.update and os.environ.get("CI"):
        raise Refused(words.say(AREA, "no-update-in-ci"))
    runs, as_text = [], wish.form not in FOR_LOGS
    for name in progress(names):
        began = time.perf_counter()
        run = _run(words, checks, name, wish, goldens)
        checks.library.release_documents()
        runs.append(run._replace(seconds=time.perf_counter() - began))
        write_stdout_lines([_line(words, run)] if as_text else [])
    if goldens.check:
        orphans = list(_orphans(words, names))
        runs += orphans
        write_stdout_lines(_line(words, orphan) for orphan in orphans if as_text)
    failed = [run for run in runs if run.failure]
    if as_text:
        write_stdout_lines(line for run in failed for line in f"\n{run.detail}".splitlines())
    else:
        data = {"files": [file for run in failed for file in run.fault_data]}
        lines = (
            diagnostics.format_github(data)
            if wish.form == FaultFormat.GITHUB
            else diagnostics.format_concise(data, words)
        )
        write_stdout("".join(lines), commands=wish.form == FaultFormat.GITHUB)
    if report is not None:
        from edencli.transcript import golden

        cases = [
            golden.JunitCase(run.name, run.failure, run.detail, not run.playable, run.seconds) for run in runs
        ]
        save_page(words, Path(report), golden.junit_report(cases))
    remark(words.say(AREA, "summary", n=len(runs), failed=len(failed)))
    raise SystemExit(1 if failed or not runs else 0)


def _line(words: Words, run: GameResult) -> str:
    name = diagnostics.safe_file_name(run.name)
    if run.failure:
        return words.say(AREA, "failed", name=name, why=run.failure)
    return words.say(AREA, "ok", name=name, n=run.decisions)


def _run(words: Words, checks: Checks, name: str, wish: PlayOptions, goldens: GoldenOptions) -> GameResult:
    file, played = _play(words, checks, name, wish)
    faulty = [
        one
        for one in (file, *faulty_others(checks, file))
        if one.diagnostics.error_count or not one.is_readable
    ]
    if played is None or faulty:
        detail = "".join(diagnostics.format_files(faulty, words, Paint(colour=False)))
        faults = diagnostics.diagnostics_data(diagnostics.causes_first(faulty), words)["files"]
        errors = (one for file in faults for one in file["diagnostics"] if one["severity"] == "error")
        failure = next((one["message"] for one in errors), "")
        return GameResult(
            name, 0, failure or words.say(AREA, "faulty"), detail, None, faults, played is not None
        )
    lines = match_lines(Words(), played, wish)
    return GameResult(name, played.decisions, *compare_golden(words, file, lines, goldens, played.checked))


class GoldenResult(NamedTuple):
    """What became of a transcript that was held to its golden: what failed, in detail, and where."""

    failure: str | None = None
    detail: str = ""
    place: Span | None = None


def compare_golden(
    words: Words, file: File, lines: list[TranscriptLine], goldens: GoldenOptions, checked: CheckedGame
) -> GoldenResult:
    """Compare a transcript with its golden, or write it: in English, whatever language is spoken."""
    from edencli.transcript.golden import card_digests, find_divergence, footer_lines, has_footer

    golden, english = Path(file.name).with_suffix(GOLDEN), Words()
    footed = [*lines, *footer_lines(english, card_digests(checked.bands, checked.scenery, checked.npfs))]
    text = "".join(f"{line.text}\n" for line in footed)
    if goldens.update:
        _update(words, golden, text)
    if not goldens.check:
        return GoldenResult()
    expected = (
        read_beginning(golden, len(text.encode()) + BEYOND) if is_within_root(golden, goldens.root) else None
    )
    if expected is None:
        message = "no-golden" if goldens.is_own else "no-golden.other"
        return GoldenResult(words.say(AREA, message, name=str(golden)))
    difference = find_divergence(expected, footed if has_footer(english, expected) else lines)
    if difference is None:
        return GoldenResult()
    changed = _changed_cards(words, expected, checked)
    told = "".join(f"{line}\n" for line in changed) + _tell_difference(words, file, difference, goldens)
    failure = words.say(
        AREA, "cards-changed" if changed else "differs", n=difference.line, cards=changed[:MOST_ANSWERS_NAMED]
    )
    return GoldenResult(failure, told, _spot(file, difference.move))


def _changed_cards(words: Words, expected: str, checked: CheckedGame) -> list[str]:
    """Which cards are others than those of a golden, each in a sentence."""
    from edencli.transcript.golden import card_changes, card_digests, cards_digest, change_sentence

    in_use = checked.bands, checked.scenery, checked.npfs
    if cards_digest(*in_use) in expected:
        return []
    changes = card_changes(Words(), expected, card_digests(*in_use))
    if changes is None:
        return [words.say(AREA, "cards-unknown")]
    return [change_sentence(words, change) for change in changes] or [words.say(AREA, "cards-alike")]


def _tell_difference(words: Words, file: File, difference: "Divergence", goldens: GoldenOptions) -> str:
    """The first line that differs, the move behind it, all that differs, and what would accept it."""
    where = _place(file, difference.move)
    first = words.say(
        AREA,
        "first-difference",
        n=difference.line,
        expected=words.say(AREA, "nothing") if difference.expected is None else _cut(difference.expected),
        actual=words.say(AREA, "nothing") if difference.actual is None else _cut(difference.actual),
    )
    diff = "".join(f"  {_cut(line)}\n" for line in difference.diff)
    told = f"{where}: {first}\n{diff}"
    if not goldens.is_own:
        return told
    accept = words.say(AREA, "accept", name=diagnostics.safe_file_name(file.name))
    return f"{told}{accept}\n"


def _cut(line: str) -> str:
    """A line of a transcript; one that is far longer than ours was not written by us."""
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _update(words: Words, golden: Path, text: str) -> None:
    old, new = (read_beginning(golden, len(text.encode()) + BEYOND) or "").splitlines(), text.splitlines()
    if old == new:
        return
    save(words, golden, text, replace=True)
    plus, minus = (len(there) - (Counter(old) & Counter(new)).total() for there in (new, old))
    write_stdout_lines([words.say(AREA, "written", name=str(golden), plus=plus, minus=minus)])


def _orphans(words: Words, names: Sequence[str]) -> Iterator[GameResult]:
    """The transcripts in the games' folders that belong to no game."""
    for folder in dict.fromkeys(Path(name).parent for name in names):
        for golden in sorted(folder.glob(f"*{GOLDEN}")):
            if not any(golden.with_suffix(end).is_file() for end in (".yaml", ".yml")):
                yield GameResult(str(golden), 0, words.say(AREA, "orphan"), "")

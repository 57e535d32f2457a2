"""What `edencli play` does: tells one match, or runs many and holds their transcripts to what is expected."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from edencli import __version__
from edencli.bots import BOTS, FILE_SUFFIX, PERSON, PLAYERS, RANDOM, Bot
from edencli.commands.dice_options import choose_seed
from edencli.commands.goldens import GOLDEN, GoldenOptions, compare_golden, place_of_move
from edencli.commands.modes import Given
from edencli.commands.parameters import FaultFormat, check_choice, default_book
from edencli.commands.requests.play import PlayRequest
from edencli.files.diagnostic import Span
from edencli.files.library import File
from edencli.files.source import STDIN, is_record
from edencli.games.checks import Checks, make_library
from edencli.games.file_access import STDOUT, find_games, root_folder, save_page
from edencli.games.play_script import (
    PlayedGame,
    ScriptOptions,
    StopPoint,
    parse_stop_point,
    play_script,
)
from edencli.lang import Words, current_words
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import Question
from edencli.match.reasons import Part
from edencli.named_tuple import NamedTuple
from edencli.notation.names import match_names
from edencli.output.console import (
    MANNER,
    ProgressLine,
    Refused,
    fit_lines,
    is_terminal,
    progress,
    remark,
    write_stderr,
    write_stdout,
    write_stdout_lines,
)
from edencli.output.pager import write_page
from edencli.output.sheet import Data, Paint
from edencli.output.width import DEFAULT_WIDTH, page_width
from edencli.pages import diagnostics
from edencli.transcript.chronicle import json_line
from edencli.transcript.event_sentences import EventSentences, event_rules
from edencli.transcript.golden import Difference
from edencli.transcript.open_question import awaiting_data, awaiting_lines
from edencli.transcript.phrases import Phrases
from edencli.transcript.transcript import TranscriptLine, json_lines, transcript_lines

if TYPE_CHECKING:
    from edencli.commands.requests.show import ShowRequest
    from edencli.transcript.chances import ToldChances
    from edencli.transcript.golden import JunitRun

AREA = "play"
FOR_LOGS = (FaultFormat.CONCISE, FaultFormat.GITHUB)  # how the logs of builds are told what failed


class PlayOptions(NamedTuple):
    """How games are played and told, as it was said on the command line."""

    seed: int | None
    until: StopPoint | None
    bots: Mapping[Side, Bot]
    cite: bool
    side: str | None
    form: str
    html: str | None = None
    odds: bool = False
    advise: bool = False


def chosen_viewer(request: "PlayRequest | ShowRequest") -> Audience:
    """Through whose eyes a match that is typed or kept is shown."""
    if request.everything:
        return None
    return Side(request.side) if request.side else PUBLIC


def chosen_players(request: PlayRequest) -> dict[Side, str]:
    """Who plays which side, as far as that was said; chance plays both where nothing else is."""
    named = {Side.RED: request.red, Side.BLUE: request.blue}
    return {side: name or RANDOM for side, name in named.items() if name or request.chance}


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
        return "--script" if request.script is not None else "moment" if request.until else "record"
    if are_two_bands(checks, request.games):
        return "bands"
    as_script = (
        request.check or request.until or request.form == "json" or request.modes.refused_rows(given, "typed")
    )
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
        odds=request.odds or request.advise,
        advise=request.advise,
    )
    if request.explain is not None:
        explain_line(words, checks, files[0], wish, request.explain)
    elif way == "told":
        print_transcript(words, checks, files[0], wish)
    else:
        goldens = GoldenOptions(
            request.check,
            request.update,
            root,
            is_own=not (wish.bots or wish.seed is not None),
            words_alone=request.words_alone,
            strict=request.strict,
        )
        play_many(words, checks, files, wish, goldens, request.junit)


def _scripted_way(request: PlayRequest, files: Sequence[str]) -> str:
    """The way in which games are played by their scripts."""
    if request.explain is not None and len(files) == 1:
        return "--explain"
    is_folder = any(map(os.path.isdir, request.games))  # Path raises on long names
    holds = request.check or request.update or request.words_alone or request.strict
    if len(files) != 1 or is_folder or holds or request.form in FOR_LOGS:
        return "several"
    return "told"


TellChances = Callable[[Audience], "ToldChances"]
"""What weighs the dice of a match for a viewer."""


class PlayedFile(NamedTuple):
    """A game file, the game as it was played unless the file is faulty, and what tells its chances."""

    file: File
    played: PlayedGame | None
    tell_chances: TellChances | None = None


def _play(words: Words, checks: Checks, name: str, wish: PlayOptions) -> PlayedFile:
    """Play one game, by bots where the script ends if that was wished."""
    file = checks.check_file(name, kind="game")
    seed = choose_seed(words, file, wish.seed) if wish.bots else wish.seed
    with ProgressLine() as sign:

        def thinking(question: Question[Any]) -> None:
            player = words.say("events", f"player.{question.asked}")
            sign.show(words.say(AREA, "thinking", player=player))

        course = ScriptOptions(seed=seed, until=wish.until, bots=wish.bots, thinking=thinking)
        if not wish.odds:
            return PlayedFile(file, play_script(checks, file, course))
        from edencli.commands.chances import play_with_chances  # odds are slow to import

        return PlayedFile(file, *play_with_chances(checks, file, course, advise=wish.advise))


def match_lines(
    words: Words,
    played: PlayedGame,
    wish: PlayOptions,
    width: int = DEFAULT_WIDTH,
    tell_chances: TellChances | None = None,
) -> list[TranscriptLine]:
    """The transcript of a match."""
    side = Side(wish.side) if wish.side else None
    return transcript_lines(
        played.events,
        played.header,
        words,
        played.names,
        side=side,
        cite=wish.cite,
        moves=played.moves,
        notes=played.notes,
        chances=tell_chances and tell_chances(side),
        walk=played.referee.walk_log(),
        width=width,
    )


def print_transcript(words: Words, checks: Checks, name: str, wish: PlayOptions) -> None:
    """Tell one match, as far as its script goes."""
    file, played, tell_chances = _play(words, checks, name, wish)
    side = Side(wish.side) if wish.side else None
    if played is not None and wish.form == "json":
        story = EventSentences(words.of_book(played.header.rulebook), played.names)
        chances = tell_chances and tell_chances(side)
        walk = played.referee.walk_log()
        lines = [
            *json_lines(played.events, played.header, side=side, story=story, chances=chances, walk=walk)
        ]
        if played.awaits is not None:
            lines.append(json_line(awaiting_data(words, played.match, played.awaits, side)))
        write_stdout("".join(f"{line}\n" for line in lines))
    elif played is not None:
        width = min(page_width(sys.stdout, os.environ), DEFAULT_WIDTH)
        told = (
            fit_lines(line.text, sys.stdout) for line in match_lines(words, played, wish, width, tell_chances)
        )
        write_page("".join(f"{line}\n" for line in told))
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
        write_played(words, played, wish.side, wish.html, by_script=as_filed, tell_chances=tell_chances)
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
    file, played, tell_chances = _play(words, checks, name, wish)
    if played is None:
        exit_on_faults(words, [file, *faulty_others(checks, file)])
        raise SystemExit(1)
    lines = match_lines(words, played, wish, tell_chances=tell_chances)
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
        write_stdout_lines([f"   = {place_of_move(file, line.move)}"])


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


class GameResult(NamedTuple):
    """What one game of many came to: its name, the decisions in it, and what failed, if anything did.

    `place` is where in its file it failed; `faults` is what was said of its files, which may not even be
    playable; `seconds` is how long it took. `differs` tells how a transcript is another than its golden;
    where that fails nothing, `words` says what differs.
    """

    name: str
    decisions: int
    failure: str | None
    detail: str
    place: Span | None = None
    differs: Difference | None = None
    faults: Sequence[Data] = ()
    playable: bool = True
    seconds: float = 0.0
    words: str | None = None

    @property
    def fault_data(self) -> Sequence[Data]:
        """What failed, or differs in words alone, as diagnostics."""
        message = self.failure or self.words
        if message is None or self.faults:
            return self.faults
        said = {
            "code": "transcript-words" if self.differs is Difference.WORDS else "transcript",
            "severity": "error" if self.failure else "note",
            "message": message,
            "hint": None,
            "place": self.place._asdict() if self.place else None,
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
    for option, is_idle, needed in (
        ("--words", goldens.words_alone and not goldens.update, "--update"),
        ("--strict", goldens.strict and not goldens.check, "--check"),
    ):
        if is_idle:
            raise Refused(words.say("modes", "refused.only", options=[option], n=1, modes=[needed]))
    if goldens.update and os.environ.get("CI"):
        raise Refused(words.say(AREA, "no-update-in-ci"))
    runs, as_text, began = [], wish.form not in FOR_LOGS, time.time()
    for name in progress(names):
        since = time.perf_counter()
        run = _run(words, checks, name, wish, goldens)
        checks.library.release_documents()
        runs.append(run._replace(seconds=time.perf_counter() - since))
        write_stdout_lines([_line(words, run)] if as_text and (run.failure or MANNER.remarks) else [])
    if goldens.check:
        orphans = list(_orphans(words, names))
        runs += orphans
        write_stdout_lines(_line(words, orphan) for orphan in orphans if as_text)
    failed = [run for run in runs if run.failure]
    if as_text:
        write_stdout_lines(line for run in failed for line in f"\n{run.detail}".splitlines())
    else:
        data = {"files": [file for run in runs for file in run.fault_data]}
        lines = (
            diagnostics.format_github(data)
            if wish.form == FaultFormat.GITHUB
            else diagnostics.format_concise(data, words)
        )
        write_stdout("".join(lines), commands=wish.form == FaultFormat.GITHUB)
    if report is not None:
        from edencli.transcript import golden

        cases = [
            golden.JunitCase(
                run.name, run.failure, run.detail, not run.playable, run.seconds, run.differs, run.words
            )
            for run in runs
        ]
        save_page(words, Path(report), golden.junit_report(cases, _junit_run(began)))
    reworded = sum(run.words is not None for run in runs)
    message = "summary/words" if reworded else "summary"
    remark(words.say(AREA, message, n=len(runs), failed=len(failed), words=reworded))
    raise SystemExit(1 if failed or not runs else 0)


def _junit_run(began: float) -> "JunitRun":
    """When games were played, where, and by what."""
    import platform

    from edencli.transcript.golden import JunitRun

    return JunitRun(began, platform.node(), {"edencli": __version__, "python": platform.python_version()})


def _line(words: Words, run: GameResult) -> str:
    name = diagnostics.safe_file_name(run.name)
    if run.failure:
        return words.say(AREA, "failed", name=name, why=run.failure)
    if run.words:
        return words.say(AREA, "words", name=name, why=run.words)
    return words.say(AREA, "ok", name=name, n=run.decisions)


def _run(words: Words, checks: Checks, name: str, wish: PlayOptions, goldens: GoldenOptions) -> GameResult:
    file, played, _ = _play(words, checks, name, wish)
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
            name,
            0,
            failure or words.say(AREA, "faulty"),
            detail,
            faults=faults,
            playable=played is not None,
        )
    held = compare_golden(
        words, file, match_lines(Words(), played, wish), goldens, played.checked, played.events
    )
    return GameResult(
        name, played.decisions, held.failure, held.detail, held.place, held.differs, words=held.words
    )


def _orphans(words: Words, names: Sequence[str]) -> Iterator[GameResult]:
    """The transcripts in the games' folders that belong to no game."""
    for folder in dict.fromkeys(Path(name).parent for name in names):
        for golden in sorted(folder.glob(f"*{GOLDEN}")):
            if not any(golden.with_suffix(end).is_file() for end in (".yaml", ".yml")):
                yield GameResult(str(golden), 0, words.say(AREA, "orphan"), "")

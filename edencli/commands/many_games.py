"""Play many games: a line for each, a comparison with its transcript or a new one, and a summary.

`edencli.commands.goldens` compares one game, `edencli.commands.play` plays one.
"""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from edencli import __version__
from edencli.commands.goldens import GOLDEN, GoldenOptions, compare_golden
from edencli.commands.parameters import FaultFormat, default_book
from edencli.commands.play import AREA, FOR_LOGS, PlayOptions, faulty_others, match_lines, play_file
from edencli.files.diagnostic import Diagnostics, Span
from edencli.files.library import File
from edencli.files.source import is_record
from edencli.games.checks import Checks
from edencli.games.file_access import save_page
from edencli.games.record_names import SUFFIX
from edencli.lang import Words
from edencli.match.pieces import PUBLIC
from edencli.named_tuple import NamedTuple
from edencli.output.console import MANNER, Refused, progress, remark, write_stdout, write_stdout_lines
from edencli.output.sheet import Data, Paint
from edencli.pages import diagnostics
from edencli.transcript.golden import Difference, JunitCase, JunitRun, junit_report

if TYPE_CHECKING:
    from edencli.files.good_files import GoodFiles


class GameResult(NamedTuple):
    """The result of one game of many: its name, the number of decisions, and what failed, if anything.

    `place` is where in its file it failed. `faults` are the diagnostics of its files, with which it may not
    be `playable`. `seconds` is how long it took. `differs` says how its transcript differs from its golden;
    where that is no failure, `words` says what differs.
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
        """The failure, or the difference in words alone, as diagnostics."""
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


def hold_games(
    words: Words,
    checks: Checks,
    names: Sequence[str],
    wish: PlayOptions,
    goldens: GoldenOptions,
    report: str | None,
) -> NoReturn:
    """Play many games and compare them with their goldens: a line each, a summary, and the exit code."""
    finish_games(words, play_many(words, checks, names, wish, goldens), report)


def play_many(
    words: Words, checks: Checks, names: Sequence[str], wish: PlayOptions, goldens: GoldenOptions
) -> list[GameResult]:
    """Play many games, print a line for each, and the details of those that fail."""
    for option, is_idle, needed in (
        ("--words", goldens.words_alone and not goldens.update, "--update"),
        ("--strict", goldens.strict and not goldens.check, "--check"),
        ("--changed", goldens.changed and not goldens.check, "--check"),
    ):
        if is_idle:
            raise Refused(words.say("modes", "refused.only", options=[option], n=1, modes=[needed]))
    if goldens.update and os.environ.get("CI"):
        raise Refused(words.say(AREA, "no-update-in-ci"))
    as_text = wish.form == "text"
    runs = [*_play_each(words, checks, names, wish, goldens)]
    if goldens.check:
        orphans = list(_orphans(words, names))
        runs += orphans
        write_stdout_lines(_line(words, orphan) for orphan in orphans if as_text)
    if as_text:
        failed = (run for run in runs if run.failure)
        write_stdout_lines(line for run in failed for line in f"\n{run.detail}".splitlines())
    elif wish.form in FOR_LOGS:
        _write_for_logs(words, runs, wish.form)
    return runs


def _play_each(
    words: Words, checks: Checks, names: Sequence[str], wish: PlayOptions, goldens: GoldenOptions
) -> Iterator[GameResult]:
    """Play games one by one and print a line for each; with `changed`, only games not known as good."""
    good = _good_games(goldens) if goldens.changed else None
    judged = [name for name in names if good is None or not good.is_good(name)]
    if len(judged) < len(names):
        remark(words.say(AREA, "unchanged", n=len(names) - len(judged)))
    for name in progress(judged):
        since = time.perf_counter()
        run = _run(words, checks, name, wish, goldens)
        checks.library.release_documents()
        if wish.form == "text" and (run.failure or MANNER.remarks):
            write_stdout_lines([_line(words, run)])
        if good is not None and run.failure is None and run.words is None:
            _keep_good_game(good, checks, name)
        yield run._replace(seconds=time.perf_counter() - since)
    if good is not None:
        good.save()


def _good_games(goldens: GoldenOptions) -> "GoodFiles":
    """The games known as good in this folder, by equally strict goldens and the same rulebook."""
    from edencli.files.good_files import GoodFiles  # only hooks ask for it

    held_to = "words" if goldens.strict else "events"
    return GoodFiles(Path(), "play", held_to, default_book(), str(goldens.root or ""))


def _keep_good_game(good: "GoodFiles", checks: Checks, name: str) -> None:
    """Remember that a game is good, with its transcript and all files behind it."""
    from edencli.files.good_files import files_behind  # as above

    golden = str(Path(name).with_suffix(GOLDEN))
    good.keep(name, [golden, *files_behind(checks.library, name)])


def _write_for_logs(words: Words, runs: Sequence[GameResult], form: str) -> None:
    """Print the failures in the form of a build's log."""
    data = {"files": [file for run in runs for file in run.fault_data]}
    lines = (
        diagnostics.format_github(data)
        if form == FaultFormat.GITHUB
        else diagnostics.format_concise(data, words)
    )
    write_stdout("".join(lines), commands=form == FaultFormat.GITHUB)


def finish_games(
    words: Words, runs: Sequence[GameResult], report: str | None, *, is_enough: bool = True
) -> NoReturn:
    """Write the report for build servers, sum up, and exit with 1 if a game fails or not `is_enough`."""
    failed = sum(run.failure is not None for run in runs)
    if report is not None:
        cases = [
            JunitCase(
                run.name, run.failure, run.detail, not run.playable, run.seconds, run.differs, run.words
            )
            for run in runs
        ]
        began = time.time() - sum(run.seconds for run in runs)
        save_page(words, Path(report), junit_report(cases, _junit_run(began)))
    reworded = sum(run.words is not None for run in runs)
    message = "summary/words" if reworded else "summary"
    remark(words.say(AREA, message, n=len(runs), failed=failed, words=reworded))
    raise SystemExit(1 if failed or not is_enough else 0)


def _junit_run(began: float) -> JunitRun:
    """When games were played, on which machine, and with which versions."""
    import platform

    return JunitRun(began, platform.node(), {"edencli": __version__, "python": platform.python_version()})


def _line(words: Words, run: GameResult) -> str:
    name = diagnostics.safe_file_name(run.name)
    if run.failure:
        return words.say(AREA, "failed", name=name, why=run.failure)
    if run.words:
        return words.say(AREA, "words", name=name, why=run.words)
    return words.say(AREA, "ok", name=name, n=run.decisions)


def _run(words: Words, checks: Checks, name: str, wish: PlayOptions, goldens: GoldenOptions) -> GameResult:
    if is_record(Path(name)):
        return _hold_record(words, name, goldens)
    file, played, _ = play_file(words, checks, name, wish)
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
    if wish.watch is not None:
        wish.watch.hear_end(played)
    held = compare_golden(
        words, file, match_lines(Words(), played, wish), goldens, played.checked, played.events
    )
    return GameResult(
        name, played.decisions, held.failure, held.detail, held.place, held.differs, words=held.words
    )


def _hold_record(words: Words, name: str, goldens: GoldenOptions) -> GameResult:
    """Play a record again, which must go as recorded, and compare it with a transcript beside it."""
    from edencli.games.records import resume_record  # only needed for records
    from edencli.games.session_transcript import session_lines

    try:
        session = resume_record(words, Path(name), writing=False)
    except Refused as fault:
        return GameResult(name, 0, str(fault), "", playable=False)
    except SystemExit:  # the faults of its files were printed
        return GameResult(name, 0, words.say(AREA, "faulty"), "", playable=False)
    answers = sum(line.kind == "answer" for line in session.lines)
    if not Path(name).with_suffix(GOLDEN).exists():
        return GameResult(name, answers, None, "")
    file, lines = File(name, Path(name).parent, Diagnostics()), session_lines(Words(), session, PUBLIC)
    held = compare_golden(words, file, lines, goldens, session.checked, session.events)
    return GameResult(name, answers, held.failure, held.detail, None, held.differs, words=held.words)


def _orphans(words: Words, names: Sequence[str]) -> Iterator[GameResult]:
    """The transcripts in the games' folders that belong to no game."""
    for folder in dict.fromkeys(Path(name).parent for name in names):
        for golden in sorted(folder.glob(f"*{GOLDEN}")):
            if not any(golden.with_suffix(end).is_file() for end in (".yaml", ".yml", SUFFIX)):
                yield GameResult(str(golden), 0, words.say(AREA, "orphan"), "")

"""`edencli play`: print one match, or run many and compare their transcripts with the goldens."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edencli.bots import BOTS, FILE_SUFFIX, PERSON, PLAYERS, PROGRAM_PREFIX, RANDOM, Bot
from edencli.commands.dice_options import choose_seed
from edencli.commands.modes import Given
from edencli.commands.parameters import FaultFormat, check_choice, default_book
from edencli.commands.requests.play import PlayRequest
from edencli.files.library import File
from edencli.files.source import STDIN, is_record
from edencli.games.checks import Checks, make_library
from edencli.games.file_access import STDOUT, find_games, root_folder
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
    ProgressLine,
    Refused,
    fit_lines,
    is_terminal,
    write_stderr,
    write_stdout,
    write_stdout_lines,
)
from edencli.output.pager import write_page
from edencli.output.sheet import Paint
from edencli.output.width import DEFAULT_WIDTH, page_width
from edencli.transcript.chronicle import json_line
from edencli.transcript.event_sentences import EventSentences, event_rules
from edencli.transcript.open_question import awaiting_data, awaiting_lines
from edencli.transcript.phrases import Phrases
from edencli.transcript.transcript import TranscriptLine, json_lines, transcript_lines

if TYPE_CHECKING:
    from edencli.commands.requests.show import ShowRequest
    from edencli.games.card_watch import CardWatch
    from edencli.transcript.chances import ToldChances

AREA = "play"
FOR_LOGS = (FaultFormat.CONCISE, FaultFormat.GITHUB)  # formats for the logs of builds
FORMS = ("text", "json", *FOR_LOGS)


class PlayOptions(NamedTuple):
    """How games are played and printed, as the command line says."""

    seed: int | None
    until: StopPoint | None
    bots: Mapping[Side, Bot]
    cite: bool
    side: str | None
    form: str
    html: str | None = None
    odds: bool = False
    advise: bool = False
    watch: "CardWatch | None" = None
    """Counts which cards the games exercise, if that is printed."""


def chosen_viewer(request: "PlayRequest | ShowRequest") -> Audience:
    """The viewer of a typed or recorded match: what is secret from it is hidden."""
    if request.everything:
        return None
    return Side(request.side) if request.side else PUBLIC


def chosen_players(request: PlayRequest) -> dict[Side, str]:
    """The player of each side, if one was named; random players where `--random` says so."""
    named = {Side.RED: request.red, Side.BLUE: request.blue}
    return {side: name or RANDOM for side, name in named.items() if name or request.chance}


def load_bots(words: Words, players: Mapping[Side, str]) -> dict[Side, Bot]:
    """The bots among the players; a file is loaded once, even for both sides.

    Raises:
        Refused: A file is not a bot, or a command cannot be read.
    """
    bots = {name: _load_bot(words, name) for name in sorted({*players.values()} - {PERSON})}
    return {side: bots[name] for side, name in players.items() if name != PERSON}


def _load_bot(words: Words, name: str) -> Bot:
    if name.startswith(PROGRAM_PREFIX):
        from edencli.commands.bot_programs import load_program  # only such a bot starts a process

        return load_program(words, name)
    if not name.endswith(FILE_SUFFIX):
        return BOTS[name]
    from edencli.commands.bot_files import load_bot  # only such a bot needs the interface for programs

    return load_bot(words, name)


BOTH = 2
"""The number of bands in a match."""


def wants_moves(checks: Checks, names: Sequence[str]) -> bool:
    """Tell whether the command names one game without moves, in a terminal."""
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
"""The function that plays a typed match: `edencli.prompt.start_play.start_play`."""


def play_games(request: PlayRequest, type_match: TypeMatch) -> None:
    """Play what was named: a typed match, or games by their scripts."""
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
    """Refuse words that are not among an option's choices."""
    check_choice(words, "--format", request.form, FORMS)
    check_choice(words, "--as", request.side, (None, "red", "blue"))
    for option, page in (("--html", request.html), ("--watch", request.watch)):
        if page == STDOUT:
            raise Refused(words.say("replay", "stdout", option=option))
    for option, player in (("--red", request.red), ("--blue", request.blue)):
        if player is None or not (player.startswith(PROGRAM_PREFIX) or player.endswith(FILE_SUFFIX)):
            check_choice(words, option, player, (None, *PLAYERS))


def _typed_way(checks: Checks, request: PlayRequest, given: Given) -> str | None:
    """The way in which a match is typed; None where games are played by their scripts."""
    if is_record(Path(request.games[0])):
        return None if request.check else _record_way(request)
    if are_two_bands(checks, request.games):
        return "bands"
    as_script = (
        request.check or request.until or request.form == "json" or request.modes.refused_rows(given, "typed")
    )
    is_written = request.script is not None and bool(request.red or request.blue)
    if request.interactive or is_written or (not as_script and wants_moves(checks, request.games)):
        return "typed"
    return None


def _record_way(request: PlayRequest) -> str:
    """The way in which a recorded match is continued, printed or written out."""
    if request.script is not None:
        return "--script"
    if request.until:
        return "moment"
    return "cited" if request.cite else "record"


def _play_scripts(words: Words, checks: Checks, request: PlayRequest, given: Given) -> None:
    """Play games by their scripts: one that is printed or explained, or several."""
    names, root = request.games, checks.library.root
    if request.modes.refused_rows(given, "several"):
        ensure_readable(words, checks, [name for name in names if not is_record(Path(name))])
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
    if way == "--canonical":
        print_canonical(words, checks, files[0])
    elif request.explain is not None:
        explain_line(words, checks, files[0], wish, request.explain)
    elif way == "told":
        print_transcript(words, checks, files[0], wish)
    else:
        from edencli.commands.goldens import GoldenOptions
        from edencli.commands.many_games import hold_games  # one game that is told needs neither

        goldens = GoldenOptions(
            request.check,
            request.update,
            root,
            is_own=not (wish.bots or wish.seed is not None),
            words_alone=request.words_alone,
            strict=request.strict,
            changed=request.changed,
        )
        if way == "--cards":
            from edencli.commands.card_coverage import cover_cards

            cover_cards(words, checks, files, wish, goldens, request)
        hold_games(words, checks, files, wish, goldens, request.junit)


def _scripted_way(request: PlayRequest, files: Sequence[str]) -> str:
    """The way in which games are played by their scripts."""
    if any(is_record(Path(name)) for name in files):
        return "held"
    if request.explain is not None and len(files) == 1:
        return "--explain"
    if request.canonical and len(files) == 1:
        return "--canonical"
    if request.cards:
        return "--cards"
    is_folder = any(map(os.path.isdir, request.games))  # Path raises on long names
    holds = request.check or request.update or request.words_alone or request.strict
    if len(files) != 1 or is_folder or holds or request.form in FOR_LOGS:
        return "several"
    return "told"


TellChances = Callable[[Audience], "ToldChances"]
"""The function that weighs the dice of a match for a viewer."""


class PlayedFile(NamedTuple):
    """A game file, the game as played (None if the file is faulty), and what weighs its dice."""

    file: File
    played: PlayedGame | None
    tell_chances: TellChances | None = None


def play_file(words: Words, checks: Checks, name: str, wish: PlayOptions) -> PlayedFile:
    """Play one game, by bots after its script if there are any."""
    file = checks.check_file(name, kind="game")
    seed = choose_seed(words, file, wish.seed) if wish.bots else wish.seed
    with ProgressLine() as sign:

        def thinking(question: Question[Any]) -> None:
            player = words.say("events", f"player.{question.asked}")
            sign.show(words.say(AREA, "thinking", player=player))

        course = ScriptOptions(seed=seed, until=wish.until, bots=wish.bots, thinking=thinking)
        if wish.watch is not None:
            course = course._replace(tally=wish.watch.tally, at_answer=wish.watch.hear_answer)
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
    """The lines of a match's transcript."""
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
    """Print one match, as far as its script goes."""
    file, played, tell_chances = play_file(words, checks, name, wish)
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


def print_canonical(words: Words, checks: Checks, name: str) -> None:
    """Print a game file with its moves in canonical form."""
    from edencli.games.canonical_script import canonical_script  # hardly ever

    file = checks.check_file(name, kind="game")
    checked = checks.game(file)
    text = None if checked is None else canonical_script(file, checked)
    exit_on_faults(words, [file, *faulty_others(checks, file)])
    if text is None:
        raise SystemExit(1)
    write_stdout(text)


def faulty_others(checks: Checks, file: File) -> list[File]:
    """The faulty files that were opened after a game's own file."""
    since = checks.files.index(file)
    return [other for other in checks.files[since + 1 :] if other.diagnostics.error_count]


def ensure_readable(words: Words, checks: Checks, names: Sequence[str]) -> None:
    """End the command with the diagnostics of the named files, if one cannot be read."""
    named = [name for name in names if not os.path.isdir(name)]  # noqa: PTH112  # Path raises on long names
    files = [checks.library.open(name) for name in named]
    if not all(file.is_readable for file in files):
        exit_on_faults(words, files)


def exit_on_faults(words: Words, files: Sequence[File]) -> None:
    """Print the diagnostics of files, and exit with their code if there are errors."""
    if any(file.diagnostics or not file.is_readable for file in files):
        from edencli.pages.diagnostics import format_files

        write_stderr("".join(format_files(files, words, Paint.for_stream(sys.stderr, os.environ))))
    if any(not file.is_readable for file in files):
        raise SystemExit(2)
    if any(file.diagnostics.error_count for file in files):
        raise SystemExit(1)


def explain_line(words: Words, checks: Checks, name: str, wish: PlayOptions, number: int) -> None:
    """Print the rules and the move that made a line of a transcript."""
    file, played, tell_chances = play_file(words, checks, name, wish)
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
        from edencli.commands.goldens import place_of_move

        write_stdout_lines([f"   = {place_of_move(file, line.move)}"])


def _reasons(words: Words, match: Match, events: Sequence[Event]) -> Iterator[str]:
    """A sentence for each part of the numbers of some events: its rule, or its card with the card's text."""
    phrases = Phrases(words, match_names(match).cast)
    from edencli.pages.card_sentences import card_sentences  # slow to import, and only for --explain

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

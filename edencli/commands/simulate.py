"""`edencli simulate`: play two bands against each other many times, and tell what that shows."""

import csv
import io
import os
import re
import sys
import time
from contextlib import closing
from fractions import Fraction
from pathlib import Path

from edencli.api import EdenError
from edencli.bots import BOTS, PERSON
from edencli.commands.dice_options import fresh_seed
from edencli.commands.parameters import Format, check_choice, default_book
from edencli.commands.play import exit_on_faults
from edencli.commands.requests.simulate import SimulateRequest
from edencli.commands.show_page import show_page
from edencli.commands.what_to_play import QUICK_TABLES
from edencli.files.samples import file_or_sample
from edencli.games.checks import Checks, make_library
from edencli.lab.engine import play_pairs
from edencli.lab.pairs import LEGS, SimulationPlan, open_game
from edencli.lab.report import pair_rows, simulation_data
from edencli.lab.tally import RunGoal, Tally
from edencli.lang import Words, clean, current_words
from edencli.named_tuple import NamedTuple
from edencli.output.console import MANNER, ProgressLine, Refused, remark, write_stdout
from edencli.pages.simulation_page import progress_text, write_simulation

AREA = "simulate"
FORMS = ("text", "json", "csv")
USUAL_MATCHES = 100
MOST_MATCHES = 40_000
"""Matches after which a watched run ends where none are named."""
NO_FIELD = "none"
_INTERRUPTED, _BROKEN = 130, 70
_FAILING_SHARE = 100  # a run fails where one pair of so many is given up
_LEAST_PERCENT, _MOST_PERCENT = Fraction(1, 10), 50


class Bands(NamedTuple):
    """What is played, and the names of both bands."""

    plan: SimulationPlan
    names: tuple[str, str]


def simulate(request: SimulateRequest) -> None:
    """Play pairs until the goal is reached, and print what is known then."""
    words = current_words()
    _check_values(words, request)
    request.modes.refuse_typed(words, request.typed)
    run_simulation(words, request, _goal(words, request))


def run_simulation(words: Words, request: SimulateRequest, goal: RunGoal) -> None:
    """Play the pairs, print the results, and exit with the code of the run.

    That is 130 if it was interrupted. If one pair of a hundred was given up, it is 70 where a match broke,
    and 1 where matches reached a bound.
    """
    bands = _open_bands(words, request)
    tally, is_interrupted = _play(words, bands.plan, goal, request.jobs)
    data = simulation_data(bands.plan, bands.names, tally, is_interrupted=is_interrupted)
    if request.form == "csv":
        write_stdout(_csv_text(tally))
    else:
        show_page(Format(request.form), words, "simulation", data, write_simulation)
    raise SystemExit(_INTERRUPTED if is_interrupted else _exit_code(tally))


def _check_values(words: Words, request: SimulateRequest) -> None:
    """Refuse words that are not among an option's choices, and what no program can play."""
    check_choice(words, "--format", request.form, FORMS)
    players = {"--player": request.player, "--red": request.red_player, "--blue": request.blue_player}
    for option, player in players.items():
        if player == PERSON:
            raise Refused(words.say(AREA, "person", option=option))
        check_choice(words, option, player, (None, *BOTS))
    if NO_FIELD in (request.field or ()):
        raise Refused(words.say(AREA, "by-eye"))


def _goal(words: Words, request: SimulateRequest) -> RunGoal:
    """When the run ends. An odd number of matches is rounded up to whole pairs."""
    is_watched = bool(request.precision or request.sprt)
    matches = request.matches or (MOST_MATCHES if is_watched else USUAL_MATCHES)
    return RunGoal(
        pairs=-(-matches // len(LEGS)),
        precision=parse_precision(words, request.precision),
        test=parse_scores(words, request.sprt),
    )


def parse_precision(words: Words, text: str | None) -> float | None:
    """Read a half width such as `2%` or `2`, in percent of the score."""
    if text is None:
        return None
    number = re.fullmatch(r"±?(\d{1,2}(?:\.\d{1,3})?) ?%?", text.strip(), re.ASCII)
    if number is None or not _LEAST_PERCENT <= Fraction(number[1]) <= _MOST_PERCENT:
        raise Refused(words.say(AREA, "precision", text=clean(text[:40])))
    return float(Fraction(number[1]) / 100)


def parse_scores(words: Words, text: str | None) -> tuple[float, float] | None:
    """Read two scores between 0 and 1 such as `0.50,0.55`, the lower one first."""
    if text is None:
        return None
    found = re.fullmatch(r"(0?\.\d{1,4}),\s*(0?\.\d{1,4})", text.strip(), re.ASCII)
    low, high = (Fraction(found[1]), Fraction(found[2])) if found else (Fraction(), Fraction())
    if not 0 < low < high:
        raise Refused(words.say(AREA, "scores", text=clean(text[:40])))
    return float(low), float(high)


def _open_bands(words: Words, request: SimulateRequest) -> Bands:
    """Check all files, and plan what is played; faults are printed, and end the command."""
    checks = Checks(make_library(), wanted=request.rulebook, default=default_book())
    named = (request.red, request.blue, *(request.field or QUICK_TABLES))
    paths = [os.path.relpath(file_or_sample(name)) for name in named]
    bands = [checks.check_file(path, kind="band") for path in paths[:2]]
    exit_on_faults(words, [*bands, *(checks.check_file(path, kind="scenery") for path in paths[2:])])
    folder = os.path.commonpath([os.path.realpath(Path(path).parent) for path in paths])
    red, blue, *tables = (Path(os.path.relpath(path, folder)).as_posix() for path in paths)
    players = (request.red_player or request.player, request.blue_player or request.player)
    checked = checks.band(bands[0])
    assert checked is not None, "its faults ended the command"  # noqa: S101
    plan = SimulationPlan(
        folder=folder,
        first=red,
        second=blue,
        players=players,
        fields=tuple((name,) for name in tables),
        book=checked.book.key,
        seed=_seed(words, request.seed),
    )
    try:
        open_game(plan, plan.fields[0])
    except EdenError as fault:
        raise Refused(str(fault), code=1) from None
    return Bands(plan, (clean(bands[0].value.name), clean(bands[1].value.name)))


def _seed(words: Words, seed: int | None) -> int:
    """The seed given, else a fresh one that is printed on stderr."""
    if seed is None:
        seed = fresh_seed()
        remark(words.say(AREA, "seed", seed=seed))
    return seed


def _play(words: Words, plan: SimulationPlan, goal: RunGoal, jobs: int) -> tuple[Tally, bool]:
    """Play pairs until the goal is reached; what is known so far, and True, if that is interrupted."""
    tally, progress = Tally(goal), Progress(words, goal)
    try:
        with closing(play_pairs(plan, range(goal.pairs), jobs)) as results, progress.line:
            while not tally.is_done:
                tally.add(next(results))
                progress.show(tally)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


class Progress:
    """Tells how far a run is: in one line of a terminal that is overwritten, else after every tenth."""

    def __init__(self, words: Words, goal: RunGoal) -> None:
        self.line = ProgressLine()
        self._words, self._goal, self._began, self._tenths = words, goal, time.monotonic(), 0

    def show(self, tally: Tally) -> None:
        """Tell what is known after one pair more."""
        if not MANNER.remarks:
            return
        text = progress_text(self._words, tally, time.monotonic() - self._began)
        self.line.show(text)
        tenths = 10 * len(tally.pairs) // self._goal.pairs
        if tenths > self._tenths and not sys.stderr.isatty() and not tally.is_done:
            remark(text)
        self._tenths = tenths


def _csv_text(tally: Tally) -> str:
    """A line for each match that was played, counted or given up."""
    out = io.StringIO()
    rows = [*pair_rows(tally.pairs)]
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _exit_code(tally: Tally) -> int:
    """The exit code of a run that reached its goal."""
    for breach, code in (("broken", _BROKEN), ("bound", 1)):
        pairs = sum(any(leg.given_up == breach for leg in pair.legs) for pair in tally.given_up)
        if pairs * _FAILING_SHARE >= len(tally.pairs) and pairs:
            return code
    return 0

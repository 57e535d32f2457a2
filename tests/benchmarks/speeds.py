"""The result of a benchmark: the ratio of work to an anchor that took turns with it in the same run.

A ratio is of processor times, so that a busy machine changes little. Each has a goal, which is what the
project wants, and may have a bound, which every change must keep; bounds are in `.ci/speeds.json`, for each
minor version of Python.
"""

import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Speed(NamedTuple):
    """A ratio of work and anchor: of rates, where more is better, or of times, where less is better."""

    work: str
    anchor: str
    now: float
    goal: float
    is_rate: bool = False

    def reaches(self, ratio: float) -> bool:
        """Tell whether the work is at least as quick as a ratio says."""
        return self.now >= ratio if self.is_rate else self.now <= ratio

    @property
    def wanted(self) -> str:
        """The goal, with its direction."""
        return f"{'≥' if self.is_rate else '≤'} {self.goal:g}"


def print_speeds(speeds: Iterable[Speed], bounds: Mapping[str, float] | None = None) -> int:
    """Print a line for each ratio as it is measured; return 1 if one exceeds its bound.

    Without `bounds` the goals are the bounds. A work without either is only printed.
    """
    late = []
    print(f"{'work':44} {'anchor':34} {'goal':>7} {'bound':>7} {'now':>7}")
    for speed in speeds:
        bound = speed.goal if bounds is None else bounds.get(speed.work)
        is_late = bound is not None and not speed.reaches(bound)
        late += [speed.work] if is_late else []
        shown = "" if bounds is None or bound is None else f"{bound:.2f}"
        mark = "  TOO SLOW" if is_late else "" if speed.reaches(speed.goal) else "  goal not reached"
        print(
            f"{speed.work:44} {speed.anchor:34} {speed.wanted:>7} {shown:>7} {speed.now:7.2f}{mark}",
            flush=True,
        )
    return 1 if late else 0


def rounds_given(usual: int) -> int:
    """The first word of the command line as a number, or the usual number."""
    return int(sys.argv[1]) if len(sys.argv) > 1 else usual

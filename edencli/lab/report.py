"""The results of a run as plain data: what JSON prints, and what pages and tables are written from.

Every figure has its interval and the number of trials behind it. Numbers are rounded, so that they are the
same on every machine.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from edencli import __version__
from edencli.lab.intervals import Interval, mean_interval
from edencli.lab.pairs import DRAW, LEGS, LOSS, WIN, PairResult, SimulationPlan, results_digest
from edencli.lab.tally import Tally

_DIGITS: Final = 6
SHARES: Final = {"wins": WIN, "draws": DRAW, "losses": LOSS}


def simulation_data(
    plan: SimulationPlan, names: Sequence[str], tally: Tally, *, is_interrupted: bool = False
) -> dict[str, Any]:
    """What a run was, and what is known after it."""
    goal, known = tally.goal, tally.score.n > 0
    return {
        "version": __version__,
        "rulebook": plan.book,
        "seed": plan.seed,
        "bands": [
            {"name": name, "file": file, "player": player}
            for name, file, player in zip(names, (plan.first, plan.second), plan.players, strict=True)
        ],
        "fields": [list(field) for field in plan.fields],
        "goal": {
            "pairs": goal.pairs,
            "precision": goal.precision,
            "scores": list(goal.test) if goal.test else None,
        },
        "end": "interrupted" if is_interrupted else _end(tally),
        "pairs": tally.score.n,
        "digest": results_digest(tally.pairs),
        "matches": _shares(tally) if known else None,
        "score": _score(tally),
        "margin": _mean(tally, tally.margin),
        "rounds": _mean(tally, tally.rounds),
        "test": _test(tally),
        "extremes": [
            {"match": match_name(plan.seed, one.pair, one.leg), "margin": one.margin}
            for one in tally.extremes
        ],
        "given_up": [
            {"match": match_name(plan.seed, pair.n, leg), "how": one.given_up, "why": one.why}
            for pair in tally.given_up
            for leg, one in zip(LEGS, pair.legs, strict=True)
            if one.given_up
        ],
    }


def match_name(seed: int, pair: int, leg: int) -> str:
    """The name of a match, by which it is played again."""
    return f"{seed}/{pair}/{leg}"


def _end(tally: Tally) -> str:
    """Why a run ended: all pairs were played, or a goal was reached or missed before."""
    goal = tally.goal
    if tally.test is not None:
        return "decided" if tally.test.verdict else "undecided"
    if goal.precision is not None:
        return "precise" if tally.watched.interval.half_width <= goal.precision else "imprecise"
    return "played"


def _shares(tally: Tally) -> dict[str, Any]:
    shares = {name: tally.share(score) for name, score in SHARES.items()}
    counts = {name: tally.matches[score] for name, score in SHARES.items()}
    return {
        name: _figure(share, is_preliminary=tally.is_preliminary) | {"count": counts[name]}
        for name, share in shares.items()
        if share is not None
    }


def _score(tally: Tally) -> dict[str, Any] | None:
    """The score; after a sequential test the mean is biased, so that only the interval is shown."""
    if tally.score_interval is None:
        return None
    figure = _figure(tally.score_interval, is_preliminary=False)
    return figure | {"estimate": None} if tally.test is not None else figure


def _mean(tally: Tally, sums: Any) -> dict[str, Any] | None:
    """The mean of a match, over pairs."""
    interval = mean_interval(sums, unit=len(LEGS))
    return None if interval is None else _figure(interval, is_preliminary=tally.is_preliminary)


def _figure(interval: Interval, *, is_preliminary: bool) -> dict[str, Any]:
    numbers = {part: round(getattr(interval, part), _DIGITS) + 0.0 for part in ("estimate", "low", "high")}
    return {**numbers, "n": interval.n, "preliminary": is_preliminary}


def _test(tally: Tally) -> dict[str, Any] | None:
    test = tally.test
    if test is None:
        return None
    return {
        "low": test.low,
        "high": test.high,
        "log_likelihood": round(test.log_likelihood, _DIGITS) + 0.0,
        "bounds": [round(bound, _DIGITS) for bound in test.bounds],
        "verdict": test.verdict,
    }


def pair_rows(pairs: Iterable[PairResult]) -> Iterator[dict[str, Any]]:
    """A row for each match, by the names of its columns."""
    for pair in pairs:
        for leg, one in zip(LEGS, pair.legs, strict=True):
            yield {
                "pair": pair.n,
                "leg": leg,
                "score": f"{one.score / WIN:g}",
                "margin": one.margin,
                "rounds": one.rounds,
                "answers": one.answers,
                "digest": one.digest,
                "given_up": one.given_up or "",
            }

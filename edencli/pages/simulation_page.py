"""The page of a simulation: how often each band won, the score, the lead, and with which intervals.

Written from data alone; `progress_text` is the line that is shown while matches are played.
"""

from collections.abc import Iterator
from typing import Any, Final

from edencli.lang import Words, clean
from edencli.output.sheet import Data, Sheet

AREA: Final = "simulate"
_COLUMNS: Final = ("what", "estimate", "interval", "n")
_WIDTHS: Final = (30, 10, 20, 14)
_SHARES: Final = ("wins", "draws", "losses")
_MINUTE, _HOUR = 60, 3600


def write_simulation(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what was played, every figure with its interval, the verdict, and the matches worth a look."""
    first, second = (band["name"] for band in data["bands"])
    sheet.title(words.say(AREA, "title", first=first, second=second))
    sheet.text(words.say(AREA, "what", **_what(data)))
    if data["end"] != "played":
        sheet.warn(words.say(AREA, f"end.{data['end']}", n=data["pairs"], of=data["goal"]["pairs"]))
    rows = list(_rows(words, data))
    if rows:
        sheet.table([words.say(AREA, f"head.{one}") for one in _COLUMNS], rows, widths=_WIDTHS)
    for line in _remarks(words, data):
        sheet.text(line)


def _what(data: Data) -> dict[str, Any]:
    players = [band["player"] for band in data["bands"]]
    return {
        "pairs": data["pairs"],
        "n": 2 * data["pairs"],
        "first": players[0],
        "second": players[1],
        "book": data["rulebook"],
        "seed": data["seed"],
    }


def _rows(words: Words, data: Data) -> Iterator[list[str]]:
    """A row for each figure that is known."""
    first, second = (band["name"] for band in data["bands"])
    names = {"first": first, "second": second}
    for share in _SHARES if data["matches"] else ():
        name = words.say(AREA, f"row.{share}", **names)
        yield _row(words, name, data["matches"][share], "matches", _percent)
    for part, show in (("score", _percent), ("margin", _lead), ("rounds", _plain)):
        if data[part] is not None:
            yield _row(words, words.say(AREA, f"row.{part}", **names), data[part], "pairs", show)


def _row(words: Words, name: str, figure: Data, unit: str, show: Any) -> list[str]:
    estimate = "" if figure["estimate"] is None else show(figure["estimate"])
    interval = words.say(AREA, "interval", low=show(figure["low"]), high=show(figure["high"]))
    message = f"of.{unit}/preliminary" if figure["preliminary"] else f"of.{unit}"
    return [name, estimate, interval, words.say(AREA, message, n=figure["n"])]


def _remarks(words: Words, data: Data) -> Iterator[str]:
    """What the figures mean, the verdict of a test, the matches worth a look, and the identity of the run."""
    yield words.say(AREA, "level/watched" if _is_watched(data) else "level")
    if data["test"] is not None:
        yield words.say(AREA, f"test.{data['test']['verdict'] or 'none'}", **_test_values(data["test"]))
    for one in data["extremes"]:
        band = data["bands"][one["margin"] < 0]["name"]
        yield words.say(AREA, "extreme", band=band, match=one["match"], vp=abs(one["margin"]))
    for one in data["given_up"]:
        how = one["how"] if one["why"] else "endless"
        yield words.say(AREA, f"given-up.{how}", match=one["match"], why=clean(one["why"]))
    yield words.say(AREA, "digest", digest=data["digest"])


def _is_watched(data: Data) -> bool:
    return bool(data["end"] != "played")


def _test_values(test: Data) -> dict[str, str]:
    numbers = {"low": _percent(test["low"]), "high": _percent(test["high"])}
    least, most = (f"{bound:.2f}" for bound in test["bounds"])
    return {**numbers, "likelihood": f"{test['log_likelihood']:.2f}", "least": _minus(least), "most": most}


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _lead(vp: float) -> str:
    return _minus(f"{vp:+.2f}")


def _plain(number: float) -> str:
    return _minus(f"{number:.2f}")


def _minus(text: str) -> str:
    return text.replace("-", "−")


def progress_text(words: Words, tally: Any, seconds: float) -> str:
    """How far a run is, in one line: pairs, the score and its half width, the pace and the time left."""
    done, of = len(tally.pairs), tally.goal.pairs
    interval = tally.watched.interval
    pace = done / max(seconds, 1e-9)
    values = {
        "done": done,
        "of": of,
        "score": _percent(interval.estimate),
        "half": f"{100 * interval.half_width:.1f}",
        "pace": f"{pace:.1f}",
        "left": _duration(words, (of - done) / pace) if done else "",
    }
    return words.say(AREA, "progress", **values)


def _duration(words: Words, seconds: float) -> str:
    if seconds < _MINUTE:
        return words.say(AREA, "left.seconds", n=round(seconds))
    if seconds < _HOUR:
        return words.say(AREA, "left.minutes", n=round(seconds / _MINUTE))
    return words.say(AREA, "left.hours", n=round(seconds / _HOUR))

"""The matches that are kept, on a page: each by its name, with who played, when, and how it stands."""

from typing import Final

from edencli.lang import Words, clean
from edencli.output.sheet import Data, Sheet

AREA: Final = "kept"


def write_kept_matches(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what each match is, with the command that goes on with it, and how one is deleted."""
    sheet.title(words.say(AREA, "title"))
    for match in data["matches"]:
        sheet.text(_description(words, match))
        sheet.raw_lines([words.say(AREA, "go-on", name=clean(match["name"]))])
    if data["matches"]:
        sheet.text(words.say(AREA, "how"))
    else:
        sheet.text(words.say(AREA, "nothing"))
    sheet.aside(words.say(AREA, "folder", folder=clean(data["folder"])))


def _description(words: Words, match: Data) -> str:
    """When a match was played, who played it, and how it stands."""
    if match["fault"] is not None:
        return words.say(AREA, "faulty", written=match["written"])
    stands = "over" if match["over"] else "preparing" if match["round"] == 0 else "under-way"
    values = {
        "written": match["written"],
        "red": _side(words, match, "red"),
        "blue": _side(words, match, "blue"),
        "round": match["round"],
        "score": words.say(AREA, "score", **match["score"]),
    }
    return words.say(AREA, stands, **values)


def _side(words: Words, match: Data, side: str) -> str:
    """A band, with who plays it where that is a program."""
    band, player = clean(match["bands"][side]), match["players"][side]
    return band if player == "person" else words.say(AREA, "played-by", band=band, player=clean(player))

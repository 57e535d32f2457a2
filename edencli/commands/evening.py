"""Everything for an evening of two bands, on one page."""

from edencli.commands.matrix import weigh_bands
from edencli.commands.requests.new import NewRequest
from edencli.commands.show import load_band
from edencli.files.library import Library
from edencli.games.checks import make_library
from edencli.games.file_access import STDOUT, open_sound, write_or_print
from edencli.lang import Words, current_words
from edencli.match.pieces import Side
from edencli.model.game import Band
from edencli.odds.shifting import Policy
from edencli.output.console import Refused
from edencli.pages.evening import evening_html
from edencli.pages.matrix_data import matrix_data
from edencli.pages.matrix_html import matrix_section
from edencli.pages.printed_cards import PrintedBand
from edencli.rulebooks.values import rulebook

AREA = "paper"


def run_evening(request: NewRequest) -> None:
    """Check the options, then write the page of an evening."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    write_evening(words, request)


def write_evening(words: Words, request: NewRequest) -> None:
    """Write the page of an evening to a file, replacing only an older page, or to stdout."""
    library = make_library()
    red, blue = (_load(words, library, name) for name in request.evening or ())
    played = _book(words, red, blue, request)
    book, words = rulebook(played), words.of_book(played)
    bands = dict(zip(Side, (red, blue), strict=True))
    odds = matrix_data(book, bands, Policy.MAX_KILL, weigh_bands(words, book, bands, Policy.MAX_KILL))
    sections = [matrix_section(words, odds)]
    page = evening_html(words, [PrintedBand(band, book) for band in bands.values()], sections)
    write_or_print(words, STDOUT if request.output is None else str(request.output), page)


def _load(words: Words, library: Library, name: str) -> Band:
    file = open_sound(library, name)
    if file.kind != "band":
        raise Refused(words.say(AREA, "evening.bands", file=file.name, kind=file.kind))
    return load_band(library, file)


def _book(words: Words, red: Band, blue: Band, request: NewRequest) -> str:
    """The rulebook of both bands: that of their files, else the one asked for; several are refused."""
    asked = [str(request.rulebook)] if "--rulebook" in request.typed else []
    named = dict.fromkeys(filter(None, (red.rulebook, blue.rulebook, *asked)))
    if len(named) > 1:
        raise Refused(words.say(AREA, "evening.books", books=list(named)))
    return next(iter(named), str(request.rulebook))

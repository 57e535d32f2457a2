"""`validate-band --diff OLD NEW`: read two bands, and print what differs between them."""

from typing import Final, NoReturn

from edencli.commands.parameters import Format
from edencli.commands.requests.validate import ValidateBandRequest
from edencli.commands.show_page import show_page
from edencli.games.band_difference import difference_data, read_band
from edencli.games.checks import Checks
from edencli.lang import Words
from edencli.output.console import Refused, write_stderr
from edencli.output.sheet import Paint
from edencli.pages.band_difference_page import write_difference
from edencli.pages.diagnostics import format_files

_TWO: Final = 2


def tell_difference(words: Words, checks: Checks, request: ValidateBandRequest) -> NoReturn:
    """Print what differs between two bands; exit with 1 if anything does, with 2 if one cannot be read."""
    if len(request.files) != _TWO:
        raise Refused(words.say("compare", "diff.two", n=len(request.files)))
    old, new = (read_band(checks, name) for name in request.files)
    if old is None or new is None:
        write_stderr("\n".join(format_files(checks.files, words, Paint(colour=False))))
        raise SystemExit(2)
    data = difference_data(words, old, new)
    show_page(Format(request.form), words, "band-diff", data, write_difference)
    raise SystemExit(1 if data["differs"] else 0)

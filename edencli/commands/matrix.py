"""`edencli resolve-attack --matrix RED BLUE`: the odds of every attack between two bands."""

from collections.abc import Iterator, Mapping

from edencli.commands.parameters import Format, check_choice
from edencli.commands.requests.resolve_attack import ResolveAttackRequest
from edencli.commands.show import load_band
from edencli.commands.show_page import show_page
from edencli.games.checks import make_library
from edencli.games.file_access import STDOUT, open_sound, write_or_print
from edencli.lang import Words
from edencli.match.pieces import Side
from edencli.model.game import Band
from edencli.odds.shifting import Policy
from edencli.output.console import ProgressLine, Refused, write_stdout
from edencli.pages.matrix_data import matrix_csv, matrix_data
from edencli.pages.matrix_html import matrix_html
from edencli.pages.matrix_page import write_matrix
from edencli.referee.band_matrix import PairAttacks, pair_attacks, pairs_of
from edencli.rulebooks.values import Rulebook, borrow_chapters, rulebook

AREA = "matrix"
CSV = "csv"


def show_matrix(words: Words, request: ResolveAttackRequest) -> None:
    """Show every attack of two bands on each other: as text, JSON or CSV, and as an HTML page."""
    check_choice(words, "--format", request.form, ("text", "json", CSV))
    if not request.target:
        raise Refused(words.say(AREA, "two-bands"))
    bands = _load_bands(words, request)
    book = _choose_book(words, request, bands)
    words, policy = words.of_book(book.key), Policy(request.shift or Policy.MAX_KILL)
    by_side = dict(zip(Side, bands.values(), strict=True))
    data = matrix_data(book, by_side, policy, weigh_bands(words, book, by_side, policy))
    if request.html:
        write_or_print(words, request.html, matrix_html(words, data))
    if request.html == STDOUT:
        return
    if request.form == CSV:
        write_stdout(matrix_csv(data))
    else:
        show_page(Format(request.form), words, "", data, write_matrix)


def _load_bands(words: Words, request: ResolveAttackRequest) -> dict[str, Band]:
    """Both bands, red first, by their place on the command line and file."""
    library = make_library()
    found = dict[str, Band]()
    for n, name in enumerate((request.attacker, request.target)):
        file = open_sound(library, name)
        if file.kind != "band":
            raise Refused(words.say(AREA, "not-bands", file=file.name, kind=file.kind))
        found[f"{n}{file.name}"] = load_band(library, file)
    return found


def _choose_book(words: Words, request: ResolveAttackRequest, bands: Mapping[str, Band]) -> Rulebook:
    """The rulebook of the bands, which must agree; else the one asked for."""
    own = [(name[1:], band.rulebook) for name, band in bands.items() if band.rulebook]
    typed = "--rulebook" in request.typed
    asked = str(request.rulebook) if typed or not own else str(own[0][1])
    for file, book in own:
        if book != asked:
            raise Refused(words.say(AREA, "other-book", file=file, own=book, asked=asked))
    played = rulebook(asked)
    return borrow_chapters(played, rulebook(request.optional)) if request.optional else played


def weigh_bands(
    words: Words, book: Rulebook, bands: Mapping[Side, Band], policy: Policy
) -> Iterator[PairAttacks]:
    """Weigh every pair, and show the progress."""
    pairs = list(pairs_of(bands[Side.RED], bands[Side.BLUE]))
    with ProgressLine() as sign:
        for n, (attacker, target) in enumerate(pairs, start=1):
            names = {"attacker": attacker.card.name, "target": target.card.name}
            sign.show(words.say(AREA, "progress", n=n, of=len(pairs), **names))
            yield from pair_attacks(book, attacker, target, policy)

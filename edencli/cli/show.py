"""`edencli show`: a card, a band, a file full of cards, as a player would like to see it."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import typer

from edencli.cli.help import FORM, ROOT, RULEBOOK, Command, typed_parameters, was_typed
from edencli.commands.parameters import Book, Format, check_choice
from edencli.lang import current_words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


def _completed(incomplete: str) -> list[str]:
    """What the shell may complete: a file, or after its # the names in it."""
    from edencli.commands.show import complete_target

    return complete_target(incomplete)


class _Show(Command):
    """The command, of which one option may go without its second value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments."""
        return super().parse_args(ctx, _pair_sight(args))


def _pair_sight(arguments: Sequence[str]) -> list[str]:
    """Give `--sight NAME` an empty target where nothing or another option follows."""
    paired: list[str] = []
    for argument, following in zip_longest(arguments, arguments[1:]):
        paired.append(argument)
        if paired[-2:-1] == ["--sight"] and (following is None or following.startswith("--")):
            paired.append("")
    return paired


@app.command(cls=_Show)
def show(
    context: typer.Context,
    target: str = typer.Argument(
        autocompletion=_completed,
        help="show.target",
    ),
    sight: tuple[str, str] = typer.Option(None, help="show.sight"),
    route: tuple[str, str] = typer.Option(None, help="show.route"),
    blast: tuple[str, str] = typer.Option(None, help="show.blast"),
    explosion: str = typer.Option(None, metavar="X,Y", help="show.explosion"),
    reach: str = typer.Option(None, help="show.reach"),
    svg: str = typer.Option(None, help="show.svg"),
    html: str = typer.Option(None, help="show.html"),
    markdown: str = typer.Option(None, help="show.markdown"),
    until: str = typer.Option(None, help="show.until"),
    side: str = typer.Option(None, "--as", metavar="red|blue", help="play.side"),
    everything: bool = typer.Option(False, "--all", help="play.all"),
    rulebook: Book = RULEBOOK,
    root: str = ROOT,
    form: Format = FORM,
) -> None:
    """Show a band's sheet, a card, what a file holds, or the table of a game with a position.

    FIGHTER is a name, TARGET a name or a place; places are X,Y in centimetres.
    """
    from edencli.commands.show import ShowOptions, show_contents, split_target
    from edencli.games.checks import make_library
    from edencli.games.file_access import root_folder
    from edencli.match.pieces import PUBLIC, Side

    words = current_words()
    check_choice(words, "--as", side, (None, "red", "blue"))
    asked = {
        "sight": sight,
        "route": route,
        "blast": blast,
        "explosion": explosion and (explosion,),
        "reach": reach and (reach,),
    }
    wish = ShowOptions(
        *split_target(target),
        typed=tuple(typed_parameters(context)),
        book=rulebook,
        is_book_given=was_typed(context, "rulebook"),
        form=form,
        table={name: given for name, given in asked.items() if given},
        svg=svg,
        until=until,
        printed={name: into for name, into in (("html", html), ("markdown", markdown)) if into},
        viewer=None if everything else Side(side) if side else PUBLIC,
    )
    show_contents(words, make_library(root=root_folder(root, words)), wish)

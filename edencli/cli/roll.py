"""`edencli roll`: a roll of any kind, thrown or foreseen."""

import typer

from edencli.cli.help import (
    BANDS,
    BY_HAND,
    CARDS,
    DICE,
    GAMES,
    LAST,
    RULEBOOK,
    SEED,
    Command,
    typed_parameters,
    was_typed,
)
from edencli.commands.modes import ROLL
from edencli.commands.parameters import MOST, Book
from edencli.lang import current_words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def roll(
    context: typer.Context,
    who: str | None = typer.Argument(None, help="roll.who"),
    characteristic: str | None = typer.Argument(
        None, metavar="[psi|cbt|vig|spd|burn]", help="roll.characteristic"
    ),
    difficulty: int | None = typer.Option(None, min=0, max=MOST, help="roll.difficulty"),
    against: int | None = typer.Option(None, min=0, max=MOST, help="roll.against"),
    location: bool = typer.Option(False, "--location", help="roll.location"),
    burn: int | None = typer.Option(None, min=0, max=MOST, metavar="VIG", help="roll.burn"),
    state: str = typer.Option("", help="roll.state"),
    cards: list[str] | None = CARDS,
    band: list[str] | None = BANDS,
    game: list[str] | None = GAMES,
    last: bool = LAST,
    rulebook: Book = RULEBOOK,
    seed: int | None = SEED,
    dice: str | None = DICE,
    by_hand: bool = BY_HAND,
    odds: bool = typer.Option(False, "--odds", help="any.odds"),
    form: str = typer.Option("text", "--format", metavar="text|json", help="any.format"),
) -> None:
    """Roll a characteristic, an opposition, a location or burn dice, or tell its odds."""
    from edencli.commands.fighter_finder import FighterSources, WantedBook
    from edencli.commands.roll import RollOptions, rolled_way, show_roll

    kinds = {"difficulty": difficulty, "against": against, "location": location or None, "burn": burn}
    words = current_words()
    given = ROLL.given_rows(words, typed_parameters(context))
    ROLL.refuse(words, given, rolled_way(who, characteristic or "", given))
    wish = RollOptions(
        who=who,
        characteristic=characteristic or "",
        kinds={kind: given for kind, given in kinds.items() if given is not None},
        state=state,
        sources=FighterSources(tuple(cards or ()), tuple(band or ()), tuple(game or ()), last),
        book=WantedBook(rulebook, was_typed(context, "rulebook")),
        seed=seed,
        dice=dice,
        by_hand=by_hand,
        odds=odds,
        form=form,
    )
    show_roll(words, wish)

"""`edencli resolve-attack`: one attack, with your own dice, with ours, or by its exact odds."""

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
from edencli.commands.modes import RESOLVE_ATTACK
from edencli.commands.parameters import Book
from edencli.lang import current_words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def resolve_attack(
    context: typer.Context,
    attacker: str = typer.Argument("", show_default=False, help="resolve-attack.attacker"),
    target: str = typer.Argument("", show_default=False, help="resolve-attack.target"),
    weapon: str | None = typer.Option(None, "--with", help="resolve-attack.weapon"),
    reaction: str | None = typer.Option(
        None, metavar="passive|dodge|response", help="resolve-attack.reaction"
    ),
    obstacles: int = typer.Option(0, min=0, max=99, help="resolve-attack.obstacles"),
    engaged: list[str] | None = typer.Option(None, help="resolve-attack.engaged"),
    covered: list[str] | None = typer.Option(None, help="resolve-attack.covered"),
    above: bool = typer.Option(False, "--above", help="resolve-attack.above"),
    below: bool = typer.Option(False, "--below", help="resolve-attack.below"),
    beacon: bool = typer.Option(False, "--beacon", help="resolve-attack.beacon"),
    attacker_state: str = typer.Option("", help="resolve-attack.attacker-state"),
    target_state: str = typer.Option("", help="resolve-attack.target-state"),
    cards: list[str] | None = CARDS,
    band: list[str] | None = BANDS,
    game: list[str] | None = GAMES,
    last: bool = LAST,
    keep: str | None = typer.Option(None, help="resolve-attack.keep"),
    rulebook: Book = RULEBOOK,
    optional: Book | None = typer.Option(None, help="resolve-attack.optional"),
    seed: int | None = SEED,
    dice: str | None = DICE,
    by_hand: bool = BY_HAND,
    shift: str | None = typer.Option(
        None,
        metavar="none|max-kill|max-wounds|ask",
        help="resolve-attack.shift",
    ),
    odds: bool = typer.Option(False, "--odds", help="any.odds"),
    policies: bool = typer.Option(False, "--policies", help="resolve-attack.policies"),
    then: bool = typer.Option(False, "--then", help="resolve-attack.then"),
    advise: bool = typer.Option(False, "--advise", help="resolve-attack.advise"),
    form: str = typer.Option("text", "--format", metavar="text|json", help="any.format"),
) -> None:
    """Resolve one attack step by step, or tell its odds."""
    from edencli.commands.fighter_finder import FighterSources, WantedBook
    from edencli.prompt.table_attack import AttackOptions, show_attack

    words = current_words()
    given = RESOLVE_ATTACK.given_rows(words, typed_parameters(context))
    RESOLVE_ATTACK.refuse(words, given, RESOLVE_ATTACK.chosen_way(given) if attacker else "typed")
    wish = AttackOptions(
        attacker=attacker,
        target=target,
        attacker_state=attacker_state,
        target_state=target_state,
        weapon=weapon,
        reaction=reaction,
        obstacles=obstacles,
        engaged=tuple(engaged or ()),
        covered=tuple(covered or ()),
        above=above,
        below=below,
        beacon=beacon,
        sources=FighterSources(tuple(cards or ()), tuple(band or ()), tuple(game or ()), last),
        keep=keep,
        book=WantedBook(rulebook, was_typed(context, "rulebook"), optional),
        seed=seed,
        dice=dice,
        by_hand=by_hand,
        shift=shift,
        odds=odds,
        policies=policies,
        then=then,
        advise=advise,
        form=form,
    )
    show_attack(words, wish)

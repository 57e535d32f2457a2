"""`edencli new`: starters, samples, typed cards, bands and pages; the one place that knows them all."""

from edencli.commands.requests.new import NewRequest, TypedCard


def run_new(request: NewRequest) -> None:
    """Write an evening's page, type cards, make a band or cards from files, or begin and copy files."""
    if request.evening is not None:
        from edencli.commands.evening import run_evening

        run_evening(request)
    elif request.what in tuple(TypedCard):
        from edencli.prompt.card_prompt import run_card_prompt

        run_card_prompt(request)
    elif request.makes_band:
        from edencli.prompt.band_prompt import run_band_prompt

        run_band_prompt(request)
    elif request.sources:
        from edencli.commands.card_csv import import_cards

        import_cards(request)
    else:
        from edencli.commands.new import run_new as begin_file

        begin_file(request)

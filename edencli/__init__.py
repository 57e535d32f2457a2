"""A referee for the miniatures skirmish game Eden.

    import edencli

    game = edencli.Game.from_file("samples/games/first-duel.yaml")

Programs use the names in `__all__`, and nothing deeper: `edencli.api` describes them and says what is stable.
They are loaded when one of them is first used, so that the command line does not wait for them.
"""

__version__ = "0.2.0"  # a literal: importlib.metadata costs more than a rules question

__all__ = [
    "AmbiguousError",
    "AnswerError",
    "AnswerFailedError",
    "BotSeats",
    "EdenError",
    "Event",
    "FaultyFileError",
    "FileFault",
    "Game",
    "GameOverError",
    "GameView",
    "HarmChance",
    "IllegalError",
    "LegalAnswer",
    "OpenQuestion",
    "PolicyName",
    "RulePage",
    "Side",
    "SideName",
    "UnknownNameError",
    "UnmeasuredError",
    "UnreadableError",
    "UnsuitedError",
    "attack_odds",
    "event_data",
    "events_digest",
    "rule",
    "search_rules",
    "validate",
]

TYPE_CHECKING = False  # typing has this name too, and costs an import
if TYPE_CHECKING:
    from edencli.api import (
        AmbiguousError,
        AnswerError,
        AnswerFailedError,
        BotSeats,
        EdenError,
        Event,
        FaultyFileError,
        FileFault,
        Game,
        GameOverError,
        GameView,
        HarmChance,
        IllegalError,
        LegalAnswer,
        OpenQuestion,
        PolicyName,
        RulePage,
        Side,
        SideName,
        UnknownNameError,
        UnmeasuredError,
        UnreadableError,
        UnsuitedError,
        attack_odds,
        event_data,
        events_digest,
        rule,
        search_rules,
        validate,
    )
else:

    def __getattr__(name: str) -> object:
        """Load the interface for programs when one of its names is first asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from edencli import api  # noqa: PLC0415  # the command line must not wait for it

        return getattr(api, name)

    def __dir__() -> list[str]:
        """List the public names, also before they are loaded."""
        return sorted({*globals(), *__all__})

"""`edencli play`: matches played by their scripts, or typed; the one place that knows both."""

from typing import Any

from edencli.commands.requests.play import PlayRequest


def run_play(request: PlayRequest) -> None:
    """Play games by their scripts, or a match that is typed."""
    from edencli.commands.play import play_games

    play_games(request, _type_match)


def _type_match(*arguments: Any) -> None:
    from edencli.prompt.start_play import start_play  # a match that is played by its script types nothing

    start_play(*arguments)

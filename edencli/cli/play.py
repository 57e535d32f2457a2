"""`edencli play`: matches played by their scripts, or typed; the one place that knows both."""

from typing import Any

from edencli.commands.requests.play import PlayRequest


def run_play(request: PlayRequest) -> None:
    """Play games, list kept matches, or in a terminal ask what to play if nothing is named."""
    from edencli.commands.play import play_games
    from edencli.commands.what_to_play import named_play
    from edencli.lang import current_words
    from edencli.output.console import Refused, is_terminal

    if request.listing or request.forget or (request.older_than is not None and not request.games):
        from edencli.commands.kept_matches import manage_records

        manage_records(request)
        return
    words = current_words()
    named = named_play(words, request)
    if named is None and is_terminal():
        from edencli.prompt.play_menu import choose_play  # a named game needs no menu

        if (named := choose_play(words, request)) is None:
            return
    if named is None:
        raise Refused(words.say("play", "nothing-named"))
    play_games(named, _type_match)


def _type_match(*arguments: Any) -> None:
    from edencli.prompt.start_play import start_play  # only typed matches need it

    start_play(*arguments)

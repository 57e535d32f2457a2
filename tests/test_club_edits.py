"""What an edit of a club's files changes is refused by the hooks and named by `compare`; nothing else is."""

from club_edits import judge_edits


def test_what_changes_a_game_or_a_band_is_refused_and_named_and_nothing_else_is() -> None:
    assert [one for one in judge_edits(4, seed=3) if not one.agrees] == []

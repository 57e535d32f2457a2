"""The panes of a split screen, without a terminal: what was told above what is asked, and the table."""

import sys

import pytest
from sessions import WORDS, sit

from edencli.match.pieces import PUBLIC, Side
from edencli.output.sheet import Paint
from edencli.output.width import page_width
from edencli.prompt.panes import NEWER, RULED_LINE, ToldLog, board_rows


def told(*lines: str, asked: tuple[str, ...] = (), before: tuple[str, ...] = ()) -> ToldLog:
    log = ToldLog()
    log.remember(before)
    log.write("".join(f"{line}\n" for line in lines))
    if asked:
        log.begin_question()
        log.write("".join(f"{line}\n" for line in asked))
    return log


def test_what_is_asked_stands_below_a_rule_and_the_newest_above_it() -> None:
    log = told(*(f"line {n}" for n in range(20)), asked=("Yes?", "  1  yes"))

    assert log.rows(10, 8) == [*(f"line {n}" for n in range(15, 20)), RULED_LINE * 10, "Yes?", "  1  yes"]


def test_scrolling_moves_what_was_told_and_never_what_is_asked() -> None:
    log = told(*(f"line {n}" for n in range(20)), asked=("Yes?",))
    newest = log.rows(10, 8)
    seen = set(newest)
    for _ in range(5):
        log.scroll(1)
        rows = log.rows(10, 8)
        assert rows[-2:] == [NEWER.ljust(10, RULED_LINE), "Yes?"]
        seen |= set(rows)

    assert {f"line {n}" for n in range(20)} <= seen
    assert log.rows(10, 8)[0] == "line 0", "who looks back too far sees the beginning"
    for _ in range(5):
        log.scroll(-1)
    assert log.rows(10, 8) == newest
    log.scroll(1)
    log.write("something new\n")
    assert "something new" in log.rows(20, 8), "what is told now is seen"


def test_a_question_that_leaves_no_room_scrolls_with_the_rest() -> None:
    log = told("before", asked=tuple(f"  {n}  answer" for n in range(20)))

    assert log.rows(20, 8) == [f"  {n}  answer" for n in range(12, 20)]
    for _ in range(3):
        log.scroll(1)
    assert log.rows(20, 8)[0] == "before"


def test_an_answered_question_is_told_like_all_else() -> None:
    log = told("before", asked=("Yes?",))
    log.end_question()
    log.write("> yes\n")

    assert log.rows(10, 6) == ["before", "Yes?", "> yes", "", "", ""]


def test_long_lines_are_broken_as_wide_as_the_pane_is_now() -> None:
    log = told("one two three four five", asked=("six seven eight nine",))

    for columns in (12, 9):
        rows = log.rows(columns, 20)
        assert max(map(len, rows)) <= columns
        assert (
            " ".join(" ".join(rows).replace(RULED_LINE, "").split())
            == "one two three four five six seven eight nine"
        )


def test_only_what_was_written_here_stands_on_the_ordinary_screen_afterwards() -> None:
    log = told("new", asked=("Yes?",), before=("old",))
    log.write("half a ")
    log.write("line")

    assert log.told == "new\nYes?\nhalf a line\n"
    assert "old" in log.rows(20, 10)


def test_what_is_printed_is_told_as_wide_as_the_pane() -> None:
    log = ToldLog(columns=53)
    with log.taking_output():
        print("out")  # noqa: T201
        print("err", file=sys.stderr)  # noqa: T201
        assert page_width(sys.stdout, {"COLUMNS": "90"}) == 53
        assert Paint.for_stream(sys.stdout, {"TERM": "xterm"}).width == 53
        assert not sys.stderr.isatty(), "no progress is drawn over the panes"

    assert log.told == "out\nerr\n"


@pytest.mark.parametrize(("columns", "rows"), [(51, 23), (51, 39), (71, 60)])
def test_the_table_has_the_names_behind_its_signs(columns: int, rows: int) -> None:
    match = sit("street-corner.yaml").match

    found = board_rows(WORDS, match, PUBLIC, columns, rows)

    assert len(found) <= rows
    assert max(map(len, found)) <= columns
    assert "north" in found[0]
    for name in ("(A) Yuri", "[F] Elenia", "[I] Lucille"):
        assert name in "\n".join(found)
    assert any("VP" in line for line in found) is (rows == 60), "the bands stand below where there is room"


@pytest.mark.parametrize("viewer", [PUBLIC, Side.RED, Side.BLUE])
def test_where_nobody_measures_how_the_bands_are_stands_there(viewer: Side) -> None:
    match = sit("kitchen-table.yaml").match

    found = board_rows(WORDS, match, viewer, 51, 23)

    assert found[0].startswith("Round 1")
    assert len(found) <= 23

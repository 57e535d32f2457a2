"""A chance as people read it: one decimal, and never 0 or 100 unless it is certain."""

NEVER = "-"
ALWAYS = "100"


def percent(cases: int, of: int) -> str:
    """Show cases out of a denominator: `12.3%`, `<0.1%`, `>99.9%`, `-` for never, `100` for always."""
    if cases == 0:
        return NEVER
    if cases == of:
        return ALWAYS
    tenths = (cases * 1000 + of // 2) // of
    if tenths == 0:
        return "<0.1%"
    return ">99.9%" if tenths == 1000 else f"{tenths // 10}.{tenths % 10}%"  # noqa: PLR2004  # all of them

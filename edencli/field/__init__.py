"""Geometry in plain Python: shapes, sight facts, routes, plans, templates.

Only + - * /, comparisons and math.sqrt decide anything, so that a table gives the same bits on every machine.
Lengths are hundredths of a millimetre throughout (`units`).

The things: `shapes`, and `ground` (the table and what it holds). The questions about them: `distance`,
`sight` and its `corridor`, `routes`, `planner`, `templates`. The other modules serve these: `units` all of
them, `line_parts` the crossings of borders, `grid_search`, `shortest_path`, `cheapest_path` and `easing` the
planner.

Knows outlines, places and lengths. Must not know a rule of the game, a fighter or a side: it returns facts,
and `edencli.rules` decides. Begin with `shapes`, then `distance`.
"""

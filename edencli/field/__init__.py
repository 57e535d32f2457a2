"""Geometry in plain Python: shapes, sight facts, routes, plans, templates.

Only + - * /, comparisons and math.sqrt decide anything, so that the same table gives the same bits on every
machine. Lengths are hundredths of a millimetre throughout (`units`).

What things are: `shapes`, and `ground` (the table and what it holds). What is asked of them: `distance`,
`sight` and its `corridor`, `routes`, `planner`, `templates`. The others serve these: `units` all of them,
`line_parts` whatever meets a border, `grid_search`, `shortest_path` and `cheapest_path` the planner.

Knows outlines, places and lengths. Must not know a rule of the game, a fighter or a side: it returns facts,
and `edencli.rules` gives the verdicts. Begin with `shapes`, then `distance`.
"""

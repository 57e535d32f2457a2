"""Geometry in plain Python: shapes, sight facts, routes, plans, templates.

Knows no rule of the game. Only + - * /, comparisons and math.sqrt decide anything, so that the same table
gives the same bits on every machine. Lengths are hundredths of a millimetre throughout (`units`).

What things are: `shapes`, and `ground` (the table and what it holds). What is asked of them: `distance`,
`sight` and its `corridor`, `routes`, `planner`, `templates`. The others serve these: `units` all of them,
`stretches` whatever meets a border, `room`, `taut` and `detours` the planner.
"""

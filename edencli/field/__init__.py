"""Geometry in plain Python: shapes, sight facts, routes, templates, spacing.

Knows no rule of the game. Only + - * /, comparisons and math.sqrt decide anything, so that the same table
gives the same bits on every machine. Lengths are hundredths of a millimetre throughout (`units`).

What things are: `shapes`, `table`, `ground`. What is asked of them: `distance` and `spacing`, `sight` (and
`drawing`), `routes` and `prices`, `planner`, `templates`, `aids`. The other modules serve these.
"""

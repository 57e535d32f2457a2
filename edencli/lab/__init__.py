"""The laboratory: bands against bands, many times, and what can honestly be said of the results.

The unit is a pair: one table, played twice with the sides changed. Every die, choice and table is derived
from a hash of the seed, the number of the pair, the leg and the purpose (`seeds`), so that a result depends
on no order, no worker and no interruption.

Knows the interface for programs (`edencli.api`), through which it plays. Must not know anything deeper, a
command, a page, or a sentence. Begin with `pairs.PairPlayer`, then `tally.Tally`.
"""

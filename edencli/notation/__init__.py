"""The written form of every answer: a lenient reader, one canonical writer. English in every language.

table       every form: what it answers, how it is written, an example
forms       what a form is: its pattern, its meaning, its topic
slots       what may stand in a pattern, how that is read and written
meanings    the answer that a form means, and back; the ways of moves and charges
agreements  the same of what both sides agree on
names       what can be named in a match
sentences   a line read as sentences of the table
reader      `read(text, match, question)` the answer that a line means; `parse` needs no question
writer      `write(answer, match, question)` the one line that means an answer
errors      what can be wrong with a line
"""

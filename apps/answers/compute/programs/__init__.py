"""Small programs over the lines of one table: another reading of a question, that its figures are held against (H4).

`series` reads the tables that the search brought, `enumerated` makes every program over their lines, `signs` and
`close` tell how well a program fits the question, `choice` puts them in order by what was learned. Nothing is executed:
a program is an operation and the cells that it is of.
"""

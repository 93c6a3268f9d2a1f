"""Majolica clause by clause: every sentence of the rule book that states a rule, every fact, every ruling; notation.

"[FR] L193" is a line of the French rule book, "fact" an entry of the list of components, "ruling" a numbered decision
on what the book leaves open; "notation" is the text on what all games write alike, "table" its table of Majolica's
forms, "header", "canonical" and "setup" are the parts below that table. Positions are position lines; if a test names
no grid it is GRID, whose rows and columns have one tile of each colour: a4 r, b4 y, c4 g, d4 b.
"""

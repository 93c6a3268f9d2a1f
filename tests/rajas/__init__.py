"""Rajas of the Ganges clause by clause: every sentence of the rule book that states a rule, every fact, every ruling.

"[FR] L253" is a line of the French rule book, "fact" an entry of the list of components, "ruling" a numbered decision
on what the book leaves open. Positions are position lines; if a test says nothing else, players have money 21, fame 6,
karma 1, the boat at the start and 4 workers, none placed.
"""

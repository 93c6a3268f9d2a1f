"""The book of games: one page by itself, to step through them. `volume` says what is in it, `page` writes it."""

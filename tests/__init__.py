"""The tests; a package, so that no other package called `tests` that is installed comes before it."""

"""Nim, played with pbem."""

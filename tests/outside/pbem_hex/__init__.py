"""Hex, played with pbem."""
